import { existsSync, readFileSync } from 'node:fs';
import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { anthropicMessages, openaiChat } from '../../src/projection/profile/index.ts';
import type { Profile } from '../../src/projection/profile.ts';
import type { DecodeOptions } from '../../src/projection/stream/stream-decoding.ts';
import { ownerOf } from './audited.ts';
import { SHARED, sharedPath } from './shared.ts';

/** One stream that a provider sent. */
export interface RecordedStream {
  readonly name: string;
  readonly profile: Profile;
  readonly owner: UnifiedResourceOwner;
  /** The bytes as recorded: server-sent events, or the payloads one a line. */
  readonly bytes: Uint8Array;
  readonly options: DecodeOptions;
}

interface ManifestEntry {
  readonly profile: string;
  readonly case: string;
  readonly files: readonly string[];
  readonly dialect: string;
}

/** The profiles that read streams. */
export const STREAMING: readonly Profile[] = [openaiChat, anthropicMessages].filter(
  ({ stream }) => stream !== undefined,
);

/** Every recorded stream of the profiles that read streams; none where the recordings are absent. */
export function recordedStreams(family?: string): readonly RecordedStream[] {
  if (SHARED === undefined) return [];
  const manifest: readonly ManifestEntry[] = JSON.parse(readFileSync(sharedPath('corpus/manifest.json'), 'utf8'));
  return STREAMING.filter((profile) => family === undefined || profile.family === family).flatMap((profile) =>
    manifest
      .filter((entry) => entry.profile === profile.family)
      .flatMap(({ case: name, dialect }) => {
        const folder = `corpus/${profile.family}/${name}`;
        const isSse = existsSync(sharedPath(`${folder}/stream.sse`));
        if (!isSse && !existsSync(sharedPath(`${folder}/stream.ndjson`))) return [];
        const bytes = new Uint8Array(readFileSync(sharedPath(`${folder}/stream.${isSse ? 'sse' : 'ndjson'}`)));
        const owner = ownerOf(profile, dialect);
        return [{ name, profile, owner, bytes, options: { owner, framing: isSse ? 'sse' : 'ndjson' } as const }];
      }),
  );
}
