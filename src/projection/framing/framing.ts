import { UsageError } from '../../core/errors.ts';
import type { Framing } from '../stream/frame.ts';
import type { FrameCutter, FramingLimits } from './frame-cutter.ts';
import { JsonArrayFraming } from './json-array.ts';
import { NdjsonFraming } from './ndjson.ts';
import { SseFraming } from './sse.ts';

/** What a stream is cut with. `endMarker` is taken as a frame of its own where it stands without a field name. */
export function createFrameCutter(framing: Framing, limits: FramingLimits, endMarker: string): FrameCutter {
  switch (framing) {
    case 'sse':
      return new SseFraming(limits, endMarker);
    case 'ndjson':
      return new NdjsonFraming(limits);
    case 'json-array':
      return new JsonArrayFraming(limits);
    default:
      throw new UsageError('profile-direction', 'There is no framing of this name.');
  }
}
