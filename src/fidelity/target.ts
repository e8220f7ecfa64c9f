import type { ProfileSelection } from '../projection/index.ts';

/** A profile in one revision, with the name that a report has for it. */
export interface Target extends ProfileSelection {
  readonly name: string;
}

/** Names a profile and its revision. */
export function targetOf({ profile, revision }: ProfileSelection): Target {
  return revision === undefined
    ? { name: profile.family, profile }
    : { name: `${profile.family}@${revision}`, profile, revision };
}

/** Whether two targets are one dialect, in whatever revision. */
export function sameProfile(one: Target, other: Target): boolean {
  return one.profile.family === other.profile.family;
}
