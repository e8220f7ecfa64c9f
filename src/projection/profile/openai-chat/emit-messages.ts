import type {
  UnifiedMessageItem,
  UnifiedRequestV2,
  UnifiedToolResultItem,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { writeAssistant } from './emit-assistant.ts';
import { type CacheMarks, cacheMarks } from './emit-cache.ts';
import { wireCallId } from './emit-calls.ts';
import { writePart } from './emit-parts.ts';
import { itemForm } from './forms.ts';
import { type Placed, type Run, runsOf } from './grouping.ts';
import { PendingCalls } from './pending-calls.ts';

/** Writes the history as messages. */
export function writeMessages(request: UnifiedRequestV2, context: EmitContext): WireDraft[] {
  const marks = cacheMarks(request, context);
  const pending = new PendingCalls(context);
  const messages = runsOf(request, context).flatMap((run) => writeRun(context, marks, pending, run));
  return messages;
}

function writeRun(context: EmitContext, marks: CacheMarks, pending: PendingCalls, run: Run): readonly WireDraft[] {
  if (run.author === 'assistant') {
    const before = pending.settle();
    const message = writeAssistant(context, marks, run.members, pending);
    return message === undefined ? before : [...before, message];
  }
  const { item } = run.member;
  if (item.type === 'tool-result') {
    const message = writeToolResult(context, marks, pending, { ...run.member, item });
    return message === undefined ? [] : [message];
  }
  const before = pending.settle();
  const message = item.type === 'message' ? writeMessage(context, marks, { ...run.member, item }) : undefined;
  return message === undefined ? before : [...before, message];
}

function writeMessage(
  context: EmitContext,
  marks: CacheMarks,
  placed: Placed<UnifiedMessageItem>,
): WireDraft | undefined {
  const { item, path, own } = placed;
  const role = item.role === 'tool' || item.role === undefined ? 'user' : item.role;
  if (role !== item.role)
    context.loss.lose({
      path: `${path}/role`,
      feature: 'item.role.developer',
      reason: 'the author was written as user',
      sourceItemId: item.id,
    });
  const draft: WireDraft = { role };
  const content = writeContent(context, marks, placed, role !== 'user');
  if (content !== undefined) draft['content'] = content;
  else if (!own) {
    context.loss.lose({
      path,
      feature: 'item.empty',
      reason: 'a message without content is left out',
      sourceItemId: item.id,
    });
    return undefined;
  }
  if (item.participantName !== undefined) draft['name'] = item.participantName;
  restoreUnknown(context, item.providerData, draft, `${path}/providerData`);
  return draft;
}

/** Content as this dialect wrote it; for items of others one plain text is a string, anything else a list of parts. */
function writeContent(
  context: EmitContext,
  marks: CacheMarks,
  { item, path, own }: Placed<UnifiedMessageItem>,
  textOnly: boolean,
): JsonValue | undefined {
  const form = own ? item.provenance.wireForm : undefined;
  if (form === 'null' && item.content.length === 0) return null;
  const written = item.content.flatMap((part, index) => {
    const at = `${path}/content/${index}`;
    if (textOnly && !own && part.type !== 'text') {
      context.loss.lose({
        path: at,
        feature: 'item.role.system-content',
        reason: 'system messages hold text only',
        sourceItemId: item.id,
      });
      return [];
    }
    const draft = writePart({ context, marks, own }, part, at);
    return draft === undefined ? [] : [draft];
  });
  return asContent(written, form);
}

/** Drafts of parts as content: one plain text may stand alone. */
function asContent(written: readonly WireDraft[], form: string | undefined): JsonValue | undefined {
  const only = written.length === 1 ? written[0] : undefined;
  const plain = only?.['type'] === 'text' && Object.keys(only).length === 2 ? only['text'] : undefined;
  if (form !== 'parts' && plain !== undefined) return plain;
  if (form === 'parts' || written.length > 0) return [...written];
  return form === 'text' ? '' : undefined;
}

function writeToolResult(
  context: EmitContext,
  marks: CacheMarks,
  pending: PendingCalls,
  { item, path, own }: Placed<UnifiedToolResultItem>,
): WireDraft | undefined {
  if (!pending.answered(item.callId) && !own) {
    const reason = 'a result without its call is left out: this wire refuses it';
    context.loss.lose({ path, feature: 'tool-result.orphan', reason, sourceItemId: item.id });
    return undefined;
  }
  const legacy = itemForm(item.providerData).legacyFunction === true;
  const draft: WireDraft = legacy ? { role: 'function' } : { role: 'tool' };
  if (!legacy && !(own && item.provenance.providerCallId === undefined))
    draft['tool_call_id'] = wireCallId(context, item, path);
  writeResultName(context, item, draft, path, own);
  const content = resultContent(context, marks, item, path, own);
  if (content !== undefined) draft['content'] = content;
  restoreUnknown(context, item.providerData, draft, `${path}/providerData`);
  return draft;
}

function writeResultName(
  context: EmitContext,
  item: UnifiedToolResultItem,
  draft: WireDraft,
  path: string,
  own: boolean,
): void {
  if (item.name === undefined) return;
  if (own) draft['name'] = context.toolNames.toWire(item.name);
  else
    context.loss.lose({
      path: `${path}/name`,
      feature: 'tool-result.name',
      reason: 'results name their call only',
      sourceItemId: item.id,
    });
}

function resultContent(
  context: EmitContext,
  marks: CacheMarks,
  item: UnifiedToolResultItem,
  path: string,
  own: boolean,
): JsonValue | undefined {
  const form = own ? item.provenance.wireForm : undefined;
  if (item.output === undefined) return form === 'null' ? null : own ? undefined : '';
  const written = item.output.flatMap((part, index) => {
    const at = `${path}/output/${index}`;
    if (part.type !== 'text' && part.type !== 'json' && !own) {
      context.loss.lose({
        path: at,
        feature: 'tool-result.media',
        reason: 'results of tools hold text only',
        sourceItemId: item.id,
      });
      return [];
    }
    const draft = writePart({ context, marks, own }, part, at);
    return draft === undefined ? [] : [draft];
  });
  return asContent(written, form ?? (written.length === 0 ? 'text' : undefined));
}
