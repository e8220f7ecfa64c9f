import type {
  UnifiedContentPart,
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedReasoningItem,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { restoreEmpty } from '../../shared/empty-containers.ts';
import type { Placed } from '../../shared/placed.ts';
import { ofWhole } from './earlier-frames.ts';
import { addAnswerCitations } from './emit-answer-citations.ts';
import { writeCall } from './emit-calls.ts';
import { loseChannel, writeReasoning } from './emit-reasoning.ts';
import { writeSpoken } from './emit-spoken.ts';
import { writeSpokenAnswer } from './emit-spoken-answer.ts';
import { itemForm, partForm } from './forms.ts';
import { loseParticipantName } from './lost-names.ts';
import { settledCalls } from './settled-calls.ts';

/** Between pieces of reasoning that were disclosed one by one. */
export const PIECES = '\n\n';

/** A message of an answer that is being written. */
interface AnswerDraft {
  readonly message: WireDraft;
  /** The parts of the content. */
  readonly parts: WireDraft[];
  readonly calls: WireDraft[];
  readonly thinking: { readonly index: number; readonly part: WireDraft }[];
  form: UnifiedWireForm | undefined;
  /** The text so far, for citations of what stands behind it. */
  text: string;
}

/**
 * Writes the items of one candidate as the message of a choice. This wire has one text, and then the calls; reasoning
 * stands beside them, where compatible servers have it. `path` is the pointer of the list of items.
 */
export function writeAnswer(context: EmitContext, items: readonly UnifiedItem[], path: string): WireDraft {
  const placed = items
    .map((item, index) => ({ item, path: `${path}/${index}`, own: isOwnItem(context, item) }))
    .filter(({ item }) => item.visibility === 'model');
  const first = placed[0];
  const form = first?.own === true ? first.item.provenance.wireForm : undefined;
  const draft: AnswerDraft = { message: { role: 'assistant' }, parts: [], calls: [], thinking: [], form, text: '' };
  const settled = settledCalls(items);
  for (const member of placed) {
    if (settled.has(member.item)) loseSettledCall(context, member);
    else addItem(context, draft, member);
  }
  addContent(draft);
  if (draft.calls.length > 0) draft.message['tool_calls'] = draft.calls;
  for (const { item, path: at } of placed) {
    restoreEmpty(draft.message, itemForm(item.providerData));
    restoreUnknown(context, ofWhole(item.providerData), draft.message, `${at}/providerData`);
  }
  draft.message['refusal'] ??= null;
  return draft.message;
}

/** Whether an item came from this dialect. */
export function isOwnItem({ profile }: EmitContext, { provenance }: UnifiedItem): boolean {
  return provenance.profile?.family === profile.family;
}

function addItem(context: EmitContext, draft: AnswerDraft, { item, path, own }: Placed): void {
  if (item.type === 'message' && item.role !== 'user') addMessage(context, draft, { item, path, own });
  else if (item.type === 'reasoning') addReasoning(context, draft, { item, path, own });
  else if (item.type === 'tool-call') {
    const written = writeCall(context, { item, path, own });
    if (written === undefined) return;
    if (written.isLegacy) draft.message['function_call'] = written.call;
    else draft.calls.push(written.call);
  }
}

function loseSettledCall({ loss }: EmitContext, { item, path }: Placed): void {
  const reason =
    'the code that made this call has ended: whoever reads it in an answer of this wire would make it again';
  loss.lose({ path, feature: 'item.tool-call', requirement: 'preferred', reason, sourceItemId: item.id });
}

function addMessage(context: EmitContext, draft: AnswerDraft, placed: Placed<UnifiedMessageItem>): void {
  const { item, path, own } = placed;
  if (own) draft.form = item.provenance.wireForm;
  loseParticipantName(context, placed);
  item.content.forEach((part, index) => {
    addPart(context, draft, part, { path: `${path}/content/${index}`, own });
  });
}

interface PartPlace {
  readonly path: string;
  readonly own: boolean;
}

function addPart(context: EmitContext, draft: AnswerDraft, part: UnifiedContentPart, { path, own }: PartPlace): void {
  if (part.type === 'refusal' && !(own && partForm(part.providerData).member === undefined && draft.form === 'parts')) {
    const before = draft.message['refusal'];
    draft.message['refusal'] = `${typeof before === 'string' ? before : ''}${part.refusal}`;
    return;
  }
  if (part.type === 'artifact-reference') {
    writeSpoken(context, part, draft.message, path);
    return;
  }
  if (part.type === 'audio') {
    writeSpokenAnswer(context, part, draft.message, path);
    return;
  }
  const text = textOfPart(part);
  if (text === undefined) {
    if (context.claims[`part.${part.type}`] === undefined) return; // reported with all that is unclaimed
    const reason = 'an answer of this wire is text, a refusal or speech';
    context.loss.lose({ path, feature: `part.${part.type}`, requirement: 'preferred', reason });
    return;
  }
  if (part.type === 'json') {
    context.loss.lose({ path, feature: 'part.json.as-text', reason: 'structured data was written as text' });
  }
  if (part.type === 'text')
    addAnswerCitations(context, part, { message: draft.message, before: draft.text, path, own });
  draft.text += text;
  const written: WireDraft = part.type === 'refusal' ? { type: 'refusal', refusal: text } : { type: 'text', text };
  restoreUnknown(context, part.providerData, written, `${path}/providerData`);
  draft.parts.push(written);
}

/** What a part of an answer says on this wire; nothing where it has no place in the text. */
export function textOfPart(part: UnifiedContentPart): string | undefined {
  if (part.type === 'text') return part.text;
  if (part.type === 'json') return JSON.stringify(part.value);
  return part.type === 'refusal' ? part.refusal : undefined;
}

function addReasoning(context: EmitContext, draft: AnswerDraft, placed: Placed<UnifiedReasoningItem>): void {
  const { item, path, own } = placed;
  if (own) {
    const written = writeReasoning(context, placed);
    if (written?.thinking !== undefined) draft.thinking.push(written.thinking);
    for (const [key, value] of Object.entries(written?.members ?? {})) addMember(draft.message, key, value);
    return;
  }
  loseForeignState(context, item, path);
  const texts = item.content.flatMap(({ text = '' }) => (text === '' ? [] : [text]));
  if (texts.length === 0) {
    const reason = 'reasoning without a text has no place on this wire';
    const feature = 'item.reasoning';
    context.loss.lose({ path, feature, requirement: 'optional', reason, sourceItemId: item.id });
    return;
  }
  item.content.forEach(({ channel }, index) => {
    if (channel !== 'text') loseChannel(context, item, `${path}/content/${index}`);
  });
  const before = draft.message[DISCLOSED];
  draft.message[DISCLOSED] = [...(typeof before === 'string' ? [before] : []), ...texts].join(PIECES);
}

/** Where compatible servers put disclosed reasoning. */
export const DISCLOSED = 'reasoning_content';

/** What was said in several pieces is one text here. */
function addMember(message: WireDraft, key: string, value: JsonValue): void {
  const before = message[key];
  message[key] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
}

function loseForeignState({ loss }: EmitContext, item: UnifiedReasoningItem, path: string): void {
  const reason = 'private state goes back to its owner only';
  const lose = (at: string) => {
    loss.lose({ path: at, feature: 'reasoning.private-state', reason, sourceItemId: item.id });
  };
  if (item.privateState !== undefined) lose(`${path}/privateState`);
  item.content.forEach(({ privateState }, index) => {
    if (privateState !== undefined) lose(`${path}/content/${index}/privateState`);
  });
}

/** The content: one text; a list only where this dialect wrote one. */
function addContent({ message, parts, thinking, form }: AnswerDraft): void {
  if (thinking.length > 0 || form === 'parts') {
    const list: JsonValue[] = [...parts];
    for (const { index, part } of thinking) list.splice(index, 0, part);
    message['content'] = list;
    return;
  }
  if (parts.length > 0) message['content'] = parts.map(({ text, refusal }) => text ?? refusal ?? '').join('');
  else if (form !== 'absent') message['content'] = form === 'text' ? '' : null;
}
