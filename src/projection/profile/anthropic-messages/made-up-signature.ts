import { sha256Hex } from '../../../core/sha256.ts';

const MARK = 'urtext-made-up-';

/** What stands in place of a signature that no provider gave: the same for one part in every answer. */
export function madeUpSignature(partId: string): string {
  return MARK + sha256Hex(partId).slice(0, 32);
}

/** Whether a signature was made up here: it is nobody's, and goes to nobody. */
export function isMadeUp(signature: string): boolean {
  return signature.startsWith(MARK);
}
