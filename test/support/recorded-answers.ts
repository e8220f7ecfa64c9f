import { existsSync, readFileSync } from 'node:fs';
import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Profile } from '../../src/projection/profile.ts';
import { ownerOf } from './audited.ts';
import { SHARED, sharedPath } from './shared.ts';

/** One answer that a provider sent at once. */
export interface RecordedAnswer {
  readonly name: string;
  readonly owner: UnifiedResourceOwner;
  readonly text: string;
  readonly body: JsonObject;
}

interface ManifestEntry {
  readonly profile: string;
  readonly case: string;
  readonly dialect: string;
}

/** Every recorded answer of a profile; none where the recordings are absent. */
export function recordedAnswers(profile: Profile): readonly RecordedAnswer[] {
  if (SHARED === undefined) return [];
  const manifest: readonly ManifestEntry[] = JSON.parse(readFileSync(sharedPath('corpus/manifest.json'), 'utf8'));
  return manifest
    .filter((entry) => entry.profile === profile.family)
    .flatMap(({ case: name, dialect }) => {
      const place = sharedPath(`corpus/${profile.family}/${name}/response.json`);
      if (!existsSync(place)) return [];
      const text = readFileSync(place, 'utf8');
      return [{ name, owner: ownerOf(profile, dialect), text, body: JSON.parse(text) as JsonObject }];
    });
}
