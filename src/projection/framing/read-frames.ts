import { WireFormatError } from '../../core/errors.ts';
import { resolveLimits } from '../../core/limits.ts';
import type { Framing, WireFrame } from '../stream/frame.ts';
import { createFrameCutter } from './framing.ts';
import { readPayloads } from './payload.ts';

const END_MARKER = '[DONE]';

/**
 * The frames of a whole stream, without comments and end markers. Throws WireFormatError where something else than JSON
 * objects stands in it; a last frame that broke off is left out.
 */
export function readFrames(framing: Framing, bytes: Uint8Array, endMarker = END_MARKER): readonly WireFrame[] {
  const limits = resolveLimits();
  const cutter = createFrameCutter(framing, limits, endMarker);
  return [...cutter.push(bytes), ...cutter.end()].flatMap((raw): readonly WireFrame[] => {
    if (raw.kind === 'comment' || raw.kind === 'ignored') return [];
    if (raw.kind === 'fault') throw new WireFormatError('wire-format', 'The stream cannot be cut into frames.');
    const name = raw.event === undefined ? {} : { event: raw.event };
    return readPayloads(raw.text.toWellFormed(), limits, endMarker).flatMap((payload): readonly WireFrame[] => {
      if (payload.kind === 'data') return [{ ...name, data: payload.data }];
      if (payload.kind === 'marker' || payload.isTruncated) return [];
      throw new WireFormatError('wire-format', payload.message);
    });
  });
}
