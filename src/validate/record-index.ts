import type { Kind, KindTypes } from './kind.ts';
import { historyLine, type Line, outputLines } from './line.ts';
import type { Place } from './place.ts';

/** What one pass over a record found, by kind and in document order: what the rules read instead of walking again. */
export class RecordIndex {
  /** The record as a whole. */
  readonly root: Place;
  #places: Map<Kind, Place[]> | undefined;
  #lines: readonly Line[] | undefined;

  constructor(root: Place) {
    this.root = root;
  }

  /** Whether there is nothing that any rule looks at. */
  get isEmpty(): boolean {
    return this.#places === undefined;
  }

  /** Whether there is something of one of these kinds. */
  hasAny(kinds: readonly Kind[]): boolean {
    const places = this.#places;
    return places !== undefined && kinds.some((kind) => places.has(kind));
  }

  /** The lines of a request or result; a conversation has branches in their place. */
  get lines(): readonly Line[] {
    this.#lines ??= [...this.of('conversation-input').map(historyLine), ...this.of('result').flatMap(outputLines)];
    return this.#lines;
  }

  of<K extends Kind>(kind: K): readonly Place<KindTypes[K]>[] {
    // `add` files a place under the kinds of its type, and rules run only on records that are valid under their schema.
    return (this.#places?.get(kind) ?? NONE) as readonly Place<KindTypes[K]>[];
  }

  add(place: Place): void {
    this.#places ??= new Map();
    for (const kind of place.type.kinds) {
      const places = this.#places.get(kind);
      if (places === undefined) this.#places.set(kind, [place]);
      else places.push(place);
    }
  }
}

const NONE: readonly Place[] = [];
