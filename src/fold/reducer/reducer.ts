import type { UnifiedEventV2 } from '../../../generated/unified/types.ts';
import type { Folding } from '../folding.ts';

export type EventType = UnifiedEventV2['type'];
export type EventOf<Type extends EventType> = Extract<UnifiedEventV2, { readonly type: Type }>;

/** Applies an event. It checks first and writes then: where it throws, nothing has changed. */
type Reducer<Type extends EventType> = (folding: Folding, event: EventOf<Type>) => void;

export type Reducers<Type extends EventType> = { readonly [T in Type]: Reducer<T> };

/** An event that changes nothing in the result. */
export function unchanged(): void {
  // What it says is for those who watch.
}
