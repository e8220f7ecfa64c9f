import type { WireObject } from './wire-object.ts';

/**
 * Where in the wire body the objects of a record came from. Every object is noted and few are ever asked about: noting one
 * is a push, and they are indexed when somebody asks.
 */
export class Origins {
  readonly #made: object[] = [];
  readonly #wires: WireObject[] = [];
  readonly #index = new Map<object, WireObject>();
  #indexed = 0;

  set(made: object, wire: WireObject): void {
    this.#made.push(made);
    this.#wires.push(wire);
  }

  get(made: object): WireObject | undefined {
    for (; this.#indexed < this.#made.length; this.#indexed++) {
      const known = this.#made[this.#indexed];
      const wire = this.#wires[this.#indexed];
      if (known !== undefined && wire !== undefined) this.#index.set(known, wire);
    }
    return this.#index.get(made);
  }
}
