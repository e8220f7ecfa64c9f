import type { UnifiedReasoningItem, UnifiedReasoningPart } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { Placed } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';
import { madeUpSignature } from './made-up-signature.ts';

/** A part of thinking as a block; `payload` is what of it belongs to the provider alone. */
export function thinkingBlock({ state, text = '' }: UnifiedReasoningPart, payload: string): WireDraft {
  if (state === 'redacted') return { type: 'redacted_thinking', data: payload };
  return { type: 'thinking', thinking: state === 'disclosed' ? text : '', signature: payload };
}

/**
 * Writes one part of thinking for a client. What has no signature of this dialect gets one that was made up and tells so:
 * clients demand one, and no provider is ever sent it (U-REAS-3). Nothing when the client could see nothing of the part.
 */
export function writeShownThinking(
  { context, withheld }: Writing,
  { item, path, own }: Placed<UnifiedReasoningItem>,
  index: number,
): WireDraft | undefined {
  const part = item.content[index];
  if (part === undefined) return undefined;
  const at = { path: `${path}/content/${index}`, sourceItemId: item.id };
  losePartDetails({ context }, part, at.path, item.id);
  const payload = withheld.payload(part.privateState);
  if (payload !== undefined || (own && part.privateState === undefined && part.state !== 'redacted'))
    return thinkingBlock(part, payload ?? '');
  if (!own && part.privateState !== undefined) {
    const reason = 'private state goes back to its owner only';
    context.loss.lose({ ...at, path: `${at.path}/privateState`, feature: 'reasoning.private-state', reason });
  }
  if (part.text === undefined || part.text === '') {
    const reason = 'nothing of the reasoning can be shown';
    context.loss.lose({ ...at, feature: 'part.reasoning', requirement: 'optional', reason });
    return undefined;
  }
  const reason = 'the dialect demands a signature; one that was made up, and tells so, stands in its place';
  context.loss.lose({ ...at, feature: 'item.reasoning.unsigned', requirement: 'optional', reason });
  return { type: 'thinking', thinking: part.text, signature: madeUpSignature(part.id) };
}

/** Thinking has one channel here, and its text is there exactly when it is disclosed. */
export function losePartDetails(
  { context }: Pick<Writing, 'context'>,
  part: UnifiedReasoningPart,
  path: string,
  sourceItemId: string,
): void {
  const lose = (key: string, reason: string): void => {
    context.loss.lose({
      path: `${path}/${key}`,
      feature: 'part.reasoning',
      requirement: 'optional',
      reason,
      sourceItemId,
    });
  };
  if (part.channel !== 'text') lose('channel', 'thinking has one channel here');
  if (part.state !== 'disclosed' && part.text !== undefined)
    lose('text', 'thinking that is not disclosed has no text here');
  if (part.state === 'disclosed' && part.text === undefined)
    lose('state', 'thinking without a text is not disclosed here');
}

/** State of another dialect that belongs to the thinking as a whole stays behind. */
export function loseReasoningState({ loss }: EmitContext, { item, path, own }: Placed<UnifiedReasoningItem>): void {
  if (own || item.privateState === undefined) return;
  const reason = 'private state goes back to its owner only';
  const at = { path: `${path}/privateState`, sourceItemId: item.id };
  loss.lose({ ...at, feature: 'reasoning.private-state', reason });
}
