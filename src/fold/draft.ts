import type {
  UnifiedContentPart,
  UnifiedError,
  UnifiedItem,
  UnifiedLossEntry,
  UnifiedOperationState,
  UnifiedResourceOwner,
  UnifiedResponseStatus,
  UnifiedResultV2,
} from '../../generated/unified/types.ts';

/** Built up while the events come. */
type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** One member of a union at a time, so that its own members stay known. */
type DraftOfEach<T> = T extends unknown ? Draft<T> : never;

export type ItemDraft = DraftOfEach<UnifiedItem>;
export type PartDraft = DraftOfEach<UnifiedContentPart>;

/** What the events have said of one candidate. */
export interface CandidateDraft {
  readonly index: number;
  status?: UnifiedResponseStatus;
  readonly items: ItemDraft[];
}

/** What the events have said of the response as a whole, beside its items. */
export type ResponseDraft = Draft<
  Pick<Partial<UnifiedResultV2>, 'responseId' | 'model' | 'provenance' | 'usage' | 'state' | 'effective' | Reported>
>;

/** Members of a result that a later report replaces whole. */
export type Reported =
  | 'safetyRatings'
  | 'moderation'
  | 'inputTransformations'
  | 'appliedContextEdits'
  | 'cacheDiagnostics';

/** What the events have said of the operation. */
export interface OperationDraft {
  operationId?: string;
  conversationId?: string;
  owner?: UnifiedResourceOwner;
  state?: UnifiedOperationState;
  error?: UnifiedError;
  readonly loss: UnifiedLossEntry[];
}
