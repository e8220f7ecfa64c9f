/** A place in a wire body: an object of it, or a member of one. */
export interface WirePlace {
  readonly pointer: () => string;
}

/**
 * Where in the wire body the objects of a record came from. Every object is noted and few are ever asked about: noting one
 * is a push, and they are indexed when somebody asks.
 */
export class Origins {
  readonly #made: object[] = [];
  readonly #places: WirePlace[] = [];
  readonly #index = new Map<object, WirePlace>();
  readonly #members = new Map<object, ReadonlyMap<string, WirePlace>>();
  #indexed = 0;

  set(made: object, place: WirePlace): void {
    this.#made.push(made);
    this.#places.push(place);
  }

  /** Notes where single members of an object came from, which are of no object of their own. */
  setMembers(made: object, places: Readonly<Record<string, WirePlace>>): void {
    this.#members.set(made, new Map(Object.entries(places)));
  }

  /** Where an object, or one member of it, came from, where that was noted. */
  find(made: object, member?: string): WirePlace | undefined {
    return member === undefined ? this.get(made) : this.#members.get(made)?.get(member);
  }

  get(made: object): WirePlace | undefined {
    for (; this.#indexed < this.#made.length; this.#indexed++) {
      const known = this.#made[this.#indexed];
      const place = this.#places[this.#indexed];
      if (known !== undefined && place !== undefined) this.#index.set(known, place);
    }
    return this.#index.get(made);
  }
}
