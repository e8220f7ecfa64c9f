import type { JsonObject } from '../core/json-value.ts';

const NOTHING: readonly string[] = [];

/** Up to so many names a search in a list is faster than one in a set. */
const FEW = 32;

/** The names of the members of an object that somebody read. */
export class SeenMembers {
  readonly #names: string[] = [];

  add(name: string): void {
    this.#names.push(name);
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  /** The names of the members that nobody read, in the order of the object. */
  missingOf(value: JsonObject): readonly string[] {
    const keys = Object.keys(value);
    return this.#names.length <= FEW && this.#haveAll(keys) ? NOTHING : this.#missingAmong(keys, value);
  }

  #haveAll(keys: readonly string[]): boolean {
    for (let index = 0; index < keys.length; index++) if (!this.#names.includes(keys[index] ?? '')) return false;
    return true;
  }

  /** In time that is linear even for an object with a great many members. */
  #missingAmong(keys: readonly string[], value: JsonObject): readonly string[] {
    const names = new Set(this.#names);
    return keys.filter((key) => !names.has(key) && value[key] !== undefined);
  }
}
