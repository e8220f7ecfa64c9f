import type { UnifiedItem, UnifiedRequestV2, UnifiedResultV2 } from '../../generated/unified/types.ts';
import type { Validation } from '../core/issue.ts';
import type { JsonValue } from '../core/json.ts';
import {
  type Emission,
  type EmitOptions,
  emitRequest,
  emitResponse,
  type Ingestion,
  type IngestOptions,
  ingestRequest,
  ingestResponse,
  type Profile,
} from '../projection/index.ts';
import { validateRequest, validateResult } from '../validate/index.ts';

/** What an audit says about a body that it reads. */
export type ReadingOptions = Pick<IngestOptions, 'owner' | 'revision' | 'betas'>;

/** A root record that crosses the wire whole: how it is read, written and validated, and where its items stand. */
export interface Direction<Root> {
  readonly kind: 'request' | 'response';
  /** What a dialect demands of such a body. */
  readonly demands: (profile: Profile) => readonly string[];
  /** The name of its type in the plan of Unified v2. */
  readonly type: string;
  readonly ingest: (profile: Profile, wire: JsonValue | Uint8Array, options: ReadingOptions) => Ingestion<Root>;
  readonly emit: (profile: Profile, record: Root, options: EmitOptions) => Emission;
  readonly validate: (value: unknown) => Validation<Root>;
  /** The tokens of the list that holds its items. */
  readonly itemsAt: readonly string[];
  readonly items: (record: Root) => readonly UnifiedItem[];
  readonly withItems: (record: Root, items: readonly UnifiedItem[]) => Root;
}

export const REQUESTS: Direction<UnifiedRequestV2> = {
  kind: 'request',
  demands: () => [],
  type: 'UnifiedRequestV2',
  ingest: ingestRequest,
  emit: emitRequest,
  validate: validateRequest,
  itemsAt: ['conversation', 'items'],
  items: ({ conversation }) => conversation.items,
  withItems: (request, items) => {
    const { headItemId: _, ...conversation } = request.conversation;
    const last = items.at(-1);
    const head = last === undefined ? {} : { headItemId: last.id };
    return { ...request, conversation: { ...conversation, items: [...items], ...head } };
  },
};

export const RESPONSES: Direction<UnifiedResultV2> = {
  kind: 'response',
  demands: ({ response }) => response?.demands ?? [],
  type: 'UnifiedResultV2',
  ingest: ingestResponse,
  emit: emitResponse,
  validate: validateResult,
  itemsAt: ['output'],
  items: ({ output }) => output,
  withItems: (result, items) => ({ ...result, output: [...items] }),
};
