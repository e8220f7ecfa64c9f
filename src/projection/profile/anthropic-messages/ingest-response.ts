import type { UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { keepUnread } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { readEnvelope } from './answer-envelope.ts';
import { typeNameOf } from './emit-basics.ts';
import { isErrorBody, readError } from './error.ts';
import { type History, startHistory } from './ingest-history.ts';
import { readBlock } from './ingest-messages.ts';
import { MessageRun } from './message-run.ts';

/** Reads a message as the answer that it is, or the body of an error. */
export function ingestResponse(context: AnswerContext): UnifiedResultV2 {
  return isErrorBody(context.wire) ? readFailure(context) : readMessage(context);
}

function readMessage(context: AnswerContext): UnifiedResultV2 {
  const { wire } = context;
  const blocks = wire.requiredObjects('content');
  const history = startAnswer(context, wire.value, blocks);
  const run = new MessageRun(history, { wire, role: 'assistant', groupId: answerGroup(context) });
  for (const [index, block] of blocks.entries()) {
    readBlock(history, run, block, index);
    passOn(history, block);
  }
  run.close('parts', false);
  const envelope = readEnvelope(context, wire);
  return { ...root(context), ...envelope, output: history.items.items };
}

/** The group of the items of an answer: they are one message of the wire. */
export function answerGroup({ requestId }: Pick<AnswerContext, 'requestId'>): string {
  return childId(requestId, 'message', 0);
}

/** What the readers of an answer share. Another model may have begun it than the one that is named in the end. */
function startAnswer(
  context: AnswerContext,
  { id, model }: WireObject['value'],
  blocks: readonly WireObject[],
): History {
  const fallback = blocks.find(({ value }) => value['type'] === 'fallback');
  const began = modelIn(fallback?.value['from']) ?? nameOf(model);
  const { toolNames, wrappedTools } = context;
  return startHistory(context, [], { toolNames, wrappedTools, model: began, providerResponseId: nameOf(id) });
}

/** After a fallback another model speaks. */
export function passOn({ answer }: History, { value }: WireObject): void {
  if (answer === undefined || typeNameOf(value) !== 'fallback') return;
  answer.model = modelIn(value['to']) ?? answer.model;
}

/** The model that one side of a fallback names. */
export function modelIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'model' in value ? nameOf(value.model) : undefined;
}

/** A text that can stand as a name in a record. */
export function nameOf(value: unknown): string | undefined {
  const isName = typeof value === 'string' && value !== '' && value.length <= NAME_LENGTH && value.isWellFormed();
  return isName ? value : undefined;
}

const NAME_LENGTH = 512;

function readFailure(context: AnswerContext): UnifiedResultV2 {
  const { wire, profile, requestedModel } = context;
  const { error, wires } = readError(wire, context);
  const unread = keepUnread(context, context.responseId, wire, wires);
  return {
    ...root(context),
    model: requestedModel === undefined ? {} : { requested: requestedModel },
    status: { reason: 'failed' },
    output: [],
    error,
    provenance: {
      profile,
      ...(error.providerRequestId === undefined ? {} : { providerRequestId: error.providerRequestId }),
      ...(unread.length === 0 ? {} : { providerData: unread }),
    },
  };
}

function root({ responseId, conversationId, operationId }: AnswerContext) {
  return { schemaVersion: '2.0', responseId, conversationId, operationId } as const;
}
