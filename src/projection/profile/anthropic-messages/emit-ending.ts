import type { UnifiedContentPart } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { loseIncompleteness } from '../../shared/incompleteness.ts';
import { isOwnRequest, type Placed } from './emit-basics.ts';
import { wireRoleOf } from './emit-items.ts';
import type { Writing } from './emit-writing.ts';
import { takesBegunAnswers } from './quirks.ts';

/**
 * Looks at the two ends of the messages. The first message is of the user; and from a last message of the assistant the
 * target goes on, as if it had begun the answer itself. What another dialect means otherwise is reported.
 */
export function finishHistory(
  writing: Writing,
  messages: WireDraft[],
  placed: readonly Placed[],
  foreign: boolean,
): void {
  loseReference(writing);
  const ends = messages.at(-1)?.['role'] === 'assistant';
  if (ends && foreign && !takesBegunAnswers(writing.request.model.id)) messages.push(answerAnew(writing, placed));
  else losePrefill(writing, messages, placed);
  if (foreign) loseBeginning(writing, messages, placed);
}

/** Reports a body of this dialect that has no messages; one of another dialect was judged already. */
export function loseEmptyHistory(writing: Writing, { messages }: WireDraft): void {
  const isEmpty = Array.isArray(messages) && messages.length === 0;
  if (isEmpty && isOwnRequest(writing.request)) loseHistory(writing);
}

/** What the user says behind a last message of the assistant, for models that refuse to go on from one. */
const GO_ON = 'Go on.';

/** The message of the user that such models demand: reported, and never stored. */
function answerAnew({ context, request }: Writing, placed: readonly Placed[]): WireDraft {
  const { prefill } = request.generation;
  const wished = prefill?.value === true;
  const path = wished ? '/generation/prefill' : (lastAnswer(placed)?.path ?? '/conversation/items');
  const requirement = wished ? prefill.requirement : 'preferred';
  const reason =
    'the model refuses a last message of the assistant: a documented sentence of the user stands behind it';
  context.loss.lose({ path, feature: 'generation.prefill', requirement, reason });
  return { role: 'user', content: GO_ON };
}

function loseHistory({ context }: Writing): void {
  const reason = 'the target demands a message of the user, and there is none';
  context.loss.lose({ path: '/conversation/items', feature: 'conversation.history', reason });
}

function loseBeginning(writing: Writing, messages: readonly WireDraft[], placed: readonly Placed[]): void {
  const first = messages.find(({ role }) => role !== 'system');
  if (first?.['role'] === 'user') return;
  if (first === undefined) {
    loseHistory(writing);
    return;
  }
  const speaker = placed.find(({ item }) => wireRoleOf(item) === 'assistant');
  const path = speaker?.path ?? '/conversation/items';
  const reason = 'the first message of a conversation is of the user here';
  writing.context.loss.lose({ path, feature: 'conversation.history', requirement: 'required', reason });
}

/** History that is not here can be gone on from in a thread of the provider only. */
function loseReference({ context, request }: Writing): void {
  if (request.state?.thread?.value !== 'continue') {
    loseIncompleteness(request, context);
    return;
  }
  const { completeness, missing = [] } = request.conversation;
  const known = { requirement: 'optional', reason: 'a thread of the target holds the history before' } as const;
  if (completeness !== 'reference-only') {
    context.loss.lose({ path: '/conversation/completeness', feature: 'conversation.completeness', ...known });
  }
  for (const index of missing.keys()) {
    const path = `/conversation/missing/${index}`;
    context.loss.lose({ path, feature: 'conversation.missing-range', ...known });
  }
}

function losePrefill(writing: Writing, messages: readonly WireDraft[], placed: readonly Placed[]): void {
  const { context, request } = writing;
  const { prefill } = request.generation;
  const last = messages.at(-1);
  const endsWithAssistant = last?.['role'] === 'assistant';
  if (endsWithAssistant === (prefill?.value ?? false)) {
    if (endsWithAssistant && placed.at(-1)?.own === false) trimEnd(writing, last, placed);
    return;
  }
  if (!endsWithAssistant) {
    const known = prefill === undefined ? {} : { requirement: prefill.requirement };
    const reason = 'there is no begun answer to go on from';
    context.loss.lose({ path: '/generation/prefill', feature: 'generation.prefill', reason, ...known });
    return;
  }
  const path = prefill === undefined ? (lastAnswer(placed)?.path ?? '/conversation/items') : '/generation/prefill';
  const reason = 'the target goes on from the last message of the assistant instead of answering it';
  context.loss.lose({ path, feature: 'generation.prefill', requirement: 'preferred', reason });
  trimEnd(writing, last, placed);
}

/** The target refuses a begun answer that ends in white space. */
function trimEnd({ context }: Writing, message: WireDraft | undefined, placed: readonly Placed[]): void {
  const content = message?.['content'];
  if (message === undefined) return;
  if (typeof content === 'string') message['content'] = content.trimEnd();
  const block: unknown = Array.isArray(content) ? content.at(-1) : undefined;
  const text = typeof block === 'object' && block !== null && 'text' in block ? block.text : content;
  if (typeof text !== 'string' || !endsInSpace(text)) return;
  // The last block is a draft that this emitter made.
  if (block !== undefined) (block as WireDraft)['text'] = text.trimEnd();
  const path = placeOfEnd(lastAnswer(placed));
  const reason = 'white space at the end of a begun answer is refused by the target and was cut off';
  context.loss.lose({ path, feature: 'generation.prefill', requirement: 'optional', reason });
}

/** The begun answer: what stands after it in the record is not sent. */
function lastAnswer(placed: readonly Placed[]): Placed | undefined {
  return placed.findLast(({ item }) => wireRoleOf(item) === 'assistant');
}

/** The pointer of the last words that end in white space, or of the answer where they cannot be told. */
function placeOfEnd(answer: Placed | undefined): string {
  if (answer === undefined) return '/conversation/items';
  const { item, path } = answer;
  if (item.type !== 'message') return path;
  const index = item.content.findLastIndex((part) => endsInSpace(wordsOf(part)?.text));
  const part = item.content[index];
  return part === undefined ? path : `${path}/content/${index}/${wordsOf(part)?.member}`;
}

function wordsOf(part: UnifiedContentPart): { readonly member: string; readonly text: string } | undefined {
  if (part.type === 'text') return { member: 'text', text: part.text };
  return part.type === 'refusal' ? { member: 'refusal', text: part.refusal } : undefined;
}

function endsInSpace(text: string | undefined): boolean {
  return text !== undefined && text.trimEnd() !== text;
}
