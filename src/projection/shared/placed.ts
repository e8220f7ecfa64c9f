import type { UnifiedItem } from '../../../generated/unified/types.ts';

/** An item with its place in the record. */
export interface Placed<Item extends UnifiedItem = UnifiedItem> {
  readonly item: Item;
  readonly path: string;
  /** Whether it was read from the dialect that is written, which then grouped it and wrote it acceptably. */
  readonly own: boolean;
}
