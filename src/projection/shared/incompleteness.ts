import type { UnifiedRequestV2 } from '../../../generated/unified/types.ts';
import type { EmitContext } from '../emit-context.ts';
import { orphansIn } from './missing-calls.ts';

/**
 * Reports a history that is not complete: it is none that another provider can go on from (Unified v2, Conversation
 * identity and completeness). A gap that shows in a result without its call is reported with that result, where it is.
 */
export function loseIncompleteness({ conversation }: UnifiedRequestV2, { loss }: EmitContext): void {
  const { completeness, missing = [], items } = conversation;
  if (completeness === 'complete') return;
  const orphans = new Set(orphansIn(items).map(({ id }) => id));
  const isShown = ({ beforeItemId = '' }) => orphans.has(beforeItemId);
  if (completeness === 'partial' && missing.every(isShown)) return;
  const reason = 'the history is not complete';
  loss.lose({ path: '/conversation/completeness', feature: 'conversation.completeness', reason });
  missing.forEach((range, index) => {
    if (isShown(range)) return;
    loss.lose({ path: `/conversation/missing/${index}`, feature: 'conversation.missing-range', reason });
  });
}
