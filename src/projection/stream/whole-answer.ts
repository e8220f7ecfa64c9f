import type { UnifiedItem, UnifiedResultV2 } from '../../../generated/unified/types.ts';
import { WireFormatError } from '../../core/errors.ts';
import type { Ingestion } from '../ingest.ts';
import { type AnswerOptions, ingestResponse } from '../ingest-response.ts';
import type { Profile } from '../profile.ts';
import { completeAnswer, type DecodeContext, failAnswer } from './decode-context.ts';

/**
 * Reads a JSON object that came in place of a stream, as a server sends it that does not stream, or that fails before it
 * begins to. Gives nothing where the profile has no reader for it, or it is neither an answer nor an error.
 */
export function readWholeAnswer(
  profile: Profile,
  text: string,
  options: AnswerOptions,
): Ingestion<UnifiedResultV2> | undefined {
  if (profile.response === undefined) return undefined;
  try {
    const answer = ingestResponse(profile, text, options);
    const { error, output, candidates } = answer.value;
    return error !== undefined || output.length > 0 || candidates !== undefined ? answer : undefined;
  } catch (error) {
    if (WireFormatError.isInstance(error)) return undefined;
    throw error;
  }
}

/** Tells an answer that arrived at once as the events of a stream: they fold to the same answer. */
export function tellAnswer(context: DecodeContext, result: UnifiedResultV2): void {
  const { events } = context;
  const { schemaVersion: _version, conversationId: _conversation, operationId: _operation, ...answer } = result;
  const { responseId, model, provenance, status, output, candidates = [], usage, error, loss: _loss, ...rest } = answer;
  events.write({ type: 'response-started', responseId, model, provenance });
  tellItems(context, output, {});
  for (const { index, status: ending, output: items } of candidates) {
    tellItems(context, items, { candidateIndex: index });
    events.write({ type: 'response-metadata', candidateIndex: index, status: ending });
  }
  events.write({ type: 'response-metadata', model, provenance, ...rest });
  if (usage !== undefined) events.write({ type: 'usage-updated', usage });
  if (error !== undefined) failAnswer(context, error, status);
  else completeAnswer(context, status);
}

function tellItems(
  { events }: DecodeContext,
  items: readonly UnifiedItem[],
  place: { readonly candidateIndex?: number },
): void {
  for (const item of items) {
    events.write({ type: 'item-started', itemId: item.id, item, ...place });
    events.write({ type: 'item-completed', itemId: item.id, ...place });
  }
}
