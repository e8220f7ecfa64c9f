import type { UnifiedResultV2 } from '../../generated/unified/types.ts';
import { UsageError, WireFormatError } from '../core/errors.ts';
import { childId } from '../core/id.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { resolveLimits } from '../core/limits.ts';
import type { AnswerContext } from './answer-context.ts';
import type { Aliases } from './emit.ts';
import { answerRequirements } from './emit-response.ts';
import { type Ingestion, type IngestOptions, ingestContext, readBody } from './ingest.ts';
import type { Profile, ResponseDialect } from './profile.ts';
import { isFailure, statusError } from './status-error.ts';

/** What a caller can say about an answer that is read; everything has a default. */
export interface AnswerOptions extends Omit<IngestOptions, 'requestId'> {
  /**
   * All identifiers of the answer derive from it, those of its private state among them. Without it they derive from
   * `operation`, so that two answers have the same ones: give each operation its own wherever answers meet.
   */
  readonly operationId?: string;
  /** The model that was asked for. */
  readonly requestedModel?: string;
  /** The status of the HTTP exchange. From 400 on a body that cannot be read is a failed answer, and nothing is thrown. */
  readonly httpStatus?: number;
  /** The names that the request had to change: what `emitRequest` gave. */
  readonly aliases?: Aliases;
}

/**
 * Reads an answer of one dialect, or the body of an error in its place, into a provider-neutral result. It has the same
 * items as the fold of the same answer that arrived as a stream (Unified v2, Root records).
 * `wire` is the parsed body, its text or its UTF-8 bytes. Throws WireFormatError with a pointer where the body is not of
 * this dialect, UsageError for options that do not fit. Where `httpStatus` says that the exchange failed, a body that is
 * not of this dialect, as the page of an edge, gives a failed result that tells of the status, and nothing of the body.
 */
export function ingestResponse(
  profile: Profile,
  wire: JsonValue | Uint8Array,
  options: AnswerOptions = {},
): Ingestion<UnifiedResultV2> {
  if (profile.response === undefined) {
    throw new UsageError('profile-direction', `The profile ${profile.family} has no responses.`, {
      details: { family: profile.family },
    });
  }
  const { context, value } = readAnswer(profile, profile.response, wire, options);
  const loss = context.loss.report();
  return {
    value: loss.entries.length === 0 ? value : { ...value, loss },
    loss,
    privateState: context.privateState,
    originOf: (made, member) => context.origins.find(made, member)?.pointer(),
  };
}

interface ReadAnswer {
  readonly context: AnswerContext;
  readonly value: UnifiedResultV2;
}

function readAnswer(
  profile: Profile,
  dialect: ResponseDialect,
  wire: JsonValue | Uint8Array,
  options: AnswerOptions,
): ReadAnswer {
  const { httpStatus } = options;
  try {
    const { body, exactNumbers } = readBody(wire, resolveLimits(options.limits));
    const context = answerContext(profile, options, body, exactNumbers);
    const value = dialect.ingest(context);
    const isSilent = value.error === undefined && value.output.length === 0 && value.candidates === undefined;
    return isFailure(httpStatus) && isSilent ? failedAnswer(profile, options, httpStatus) : { context, value };
  } catch (error) {
    if (!isFailure(httpStatus) || !WireFormatError.isInstance(error)) throw error;
    return failedAnswer(profile, options, httpStatus);
  }
}

function answerContext(
  profile: Profile,
  options: AnswerOptions,
  body: JsonObject,
  exactNumbers: ReadonlyMap<string, string>,
): AnswerContext {
  return { ...ingestContext(profile, body, exactNumbers, readingOptions(options)), ...answerFacts(options) };
}

/** What the status alone says: of the body, which may hold anything, nothing is told. */
function failedAnswer(profile: Profile, options: AnswerOptions, httpStatus: number): ReadAnswer {
  const context = answerContext(profile, options, {}, new Map());
  const { responseId, conversationId, operationId, requestedModel: requested } = context;
  const reason = 'the exchange failed with a body that tells of no error of this dialect; its status was read alone';
  context.loss.lose({ path: '', feature: 'response.malformed', reason });
  const value: UnifiedResultV2 = {
    schemaVersion: '2.0',
    responseId,
    conversationId,
    operationId,
    provenance: { profile: context.profile },
    model: requested === undefined ? {} : { requested },
    status: { reason: 'failed' },
    output: [],
    error: statusError(operationId, httpStatus),
  };
  return { context, value };
}

/** What every reader is told: identifiers derive from the operation, and nothing of what was already answered is required. */
export function readingOptions(options: AnswerOptions): IngestOptions {
  return { ...options, requestId: operationIdOf(options), requirements: answerRequirements(options.requirements) };
}

/** The identifier that everything in an answer derives its own from. */
function operationIdOf({ operationId = 'operation' }: AnswerOptions): string {
  return operationId;
}

/** What readers of answers know beside what every reader knows. */
export function answerFacts(
  options: AnswerOptions,
): Pick<AnswerContext, 'operationId' | 'responseId' | 'requestedModel' | 'httpStatus' | 'toolNames' | 'wrappedTools'> {
  const { requestedModel, httpStatus, aliases } = options;
  const operationId = operationIdOf(options);
  return {
    operationId,
    responseId: childId(operationId, 'response', 0),
    ...(requestedModel === undefined ? {} : { requestedModel }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    toolNames: new Map(aliases?.toolNames.map(([name, wire]) => [wire, name])),
    wrappedTools: new Set(aliases?.wrappedTools),
  };
}
