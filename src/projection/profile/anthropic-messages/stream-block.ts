import type { JsonObject } from '../../../core/json.ts';
import type { DecodeContext } from '../../stream/decode-context.ts';
import type { WireFrame } from '../../stream/frame.ts';
import type { AnswerItems } from './answer-items.ts';

/** A block that began and has not ended. */
export interface OpenBlock {
  /** Takes a delta; false when nobody knows what it is. */
  readonly delta: (delta: JsonObject, frame: WireFrame) => boolean;
  readonly stop: () => void;
  /** The stream ended before the block did; what is not said yet is said now, as far as it is known. */
  readonly cut: () => void;
}

/** What blocks of one answer share. */
export interface Answer {
  readonly context: DecodeContext;
  readonly items: AnswerItems;
}

/** Whether an object has more members than these many. */
export function hasMore(value: object, count: number): boolean {
  let members = 0;
  for (const _ in value) if (++members > count) return true;
  return false;
}
