import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedProviderDataRef, UnifiedResultV2 } from '../../../../generated/unified/types.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { ResponseBody } from '../../profile.ts';
import { isUnready } from './cut-calls.ts';
import { loseFrames } from './earlier-frames.ts';
import { loseArrangement, type Way } from './emit-arrangement.ts';
import { type Candidate, candidatesOf, writeChoice } from './emit-choice.ts';
import { completionId, writeEnvelope } from './emit-envelope.ts';
import { COMPLETION } from './envelope.ts';
import { errorStatus, writeError } from './error.ts';

/** Writes an answer, or the body of an error in its place. */
export function emitResponse(result: UnifiedResultV2, context: EmitContext): ResponseBody {
  const { error } = result;
  if (error !== undefined) return { status: errorStatus(error), body: writeFailure(result, context) };
  return { status: 200, body: writeCompletion(result, context, 'whole') };
}

/** Writes an answer with all its choices; of a stream it is what all chunks together say. */
export function writeCompletion(result: UnifiedResultV2, context: EmitContext, way: Way): WireDraft {
  const own = isOwn(result, context);
  const choices = candidatesOf(result).map((candidate) => {
    if (result.error === undefined) loseUnfinished(context, candidate);
    loseArrangement(context, candidate, way);
    if (way === 'whole') loseFrames(context, candidate.items, candidate.path);
    return writeChoice(context, candidate, own);
  });
  const body: WireDraft = { ...writeEnvelope(result, context, own), choices };
  restoreUnknown(context, result.provenance.providerData, body, '/provenance/providerData');
  body['id'] ??= completionId(result);
  body['object'] ??= COMPLETION;
  body['model'] ??= result.model.requested ?? '';
  body['created'] ??= createdAt(result);
  return body;
}

/** Only an error says that what came before it is unfinished. */
function loseUnfinished({ loss }: EmitContext, { items, path, status }: Candidate): void {
  items.forEach((item, index) => {
    const lose = (feature: FeatureCode, member: string) => {
      const reason = 'an answer of this wire says of nothing in it that it is unfinished';
      loss.lose({ path: `${path}/${index}${member}`, feature, reason, sourceItemId: item.id });
    };
    // How the answer ended, and the text of the arguments, say it of such a call.
    if (isUnready(item) && item.status === 'incomplete' && status.reason !== 'tool-calls') return;
    if (item.type === 'interruption') lose('item.interruption', '');
    else if (item.status !== 'completed') lose('item.status', '/status');
    if (item.type === 'tool-call' && item.state !== 'arguments-ready') lose('tool-call.state', '/state');
  });
}

/** Writes the body of an error. What was said before it has no place there. */
export function writeFailure(result: UnifiedResultV2, context: EmitContext): WireDraft {
  const own = isOwn(result, context);
  const { error, output, provenance, candidates = [], status } = result;
  const isWhole = provenance.providerData?.some(hasWholeError) === true;
  const body: WireDraft = isWhole ? {} : { error: {} };
  restoreUnknown(context, provenance.providerData, body, '/provenance/providerData');
  if (error !== undefined) writeError(context, error, own, body);
  for (const [path, items] of [['/output', output] as const, ['/candidates', candidates] as const]) {
    const reason = 'what was said before an error has no place in the body of the error';
    if (items.length > 0) context.loss.lose({ path, feature: 'result.error', reason });
  }
  if (status.providerReason !== undefined) {
    const reason = 'how the answer ended before its error has no place in the body of the error';
    const path = '/status/providerReason';
    context.loss.lose({ path, feature: 'result.finish-reason', requirement: 'optional', reason });
  }
  return body;
}

/** Whether what only this dialect knows of an error stands together, as in a stream. */
function hasWholeError(reference: UnifiedProviderDataRef): boolean {
  return reference.scope === 'owner-private' && reference.wirePointer === '/error';
}

/** Whether an answer came from this dialect, whose words and numbers then pass as they are. */
export function isOwn({ provenance }: UnifiedResultV2, { profile }: EmitContext): boolean {
  return provenance.profile.family === profile.family;
}

/** Seconds: when the provider made the answer, or when its first item was made here. */
export function createdAt({
  provenance,
  output,
  candidates = [],
}: Pick<UnifiedResultV2, 'provenance' | 'output' | 'candidates'>): number {
  const moment = provenance.createdAt ?? output[0]?.createdAt ?? candidates[0]?.output[0]?.createdAt;
  const milliseconds = moment === undefined ? 0 : Date.parse(moment);
  return Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : 0;
}
