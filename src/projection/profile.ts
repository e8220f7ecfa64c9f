import type { UnifiedRequestV2, UnifiedResultV2 } from '../../generated/unified/types.ts';
import type { JsonObject } from '../core/json.ts';
import type { AnswerContext } from './answer-context.ts';
import type { CapabilityTable, ProfileLimits } from './capability.ts';
import type { EmitContext } from './emit-context.ts';
import type { IngestContext } from './ingest-context.ts';
import type { DecodeContext, StreamDecoder } from './stream/decode-context.ts';
import type { EncodeContext, StreamEncoder } from './stream/encode-context.ts';
import type { Framing } from './stream/frame.ts';
import type { StreamForm } from './stream/stream-form.ts';

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
  /** What the dialect carries in answers, where that is not what it carries in requests. */
  readonly answerCapabilities?: (revision: string | undefined) => CapabilityTable;
  readonly limits: ProfileLimits;
  /** Whether state that one model issued is accepted by another; the default is equality. */
  readonly modelsCompatible?: (issuer: string, target: string) => boolean;
  /** The registered annotations with a meaning of their own that it writes, by name; spellings need not be listed. */
  readonly annotations?: readonly string[];
  readonly request?: RequestDialect;
  readonly response?: ResponseDialect;
  readonly stream?: StreamDialect;
}

/** How a dialect reads and writes requests. */
export interface RequestDialect {
  /** Reads a wire body field by field. Throws WireFormatError where the body is not of this dialect. */
  readonly ingest: (context: IngestContext) => UnifiedRequestV2;
  /** Writes a wire body; everything that it cannot write is in the context's loss recorder afterwards. */
  readonly emit: (request: UnifiedRequestV2, context: EmitContext) => JsonObject;
}

/** How a dialect reads and writes whole answers. */
export interface ResponseDialect {
  /** Reads an answer, or the body of an error in its place. Throws WireFormatError where the body is neither. */
  readonly ingest: (context: AnswerContext) => UnifiedResultV2;
  /** Writes an answer, or the body of an error in its place; what it cannot write is in the loss recorder afterwards. */
  readonly emit: (result: UnifiedResultV2, context: EmitContext) => ResponseBody;
  /** Members that the dialect demands of an answer, so that they are written where none was read: pointers, `*` for any index. */
  readonly demands?: readonly string[];
}

/** An answer on the wire. */
export interface ResponseBody {
  /** The status of the HTTP exchange; 200 unless the answer is an error. */
  readonly status: number;
  readonly body: JsonObject;
}

/** How a dialect reads and writes streams. */
export interface StreamDialect {
  readonly framing: Framing;
  /** What ends a stream beside the payloads, as `[DONE]` does in Chat Completions. */
  readonly endMarker?: string;
  readonly decoder: (context: DecodeContext) => StreamDecoder;
  readonly encoder: (context: EncodeContext) => StreamEncoder;
  /** How two of its streams are compared; without it frame by frame. */
  readonly form?: StreamForm;
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
