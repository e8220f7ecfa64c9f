import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../src/core/json.ts';
import { SHARED, sharedPath } from './shared.ts';

/** One body that somebody sent to a provider. */
export interface RecordedRequest {
  readonly name: string;
  /** The profile that it is a body of. */
  readonly profile: string;
  /** Who answered: the provider itself, or a vendor of a compatible server. */
  readonly dialect: string;
  /** The status of the answer; bodies that were refused are recorded too. */
  readonly status: number;
  /** Whether the beta address of the provider was called; which beta features were named is not recorded. */
  readonly beta: boolean;
  readonly body: JsonObject;
}

interface ManifestEntry {
  readonly profile: string;
  readonly case: string;
  readonly files: readonly string[];
  readonly dialect: string;
  readonly status?: number;
  readonly endpoint?: string;
}

/** Every recorded request of a profile in the order of the manifest; none where the recordings are absent. */
export function recordedRequests(profile: string): readonly RecordedRequest[] {
  if (SHARED === undefined) return [];
  const manifest: readonly ManifestEntry[] = JSON.parse(readFileSync(sharedPath('corpus/manifest.json'), 'utf8'));
  return manifest
    .filter((entry) => entry.profile === profile && entry.files.includes('request.json'))
    .map(({ case: name, dialect, status = 200, endpoint = '' }) => ({
      name,
      profile,
      dialect,
      status,
      beta: endpoint.includes('beta=true'),
      body: JSON.parse(readFileSync(sharedPath(`corpus/${profile}/${name}/request.json`), 'utf8')),
    }));
}
