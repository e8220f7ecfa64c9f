export { compactedItems, coveredRange } from './compaction.ts';
export { createFold, type Fold, type Folded, type FoldOptions, foldEvents } from './fold.ts';
export type { DerivedMessage } from './messages.ts';
export type { FoldState } from './state.ts';
