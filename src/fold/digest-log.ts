/** The digests of the events of one operation by their sequence: four bytes each. */
export class DigestLog {
  #digests: Uint32Array;
  #length = 0;

  constructor(stored?: string) {
    this.#digests = new Uint32Array(64);
    if (stored === undefined) return;
    const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    for (let place = 0; place + 4 <= bytes.length; place += 4) this.add(view.getUint32(place));
  }

  get length(): number {
    return this.#length;
  }

  at(sequence: number): number | undefined {
    return sequence < this.#length ? this.#digests[sequence] : undefined;
  }

  add(digest: number): void {
    if (this.#length === this.#digests.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#digests);
      this.#digests = larger;
    }
    this.#digests[this.#length++] = digest;
  }

  /** As base64 of big-endian words. */
  stored(): string {
    const view = new DataView(new ArrayBuffer(this.#length * 4));
    for (let index = 0; index < this.#length; index++) view.setUint32(index * 4, this.#digests[index] ?? 0);
    let text = '';
    for (let place = 0; place < view.byteLength; place++) text += String.fromCharCode(view.getUint8(place));
    return btoa(text);
  }
}
