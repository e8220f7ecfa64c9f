import type {
  UnifiedContentPart,
  UnifiedMessageItem,
  UnifiedTextAnnotation,
  UnifiedToolCallItem,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { restoreEmpty } from '../../shared/empty-containers.ts';
import type { Placed } from '../../shared/placed.ts';
import type { CacheMarks } from './cache-marks.ts';
import { loseCitation, loseUnits, writeCitation } from './citations.ts';
import { writeCall } from './emit-calls.ts';
import { asContent, writePart } from './emit-parts.ts';
import { writeReasoning } from './emit-reasoning.ts';
import { writeHeard, writeSpoken } from './emit-spoken.ts';
import { itemForm, partForm } from './forms.ts';
import type { AssistantRun } from './grouping.ts';

/** Everything that becomes one message of the model. */
interface AssistantDraft {
  readonly message: WireDraft;
  readonly parts: WireDraft[];
  readonly calls: WireDraft[];
  readonly thinking: { readonly index: number; readonly part: WireDraft }[];
  form: UnifiedWireForm | undefined;
}

interface Writing {
  readonly context: EmitContext;
  readonly marks: CacheMarks;
  readonly draft: AssistantDraft;
}

/** Writes what the model said, thought and called as one message; nothing when none of it has a place here. */
export function writeAssistant(context: EmitContext, marks: CacheMarks, run: AssistantRun): WireDraft | undefined {
  const form = run.own ? run.members[0]?.item.provenance.wireForm : undefined;
  const draft: AssistantDraft = {
    message: { role: 'assistant' },
    parts: [],
    calls: [],
    thinking: [],
    form,
  };
  const writing = { context, marks, draft };
  for (const { item, path, own } of run.members) {
    if (item.type === 'message') addMessage(writing, { item, path, own });
    else if (item.type === 'reasoning') addReasoning(writing, { item, path, own });
    else if (item.type === 'tool-call') addCall(writing, { item, path, own });
  }
  addContent(draft, run.own);
  if (draft.calls.length > 0) draft.message['tool_calls'] = draft.calls;
  for (const { item, path } of run.members) {
    restoreEmpty(draft.message, itemForm(item.providerData));
    restoreUnknown(context, item.providerData, draft.message, `${path}/providerData`);
  }
  if (run.own || Object.keys(draft.message).length > 1) return draft.message;
  for (const { item, path } of run.members) if (item.type === 'message') loseEmpty(context, path, item.id);
  return undefined;
}

function loseEmpty({ loss }: EmitContext, path: string, sourceItemId: string): void {
  loss.lose({ path, feature: 'item.empty', reason: 'a message without content is left out', sourceItemId });
}

function addMessage(writing: Writing, placed: Placed<UnifiedMessageItem>): void {
  const { context, draft } = writing;
  const { item, path, own } = placed;
  if (own) draft.form = item.provenance.wireForm;
  if (!own && draft.calls.length > 0 && item.content.length > 0) {
    const reason = 'a text behind a call was moved before it: this wire has one text and then the calls';
    context.loss.lose({ path, feature: 'items.order', reason, sourceItemId: item.id });
  }
  addName(writing, placed);
  item.content.forEach((part, index) => {
    addPart(writing, part, `${path}/content/${index}`, own);
  });
}

function addName({ context, draft }: Writing, { item, path }: Placed<UnifiedMessageItem>): void {
  if (item.participantName === undefined) return;
  draft.message['name'] ??= item.participantName;
  if (draft.message['name'] === item.participantName) return;
  const reason = 'what two participants said became one message, which has one name';
  const feature = 'item.participant-name';
  context.loss.lose({ path: `${path}/participantName`, feature, reason, sourceItemId: item.id });
}

function addPart(writing: Writing, part: UnifiedContentPart, path: string, own: boolean): void {
  const { context, marks, draft } = writing;
  if (part.type === 'artifact-reference') {
    writeSpoken(context, part, draft.message, path);
    return;
  }
  if (part.type === 'audio' && part.providerResource !== undefined) {
    writeHeard(context, part, part.providerResource, { message: draft.message, path });
    return;
  }
  if (part.type === 'refusal' && isMember(part, draft)) {
    draft.message['refusal'] = part.refusal;
    return;
  }
  if (!own && !SPOKEN.has(part.type)) {
    if (context.claims[`part.${part.type}`] === undefined) return; // reported with all that is unclaimed
    const reason = "the model's own messages hold text and refusals only";
    context.loss.lose({ path, feature: `part.${part.type}`, requirement: 'preferred', reason });
    return;
  }
  if (part.type === 'text') addCitations(writing, part.annotations ?? [], `${path}/annotations`, own);
  draft.parts.push(...writePart({ context, marks, own, hasCitations: true }, part, path));
}

/** What the model may have said itself. */
const SPOKEN: ReadonlySet<string> = new Set(['text', 'refusal', 'json']);

function isMember({ providerData }: UnifiedContentPart, { message }: AssistantDraft): boolean {
  return partForm(providerData).member === 'refusal' && message['refusal'] === undefined;
}

function addCitations(
  { context, draft: { message } }: Writing,
  annotations: readonly UnifiedTextAnnotation[],
  path: string,
  own: boolean,
): void {
  const written: JsonValue[] = [];
  annotations.forEach((annotation, index) => {
    const citation = own ? writeCitation(annotation) : undefined;
    if (citation !== undefined) {
      written.push(citation);
      loseUnits(context.loss, annotation, { path: `${path}/${index}`, feature: 'part.text.annotations' });
      return;
    }
    if (annotation.type === 'url-citation') loseCitation(context.loss, `${path}/${index}`);
  });
  if (written.length === 0) return;
  const before = message['annotations'];
  message['annotations'] = Array.isArray(before) ? [...before, ...written] : written;
}

function addReasoning({ context, draft }: Writing, placed: Parameters<typeof writeReasoning>[1]): void {
  const written = writeReasoning(context, placed);
  if (written === undefined) return;
  if (written.thinking !== undefined) draft.thinking.push(written.thinking);
  Object.assign(draft.message, written.members);
}

function addCall({ context, draft }: Writing, placed: Placed<UnifiedToolCallItem>): void {
  const written = writeCall(context, placed);
  if (written === undefined) return;
  if (written.isLegacy) draft.message['function_call'] = written.call;
  else draft.calls.push(written.call);
}

/** The content: as this dialect wrote it, or one text alone, or a list; null beside calls of another dialect. */
function addContent({ message, parts, thinking, form, calls }: AssistantDraft, own: boolean): void {
  if (thinking.length > 0 || form === 'parts') {
    const list: JsonValue[] = [...parts];
    for (const { index, part } of thinking) list.splice(index, 0, part);
    message['content'] = list;
    return;
  }
  const content = asContent(parts, form);
  if (content !== undefined) message['content'] = content;
  else if (form === 'null' || (!own && calls.length > 0)) message['content'] = null;
}
