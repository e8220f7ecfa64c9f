import type { UnifiedContentPart, UnifiedItem } from '../../../../generated/unified/types.ts';

/** The documents of a request, numbered as citations count them. */
export class Documents {
  readonly #items: readonly UnifiedItem[];
  #numbers: Map<string, number> | undefined;

  constructor(items: readonly UnifiedItem[]) {
    this.#items = items;
  }

  /** The number of a document by its part; absent when the request does not hold it. */
  number(partId: string | undefined): number | undefined {
    if (partId === undefined) return undefined;
    this.#numbers ??= numbered(this.#items);
    return this.#numbers.get(partId);
  }
}

function numbered(items: readonly UnifiedItem[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const item of items) {
    for (const part of partsOf(item)) {
      if (part.type === 'document' || part.type === 'file') numbers.set(part.id, numbers.size);
    }
  }
  return numbers;
}

function partsOf(item: UnifiedItem): readonly UnifiedContentPart[] {
  if (item.type === 'message') return item.content;
  if (item.type === 'tool-result' || item.type === 'server-tool-result') return item.output ?? [];
  return [];
}
