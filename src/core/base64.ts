/**
 * Base64 that arrives in pieces, each of which may be padded, as one text. Adding a piece costs as much as the piece has.
 * What is no base64 stays as it came.
 */
export class Base64Text {
  /** Whole groups of three bytes: more may follow without a seam. */
  #whole: string;
  /** The last group, where it is padded or cut. */
  #rest: string;

  constructor(text = '') {
    const seam = seamOf(text);
    this.#whole = text.slice(0, seam);
    this.#rest = text.slice(seam);
  }

  add(piece: string): void {
    const added = this.#rest === '' ? piece : join(this.#rest, piece);
    const seam = seamOf(added);
    this.#whole += added.slice(0, seam);
    this.#rest = added.slice(seam);
  }

  get text(): string {
    return this.#rest === '' ? this.#whole : this.#whole + this.#rest;
  }
}

/** Where the last group begins that is padded or cut; the end of the text where there is none. */
function seamOf(text: string): number {
  const cut = text.length % 4;
  if (cut !== 0) return text.length - cut;
  return text.endsWith('=') ? text.length - 4 : text.length;
}

function join(one: string, other: string): string {
  try {
    return btoa(atob(one) + atob(other));
  } catch {
    return one + other;
  }
}
