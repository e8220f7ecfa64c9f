/** So many pieces are joined at once. */
const PIECES = 256;
/** A text is joined again when it grew by this share of itself: so the work stays linear. */
const GROWTH = 1.25;

/**
 * Keeps a text that grows piece by piece from holding on to its pieces: engines join them only when somebody reads, and
 * each piece takes many times the room of its characters until then.
 */
export class TextGrowth {
  #holder: object | undefined;
  #pieces = 0;
  #joined = 0;

  note(holder: object, text: string): void {
    if (holder !== this.#holder) {
      this.#holder = holder;
      this.#pieces = 0;
      this.#joined = text.length;
    }
    this.#pieces += 1;
    if (this.#pieces < PIECES || text.length < this.#joined * GROWTH) return;
    // Reading a character joins the pieces, in the text itself.
    text.charCodeAt(0);
    this.#pieces = 0;
    this.#joined = text.length;
  }
}
