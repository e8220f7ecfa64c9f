import type { UnifiedRequestV2 } from '../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { isOwnRequest, type Placed, put } from './emit-basics.ts';
import { CacheMarks } from './emit-cache.ts';
import { writeContextManagement } from './emit-context-management.ts';
import { Documents } from './emit-documents.ts';
import { finishHistory, loseEmptyHistory } from './emit-ending.ts';
import { writeGeneration } from './emit-generation.ts';
import { writeMessages } from './emit-messages.ts';
import { Names } from './emit-names.ts';
import { inLegalOrder, inSourceOrder } from './emit-order.ts';
import { writeState } from './emit-state.ts';
import { partHistory, writeSystem } from './emit-system.ts';
import { writeToolChoice } from './emit-tool-choice.ts';
import { writeTools } from './emit-tool-list.ts';
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
  restore(writing, body);
  loseEmptyHistory(writing, body);
  writing.documents.finish(context, body);
  return body;
}

function writeHistory(writing: Writing, body: WireDraft, placed: readonly Placed[]): void {
  const repair = placed.some(({ own }) => !own);
  const { system, rest } = partHistory(writing, placed);
  put(body, 'system', writeSystem(writing, system));
  const steps = repair ? inLegalOrder(writing, rest) : inSourceOrder(rest);
  const messages = writeMessages(writing, steps);
  finishHistory(writing, messages, placed, repair || !isOwnRequest(writing.request));
  body['messages'] = messages;
}

function restore({ context, request }: Writing, body: WireDraft): void {
  const references = request.metadata?.providerData;
  const form = formOf(references, 'request-form');
  restoreEmpty(body, form);
  restoreUnknown(context, references, body, '/metadata/providerData');
}
