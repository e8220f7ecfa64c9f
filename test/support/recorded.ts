import type { UnifiedRequestV2, UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { type Ingestion, type IngestOptions, ingestRequest } from '../../src/projection/ingest.ts';
import { AUDITED, type AuditedProfile, ownerOf } from './audited.ts';
import { type RecordedRequest, recordedRequests } from './corpus.ts';

/** A recorded body with what reading it needs. */
export interface ReadableRequest extends RecordedRequest {
  readonly source: AuditedProfile;
  readonly owner: UnifiedResourceOwner;
  readonly options: IngestOptions;
}

/** Every recorded body of the audited profiles that is one of its dialect. */
export function readableRequests(family?: string): readonly ReadableRequest[] {
  return AUDITED.filter(({ profile }) => family === undefined || profile.family === family).flatMap((source) =>
    recordedRequests(source.profile.family)
      .filter(({ name }) => !source.malformed.includes(name))
      .map((recorded) => ({ ...recorded, source, ...readingOf(source, recorded.dialect) })),
  );
}

function readingOf(source: AuditedProfile, provider: string): { owner: UnifiedResourceOwner; options: IngestOptions } {
  const owner = ownerOf(source.profile, provider);
  const revision = source.recordedIn === undefined ? {} : { revision: source.recordedIn };
  return { owner, options: { owner, ...revision } };
}

/** Reads a recorded body. */
export function readRecorded({ source, body, options }: ReadableRequest): Ingestion<UnifiedRequestV2> {
  return ingestRequest(source.profile, body, options);
}
