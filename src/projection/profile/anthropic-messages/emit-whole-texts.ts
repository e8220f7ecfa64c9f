import type { JsonValue } from '../../../core/json.ts';
import { isPlainObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';

/** Contents that were one text on the wire. They become one again at the end, when every block has its cache mark. */
export class WholeTexts {
  readonly #contents: (readonly [holder: WireDraft, key: string])[] = [];

  add(holder: WireDraft, key: string): void {
    this.#contents.push([holder, key]);
  }

  finish(): void {
    for (const [holder, key] of this.#contents) {
      const blocks = holder[key];
      const text = Array.isArray(blocks) && blocks.length === 1 ? plainText(blocks[0]) : undefined;
      if (text !== undefined) holder[key] = text;
    }
  }
}

/** The text of a block that is a text and nothing else, so that a plain string says the same. */
export function plainText(block: unknown): JsonValue | undefined {
  if (!isPlainObject(block) || block['type'] !== 'text' || Object.keys(block).length !== 2) return undefined;
  // A block is JSON.
  return block['text'] as JsonValue | undefined;
}
