import type { EmitContext } from '../../emit-context.ts';
import type { Placed } from './grouping.ts';

/** Reports the name of a participant on an item that has no place for it here: only messages have one. */
export function loseParticipantName({ loss }: EmitContext, { item, path }: Placed): void {
  if (item.participantName === undefined) return;
  const reason = 'only messages name who speaks';
  const feature = 'item.participant-name';
  loss.lose({ path: `${path}/participantName`, feature, reason, sourceItemId: item.id });
}
