import type { UnifiedRequestV2 } from '../../generated/unified/types.ts';
import type { JsonObject } from '../core/json.ts';
import type { CapabilityTable, ProfileLimits } from './capability.ts';
import type { EmitContext } from './emit-context.ts';
import type { IngestContext } from './ingest-context.ts';

/**
 * A dialect as a value: everything that the projection knows about one provider's wire format.
 * Profiles are passed, never looked up: a new one needs no change of the core (Unified v2, Version and protocol profiles).
 */
export interface Profile {
  /** The family, as records name it. */
  readonly family: string;
  readonly title: string;
  /** The revisions that are live, the default first; empty when the dialect has none. */
  readonly revisions: readonly string[];
  /** What the dialect carries, in one revision. */
  readonly capabilities: (revision: string | undefined) => CapabilityTable;
  readonly limits: ProfileLimits;
  /** Whether state that one model issued is accepted by another; the default is equality. */
  readonly modelsCompatible?: (issuer: string, target: string) => boolean;
  /** The registered annotations with a meaning of their own that it writes, by name; spellings need not be listed. */
  readonly annotations?: readonly string[];
  readonly request?: RequestDialect;
}

/** How a dialect reads and writes requests. */
export interface RequestDialect {
  /** Reads a wire body field by field. Throws WireFormatError where the body is not of this dialect. */
  readonly ingest: (context: IngestContext) => UnifiedRequestV2;
  /** Writes a wire body; everything that it cannot write is in the context's loss recorder afterwards. */
  readonly emit: (request: UnifiedRequestV2, context: EmitContext) => JsonObject;
}

/** A profile together with the revision of it that is meant. */
export interface ProfileSelection {
  readonly profile: Profile;
  readonly revision?: string;
}

/** Declares a profile; gives it back unchanged, so that its type is checked where it is written. */
export function defineProfile(profile: Profile): Profile {
  return profile;
}
