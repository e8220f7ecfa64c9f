/** Stands for bytes that are no UTF-8 until the text is part of a record: half of a surrogate pair, which no decoder makes. */
const NOT_UTF_8 = '\udc00';

const REPLACEMENT = '\ufffd';

/**
 * Makes text of the chunks of a stream, which may be cut inside of characters. A byte order mark at the start is left out.
 * What is not UTF-8 becomes half of a surrogate pair, so that whoever makes a record of the text replaces and reports it.
 * The text is the same for every cutting of the same bytes.
 */
export class TextDecoding {
  #decoder = newDecoder();
  /** The bytes of a character whose end has not come. */
  #begun: Uint8Array = NOTHING;
  #atStart = true;

  push(chunk: Uint8Array | string): string {
    const text = typeof chunk === 'string' ? this.end() + chunk : this.#decode(chunk);
    if (!this.#atStart || text === '') return text;
    this.#atStart = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  /** What is left of a character that the bytes broke off in. */
  end(): string {
    const text = this.#begun.length === 0 ? '' : NOT_UTF_8;
    if (text !== '') this.#restart(NOTHING);
    return text;
  }

  #decode(bytes: Uint8Array): string {
    try {
      // The usual chunk ends with an ASCII character: no state is needed, and none is faster.
      if (this.#begun.length === 0 && (bytes.at(-1) ?? 0) < 0x80) return STATELESS.decode(bytes);
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#begun = begunIn(this.#begun, bytes);
      return text;
    } catch {
      return this.#repair(joined(this.#begun, bytes));
    }
  }

  #repair(bytes: Uint8Array): string {
    const begun = begunIn(NOTHING, bytes);
    const whole = bytes.subarray(0, bytes.length - begun.length);
    this.#restart(begun);
    const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
    // A replacement character that was sent as such is none that stands for other bytes.
    return between(whole, REPLACEMENT_BYTES)
      .map((piece) => lenient.decode(piece).replaceAll(REPLACEMENT, NOT_UTF_8))
      .join(REPLACEMENT);
  }

  #restart(begun: Uint8Array): void {
    this.#decoder = newDecoder();
    this.#begun = begun;
    this.#decoder.decode(begun, { stream: true });
  }
}

const NOTHING = new Uint8Array();
const REPLACEMENT_BYTES = new TextEncoder().encode(REPLACEMENT);

const STATELESS = newDecoder();

function newDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The bytes at the end that begin a character and may yet be completed. */
function begunIn(before: Uint8Array, bytes: Uint8Array): Uint8Array {
  const last = bytes.at(-1);
  if (last === undefined) return before;
  if (last < 0x80) return NOTHING;
  const tail = bytes.length < LONGEST ? joined(before, bytes) : bytes;
  for (let length = 1; length < LONGEST && length <= tail.length; length++) {
    const begun = tail.subarray(tail.length - length);
    const lead = begun[0] ?? 0;
    if (lead < 0x80) return NOTHING;
    // The bytes were copied, because their owner may write over them.
    if (lead >= 0xc0) return mayGoOn(begun) ? begun.slice() : NOTHING;
  }
  return NOTHING;
}

/** Bytes of the longest character. */
const LONGEST = 4;

/** Whether a lead byte and those after it are the beginning of a character, and not all of it. */
function mayGoOn(begun: Uint8Array): boolean {
  try {
    return newDecoder().decode(begun, { stream: true }) === '';
  } catch {
    return false;
  }
}

/** The pieces between the places where `separator` stands. */
function between(bytes: Uint8Array, separator: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at + separator.length <= bytes.length; at++) {
    if (!separator.every((byte, index) => bytes[at + index] === byte)) continue;
    pieces.push(bytes.subarray(start, at));
    start = at + separator.length;
  }
  return [...pieces, bytes.subarray(start)];
}
