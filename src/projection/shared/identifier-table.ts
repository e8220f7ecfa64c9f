import { sha256Hex } from '../../core/sha256.ts';
import type { IdentifierRule } from '../capability.ts';

/** Hexadecimal digits that tell rewritten identifiers apart. */
const DIGEST_LENGTH = 12;

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
    const wire = this.#free(preferred);
    this.#wireByName.set(key, wire);
    this.#nameByWire.set(wire, key);
    return wire;
  }

  /**
   * Keeps an identifier as it is, even where it breaks the rule or was used before: the target's own dialect wrote it so.
   * Gives the identifier that the key has on the wire.
   */
  adopt(wire: string, key: string = wire): string {
    const known = this.#wireByName.get(key);
    if (known !== undefined) return known;
    this.#wireByName.set(key, wire);
    if (!this.#nameByWire.has(wire)) this.#nameByWire.set(wire, key);
    return wire;
  }

  /** Keeps an identifier for something that has no key: whatever prefers it gets another one from now on. */
  reserve(wire: string): void {
    if (!this.#nameByWire.has(wire)) this.#nameByWire.set(wire, wire);
  }

  /** Whether the table has an identifier for this key. */
  has(key: string): boolean {
    return this.#wireByName.has(key);
  }

  /** Whether a text is an identifier of the target, be it free or not. */
  fits(text: string): boolean {
    return text.length > 0 && text.length <= this.#rule.maxLength && wholeTextOf(this.#rule).test(text);
  }

  /** Every identifier that differs on the wire: canonical first, wire second. */
  changed(): readonly (readonly [string, string])[] {
    const changed: (readonly [string, string])[] = [];
    for (const [name, wire] of this.#wireByName) if (name !== wire) changed.push([name, wire]);
    return changed;
  }

  #free(preferred: string): string {
    if (this.fits(preferred) && !this.#nameByWire.has(preferred)) return preferred;
    // Seeded with what the wire said, never with our own keys, which change from request to request. A digest can be
    // foreseen, so that others may have taken its place, and one identifier may be used again: each attempt has another.
    for (let attempt = 0; ; attempt++) {
      const candidate = this.#digested(preferred, attempt === 0 ? preferred : `${preferred} ${attempt}`);
      if (!this.#nameByWire.has(candidate)) return candidate;
    }
  }

  #digested(preferred: string, seed: string): string {
    const digest = sha256Hex(seed).slice(0, DIGEST_LENGTH);
    let kept = '';
    for (const character of preferred) {
      if (kept.length + 1 + digest.length >= this.#rule.maxLength) break;
      kept += this.#rule.alphabet.test(character) ? character : '_';
    }
    return kept === '' ? digest : `${kept}_${digest}`;
  }
}

const wholeTexts = new WeakMap<IdentifierRule, RegExp>();

/** Matches a text that has allowed characters only. Made once per rule: one test of a text is faster than one per character. */
function wholeTextOf(rule: IdentifierRule): RegExp {
  const known = wholeTexts.get(rule);
  if (known !== undefined) return known;
  const { source, flags } = rule.alphabet;
  // Flags that are about several lines or several matches would change what the whole text means.
  const made = new RegExp(`^(?:${source})*$`, flags.replaceAll(/[gmy]/g, ''));
  wholeTexts.set(rule, made);
  return made;
}
