import type { EmitContext } from '../../emit-context.ts';
import type { Placed } from '../../shared/placed.ts';

/** Reports the name of a participant on an item that has no place for it here: only messages have one. */
export function loseParticipantName({ loss }: EmitContext, { item, path }: Placed): void {
  if (item.participantName === undefined) return;
  const reason = 'only messages name who speaks';
  const feature = 'item.participant-name';
  loss.lose({ path: `${path}/participantName`, feature, reason, sourceItemId: item.id });
}

/** Reports the name of media that have no place for it here: only files and documents have one. */
export function loseMediaName({ loss }: EmitContext, name: string | undefined, path: string): void {
  if (name === undefined) return;
  loss.lose({ path: `${path}/name`, feature: 'part.media.name', reason: 'only files have a name on this wire' });
}
