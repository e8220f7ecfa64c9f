import type { UnifiedItem, UnifiedResponseStatus, UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { writeAnswer } from './emit-answer.ts';
import { writeReason } from './finish-reason.ts';
import { writeProbabilities } from './log-probabilities.ts';

/** One candidate of a result, with its place in it. */
export interface Candidate {
  readonly index: number;
  readonly items: readonly UnifiedItem[];
  readonly status: UnifiedResponseStatus;
  /** The pointer of the list of items. */
  readonly path: string;
  /** The pointer of the status. */
  readonly statusPath: string;
}

/** The candidates of a result, the output first. */
export function candidatesOf({ output, status, candidates = [] }: UnifiedResultV2): readonly Candidate[] {
  const first = { index: 0, items: output, status, path: '/output', statusPath: '/status' };
  const others = candidates.map(({ index, output: items, status: ending }, place) => ({
    index,
    items,
    status: ending,
    path: `/candidates/${place}/output`,
    statusPath: `/candidates/${place}/status`,
  }));
  return output.length === 0 && others.length > 0 && status.providerReason === undefined ? others : [first, ...others];
}

/** Writes one candidate as a choice. */
export function writeChoice(context: EmitContext, candidate: Candidate, own: boolean): WireDraft {
  const { index, items, status, path, statusPath } = candidate;
  const message = writeAnswer(context, items, path);
  const hasCall = message['tool_calls'] !== undefined || message['function_call'] !== undefined;
  const facts = { hasCall, hasRefusal: typeof message['refusal'] === 'string' };
  return {
    index,
    message,
    logprobs: writeLogProbabilities(context, items, path),
    finish_reason: writeReason(context, status, { path: statusPath, own, facts }),
  };
}

/** The probabilities of the text and of the refusal of a candidate; null where there are none. */
function writeLogProbabilities(context: EmitContext, items: readonly UnifiedItem[], path: string): WireDraft | null {
  const content: WireDraft[] = [];
  const refusal: WireDraft[] = [];
  items.forEach((item, index) => {
    if (item.type !== 'message') return;
    item.content.forEach((part, place) => {
      if ((part.type !== 'text' && part.type !== 'refusal') || part.logProbabilities === undefined) return;
      const tokens = writeProbabilities(context, part.logProbabilities, `${path}/${index}/content/${place}`);
      for (const token of tokens) (part.type === 'text' ? content : refusal).push(token);
    });
  });
  if (content.length === 0 && refusal.length === 0) return null;
  return { content: content.length === 0 ? null : content, refusal: refusal.length === 0 ? null : refusal };
}
