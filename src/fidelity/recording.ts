import type { Framing } from '../projection/index.ts';

/** One recorded exchange with a provider: what was sent, where it is known, and what came back. */
export interface Recording {
  /** The family of the profile that the bodies are of. */
  readonly profile: string;
  /** The name of the recording. */
  readonly case: string;
  /** The bytes of the body that was sent. */
  readonly request?: Uint8Array;
  /** The bytes of the body that came back. */
  readonly response?: Uint8Array;
  readonly stream?: RecordedStream;
  /** The status of the HTTP exchange; 200 where nothing is known. */
  readonly status?: number;
  /** The path that was called. */
  readonly endpoint?: string;
}

/** The bytes of a stream, and how its frames stand in them. */
export interface RecordedStream {
  readonly framing: Framing;
  readonly bytes: Uint8Array;
}

/** What can be recorded of an exchange. */
export type BodyKind = 'request' | 'response' | 'stream';

/** Paths whose answers are not generated: nothing of a conversation is in them. */
const NOT_GENERATING =
  /\/(?:count_tokens|input_tokens|countTokens|embeddings|moderations|models|files|batches)(?:\?|$)/;

/** Why an exchange is out of scope as a whole, or nothing where it is not. */
export function outOfScope({ endpoint }: Recording): string | undefined {
  return endpoint !== undefined && NOT_GENERATING.test(endpoint) ? 'the endpoint generates nothing' : undefined;
}
