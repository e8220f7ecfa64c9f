import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { anthropicMessages } from '../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../src/projection/profile/openai-chat/index.ts';
import type { Profile } from '../../src/projection/profile.ts';

/** A profile whose requests are audited. */
export interface AuditedProfile {
  readonly profile: Profile;
  /** Every revision that bodies are written in. */
  readonly revisions: readonly (string | undefined)[];
  /** The revision that the recorded bodies are of. */
  readonly recordedIn?: string;
  /** Recorded bodies that the provider itself could not read: they are no bodies of the dialect. */
  readonly malformed: readonly string[];
}

export const AUDITED: readonly AuditedProfile[] = [
  { profile: openaiChat, revisions: [undefined], malformed: [] },
  {
    profile: anthropicMessages,
    revisions: ['2026-10-21', '2023-06-01'],
    recordedIn: '2023-06-01',
    malformed: ['dd-anthropic-completion-error'], // a message that is a text: answered with status 400
  },
];

/** A dialect to write in, in one revision. */
export interface Target {
  readonly name: string;
  readonly profile: Profile;
  readonly revision?: string;
}

/** Every dialect and revision that bodies are written in. */
export const TARGETS: readonly Target[] = AUDITED.flatMap(({ profile, revisions }) =>
  revisions.map((revision) =>
    revision === undefined
      ? { name: profile.family, profile }
      : { name: `${profile.family} ${revision}`, profile, revision },
  ),
);

/** An owner of private state: one account at one provider of a dialect. */
export function ownerOf({ family }: Profile, provider: string, account = 'one'): UnifiedResourceOwner {
  return { profile: { family }, provider, credentialFingerprint: `fingerprint-of-account-${account}` };
}
