import { WireFormatError } from '../core/errors.ts';
import type { Issue, UnifiedRequestV2, UnifiedResourceOwner } from '../index.ts';
import {
  type ProfileSelection,
  type Projection,
  type ProjectOptions,
  projectRequest,
  type Route,
} from '../projection/index.ts';
import { validateRequest } from '../validate/index.ts';
import { parseSource, type Source } from './source.ts';

/** What came of a body: a projection, a body that is not of its profile, or a record that breaks a rule. */
export type ProjectedSource =
  | { readonly kind: 'projected'; readonly made: Projection<UnifiedRequestV2> }
  | { readonly kind: 'wire-format'; readonly issue: Issue }
  | { readonly kind: 'invalid'; readonly issues: readonly Issue[]; readonly made: Projection<UnifiedRequestV2> };

/** Who is meant where the command line names an owner, or none. */
export interface Owners {
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
  { owner, targetOwner }: Owners,
  options: ProjectOptions,
): ProjectedSource {
  try {
    const made = projectRequest(route, source.bytes, {
      ...options,
      owner: ownerOf(route.from, owner),
      targetOwner: ownerOf(route.to, targetOwner),
    });
    const validation = validateRequest(made.value);
    return validation.ok ? { kind: 'projected', made } : { kind: 'invalid', issues: validation.issues, made };
  } catch (error) {
    if (!WireFormatError.isInstance(error)) throw error;
    return { kind: 'wire-format', issue: issueOf(error, source) };
  }
}

function ownerOf({ profile: { family }, revision }: ProfileSelection, provider = family): UnifiedResourceOwner {
  return { profile: revision === undefined ? { family } : { family, revision }, provider };
}

function issueOf({ code, details, message }: WireFormatError, source: Source): Issue {
  const parsed = parseSource(source);
  if (!parsed.ok) return parsed.issue;
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
