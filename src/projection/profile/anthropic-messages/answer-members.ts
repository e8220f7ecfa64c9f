import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import type { WireObject } from '../../wire-object.ts';

/** Reads members of answers: null is how this dialect writes that there is nothing, and what does not fit stays unread. */
export class AnswerMembers {
  /** Every object that was opened: what nobody read of them is kept. */
  readonly wires: WireObject[];
  readonly wire: WireObject;

  constructor(wire: WireObject, wires: WireObject[] = []) {
    this.wire = wire;
    this.wires = wires;
    wires.push(wire);
  }

  /** A text that is not empty. */
  text(key: string): string | undefined {
    return typeof this.#look(key) === 'string' ? this.wire.name(key, LONGEST) : undefined;
  }

  /** A whole number, zero or more. */
  count(key: string): number | undefined {
    const value = this.#look(key);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? this.wire.count(key) : undefined;
  }

  boolean(key: string): boolean | undefined {
    return typeof this.#look(key) === 'boolean' ? this.wire.boolean(key) : undefined;
  }

  object(key: string): AnswerMembers | undefined {
    const inside = isPlainObject(this.#look(key)) ? this.wire.object(key) : undefined;
    return inside === undefined ? undefined : new AnswerMembers(inside, this.wires);
  }

  /** A list of objects; any other list stays unread. */
  objects(key: string): readonly AnswerMembers[] | undefined {
    const value = this.#look(key);
    if (!Array.isArray(value) || !value.every((entry) => isPlainObject(entry))) return undefined;
    return this.wire.objects(key)?.map((wire) => new AnswerMembers(wire, this.wires));
  }

  /** Whether the member is there and null, which is then read. */
  isNull(key: string): boolean {
    return this.wire.peek(key) === null && this.#look(key) === undefined;
  }

  #look(key: string): JsonValue | undefined {
    const value = this.wire.peek(key);
    if (value !== null) return value;
    this.wire.json(key);
    return undefined;
  }
}

/** The longest text that a member of an answer is read as. */
const LONGEST = 16_384;
