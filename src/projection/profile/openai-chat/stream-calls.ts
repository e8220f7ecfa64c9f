import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { addText, keepLatest } from './stream-sum.ts';

/** A call that arrives in pieces. */
export interface CallSum {
  /** As it would stand in an answer that arrived at once. */
  readonly call: WireDraft;
  /** Its place among the calls of the message. */
  readonly place: number;
  /** The index that its pieces name, where they do. */
  readonly index?: number;
}

/** A piece of a call, added to what came before. */
export interface CallPiece {
  readonly sum: CallSum;
  /** The arguments that the piece brought. */
  readonly text: string;
}

/**
 * Adds up calls. Pieces belong together by their index; another identifier or another name at one index begins another
 * call, as servers do that number every call zero (FR-028), and a piece without an index goes on with the last call
 * unless it names one.
 */
export class CallSums {
  readonly list: CallSum[] = [];
  /** The last call of each index. */
  readonly #byIndex = new Map<number, CallSum>();
  readonly #byId = new Map<string, CallSum>();

  add(piece: JsonObject): CallPiece {
    const found = this.#find(piece);
    const sum = found ?? this.#begin(piece);
    const { index: _index, id, type, function: called, custom, ...rest } = piece;
    if (id === '') sum.call['id'] ??= id;
    else if (isWord(id)) {
      sum.call['id'] = id;
      if (!this.#byId.has(id)) this.#byId.set(id, sum);
    }
    if (isWord(type)) sum.call['type'] = type;
    for (const [key, value] of Object.entries(rest)) if (value !== undefined) keepLatest(sum.call, key, value);
    return { sum, text: addInside(sum.call, 'function', called) + addInside(sum.call, 'custom', custom) };
  }

  #find(piece: JsonObject): CallSum | undefined {
    const { index, id } = piece;
    const name = nameIn(piece);
    if (typeof index === 'number') {
      const known = this.#byIndex.get(index);
      return known !== undefined && isAnother(known, id, name) ? undefined : known;
    }
    if (isWord(id)) return this.#byId.get(id) ?? this.#unnamed();
    return isWord(name) ? this.#unnamed() : this.list.at(-1);
  }

  /** The last call, as long as nobody named it. */
  #unnamed(): CallSum | undefined {
    const last = this.list.at(-1);
    return last !== undefined && nameOf(last.call) === undefined ? last : undefined;
  }

  #begin({ index }: JsonObject): CallSum {
    const place = this.list.length;
    const sum = typeof index === 'number' ? { call: {}, place, index } : { call: {}, place };
    this.list.push(sum);
    if (typeof index === 'number') this.#byIndex.set(index, sum);
    return sum;
  }
}

function isAnother({ call }: CallSum, id: JsonValue | undefined, name: JsonValue | undefined): boolean {
  if (isWord(id) && isWord(call['id'])) return id !== call['id'];
  const known = nameOf(call);
  return isWord(name) && known !== undefined && name !== known;
}

function nameIn({ function: called, custom }: JsonObject): JsonValue | undefined {
  const inside = isPlainObject(called) ? called : custom;
  return isPlainObject(inside) ? (inside as JsonObject)['name'] : undefined; // a plain object of a wire holds JSON
}

/** The name of a call, once it has one. */
export function nameOf(call: JsonObject): string | undefined {
  const name = nameIn(call);
  return isWord(name) ? name : undefined;
}

/** Adds the inside of a piece; gives the arguments in it. */
function addInside(call: WireDraft, kind: 'function' | 'custom', inside: JsonValue | undefined): string {
  if (!isPlainObject(inside)) return '';
  const before = call[kind];
  const sum: WireDraft = isPlainObject(before) ? (before as WireDraft) : {}; // made here
  call[kind] = sum;
  return addArguments(sum, inside as JsonObject, kind === 'function' ? 'arguments' : 'input');
}

/** Adds a name and a piece of arguments; gives the piece. Arguments that are an object already become text. */
export function addArguments(sum: WireDraft, inside: JsonObject, key: 'arguments' | 'input'): string {
  let text = '';
  for (const [member, value] of Object.entries(inside)) {
    if (member !== key) keepLatest(sum, member, value);
    else if (value !== null) text = typeof value === 'string' ? value : JSON.stringify(value);
  }
  // A call that brings no piece of them has empty ones, as clients add them up.
  addText(sum, key, text);
  return text;
}

function isWord(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}
