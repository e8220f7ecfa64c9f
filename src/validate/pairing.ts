import type { UnifiedItem, UnifiedToolState } from '../../generated/unified/types.ts';

/** An item that calls something, and is answered under its call id. */
export type CallItem = Extract<UnifiedItem, { readonly state: UnifiedToolState } | { readonly type: 'program' }>;

/** An item that answers a call. */
export type ResultItem = Extract<UnifiedItem, { readonly type: (typeof ANSWERS)[CallItem['type']] }>;

/** What answers what (Unified v2, Calls and results). */
export const ANSWERS = {
  'tool-call': 'tool-result',
  'server-tool-call': 'server-tool-result',
  'computer-action': 'computer-action-result',
  'code-execution': 'code-execution-result',
  program: 'program-output',
} as const satisfies Readonly<Record<CallItem['type'], UnifiedItem['type']>>;

// The table has one entry per type of call, and nothing else.
export const CALL_TYPES = Object.keys(ANSWERS) as readonly CallItem['type'][];

const RESULT_TYPES: ReadonlySet<string> = new Set(Object.values(ANSWERS));

export function isCall(item: UnifiedItem): item is CallItem {
  return Object.hasOwn(ANSWERS, item.type);
}

export function isResult(item: UnifiedItem): item is ResultItem {
  return RESULT_TYPES.has(item.type);
}
