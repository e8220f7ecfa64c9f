import { isPlainArray, isPlainObject, RESERVED_KEY } from '../../core/json-value.ts';
import type { Limits } from '../../core/limits.ts';

/**
 * Walks a payload once and tells whether it is JSON within the limits: what was parsed from a text and what came as an
 * object are judged alike. Halves of surrogate pairs pass, because the next frame may bring the other half.
 */
export class PayloadCheck {
  readonly #limits: Limits;
  /** Members of all objects. */
  members = 0;
  /** UTF-16 code units of all texts and names, and one for each value: about the length of the text. */
  size = 0;
  #values = 1;
  #fault: string | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** What is wrong with a payload, in words that quote nothing of it; nothing where it is sound. */
  faultOf(payload: object): string | undefined {
    this.#container(payload, 1);
    return this.#fault;
  }

  #container(value: object, depth: number): boolean {
    if (depth > this.#limits.depth) return this.#fail(`The payload nests deeper than ${this.#limits.depth} levels.`);
    if (isPlainObject(value)) return this.#object(value, depth);
    if (isPlainArray(value)) return this.#array(value, depth);
    return this.#fail('The payload holds an instance of a class, which is no JSON.');
  }

  #object(object: Readonly<Record<string, unknown>>, depth: number): boolean {
    let members = 0;
    for (const key in object) {
      if (key === RESERVED_KEY) return this.#fail('A member is named "__proto__", which is refused everywhere.');
      const value = object[key];
      if (value === undefined) continue;
      members += 1;
      this.size += key.length;
      if (!this.#value(value, depth)) return false;
    }
    this.members += members;
    return members <= this.#limits.keys || this.#fail('An object of the payload has too many members.');
  }

  #array(array: readonly unknown[], depth: number): boolean {
    for (let index = 0; index < array.length; index++) if (!this.#value(array[index], depth)) return false;
    return true;
  }

  #value(value: unknown, depth: number): boolean {
    this.size += 1;
    this.#values += 1;
    if (this.#values > this.#limits.nodes) return this.#fail('The payload holds too many values.');
    if (typeof value === 'string') {
      this.size += value.length;
      return true;
    }
    if (typeof value === 'object') return value === null || this.#container(value, depth + 1);
    if (typeof value === 'number') return Number.isFinite(value) || this.#fail('A number is not finite.');
    return typeof value === 'boolean' || this.#fail('A value of the payload has no form in JSON.');
  }

  #fail(fault: string): false {
    this.#fault ??= fault;
    return false;
  }
}
