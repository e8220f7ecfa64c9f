import type { Profile, ProfileSelection } from '../projection/index.ts';
import { PROFILES } from '../projection/profile/index.ts';
import { usageFailure } from './failure.ts';
import { suggestion } from './nearest.ts';

/**
 * The profile that `FAMILY` or `FAMILY@REVISION` names. Throws a usage failure with the nearest names for one that does
 * not exist.
 */
export function selectProfile(text: string): ProfileSelection {
  const at = text.indexOf('@');
  const family = at === -1 ? text : text.slice(0, at);
  const profile = PROFILES.find((candidate) => candidate.family === family);
  if (profile === undefined) {
    const families = PROFILES.map((candidate) => candidate.family);
    const help = suggestion(family, families, `The profiles are ${families.join(', ')}.`);
    throw usageFailure('profile-unknown', `There is no profile "${family}".`, help);
  }
  return at === -1 ? defaultSelection(profile) : { profile, revision: knownRevision(profile, text.slice(at + 1)) };
}

/** Every profile, in its default revision. */
export function sourceSelections(): readonly ProfileSelection[] {
  return PROFILES.map(defaultSelection);
}

/** Every profile with each of its revisions. */
export function allSelections(): readonly ProfileSelection[] {
  return PROFILES.flatMap((profile) =>
    profile.revisions.length === 0 ? [{ profile }] : profile.revisions.map((revision) => ({ profile, revision })),
  );
}

/** The name that `selectProfile` takes. */
export function nameOf({ profile, revision }: ProfileSelection): string {
  return revision === undefined ? profile.family : `${profile.family}@${revision}`;
}

function defaultSelection(profile: Profile): ProfileSelection {
  const [revision] = profile.revisions;
  return revision === undefined ? { profile } : { profile, revision };
}

function knownRevision({ family, revisions }: Profile, revision: string): string {
  if (revisions.includes(revision)) return revision;
  const known = revisions.length === 0 ? 'it has no revisions: leave "@" out' : `it has ${revisions.join(', ')}`;
  throw usageFailure(
    'profile-revision',
    `The profile ${family} has no revision "${revision}".`,
    suggestion(revision, revisions, `Of ${family}: ${known}.`),
  );
}
