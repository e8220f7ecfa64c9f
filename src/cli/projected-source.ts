import { WireFormatError } from '../core/errors.ts';
import type { Issue, UnifiedLossReport, UnifiedResourceOwner, Validation } from '../index.ts';
import {
  createStreamProjection,
  type ProfileSelection,
  type ProjectOptions,
  projectRequest,
  projectResponse,
  type Route,
} from '../projection/index.ts';
import { validateRequest, validateResult } from '../validate/index.ts';
import { type BodyKind, framingOf } from './body-kind.ts';
import { parseSource, type Source } from './source.ts';

/** The record that was read of a body, what was lost, and the text that was written; none where the target refuses it. */
export interface ProjectedBody {
  readonly ok: boolean;
  readonly value: object;
  readonly loss: UnifiedLossReport;
  readonly text?: string;
}

/** What came of a body: a projection, a body that is not of its profile, or a record that breaks a rule. */
export type ProjectedSource =
  | { readonly kind: 'projected'; readonly made: ProjectedBody }
  | { readonly kind: 'wire-format'; readonly issue: Issue }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[]; readonly made: ProjectedBody };

/** What is projected, and who is meant where the command line names an owner, or none. */
export interface Projecting {
  readonly body: BodyKind;
  readonly owner?: string;
  readonly targetOwner?: string;
}

/**
 * Projects a body and validates the record in between. Private state belongs to the provider that the source profile
 * names, and goes to the one that the target profile names, unless the owners say otherwise.
 */
export function projectSource(
  source: Source,
  route: Route,
  { body, owner, targetOwner }: Projecting,
  options: ProjectOptions,
): ProjectedSource {
  const owned = { ...options, owner: ownerOf(route.from, owner), targetOwner: ownerOf(route.to, targetOwner) };
  try {
    const made = PROJECTIONS[body](source, route, owned);
    const validation = body === 'request' ? validateRequest(made.value) : validateResult(made.value);
    return outcomeOf(made, validation);
  } catch (error) {
    if (!WireFormatError.isInstance(error)) throw error;
    return { kind: 'wire-format', issue: issueOf(error, body === 'stream' ? undefined : source) };
  }
}

function outcomeOf(made: ProjectedBody, validation: Validation<unknown>): ProjectedSource {
  return validation.ok ? { kind: 'projected', made } : { kind: 'invalid', issues: validation.issues, made };
}

type Project = (source: Source, route: Route, options: ProjectOptions) => ProjectedBody;

const PROJECTIONS = {
  request: ({ bytes }, route, options) => {
    const made = projectRequest(route, bytes, options);
    return bodyOf(made, made.ok ? made.text() : undefined);
  },
  response: ({ bytes }, route, options) => {
    const made = projectResponse(route, bytes, forAnswers(options));
    return bodyOf(made, made.ok ? made.text() : undefined);
  },
  stream: (source, route, options) => {
    const framing = framingOf(source);
    const projection = createStreamProjection(route, {
      ...forAnswers(options),
      ...(framing === undefined ? {} : { framing }),
    });
    const text = projection.push(source.bytes) + projection.end();
    const value = projection.result();
    refuseStrange(value.error);
    const loss = projection.loss();
    const ok = loss.disposition !== 'unsupported';
    return bodyOf({ ok, value, loss }, ok ? text : undefined);
  },
} satisfies Record<BodyKind, Project>;

function bodyOf({ ok, value, loss }: Omit<ProjectedBody, 'text'>, text: string | undefined): ProjectedBody {
  return { ok, value, loss, ...(text === undefined ? {} : { text }) };
}

/** The identifiers of an answer derive from that of its operation. */
function forAnswers({ requestId, ...options }: ProjectOptions) {
  return requestId === undefined ? options : { ...options, operationId: requestId };
}

/** A stream that is not of its dialect ends the operation in an error; of a file that is the answer. */
export function refuseStrange(error: { readonly code: string; readonly message: string } | undefined): void {
  if (error?.code === 'wire-format') throw new WireFormatError('wire-format', error.message);
}

export function ownerOf({ profile: { family }, revision }: ProfileSelection, provider = family): UnifiedResourceOwner {
  return { profile: revision === undefined ? { family } : { family, revision }, provider };
}

/** The issue behind an exception; of one document also where it stops being JSON. */
export function issueOf({ code, details, message }: WireFormatError, document: Source | undefined): Issue {
  const parsed = document === undefined ? undefined : parseSource(document);
  if (parsed?.ok === false) return parsed.issue;
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  const expected = text('expected');
  const found = text('found');
  return {
    path: text('path') ?? '',
    rule: text('rule') ?? code,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
  };
}
