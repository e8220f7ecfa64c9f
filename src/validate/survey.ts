import { isPlainArray, isPlainObject, RESERVED_KEY } from '../core/json-value.ts';
import type { Limits } from '../core/limits.ts';
import { findSecret } from '../core/redact.ts';
import { SHORTEST_KEY } from '../core/secret-patterns.ts';
import { findNamedSecret } from './named-secret.ts';
import { Place } from './place.ts';
import { RecordIndex } from './record-index.ts';
import { isPlain, mayHoldSecret } from './secret-filter.ts';
import { JSON_SLOT, type Slot, type TypePlan, typeOf } from './type-plan.ts';

/** What a record is: an object of one type, a member of a union, or a list of such. */
export interface RootPlan {
  readonly slot: Slot;
  /** The type that the record itself counts as, where it is a list. */
  readonly list?: TypePlan;
  /** Whether texts are searched for credentials. */
  readonly searchesSecrets: boolean;
}

/**
 * Reads a value once, along the plan of the record that it should be: tells whether it is JSON within the limits, and
 * collects what the rules need. Returns nothing when the value is not JSON within the limits; `checkJson` says where.
 * Whether the value is valid under its schema is not asked here. Where it is not, the index means nothing; texts that the
 * schema lists one by one are left to it.
 */
export function survey(
  value: unknown,
  { slot, list, searchesSecrets }: RootPlan,
  limits: Limits,
): RecordIndex | undefined {
  const root = new Place(value, rootType(value, slot, list) ?? UNKNOWN_TYPE);
  const index = new RecordIndex(root);
  return new Survey(index, limits, searchesSecrets).passes(root, slot) ? index : undefined;
}

function rootType(value: unknown, slot: Slot, list: TypePlan | undefined): TypePlan | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  return Array.isArray(value) ? list : typeOf(value, slot);
}

const UNKNOWN_TYPE: TypePlan = { name: '', kinds: [], slots: new Map() };
const SECRET: TypePlan = { name: '', kinds: ['secret'], slots: new Map() };

class Survey {
  readonly #index: RecordIndex;
  readonly #limits: Limits;
  readonly #searchesSecrets: boolean;
  #nodes = 1;
  #characters = 0;
  /** Whether the text or JSON that was read last holds a credential. */
  #hasSecret = false;

  constructor(index: RecordIndex, limits: Limits, searchesSecrets: boolean) {
    this.#index = index;
    this.#limits = limits;
    this.#searchesSecrets = searchesSecrets;
  }

  passes(root: Place, slot: Slot): boolean {
    const { value } = root;
    if (isPlainObject(value)) return this.#object(value, root, 1);
    if (!isPlainArray(value)) return typeof value === 'string' ? this.#text(value, JSON_SLOT) : isScalar(value);
    if (root.type.kinds.length > 0) this.#index.add(root);
    return this.#list(value, slot, root, undefined, 1);
  }

  /** An object of a known type. */
  #object(object: Readonly<Record<string, unknown>>, place: Place, depth: number): boolean {
    if (depth > this.#limits.recordDepth) return false;
    const { slots, kinds } = place.type;
    if (kinds.length > 0) this.#index.add(place);
    let keys = 0;
    let characters = 0;
    for (const key in object) {
      const value = object[key];
      if (value === undefined) continue;
      const slot = slots.get(key) ?? JSON_SLOT;
      if (slot === JSON_SLOT && !this.#isKey(key)) return false;
      keys += 1;
      characters += key.length;
      if (typeof value === 'string') {
        characters += value.length;
        if (slot.isFreeText && !this.#text(value, slot)) return false;
        if (this.#hasSecret) this.#secret(place, key, undefined, value);
      } else if (typeof value === 'object') {
        if (value !== null && !this.#property(value, slot, place, key, depth + 1)) return false;
      } else if (!isScalar(value)) return false;
    }
    return keys <= this.#limits.keys && this.#count(keys, characters);
  }

  /** An object or array in a property. */
  #property(value: object, slot: Slot, place: Place, property: string, depth: number): boolean {
    if (isPlainArray(value)) return this.#list(value, slot, place, property, depth);
    if (slot.isMap && isPlainObject(value)) return this.#map(value, slot, place, property, depth);
    return this.#member(value, slot, place, property, undefined, depth);
  }

  #list(list: readonly unknown[], slot: Slot, place: Place, property: string | undefined, depth: number): boolean {
    if (depth > this.#limits.recordDepth || !this.#count(list.length, 0)) return false;
    for (let index = 0; index < list.length; index++) {
      if (!this.#entry(list[index], slot, place, property, index, depth)) return false;
    }
    return true;
  }

  #map(map: Readonly<Record<string, unknown>>, slot: Slot, place: Place, property: string, depth: number): boolean {
    if (depth > this.#limits.recordDepth) return false;
    let keys = 0;
    for (const key in map) {
      const value = map[key];
      if (value === undefined) continue;
      keys += 1;
      this.#characters += key.length;
      if (!this.#isKey(key) || !this.#entry(value, slot, place, property, key, depth)) return false;
    }
    return keys <= this.#limits.keys && this.#count(keys, 0);
  }

  /** An entry of a list or map. */
  #entry(
    value: unknown,
    slot: Slot,
    place: Place,
    property: string | undefined,
    member: string | number,
    depth: number,
  ): boolean {
    if (typeof value === 'object')
      return value === null || this.#member(value, slot, place, property, member, depth + 1);
    if (typeof value !== 'string') return isScalar(value);
    this.#characters += value.length;
    if (slot.isFreeText && !this.#text(value, slot)) return false;
    if (this.#hasSecret) this.#secret(place, property, member, value);
    return true;
  }

  /** An object of the type that the slot asks for, or else JSON that the plan says nothing about. */
  #member(
    value: object,
    slot: Slot,
    place: Place,
    property: string | undefined,
    member: string | number | undefined,
    depth: number,
  ): boolean {
    const type = typeOf(value, slot);
    if (type !== undefined && isPlainObject(value)) {
      return this.#object(value, new Place(value, type, place, property, member), depth);
    }
    if (!this.#json(value, depth)) return false;
    if (this.#hasSecret) this.#secret(place, property, member, value);
    return true;
  }

  #json(value: object, depth: number): boolean {
    if (depth > this.#limits.recordDepth) return false;
    if (isPlainObject(value)) return this.#jsonObject(value, depth);
    if (!isPlainArray(value) || !this.#count(value.length, 0)) return false;
    for (let index = 0; index < value.length; index++) {
      if (!this.#jsonMember(value[index], depth)) return false;
    }
    return true;
  }

  #jsonObject(object: Readonly<Record<string, unknown>>, depth: number): boolean {
    let keys = 0;
    let characters = 0;
    for (const key in object) {
      const value = object[key];
      if (value === undefined) continue;
      keys += 1;
      characters += key.length;
      if (!this.#isKey(key) || !this.#jsonMember(value, depth)) return false;
      if (typeof value === 'string' && this.#searchesSecrets && findNamedSecret(key, value)) this.#hasSecret = true;
    }
    return keys <= this.#limits.keys && this.#count(keys, characters);
  }

  #jsonMember(value: unknown, depth: number): boolean {
    if (typeof value === 'object') return value === null || this.#json(value, depth + 1);
    if (typeof value !== 'string') return isScalar(value);
    this.#characters += value.length;
    return this.#text(value, JSON_SLOT);
  }

  #text(text: string, slot: Slot): boolean {
    if (text.length > this.#limits.stringLength) return false;
    if (text.length >= SHORTEST_KEY && isPlain(text)) return true;
    if (!text.isWellFormed()) return false;
    if (!this.#searchesSecrets || !slot.mayHoldSecret) return true;
    // Shorter than any key is only the value of a text that is a header as a whole.
    if (text.length < SHORTEST_KEY && !text.includes(':')) return true;
    if (mayHoldSecret(text) && findSecret(text) !== undefined) this.#hasSecret = true;
    return true;
  }

  #secret(place: Place, property: string | undefined, member: string | number | undefined, value: unknown): void {
    this.#hasSecret = false;
    this.#index.add(new Place(value, SECRET, place, property, member));
  }

  #isKey(key: string): boolean {
    return key !== RESERVED_KEY && key.length <= this.#limits.stringLength && key.isWellFormed();
  }

  #count(nodes: number, characters: number): boolean {
    this.#nodes += nodes;
    this.#characters += characters;
    return this.#nodes <= this.#limits.nodes && this.#characters <= this.#limits.totalStringLength;
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean' || value === null;
}
