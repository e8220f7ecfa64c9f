import type { UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { ResponseBody } from '../../profile.ts';
import { answerWriting, placeAnswer } from './answer-writing.ts';
import { fillNulls, type Placed } from './emit-basics.ts';
import { isOwnAnswer, loseUnfinished, writeEnvelope, writeStart } from './emit-envelope.ts';
import { writeItem } from './emit-items.ts';
import type { Writing } from './emit-writing.ts';
import { errorStatus, writeError } from './error.ts';
import { formOf, restoreEmpty } from './forms.ts';

/** Writes a result as a message, or as the body of an error when it is one. */
export function emitResponse(result: UnifiedResultV2, context: EmitContext): ResponseBody {
  return result.error === undefined ? writeMessage(result, context) : writeFailure(result, context);
}

function writeMessage(result: UnifiedResultV2, context: EmitContext): ResponseBody {
  const placed = placeAnswer(result.output, '/output');
  const writing = answerWriting(context, placed);
  const body: WireDraft = {
    ...writeStart(result),
    content: placed.flatMap((entry) => writeAnswerItem(writing, entry)),
  };
  for (const entry of placed) {
    restoreMessage(writing, entry, body);
    loseEstimates(writing, entry);
  }
  writing.documents.finish(context, { messages: [{ content: body['content'] ?? [] }] });
  writeEnvelope(result, context, body);
  fillNulls(body, NULLABLE);
  return { status: 200, body };
}

/** Members of a message that the dialect demands, be they null. */
const NULLABLE = ['stop_sequence', 'stop_details', 'container', 'diagnostics'];

/** Writes an item of an answer as the blocks that it is. What a client answered itself is no part of an answer. */
export function writeAnswerItem(writing: Writing, placed: Placed): WireDraft[] {
  const { item, path } = placed;
  if (ITEMS_OF_CLIENTS.has(item.type)) return []; // reported with everything that is unclaimed
  if (item.type === 'message' && item.role !== 'assistant' && item.role !== undefined) {
    const reason = 'an answer holds what the model said only';
    writing.context.loss.lose({ path, feature: 'item.role', reason, sourceItemId: item.id });
    return [];
  }
  return writeItem(writing, placed, 'assistant');
}

const ITEMS_OF_CLIENTS: ReadonlySet<string> = new Set(['tool-result', 'configuration-update', 'tool-set-change']);

/** How much a model thinks is told while it does, and not afterwards. */
function loseEstimates({ context }: Writing, { item, path }: Placed): void {
  if (item.type !== 'reasoning') return;
  item.content.forEach(({ estimatedTokens }, index) => {
    if (estimatedTokens === undefined) return;
    const reason = 'the estimate is told in streams only';
    const at = { path: `${path}/content/${index}/estimatedTokens`, sourceItemId: item.id };
    context.loss.lose({ ...at, feature: 'part.reasoning.estimated-tokens', requirement: 'optional', reason });
  });
}

/** Writes back what nobody knows of the message as a whole. */
function restoreMessage({ context }: Writing, { item, path, own }: Placed, body: WireDraft): void {
  if (item.type !== 'message' || !own) return;
  restoreEmpty(body, formOf(item.providerData, 'item-form'));
  restoreUnknown(context, item.providerData, body, `${path}/providerData`);
}

function writeFailure(result: UnifiedResultV2, context: EmitContext): ResponseBody {
  const { error, output, provenance } = result;
  if (error === undefined) return writeMessage(result, context);
  for (const [index, { id }] of output.entries()) {
    const reason = 'an error stands in place of the answer: what came before it is not sent';
    context.loss.lose({ path: `/output/${index}`, feature: 'stream.contract', reason, sourceItemId: id });
  }
  loseUnfinished(context, result);
  const body = writeError(context, error, isOwnAnswer(result));
  restoreUnknown(context, provenance.providerData, body, '/provenance/providerData');
  return { status: errorStatus(error), body };
}
