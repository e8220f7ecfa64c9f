import type { UnifiedRequestV2 } from '../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { nameAnonymousCalls } from '../../shared/call-names.ts';
import { planHistory } from '../../shared/history-plan.ts';
import type { HistoryRules } from '../../shared/history-rules.ts';
import { isOwnRequest, type Placed, put } from './emit-basics.ts';
import { CacheMarks } from './emit-cache.ts';
import { writeContextManagement } from './emit-context-management.ts';
import { Documents } from './emit-documents.ts';
import { finishHistory, loseEmptyHistory } from './emit-ending.ts';
import { writeGeneration } from './emit-generation.ts';
import { wireRoleOf } from './emit-items.ts';
import { writeMessages } from './emit-messages.ts';
import { Names } from './emit-names.ts';
import { writeState } from './emit-state.ts';
import { partHistory, writeSystem } from './emit-system.ts';
import { writeToolChoice } from './emit-tool-choice.ts';
import { writeTools } from './emit-tool-list.ts';
import { WholeTexts } from './emit-whole-texts.ts';
import { placeItems, Withheld } from './emit-withheld.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';
import { kindsOf } from './tool-kinds.ts';

/** Writes a Messages request. What it cannot write is in the context's loss recorder afterwards. */
export function emitRequest(request: UnifiedRequestV2, context: EmitContext): JsonObject {
  const { items } = request.conversation;
  const placed = placeItems(items);
  const writing: Writing = {
    context,
    request,
    marks: new CacheMarks(context, request.cache, isOwnRequest(request)),
    wholeTexts: new WholeTexts(),
    documents: new Documents(),
    names: new Names(request),
    withheld: new Withheld(context, items, placed),
    kinds: kindsOf(request.tools),
  };
  const body: WireDraft = {};
  put(body, 'model', request.model.id);
  const { tools, servers } = writeTools(writing);
  writeHistory(writing, body, placed);
  if (tools.length > 0) body['tools'] = tools;
  if (servers.length > 0) body['mcp_servers'] = servers;
  put(body, 'tool_choice', writeToolChoice(writing, tools));
  writeGeneration(writing, body);
  put(body, 'context_management', writeContextManagement(writing));
  writeState(writing, body);
  put(body, 'stream', request.source.transport?.stream);
  writing.marks.finish(body);
  writing.wholeTexts.finish();
  restore(writing, body);
  loseEmptyHistory(writing, body);
  writing.documents.finish(context, body);
  return body;
}

/** What this wire demands of the order of a history. */
const HISTORY_RULES: HistoryRules = {
  isOfTheModel: (item) => wireRoleOf(item) === 'assistant',
  mergesTurns: true,
  resultsFollowAtOnce: true,
  answersEveryCall: true,
  userBegins: true,
};

function writeHistory(writing: Writing, body: WireDraft, placed: readonly Placed[]): void {
  const { context, request } = writing;
  const { system, rest } = partHistory(writing, placed);
  writeSystem(writing, system, body);
  const { items } = request.conversation;
  nameAnonymousCalls(items, context.callIds);
  const absent = placed.length === items.length ? [] : items.filter(({ visibility }) => visibility !== 'model');
  const { sequence, losses } = planHistory(rest, absent, HISTORY_RULES);
  for (const loss of losses) context.loss.lose(loss);
  const messages = writeMessages(writing, sequence);
  finishHistory(writing, messages, placed, placed.some(({ own }) => !own) || !isOwnRequest(request));
  body['messages'] = messages;
}

function restore({ context, request }: Writing, body: WireDraft): void {
  const references = request.metadata?.providerData;
  const form = formOf(references, 'request-form');
  restoreEmpty(body, form);
  restoreUnknown(context, references, body, '/metadata/providerData');
}
