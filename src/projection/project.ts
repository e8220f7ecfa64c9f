import type {
  UnifiedLossEntry,
  UnifiedLossReport,
  UnifiedRequestV2,
  UnifiedResourceOwner,
  UnifiedResultV2,
} from '../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { lossReport } from '../core/loss-report.ts';
import { parsePointer } from '../core/pointer.ts';
import type { PrivateStateReader, PrivateStateSet } from '../core/private-state.ts';
import { type Aliases, type EmitOptions, emitRequest } from './emit.ts';
import { emitResponse } from './emit-response.ts';
import { type Ingestion, ingestRequest } from './ingest.ts';
import { type AnswerOptions, ingestResponse } from './ingest-response.ts';
import { firstReader } from './private-readers.ts';
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
  /** Where private state is read from that the body does not hold itself: what earlier answers gave, or a vault. */
  readonly privateState?: PrivateStateReader;
  readonly limits?: Partial<Limits>;
  readonly requirements?: Requirements;
}

/** As `ProjectOptions`, for an answer. */
export interface ProjectResponseOptions extends Omit<AnswerOptions, 'revision'> {
  /** Whom the answer that is written goes to. */
  readonly targetOwner?: UnifiedResourceOwner;
  readonly targetBetas?: readonly string[];
  /** Where private state is read from that the body does not hold itself: what earlier answers gave, or a vault. */
  readonly privateState?: PrivateStateReader;
  /** The request that is answered, as the client asked it: what it did not ask for is not sent. */
  readonly request?: UnifiedRequestV2;
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
  const read = ingestRequest(from.profile, wire, readingOf(from, options));
  const written = emitRequest(to.profile, read.value, writingOf(to, read, options));
  const loss = bothLosses(read, written.loss);
  const { value, privateState } = read;
  if (!written.ok || loss.disposition === 'unsupported') return { ok: false, value, privateState, loss };
  return { ok: true, value, privateState, loss, wire: written.wire, text: written.text, aliases: written.aliases };
}

/** A projected answer, with the status of its HTTP exchange where there is one to send. */
export type ResponseProjection =
  | (Extract<Projection<UnifiedResultV2>, { readonly ok: true }> & { readonly status: number })
  | Extract<Projection<UnifiedResultV2>, { readonly ok: false }>;

/**
 * As `projectRequest`, for an answer or the body of an error in its place. Where `httpStatus` says that the exchange failed,
 * a body that cannot be read is projected as an error of that status, and nothing is thrown.
 */
export function projectResponse(
  { from, to }: Route,
  wire: JsonValue | Uint8Array,
  options: ProjectResponseOptions = {},
): ResponseProjection {
  const read = ingestResponse(from.profile, wire, readingOf(from, options));
  const written = emitResponse(to.profile, read.value, writingOf(to, read, options));
  const loss = bothLosses(read, written.loss);
  const { value, privateState } = read;
  if (!written.ok || loss.disposition === 'unsupported') return { ok: false, value, privateState, loss };
  const { status, text, aliases } = written;
  return { ok: true, value, privateState, loss, status, wire: written.wire, text, aliases };
}

/** What both halves of a projection can be told. */
interface BothOptions {
  readonly targetOwner?: UnifiedResourceOwner;
  readonly targetBetas?: readonly string[];
  readonly privateState?: PrivateStateReader;
  readonly request?: UnifiedRequestV2;
  readonly requirements?: Requirements;
}

function readingOf<Options extends BothOptions>({ revision }: ProjectionSide, options: Options) {
  const { targetOwner, targetBetas, privateState, request, ...reading } = options;
  return { ...reading, ...optional('revision', revision) };
}

type ProjectionSide = Pick<ProfileSelection, 'revision'>;

function writingOf(
  { revision }: ProjectionSide,
  read: Ingestion<unknown>,
  { targetOwner, targetBetas, privateState, request, requirements }: BothOptions,
): EmitOptions {
  return {
    privateState: firstReader(read.privateState, privateState),
    ...optional('request', request),
    ...optional('revision', revision),
    ...optional('owner', targetOwner),
    ...optional('betas', targetBetas),
    ...optional('requirements', requirements),
  };
}

function bothLosses(read: Ingestion<object>, written: UnifiedLossReport): UnifiedLossReport {
  return lossReport([...read.loss.entries, ...written.entries.map((entry) => withSource(entry, read))]);
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // The computed key widens to string: the object has exactly the one member that the type says, or none.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}

/** Adds the place in the source body: of the nearest object around the loss whose origin is known. */
function withSource(entry: UnifiedLossEntry, read: Ingestion<object>): UnifiedLossEntry {
  let origin: string | undefined;
  let place: unknown = read.value;
  for (const token of parsePointer(entry.path)) {
    if (typeof place !== 'object' || place === null) break;
    // A pointer of a loss report names own members of the record that was just made.
    origin = read.originOf(place, token) ?? origin;
    place = (place as Readonly<Record<string, unknown>>)[token];
    if (typeof place === 'object' && place !== null) origin = read.originOf(place) ?? origin;
  }
  return origin === undefined || origin === '' ? entry : { ...entry, sourcePath: origin };
}
