import type {
  UnifiedContentPart,
  UnifiedMessageItem,
  UnifiedReasoningItem,
  UnifiedToolCallItem,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, readPrivate, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import { writeCitation } from './citations.ts';
import type { CacheMarks } from './emit-cache.ts';
import { writeCall } from './emit-calls.ts';
import { writePart } from './emit-parts.ts';
import { itemForm } from './forms.ts';
import type { Placed } from './grouping.ts';
import type { PendingCalls } from './pending-calls.ts';

/** Everything that becomes one message of the model. */
class AssistantDraft {
  readonly message: WireDraft = { role: 'assistant' };
  readonly parts: WireDraft[] = [];
  readonly calls: WireDraft[] = [];
  readonly thinking: { readonly index: number; readonly part: WireDraft }[] = [];
  form: string | undefined;
}

/** Writes what the model said, thought and called as one message; absent when nothing of it has a place here. */
export function writeAssistant(
  context: EmitContext,
  marks: CacheMarks,
  members: readonly Placed[],
  pending: PendingCalls,
): WireDraft | undefined {
  const draft = new AssistantDraft();
  const own = members[0]?.own === true;
  draft.form = own ? members[0]?.item.provenance.wireForm : undefined;
  for (const { item, path, own: fromHere } of members) {
    if (item.type === 'message') addMessage(context, marks, draft, { item, path, own: fromHere });
    else if (item.type === 'reasoning') addReasoning(context, draft, { item, path, own: fromHere });
    else if (item.type === 'tool-call') addCall(context, draft, { item, path, own: fromHere }, pending);
  }
  addContent(draft, own);
  if (draft.calls.length > 0) draft.message['tool_calls'] = draft.calls;
  for (const { item, path } of members)
    restoreUnknown(context, item.providerData, draft.message, `${path}/providerData`);
  return own || Object.keys(draft.message).length > 1 ? draft.message : undefined;
}

function addMessage(
  context: EmitContext,
  marks: CacheMarks,
  draft: AssistantDraft,
  { item, path, own }: Placed<UnifiedMessageItem>,
): void {
  if (own) draft.form = item.provenance.wireForm;
  if (!own && draft.calls.length > 0 && item.content.length > 0) {
    const reason = 'text behind a call was moved before it: this wire has one text and then the calls';
    context.loss.lose({ path, feature: 'items.order', reason, sourceItemId: item.id });
  }
  if (item.participantName !== undefined) draft.message['name'] = item.participantName;
  item.content.forEach((part, index) => {
    addPart(context, marks, draft, part, `${path}/content/${index}`, own);
  });
}

function addPart(
  context: EmitContext,
  marks: CacheMarks,
  draft: AssistantDraft,
  part: UnifiedContentPart,
  path: string,
  own: boolean,
): void {
  if (part.type === 'artifact-reference') {
    addAudio(context, draft, part, path);
    return;
  }
  if (part.type === 'refusal' && own && draft.form !== 'parts') {
    draft.message['refusal'] = part.refusal;
    return;
  }
  if (part.type === 'text' && part.annotations !== undefined)
    addCitations(context, draft, part.annotations, `${path}/annotations`, own);
  if (!own && part.type !== 'text' && part.type !== 'refusal' && part.type !== 'json') {
    if (context.claims[`part.${part.type}`] === undefined) return;
    const reason = "the model's own messages hold text and refusals only";
    context.loss.lose({ path, feature: `part.${part.type}`, requirement: 'preferred', reason });
    return;
  }
  const written = writePart({ context, marks, own }, part, path);
  if (written !== undefined) draft.parts.push(written);
}

function addAudio(
  context: EmitContext,
  draft: AssistantDraft,
  part: Extract<UnifiedContentPart, { type: 'artifact-reference' }>,
  path: string,
): void {
  const { source } = part;
  const audio =
    source.kind === 'provider-resource' && source.resource.resourceType === 'audio'
      ? usableProviderId(context, source.resource)
      : undefined;
  if (audio !== undefined && draft.message['audio'] === undefined) draft.message['audio'] = { id: audio };
  else
    context.loss.lose({
      path,
      feature: 'part.artifact-reference',
      reason: 'a stored artifact goes back to its owner only',
    });
}

function addCitations(
  context: EmitContext,
  draft: AssistantDraft,
  annotations: NonNullable<Extract<UnifiedContentPart, { type: 'text' }>['annotations']>,
  path: string,
  own: boolean,
): void {
  const written: JsonValue[] = [];
  annotations.forEach((annotation, index) => {
    const citation = own ? writeCitation(annotation) : undefined;
    if (citation !== undefined) written.push(citation);
    else
      context.loss.lose({
        path: `${path}/${index}`,
        feature: 'part.text.annotations',
        reason: 'this wire takes no citations back',
      });
  });
  if (written.length > 0) draft.message['annotations'] = written;
}

function addReasoning(
  context: EmitContext,
  draft: AssistantDraft,
  { item, path, own }: Placed<UnifiedReasoningItem>,
): void {
  const form = itemForm(item.providerData);
  if (!own || (form.reasoningField === undefined && item.privateState === undefined)) {
    const reason = 'this wire takes reasoning back only from the server that disclosed it';
    context.loss.lose({ path, feature: 'item.reasoning', reason, sourceItemId: item.id });
    return;
  }
  const texts = item.content.map((part) => part.text ?? '');
  if (form.reasoningField === 'thinking') {
    const closed = form.thinkingClosed === undefined ? {} : { closed: form.thinkingClosed };
    const part = { type: 'thinking', thinking: texts.map((text) => ({ type: 'text', text })), ...closed };
    draft.thinking.push({ index: form.thinkingIndex ?? 0, part });
  } else if (form.reasoningField !== undefined) draft.message[form.reasoningField] = texts.join('');
  if (item.privateState === undefined) return;
  const details = readPrivate(context, item.privateState, `${path}/privateState`);
  if (details !== undefined) draft.message['reasoning_details'] = JSON.parse(details);
}

function addCall(
  context: EmitContext,
  draft: AssistantDraft,
  placed: Placed<UnifiedToolCallItem>,
  pending: PendingCalls,
): void {
  const written = writeCall(context, placed);
  if (written === undefined) return;
  pending.opened(placed);
  if (written.legacy) draft.message['function_call'] = written.call;
  else draft.calls.push(written.call);
}

/** The content: as this dialect wrote it, or one text alone, or a list. */
function addContent({ message, parts, thinking, form, calls }: AssistantDraft, own: boolean): void {
  const only = parts.length === 1 ? parts[0] : undefined;
  const plain = only?.['type'] === 'text' && Object.keys(only).length === 2 ? only['text'] : undefined;
  if (thinking.length > 0 || form === 'parts') {
    const list: JsonValue[] = [...parts];
    for (const { index, part } of thinking) list.splice(index, 0, part);
    message['content'] = list;
  } else if (plain !== undefined) message['content'] = plain;
  else if (parts.length > 0) message['content'] = parts;
  else if (form === 'text') message['content'] = '';
  else if (form === 'null' || (!own && calls.length > 0)) message['content'] = null;
}
