import type {
  UnifiedProviderDataRef,
  UnifiedResponseProvenance,
  UnifiedResultV2,
} from '../../../../generated/unified/types.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { from, keepUnknown, keepUnread } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { type Arrival, usualOrder } from './arrival.ts';
import { readEnvelope } from './envelope.ts';
import { isErrorBody, readError } from './error.ts';
import type { Draft } from './gathered.ts';
import { type ReadAnswer, readAnswer } from './ingest-answer.ts';

/** Reads an answer, or the body of an error in its place. */
export function ingestResponse(context: AnswerContext): UnifiedResultV2 {
  return isErrorBody(context.wire) ? readFailure(context) : readCompletion(context);
}

/** How the items of a candidate arrived, where that is known. */
export type ArrivalOf = (candidate: number, message: WireObject) => readonly Arrival[];

/** Reads a body with choices. Every choice is a candidate; the first of them is the output. */
export function readCompletion(
  context: AnswerContext,
  arrivalOf: ArrivalOf = (_candidate, message) => usualOrder(message),
): UnifiedResultV2 {
  const { wire } = context;
  const choices = wire.objects('choices') ?? wire.fault('choices', 'a list of choices');
  const envelope = readEnvelope(context, wire);
  const answers = readAnswers(context, choices, arrivalOf);
  const [first, ...others] = answers;
  const output = first?.candidate === 0 ? first : undefined;
  const candidates = output === undefined ? answers : others;
  const unread = [
    ...keepUnread(context, context.responseId, wire, envelope.wires),
    ...answers.flatMap((answer, position) => keepChoice(context, answer, position)),
  ];
  const result: Draft<UnifiedResultV2> = {
    ...heading(context, envelope.provenance, unread),
    model: envelope.model,
    status: output?.status ?? { reason: 'unknown' },
    output: output?.items ?? [],
  };
  if (candidates.length > 0) {
    result.candidates = candidates.map(({ candidate, status, items }) => ({ index: candidate, status, output: items }));
  }
  if (envelope.usage !== undefined) result.usage = envelope.usage;
  if (envelope.moderation !== undefined) result.moderation = envelope.moderation;
  if (envelope.effective !== undefined) result.effective = envelope.effective;
  return from(context, wire, result);
}

function heading(
  { responseId, conversationId, operationId }: AnswerContext,
  provenance: UnifiedResponseProvenance,
  unread: readonly UnifiedProviderDataRef[],
): Pick<UnifiedResultV2, 'schemaVersion' | 'responseId' | 'conversationId' | 'operationId' | 'provenance'> {
  const facts = unread.length === 0 ? provenance : { ...provenance, providerData: unread };
  return { schemaVersion: '2.0', responseId, conversationId, operationId, provenance: facts };
}

function readAnswers(
  context: AnswerContext,
  choices: readonly WireObject[],
  arrivalOf: ArrivalOf,
): readonly ReadAnswer[] {
  const taken = new Set<number>();
  const answers = choices.map((choice, position) => {
    const candidate = candidateOf(choice, position, taken);
    taken.add(candidate);
    const message = choice.aside('message');
    return readAnswer(context, candidate, choice, message === undefined ? [] : arrivalOf(candidate, message));
  });
  return answers.sort((one, other) => one.candidate - other.candidate);
}

/** The index of a choice; its place in the list where it has none, or one that was taken. */
function candidateOf(choice: WireObject, position: number, taken: ReadonlySet<number>): number {
  const value = choice.look('index');
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !taken.has(value)) {
    choice.take('index');
    return value;
  }
  let free = position;
  while (taken.has(free)) free += 1;
  return free;
}

function keepChoice(context: AnswerContext, { wires }: ReadAnswer, position: number): UnifiedProviderDataRef[] {
  const base = wires[0]?.pointer().length ?? 0;
  const places = wires.map((wire) => ({ wire, at: `/choices/${position}${wire.pointer().slice(base)}` }));
  return keepUnknown(context, context.responseId, places);
}

function readFailure(context: AnswerContext): UnifiedResultV2 {
  const { wire, profile, requestedModel } = context;
  const { error, wires } = readError(wire, context);
  const unread = keepUnread(context, context.responseId, wire, wires);
  return from(context, wire, {
    ...heading(context, { profile }, unread),
    model: requestedModel === undefined ? {} : { requested: requestedModel },
    status: { reason: 'failed' },
    output: [],
    error,
  });
}
