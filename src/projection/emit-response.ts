import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { UnifiedRequirement, UnifiedResultV2 } from '../../generated/unified/types.ts';
import { UsageError } from '../core/errors.ts';
import { aliasesOf, type Emission, type EmitOptions, emitContext, exactText } from './emit.ts';
import type { Profile } from './profile.ts';
import type { Requirements } from './requirement.ts';
import { reportUnclaimedAnswer } from './unclaimed.ts';

/** An answer on the wire, with the status of its HTTP exchange; or the loss report alone. */
export type ResponseEmission =
  | (Extract<Emission, { ok: true }> & { readonly status: number })
  | Extract<Emission, { ok: false }>;

/**
 * Writes a result as an answer of one dialect, and reports each difference. Pointers of the report are into the result.
 * What an answer says was paid for and may have been acted on, so that it is refused only where the caller's own
 * requirements say so, or where a call that the client must answer cannot be told.
 * Throws UsageError for options that do not fit.
 */
export function emitResponse(profile: Profile, result: UnifiedResultV2, options: EmitOptions = {}): ResponseEmission {
  if (profile.response === undefined) {
    throw new UsageError('profile-direction', `The profile ${profile.family} has no responses.`, {
      details: { family: profile.family },
    });
  }
  const requirements = answerRequirements(options.requirements);
  const context = emitContext(profile, { ...options, requirements }, profile.answerCapabilities);
  reportUnclaimedAnswer(result, context);
  const { status, body } = profile.response.emit(result, context);
  const loss = context.loss.report();
  if (loss.disposition === 'unsupported') return { ok: false, loss };
  return {
    ok: true,
    status,
    wire: body,
    text: () => exactText(body, context.exactNumbers),
    loss,
    aliases: aliasesOf(context),
  };
}

/** What an answer needs: as the published table says, but nothing of what was already answered is required. */
export function answerRequirements(overrides: Requirements = {}): Requirements {
  return { ...PREFERRED, ...overrides };
}

/** Calls that wait for the client are required in an answer as well. */
const REQUIRED_IN_ANSWERS: ReadonlySet<string> = new Set(['item.tool-call']);

const PREFERRED: Requirements = Object.fromEntries(
  Object.entries(FEATURES)
    .filter(([code, { defaultRequirement }]) => defaultRequirement === 'required' && !REQUIRED_IN_ANSWERS.has(code))
    .map(([code]) => [code, 'preferred'] as const satisfies readonly [string, UnifiedRequirement]),
  // Every key is one of the vocabulary's own.
) as Readonly<Partial<Record<FeatureCode, UnifiedRequirement>>>;
