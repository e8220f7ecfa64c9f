import type {
  UnifiedLossEntry,
  UnifiedLossReport,
  UnifiedRequestV2,
  UnifiedResourceOwner,
} from '../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { lossReport } from '../core/loss-report.ts';
import { parsePointer } from '../core/pointer.ts';
import type { PrivateStateSet } from '../core/private-state.ts';
import { type Aliases, emitRequest } from './emit.ts';
import { type Ingestion, ingestRequest } from './ingest.ts';
import type { ProfileSelection } from './profile.ts';
import type { Requirements } from './requirement.ts';

/** Which dialect is read, and which is written. */
export interface Route {
  readonly from: ProfileSelection;
  readonly to: ProfileSelection;
}

/** What a caller can say about a projection; everything has a default. */
export interface ProjectOptions {
  readonly requestId?: string;
  readonly conversationId?: string;
  readonly branchId?: string;
  readonly now?: string;
  /** Whose private state the body that is read holds. */
  readonly owner?: UnifiedResourceOwner;
  /** Whom the body that is written goes to. */
  readonly targetOwner?: UnifiedResourceOwner;
  readonly betas?: readonly string[];
  readonly targetBetas?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly requirements?: Requirements;
}

/** Both halves of a projection: what was read, and what was written of it. */
export type Projection<T> = {
  /** The provider-neutral form in between. */
  readonly value: T;
  readonly privateState: PrivateStateSet;
  /** Losses of both halves; each entry of the second one names its place in the body that was read, where it is known. */
  readonly loss: UnifiedLossReport;
} & (
  | { readonly ok: true; readonly wire: JsonObject; readonly text: () => string; readonly aliases: Aliases }
  | { readonly ok: false }
);

/**
 * Projects a request from one dialect to another through the provider-neutral form.
 * Private state goes along only when `targetOwner` is exactly the owner that issued it.
 * Throws WireFormatError where the body is not of the source dialect, UsageError for options that do not fit.
 */
export function projectRequest(
  { from, to }: Route,
  wire: JsonValue | Uint8Array,
  options: ProjectOptions = {},
): Projection<UnifiedRequestV2> {
  const { targetOwner, targetBetas, requirements, ...reading } = options;
  const read = ingestRequest(from.profile, wire, {
    ...reading,
    ...optional('revision', from.revision),
    ...optional('requirements', requirements),
  });
  const written = emitRequest(to.profile, read.value, {
    privateState: read.privateState,
    ...optional('revision', to.revision),
    ...optional('owner', targetOwner),
    ...optional('betas', targetBetas),
    ...optional('requirements', requirements),
  });
  const loss = lossReport([...read.loss.entries, ...written.loss.entries.map((entry) => withSource(entry, read))]);
  const { value, privateState } = read;
  if (!written.ok || loss.disposition === 'unsupported') return { ok: false, value, privateState, loss };
  return { ok: true, value, privateState, loss, wire: written.wire, text: written.text, aliases: written.aliases };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // The computed key widens to string: the object has exactly the one member that the type says, or none.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

/** Adds the place in the source body: of the nearest object around the loss whose origin is known. */
function withSource(entry: UnifiedLossEntry, read: Ingestion<UnifiedRequestV2>): UnifiedLossEntry {
  let origin: string | undefined;
  let place: unknown = read.value;
  for (const token of parsePointer(entry.path)) {
    if (typeof place !== 'object' || place === null) break;
    // A pointer of a loss report names own members of the record that was just made.
    place = (place as Readonly<Record<string, unknown>>)[token];
    if (typeof place === 'object' && place !== null) origin = read.originOf(place) ?? origin;
  }
  return origin === undefined || origin === '' ? entry : { ...entry, sourcePath: origin };
}
