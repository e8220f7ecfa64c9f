import type {
  UnifiedLossReport,
  UnifiedProtocolProfile,
  UnifiedRequestV2,
  UnifiedResourceOwner,
} from '../../generated/unified/types.ts';
import { UsageError, WireFormatError } from '../core/errors.ts';
import { childId } from '../core/id.ts';
import { describeFound } from '../core/issue.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { type Limits, resolveLimits } from '../core/limits.ts';
import { parseJson } from '../core/parse-json.ts';
import { PrivateStateSet } from '../core/private-state.ts';
import { repeatedName } from '../core/repeated-name.ts';
import type { IngestContext } from './ingest-context.ts';
import { LossRecorder } from './loss.ts';
import { Origins } from './origins.ts';
import type { Profile, RequestDialect } from './profile.ts';
import { type Requirements, requirementTable } from './requirement.ts';
import { WireObject } from './wire-object.ts';

/** What a caller can say about a body that is read; everything has a default. */
export interface IngestOptions {
  /** The revision of the dialect; the profile's default when absent. */
  readonly revision?: string;
  /** Beta features that were asked for by name. */
  readonly betas?: readonly string[];
  /** All other identifiers derive from it and from positions, never from a random source. */
  readonly requestId?: string;
  readonly conversationId?: string;
  readonly branchId?: string;
  /** The moment that new items carry, RFC 3339; the epoch when the caller has no clock. */
  readonly now?: string;
  /** Whose private state the body holds. Without it signatures are kept but unverified, and are sent to nobody. */
  readonly owner?: UnifiedResourceOwner;
  readonly limits?: Partial<Limits>;
  readonly requirements?: Requirements;
}

/** A record that was read, what was lost on the way, and the private state that stays beside it. */
export interface Ingestion<T> {
  readonly value: T;
  /** Pointers are into the wire body. */
  readonly loss: UnifiedLossReport;
  readonly privateState: PrivateStateSet;
  /** The JSON pointer in the wire body that an object of the record, or one member of it, came from. */
  readonly originOf: (made: object, member?: string) => string | undefined;
}

const EPOCH = '1970-01-01T00:00:00.000Z';

/**
 * Reads a request of one dialect into the provider-neutral form: field by field, so that everything is carried in a
 * typed place, kept as annotation or private state, or reported (Unified v2, Goals).
 * `wire` is the parsed body, its text or its UTF-8 bytes; text keeps the digits of numbers beyond 2^53.
 * Throws WireFormatError with a pointer where the body is not of this dialect, UsageError for options that do not fit.
 */
export function ingestRequest(
  profile: Profile,
  wire: JsonValue | Uint8Array,
  options: IngestOptions = {},
): Ingestion<UnifiedRequestV2> {
  const dialect = requestDialect(profile);
  const limits = resolveLimits(options.limits);
  const { body, exactNumbers } = readBody(wire, limits);
  const context = ingestContext(profile, body, exactNumbers, options);
  const value = dialect.ingest(context);
  return {
    value,
    loss: context.loss.report(),
    privateState: context.privateState,
    originOf: (made, member) => context.origins.find(made, member)?.pointer(),
  };
}

function requestDialect(profile: Profile): RequestDialect {
  if (profile.request !== undefined) return profile.request;
  throw new UsageError('profile-direction', `The profile ${profile.family} has no requests.`, {
    details: { family: profile.family },
  });
}

/** The profile with the revision that is meant. Throws UsageError for a revision that the dialect does not have. */
export function selectRevision(
  profile: Profile,
  revision: string | undefined,
  betas?: readonly string[],
): UnifiedProtocolProfile {
  const { family, revisions } = profile;
  if (revision !== undefined && !revisions.includes(revision)) {
    const known = revisions.length === 0 ? 'it has none' : `it has ${revisions.join(', ')}`;
    throw new UsageError('profile-revision', `The profile ${family} has no revision of this name; ${known}.`, {
      details: { family },
    });
  }
  const selected = revision ?? revisions[0];
  const asked = betas === undefined || betas.length === 0 ? {} : { betas: [...betas] };
  return selected === undefined ? { family, ...asked } : { family, revision: selected, ...asked };
}

/** The parsed body of text, bytes or a value, within the limits. Throws WireFormatError where it is no JSON object. */
export function readBody(
  wire: JsonValue | Uint8Array,
  limits: Limits,
): { body: JsonObject; exactNumbers: ReadonlyMap<string, string> } {
  const read = typeof wire === 'string' || wire instanceof Uint8Array ? parseJson(wire, limits) : undefined;
  if (read?.ok === false) {
    const { path, message, rule } = read.issue;
    throw new WireFormatError('wire-format', message, { details: { path, rule } });
  }
  if (read !== undefined) refuseRepeatedNames(wire as string | Uint8Array);
  // A wire that is no text and no bytes is the parsed body itself.
  const body = read === undefined ? (wire as JsonValue) : read.value;
  if (isPlainObject(body)) return { body, exactNumbers: read?.exactNumbers ?? new Map() };
  const found = describeFound(body);
  throw new WireFormatError('wire-format', `the body: expected an object, found ${found}`, {
    details: { path: '', found },
  });
}

/** Of members with one name a parser keeps the last: the others would be lost without a word. */
function refuseRepeatedNames(wire: string | Uint8Array): void {
  const path = repeatedName(typeof wire === 'string' ? wire : new TextDecoder().decode(wire));
  if (path === undefined) return;
  const message = `${path}: expected one member of this name, found several`;
  throw new WireFormatError('wire-format', message, { details: { path, rule: 'json-repeated-name' } });
}

/** What every reader works with. Throws UsageError for options that do not fit. */
export function ingestContext(
  profile: Profile,
  body: JsonObject,
  exactNumbers: ReadonlyMap<string, string>,
  options: IngestOptions,
): IngestContext {
  const limits = resolveLimits(options.limits);
  const requestId = options.requestId ?? 'request';
  const requirement = requirementTable(options.requirements);
  const loss = new LossRecorder('ingest', requirement);
  return {
    profile: selectRevision(profile, options.revision, options.betas),
    wire: new WireObject(body, { loss, exactNumbers, limits }),
    requestId,
    conversationId: options.conversationId ?? childId(requestId, 'conversation', 0),
    branchId: options.branchId ?? 'main',
    now: options.now ?? EPOCH,
    ...(options.owner === undefined ? {} : { owner: options.owner }),
    loss,
    privateState: new PrivateStateSet([], profile.modelsCompatible),
    requirement,
    limits,
    exactNumbers,
    origins: new Origins(),
  };
}
