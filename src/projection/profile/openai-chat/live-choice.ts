import type { OpenaiChatReasoningField } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedContentPart,
  UnifiedItem,
  UnifiedTokenProbability,
  UnifiedToolCallItem,
} from '../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { LossRecorder } from '../../loss.ts';
import { argumentsText } from '../../shared/tool-arguments.ts';
import type { EncodeContext } from '../../stream/encode-context.ts';
import { DISCLOSED, isOwnItem, PIECES, textOfPart } from './emit-answer.ts';
import { writeCall } from './emit-calls.ts';
import { writeReasoning } from './emit-reasoning.ts';
import { itemForm, partForm } from './forms.ts';
import { wireProbability } from './log-probabilities.ts';
import { OrderedTexts, type QueuedPart } from './ordered-texts.ts';
import { restOfDetails } from './reasoning-details.ts';

/** Writes a delta of one choice, with what stands beside it in the choice. */
export type WriteDelta = (delta: WireDraft, logprobs?: WireDraft) => void;

/** A call of which something was written. */
interface LiveCall {
  readonly index: number;
  /** What was written: the members of the call, and how its inside is called. */
  readonly head: WireDraft;
  readonly kind: 'function' | 'custom' | 'legacy';
  written: string;
}

/** One choice, of which text, reasoning and arguments are written as they arrive. */
export class LiveChoice {
  readonly #context: EncodeContext;
  /** What is reported is reported once, when the whole is known. */
  readonly #silent: EmitContext;
  readonly #write: WriteDelta;
  readonly #said = new OrderedTexts();
  readonly #thought = new OrderedTexts();
  readonly #fields = new Map<string, OpenaiChatReasoningField>();
  readonly #calls = new Map<string, LiveCall>();
  /** How many calls stand in the list of calls. */
  #listed = 0;
  readonly #refusals = new Set<string>();
  /** The texts that were written, by the member of the message. */
  readonly #texts: Record<string, string> = {};
  #thinking = '';
  /** The blocks of reasoning that were written. */
  #details: readonly JsonValue[] = [];
  readonly tokens = { content: 0, refusal: 0 };

  constructor(context: EncodeContext, write: WriteDelta) {
    this.#context = context;
    this.#silent = { ...context, loss: new LossRecorder('emit', context.requirement) };
    this.#write = write;
  }

  begin(item: UnifiedItem): void {
    if (item.visibility !== 'model') return;
    if (item.type === 'tool-call') this.#beginCall(item);
    else if (item.type === 'message' && item.role !== 'user')
      for (const part of item.content) this.beginPart(item.id, part);
    else if (item.type === 'reasoning') {
      const field = isOwnItem(this.#context, item) ? itemForm(item.providerData).reasoningField : DISCLOSED;
      if (field !== undefined) this.#fields.set(item.id, field);
      for (const part of item.content) this.beginPart(item.id, part);
    }
    if (item.status !== 'in-progress') this.end(item.id, undefined);
  }

  beginPart(itemId: string, part: UnifiedContentPart): void {
    if (part.type === 'reasoning') {
      if (this.#fields.has(itemId)) this.#thought.add(itemId, part.id);
    } else if (part.type === 'refusal') {
      if (partForm(part.providerData).member === 'refusal' || !this.#isOwn(itemId)) this.#refusals.add(part.id);
    } else if (textOfPart(part) !== undefined) this.#said.add(itemId, part.id);
  }

  textDelta(partId: string | undefined, delta: string, tokens: readonly UnifiedTokenProbability[] | undefined): void {
    const part = this.#said.current(partId);
    if (part === undefined) return;
    part.written += delta.length;
    this.#writeText('content', delta, tokens);
  }

  refusalDelta(
    partId: string | undefined,
    delta: string,
    tokens: readonly UnifiedTokenProbability[] | undefined,
  ): void {
    if (partId !== undefined && this.#refusals.has(partId)) this.#writeText('refusal', delta, tokens);
  }

  reasoningDelta(partId: string | undefined, delta: string): void {
    const part = this.#thought.current(partId);
    if (part !== undefined) this.#think(part, delta);
  }

  /** Blocks of reasoning that are complete so far. */
  signature(itemId: string | undefined): void {
    const item = itemId === undefined ? undefined : this.#context.fold.item(itemId);
    if (item?.type !== 'reasoning' || !isOwnItem(this.#context, item)) return;
    const details = writeReasoning(this.#silent, { item, path: '', own: true })?.members['reasoning_details'];
    const rest = Array.isArray(details) ? this.#restOfDetails(details) : [];
    if (rest.length > 0) this.#write({ reasoning_details: rest });
  }

  #restOfDetails(details: readonly JsonValue[]): readonly JsonValue[] {
    const rest = restOfDetails(details, this.#details);
    this.#details = details;
    return rest;
  }

  argumentsDelta(itemId: string | undefined, fragment: string): void {
    const call = itemId === undefined ? undefined : this.#calls.get(itemId);
    if (call !== undefined && fragment !== '') this.#writeArguments(call, fragment);
  }

  /** A part, an item or the arguments of a call ended. */
  end(itemId: string | undefined, partId: string | undefined): void {
    this.#said.end(itemId, partId, (part) => {
      const text = this.#textIn(part);
      if (text.length > part.written) this.#writeText('content', text.slice(part.written), undefined);
      part.written = Math.max(part.written, text.length);
    });
    this.#thought.end(itemId, partId, (part) => {
      const text = this.#textIn(part);
      if (text.length > part.written) this.#think(part, text.slice(part.written));
    });
    const call = itemId === undefined ? undefined : this.#calls.get(itemId);
    const item = itemId === undefined ? undefined : this.#context.fold.item(itemId);
    if (call === undefined || item?.type !== 'tool-call') return;
    const rest = suffixOf(argumentsText(item), call.written);
    if (rest !== '') this.#writeArguments(call, rest);
  }

  /** Writes a delta that nobody adds up. */
  write(delta: WireDraft, logprobs: WireDraft | undefined): void {
    this.#write(delta, logprobs);
  }

  /** What of a whole message was not written yet, as a delta. */
  rest({ role: _role, content, tool_calls: calls, function_call: legacy, ...members }: JsonObject): WireDraft {
    const delta: WireDraft = {};
    for (const [key, value] of Object.entries(members)) {
      const rest = this.#restOf(key, value);
      if (rest !== null && rest !== '') delta[key] = rest;
    }
    const left = this.#restOfContent(content);
    if (left !== undefined) delta['content'] = left;
    const pieces = Array.isArray(calls) ? this.#restOfCalls(calls) : [];
    if (pieces.length > 0 || (Array.isArray(calls) && calls.length === 0)) delta['tool_calls'] = pieces;
    const call = legacy === undefined ? undefined : this.#restOfLegacy(legacy);
    if (call !== undefined) delta['function_call'] = call;
    return delta;
  }

  #restOf(key: string, value: JsonValue): JsonValue {
    if (typeof value === 'string') return suffixOf(value, this.#texts[key] ?? '');
    if (key !== 'reasoning_details' || !Array.isArray(value) || this.#details.length === 0) return value;
    const rest = this.#restOfDetails(value);
    return rest.length === 0 ? null : rest;
  }

  #restOfContent(content: JsonValue | undefined): JsonValue | undefined {
    const written = this.#texts['content'] ?? '';
    if (typeof content === 'string') return suffixOf(content, written) || undefined;
    if (!Array.isArray(content)) return undefined;
    if (written === '' && this.#thinking === '') return content;
    const text = content.map((part) => memberText(part, 'text')).join('');
    return suffixOf(text, written) || undefined;
  }

  #restOfCalls(calls: readonly JsonValue[]): WireDraft[] {
    const live = [...this.#calls.values()].filter(({ kind }) => kind !== 'legacy');
    let next = live.length;
    return calls.flatMap((value, place) => {
      const call = value as JsonObject; // written by the writer of calls
      const known = live.find(({ head }) => call['id'] !== undefined && head['id'] === call['id']) ?? live[place];
      const isKnown = known !== undefined && known.head['id'] === call['id'];
      if (!isKnown) return [{ index: next++, ...call }];
      const rest = restOfCall(call, known);
      return Object.keys(rest).length === 0 ? [] : [{ index: known.index, ...rest }];
    });
  }

  #restOfLegacy(call: JsonValue): WireDraft | undefined {
    const known = [...this.#calls.values()].find(({ kind }) => kind === 'legacy');
    if (known === undefined) return call as WireDraft; // written by the writer of calls
    const rest = suffixOf(memberText(call, 'arguments'), known.written);
    return rest === '' ? undefined : { arguments: rest };
  }

  #beginCall(item: UnifiedToolCallItem): void {
    // Code may have its answer before the end: such a call waits until that is known.
    if (item.caller?.kind === 'code-execution') return;
    const own = isOwnItem(this.#context, item);
    const written = writeCall(this.#silent, { item, path: '', own });
    if (written === undefined) return;
    const { function: called, custom, ...head } = written.call;
    const kind = written.isLegacy ? 'legacy' : custom === undefined ? 'function' : 'custom';
    const index = kind === 'legacy' ? this.#listed : this.#listed++;
    const call: LiveCall = { index, head, kind, written: '' };
    this.#calls.set(item.id, call);
    const name = (kind === 'legacy' ? head['name'] : memberText(called ?? custom, 'name')) ?? '';
    if (kind === 'legacy') this.#write({ function_call: { name, arguments: '' } });
    else this.#write({ tool_calls: [{ index, ...head, [kind]: { name, [argumentsKey(kind)]: '' } }] });
    const said = argumentsText(item);
    if (said !== undefined && said !== '') this.#writeArguments(call, said);
  }

  #writeArguments(call: LiveCall, fragment: string): void {
    call.written += fragment;
    const { kind, index } = call;
    if (kind === 'legacy') this.#write({ function_call: { arguments: fragment } });
    else this.#write({ tool_calls: [{ index, [kind]: { [argumentsKey(kind)]: fragment } }] });
  }

  #writeText(key: 'content' | 'refusal', delta: string, tokens: readonly UnifiedTokenProbability[] | undefined): void {
    this.#texts[key] = (this.#texts[key] ?? '') + delta;
    if (tokens === undefined) {
      if (delta !== '') this.#write({ [key]: delta });
      return;
    }
    this.tokens[key] += tokens.length;
    this.#write({ [key]: delta }, { [key]: tokens.map(wireProbability) });
  }

  #think(part: QueuedPart, delta: string): void {
    const field = this.#fields.get(part.itemId);
    if (field === undefined || delta === '') return;
    const isNext = part.written === 0 && this.#isForeignText(part.itemId, field);
    part.written += delta.length;
    if (field === 'thinking') {
      this.#thinking += delta;
      this.#write({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: delta }] }] });
      return;
    }
    const text = isNext ? PIECES + delta : delta;
    this.#texts[field] = (this.#texts[field] ?? '') + text;
    this.#write({ [field]: text });
  }

  #isForeignText(itemId: string, field: string): boolean {
    return (this.#texts[field] ?? '') !== '' && !this.#isOwn(itemId);
  }

  #isOwn(itemId: string): boolean {
    const item = this.#context.fold.item(itemId);
    return item !== undefined && isOwnItem(this.#context, item);
  }

  #textIn({ itemId, partId }: QueuedPart): string {
    const item = this.#context.fold.item(itemId);
    if (item?.type !== 'message' && item?.type !== 'reasoning') return '';
    const part = (item.content as readonly UnifiedContentPart[]).find(({ id }) => id === partId); // parts of either
    if (part === undefined) return '';
    return part.type === 'reasoning' ? (part.text ?? '') : (textOfPart(part) ?? '');
  }
}

function argumentsKey(kind: 'function' | 'custom'): 'arguments' | 'input' {
  return kind === 'function' ? 'arguments' : 'input';
}

/** What follows what was written; nothing where the whole does not begin with it. */
function suffixOf(whole: string | undefined, written: string): string {
  return whole?.startsWith(written) === true ? whole.slice(written.length) : '';
}

function memberText(value: JsonValue | undefined, key: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const text = (value as JsonObject)[key]; // neither a scalar nor a list
  return typeof text === 'string' ? text : '';
}

function restOfCall(call: JsonObject, { head, kind, written }: LiveCall): WireDraft {
  const rest: WireDraft = {};
  for (const [key, value] of Object.entries(call)) {
    if (key !== 'function' && key !== 'custom' && head[key] === undefined) rest[key] = value;
  }
  if (kind === 'legacy') return rest;
  const { name: _name, [argumentsKey(kind)]: said, ...more } = (call[kind] ?? {}) as JsonObject; // as the writer made it
  const left = typeof said === 'string' ? suffixOf(said, written) : '';
  const inside = { ...more, ...(left === '' ? {} : { [argumentsKey(kind)]: left }) };
  if (Object.keys(inside).length > 0) rest[kind] = inside;
  return rest;
}
