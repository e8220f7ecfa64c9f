import { WireFormatError } from '../core/errors.ts';
import { describeFound } from '../core/issue.ts';
import { isPlainObject, type JsonObject, type JsonValue, RESERVED_KEY } from '../core/json-value.ts';
import { escapeToken } from '../core/pointer.ts';
import type { WirePlace } from './origins.ts';
import { SeenMembers } from './seen-members.ts';
import { checkDigits, exactJsonText, isUnsafe, type JsonWithDigits, loseDigitsIn, withDigits } from './wire-digits.ts';
import { boundedJson, recordJsonDepth, type WireReading, wellFormed } from './wire-json.ts';

/** The longest name that a record takes, in UTF-16 code units. */
const NAME_LENGTH = 1024;

/**
 * One object of a wire body, read member by member. It remembers what was read, so that what nobody asked for is known
 * at the end (`unread`): nothing falls through silently. A member that is null counts as absent and is reported.
 * Every fault throws WireFormatError with the pointer, what was expected and what was found; never with payload text.
 */
export class WireObject {
  readonly value: JsonObject;
  readonly #reading: WireReading;
  readonly #parent: WireObject | undefined;
  readonly #key: string;
  readonly #index: number | undefined;
  readonly #seen = new SeenMembers();

  /** `key` is the member of the parent that holds the object, `index` its place where that member is a list. */
  constructor(value: JsonObject, reading: WireReading, parent?: WireObject, key = '', index?: number) {
    this.value = value;
    this.#reading = reading;
    this.#parent = parent;
    this.#key = key;
    this.#index = index;
    if (Object.hasOwn(value, RESERVED_KEY)) this.#faultAt(this.pointer(), `no member named ${RESERVED_KEY}`, value);
  }

  /** The JSON pointer of this object in the wire body, or of one of its members. */
  pointer(key?: string | number): string {
    const member = this.#parent?.pointer(this.#key) ?? '';
    const own = this.#index === undefined ? member : `${member}/${this.#index}`;
    return key === undefined ? own : `${own}/${escapeToken(key)}`;
  }

  /** A member as a place, for what is made of it alone. */
  at(key: string): WirePlace {
    return { pointer: () => this.pointer(key) };
  }

  /** The member as it is, without marking it as read. */
  peek(key: string): JsonValue | undefined {
    const value = this.value[key];
    return value === undefined || Object.hasOwn(this.value, key) ? value : undefined;
  }

  /** As `peek`, for a reader that decides by the value: null counts as absent, and is read and reported. */
  look(key: string): JsonValue | undefined {
    const value = this.peek(key);
    return value === null ? this.take(key) : value;
  }

  /** Whether the member is there and not null. */
  has(key: string): boolean {
    const value = this.peek(key);
    return value !== undefined && value !== null;
  }

  /** Whether the object has no members but these. */
  hasOnly(names: readonly string[]): boolean {
    const keys = Object.keys(this.value);
    if (keys.length > names.length) return false;
    for (let index = 0; index < keys.length; index++) if (!names.includes(keys[index] ?? '')) return false;
    return true;
  }

  /** Marks a member as read and gives it back; null counts as absent and leaves an entry, the first time. */
  take(key: string): JsonValue | undefined {
    return this.#take(key, this.peek(key));
  }

  /** As `take`, for a caller that has the value already. */
  #take(key: string, value: JsonValue | undefined): JsonValue | undefined {
    if (value === undefined || (value === null && this.#seen.has(key))) return undefined;
    this.#seen.add(key);
    if (value !== null) return value;
    const reason = 'null means absent here and is not kept';
    this.#reading.loss.lose({ path: this.pointer(key), feature: 'wire.null-value', reason });
    return undefined;
  }

  text(key: string): string | undefined {
    return this.#text(key, this.peek(key));
  }

  #text(key: string, present: JsonValue | undefined): string | undefined {
    const value = this.#take(key, present);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.fault(key, 'a string');
    return this.#isFit(value) ? value : this.#bounded(value, this.pointer(key));
  }

  /** A text that a record takes as a name: not empty, and not too long. Any other text stays unread. */
  name(key: string, longest: number = NAME_LENGTH): string | undefined {
    const value = this.peek(key);
    const isName = typeof value !== 'string' || (value !== '' && value.length <= longest);
    return isName ? this.#text(key, value) : undefined;
  }

  number(key: string): number | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) return this.fault(key, 'a number');
    if (isUnsafe(value) || this.#reading.exactNumbers.size > 0) checkDigits(this.#reading, value, this.pointer(key));
    return value;
  }

  /** A whole number. One that a double does not hold exactly stays unread, and so with its digits. */
  integer(key: string): number | undefined {
    const value = this.peek(key);
    if (typeof value !== 'number') return this.number(key);
    if (!Number.isInteger(value)) return this.fault(key, 'a whole number');
    return isUnsafe(value) ? undefined : this.number(key);
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
    if (!isPlainObject(value)) return this.fault(key, 'an object');
    return new WireObject(value, this.#reading, this, key);
  }

  /** An object whose members are looked at while it stays unread itself, as a whole. */
  aside(key: string): WireObject | undefined {
    const value = this.peek(key);
    // A plain object of a wire body holds JSON.
    return isPlainObject(value) ? new WireObject(value as JsonObject, this.#reading, this, key) : undefined;
  }

  /** An object that the reader knows what to do with; any other object stays unread, whole. */
  objectIf(key: string, fits: (value: JsonObject) => boolean): WireObject | undefined {
    const value = this.look(key);
    if (value === undefined) return undefined;
    // A plain object of a wire body holds JSON.
    return isPlainObject(value) && !fits(value as JsonObject) ? undefined : this.object(key);
  }

  /** A list of objects; `expected` says what else is taken here. */
  objects(key: string, expected?: string): readonly WireObject[] | undefined {
    const list = this.#list(key, expected);
    if (list === undefined) return undefined;
    const objects: WireObject[] = [];
    for (let index = 0; index < list.length; index++) {
      const entry = list[index];
      if (!isPlainObject(entry)) return this.#faultAt(`${this.pointer(key)}/${index}`, 'an object', entry);
      // A plain object of a wire body holds JSON.
      objects.push(new WireObject(entry as JsonObject, this.#reading, this, key, index));
    }
    return objects;
  }

  texts(key: string): readonly string[] | undefined {
    const list = this.#list(key);
    if (list === undefined) return undefined;
    return Array.from(list, (entry, index) => {
      if (typeof entry === 'string' && this.#isFit(entry)) return entry;
      const path = `${this.pointer(key)}/${index}`;
      return typeof entry === 'string' ? this.#bounded(entry, path) : this.#faultAt(path, 'a string', entry);
    });
  }

  /** Arbitrary JSON for the record, checked against the limits and with well-formed text; null is a value here. */
  json(key: string): JsonValue | undefined {
    const value = this.exactJson(key);
    if (value !== undefined) loseDigitsIn(this.#reading, value, this.pointer(key));
    return value;
  }

  /** As `json`, for a reader that keeps the digits of numbers beyond 2^53 itself. */
  exactJson(key: string): JsonValue | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    this.#seen.add(key);
    return boundedJson(this.#reading, value, this.pointer(key), recordJsonDepth(this.#reading.limits));
  }

  /** As `json`, with every number whose digits a double does not hold, by its pointer below the member. */
  jsonWithDigits(key: string): JsonWithDigits | undefined {
    const value = this.exactJson(key);
    return value === undefined ? undefined : withDigits(this.#reading, value, this.pointer(key));
  }

  /** The JSON text of a member that stays beside the record, with every digit; null is a value here. */
  opaque(key: string): string | undefined {
    const value = this.peek(key);
    if (value === undefined) return undefined;
    if (key.length > NAME_LENGTH || !key.isWellFormed()) {
      return this.#faultAt(
        this.pointer(),
        `member names of well-formed text, up to ${NAME_LENGTH} characters`,
        this.value,
      );
    }
    this.#seen.add(key);
    return this.#opaque(value, this.pointer(key));
  }

  /** As `opaque`, for the whole object. */
  opaqueWhole(): string {
    return this.#opaque(this.value, this.pointer());
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

  /** As `requiredObjects`, where the dialect takes a text as well and it is none. */
  objectsBesideText(key: string): readonly WireObject[] {
    const expected = 'a string or a list of objects';
    return this.objects(key, expected) ?? this.fault(key, expected);
  }

  /** One of a closed list of words. */
  word<W extends string>(key: string, words: readonly W[]): W | undefined {
    const value = this.text(key);
    if (value === undefined) return undefined;
    return words.find((word) => word === value) ?? this.fault(key, `one of ${words.join(', ')}`);
  }

  /** One of the words that are known today; any other text stays unread. */
  knownWord<W extends string>(key: string, words: readonly W[]): W | undefined {
    const value = this.peek(key);
    const known = words.find((word) => word === value);
    if (known !== undefined || typeof value !== 'string') this.text(key);
    return known;
  }

  /** The names of the members that nobody read, in the order of the body. */
  unread(): readonly string[] {
    return this.#seen.missingOf(this.value);
  }

  /** Throws WireFormatError for a member of this object. */
  fault(key: string, expected: string): never {
    return this.#faultAt(this.pointer(key), expected, this.peek(key));
  }

  #list(key: string, expected = 'a list'): readonly JsonValue[] | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    return Array.isArray(value) ? value : this.fault(key, expected);
  }

  /** Whether a text can stand in a record as it is, which nearly every text can. */
  #isFit(text: string): boolean {
    return text.length <= this.#reading.limits.stringLength && text.isWellFormed();
  }

  #bounded(text: string, path: string): string {
    const { stringLength } = this.#reading.limits;
    if (text.length > stringLength) return this.#faultAt(path, `a string of at most ${stringLength} characters`, text);
    return wellFormed(this.#reading, text, path);
  }

  #opaque(value: JsonValue, path: string): string {
    const bounded = boundedJson(this.#reading, value, path, this.#reading.limits.depth);
    return exactJsonText(this.#reading, bounded, path);
  }

  #faultAt(path: string, expected: string, value: unknown): never {
    const found = value === undefined ? 'nothing' : describeFound(value);
    const message = `${path || 'the body'}: expected ${expected}, found ${found}`;
    throw new WireFormatError('wire-format', message, { details: { path, expected, found } });
  }
}
