import { WireFormatError } from '../core/errors.ts';
import { describeFound } from '../core/issue.ts';
import { checkJson, isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { escapeToken } from '../core/pointer.ts';
import type { LossRecorder } from './loss.ts';

/** What readers of one wire body share. */
export interface WireReading {
  readonly loss: LossRecorder;
  /** Source texts of numbers that lose digits as doubles, by JSON pointer of the wire body. */
  readonly exactNumbers: ReadonlyMap<string, string>;
}

/**
 * One object of a wire body, read member by member. It remembers what was read, so that what nobody asked for is known
 * at the end (`unread`): nothing falls through silently. A member that is null counts as absent and is reported.
 * Every fault throws WireFormatError with the pointer, what was expected and what was found; never with payload text.
 */
export class WireObject {
  readonly value: JsonObject;
  readonly #reading: WireReading;
  readonly #parent: WireObject | undefined;
  readonly #token: string;
  readonly #seen: string[] = [];

  constructor(value: JsonObject, reading: WireReading, parent?: WireObject, token = '') {
    this.value = value;
    this.#reading = reading;
    this.#parent = parent;
    this.#token = token;
  }

  /** The JSON pointer of this object in the wire body, or of one of its members. */
  pointer(key?: string | number): string {
    const own = this.#parent === undefined ? this.#token : `${this.#parent.pointer()}${this.#token}`;
    return key === undefined ? own : `${own}/${escapeToken(key)}`;
  }

  /** The member as it is, without marking it as read. */
  peek(key: string): JsonValue | undefined {
    return Object.hasOwn(this.value, key) ? this.value[key] : undefined;
  }

  /** Whether the member is there and not null. */
  has(key: string): boolean {
    const value = this.peek(key);
    return value !== undefined && value !== null;
  }

  /** Marks a member as read and gives it back; null counts as absent and leaves an entry. */
  take(key: string): JsonValue | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    this.#seen.push(key);
    if (value !== null) return value;
    this.#reading.loss.lose({
      path: this.pointer(key),
      feature: 'wire.null-value',
      reason: 'null means absent here and is not kept',
    });
    return undefined;
  }

  text(key: string): string | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    return typeof value === 'string' ? this.#wellFormed(value, key) : this.fault(key, 'a string');
  }

  /** A text that is not empty; an empty one stays unread, and so with what the reader does not know. */
  name(key: string): string | undefined {
    return this.peek(key) === '' ? undefined : this.text(key);
  }

  number(key: string): number | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'number') return this.fault(key, 'a number');
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) this.#lostDigits(this.pointer(key));
    return value;
  }

  integer(key: string): number | undefined {
    const value = this.number(key);
    return value === undefined || Number.isInteger(value) ? value : this.fault(key, 'a whole number');
  }

  /** A count: a whole number, zero or more. */
  count(key: string): number | undefined {
    const value = this.integer(key);
    return value === undefined || value >= 0 ? value : this.fault(key, 'a whole number, zero or more');
  }

  boolean(key: string): boolean | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    return typeof value === 'boolean' ? value : this.fault(key, 'true or false');
  }

  object(key: string): WireObject | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    return isPlainObject(value)
      ? new WireObject(value, this.#reading, this, `/${escapeToken(key)}`)
      : this.fault(key, 'an object');
  }

  /** A list of objects. */
  objects(key: string): readonly WireObject[] | undefined {
    const list = this.#list(key);
    return list?.map((entry, index) => {
      const token = `/${escapeToken(key)}/${index}`;
      if (isPlainObject(entry)) return new WireObject(entry, this.#reading, this, token);
      return this.#faultAt(`${this.pointer()}${token}`, 'an object', entry);
    });
  }

  texts(key: string): readonly string[] | undefined {
    const list = this.#list(key);
    return list?.map((entry, index) => {
      if (typeof entry === 'string') return this.#wellFormed(entry, key, index);
      return this.#faultAt(`${this.pointer(key)}/${index}`, 'a string', entry);
    });
  }

  /** Arbitrary JSON, checked against the limits and with well-formed text; null is a value here. */
  json(key: string): JsonValue | undefined {
    const value = this.exactJson(key);
    if (value !== undefined) this.#reportLostDigits(value, this.pointer(key));
    return value;
  }

  /** As `json`, for a reader that keeps the digits of numbers beyond 2^53 itself. */
  exactJson(key: string): JsonValue | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    this.#seen.push(key);
    return this.#bounded(value, key);
  }

  /** What `text` of a required member would be, where its absence is a fault. */
  requiredText(key: string): string {
    return this.text(key) ?? this.fault(key, 'a string');
  }

  requiredObject(key: string): WireObject {
    return this.object(key) ?? this.fault(key, 'an object');
  }

  requiredObjects(key: string): readonly WireObject[] {
    return this.objects(key) ?? this.fault(key, 'a list of objects');
  }

  /** One of a closed list of words. */
  word<W extends string>(key: string, words: readonly W[]): W | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? this.fault(key, `one of ${words.join(', ')}`);
  }

  /** The names of the members that nobody read, in the order of the body. */
  unread(): readonly string[] {
    return Object.keys(this.value).filter((key) => !this.#seen.includes(key));
  }

  /** Throws WireFormatError for a member of this object. */
  fault(key: string, expected: string): never {
    return this.#faultAt(this.pointer(key), expected, this.peek(key));
  }

  /** Checks arbitrary JSON under a member and repairs lone surrogates in it. */
  #bounded(value: JsonValue, key: string): JsonValue {
    const issue = checkJson(value);
    if (issue === undefined) return value;
    if (issue.rule === LONE_SURROGATE) {
      this.#lostSurrogate(`${this.pointer(key)}${issue.path}`);
      return this.#bounded(wellFormedCopy(value), key);
    }
    const path = `${this.pointer(key)}${issue.path}`;
    throw new WireFormatError('wire-format', `${path}: ${issue.message}`, { details: { path, rule: issue.rule } });
  }

  #list(key: string): readonly JsonValue[] | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    return Array.isArray(value) ? value : this.fault(key, 'a list');
  }

  #wellFormed(text: string, key: string, index?: number): string {
    if (text.isWellFormed()) return text;
    this.#lostSurrogate(index === undefined ? this.pointer(key) : `${this.pointer(key)}/${index}`);
    return text.toWellFormed();
  }

  #reportLostDigits(value: JsonValue, path: string): void {
    if (typeof value === 'number') {
      const unsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (unsafe || this.#reading.exactNumbers.has(path)) this.#lostDigits(path);
    } else if (Array.isArray(value)) {
      value.forEach((entry, index) => {
        this.#reportLostDigits(entry, `${path}/${index}`);
      });
    } else if (value !== null && typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) this.#reportLostDigits(member, `${path}/${escapeToken(key)}`);
    }
  }

  #lostDigits(path: string): void {
    this.#reading.loss.lose({
      path,
      feature: 'number.unsafe',
      reason: 'digits beyond 2^53 do not survive as a double',
    });
  }

  #lostSurrogate(path: string): void {
    this.#reading.loss.lose({
      path,
      feature: 'text.lone-surrogate',
      reason: 'half of a surrogate pair was replaced by U+FFFD',
    });
  }

  #faultAt(path: string, expected: string, value: unknown): never {
    const found = value === undefined ? 'nothing' : describeFound(value);
    const message = `${path || 'the body'}: expected ${expected}, found ${found}`;
    throw new WireFormatError('wire-format', message, { details: { path, expected, found } });
  }
}

const LONE_SURROGATE = 'lone-surrogate';

function wellFormedCopy(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormedCopy);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), wellFormedCopy(member)]));
}
