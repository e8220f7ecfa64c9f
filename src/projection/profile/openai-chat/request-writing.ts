import type { UnifiedRequestV2, UnifiedRequirement } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { Loss } from '../../loss.ts';
import type { CacheMarks } from './cache-marks.ts';

/** What the writers of a request share. */
export interface RequestWriting {
  readonly request: UnifiedRequestV2;
  readonly context: EmitContext;
  readonly wire: WireDraft;
  readonly marks: CacheMarks;
  /** Whether the request came from this dialect, whose words and numbers then pass as they are. */
  readonly own: boolean;
}

/** Notes that something was left out which says what is so anyway: nothing is lost. */
export function noteNeutral({ context }: RequestWriting, path: string, reason: string): void {
  context.loss.lose({ path, feature: 'generation.normalization', requirement: 'optional', reason });
}

/** Reports a difference of an intent, as strongly as the intent is meant. */
export function loseIntent(
  { context }: RequestWriting,
  loss: Pick<Loss, 'path' | 'feature' | 'reason'>,
  requirement: UnifiedRequirement | undefined,
): void {
  context.loss.lose(requirement === undefined ? loss : { ...loss, requirement });
}
