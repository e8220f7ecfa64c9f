import type { IngestContext } from './ingest-context.ts';

/** What a profile's reader works with while it reads an answer, whole or as a stream. */
export interface AnswerContext extends IngestContext {
  /** The operation that the answer belongs to: `requestId` is the same here, so that all identifiers derive from it. */
  readonly operationId: string;
  readonly responseId: string;
  /** The model that was asked for, where the caller knows it. */
  readonly requestedModel?: string;
  /** The status of the HTTP exchange, where the caller knows it. */
  readonly httpStatus?: number;
  /** The names that tools have in the request, by those that they have on this wire. */
  readonly toolNames: ReadonlyMap<string, string>;
  /** The custom tools that the request had to wrap into functions of one text, by their name on the wire. */
  readonly wrappedTools: ReadonlySet<string>;
}

/** The name that a tool has in the request; the wire's own where the request did not change it. */
export function canonicalToolName({ toolNames }: Pick<AnswerContext, 'toolNames'>, name: string): string {
  return toolNames.get(name) ?? name;
}
