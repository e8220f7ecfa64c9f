export { compactedItems, coveredRange } from './compaction.ts';
export { createFold, type Fold, type Folded, foldEvents } from './fold.ts';
export type { CallItem, DerivedMessage } from './messages.ts';
export type { FoldState } from './state.ts';
