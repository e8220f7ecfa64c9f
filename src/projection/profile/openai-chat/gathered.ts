import type { OpenaiChatRequestForm } from '../../../../generated/annotation/types.ts';
import type { UnifiedProviderDataRef } from '../../../../generated/unified/types.ts';
import type { WireObject } from '../../wire-object.ts';

/** Built up while the members are read. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** What the readers of a request gather beside its intents. */
export interface Gathered {
  readonly form: Draft<OpenaiChatRequestForm>;
  /** Nested objects whose unread members belong to the request. */
  readonly inner: WireObject[];
  /** Tools, choices and formats of kinds that this dialect does not know. */
  readonly unknown: UnifiedProviderDataRef[];
}
