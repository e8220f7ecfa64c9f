import { sha256Hex } from '../../core/sha256.ts';
import type { IdentifierRule } from '../capability.ts';

const DIGEST_LENGTH = 12;
const DIGEST_STEP = 8;

/**
 * Maps identifiers to a target's alphabet and length: deterministic, so that a cached prefix stays the same from turn to
 * turn, and injective, so that no two calls or tools become one. A fitting identifier stays as it is; any other keeps
 * what fits of it and gets a digest of the whole. The canonical identifiers do not change.
 */
export class IdentifierTable {
  readonly #rule: IdentifierRule;
  readonly #wireByName = new Map<string, string>();
  readonly #nameByWire = new Map<string, string>();

  constructor(rule: IdentifierRule) {
    this.#rule = rule;
  }

  /** The identifier on the wire; `key` tells apart what shares a preferred text, and is that text by default. */
  toWire(preferred: string, key: string = preferred): string {
    const known = this.#wireByName.get(key);
    if (known !== undefined) return known;
    const wire = this.#free(preferred, key);
    this.#wireByName.set(key, wire);
    this.#nameByWire.set(wire, key);
    return wire;
  }

  /** The canonical identifier behind one of the wire; absent when this table did not make it. */
  fromWire(wire: string): string | undefined {
    return this.#nameByWire.get(wire);
  }

  /** Every identifier that differs on the wire: canonical first, wire second. */
  changed(): readonly (readonly [string, string])[] {
    return [...this.#wireByName].filter(([name, wire]) => name !== wire);
  }

  /** Whether the identifier fits the rule as it is. */
  fits(text: string): boolean {
    if (text.length === 0 || text.length > this.#rule.maxLength) return false;
    for (const character of text) if (!this.#rule.alphabet.test(character)) return false;
    return true;
  }

  #free(preferred: string, key: string): string {
    if (this.fits(preferred) && !this.#nameByWire.has(preferred)) return preferred;
    for (let length = DIGEST_LENGTH; ; length += DIGEST_STEP) {
      const candidate = this.#digested(preferred, key, length);
      if (!this.#nameByWire.has(candidate)) return candidate;
    }
  }

  #digested(preferred: string, key: string, length: number): string {
    const digest = sha256Hex(key).slice(0, length);
    let kept = '';
    for (const character of preferred) {
      if (kept.length + 1 + digest.length >= this.#rule.maxLength) break;
      kept += this.#rule.alphabet.test(character) ? character : '_';
    }
    return kept === '' ? digest : `${kept}_${digest}`;
  }
}
