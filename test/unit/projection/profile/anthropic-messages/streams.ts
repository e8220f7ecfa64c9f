import { expect } from 'vitest';
import type { UnifiedEventV2, UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { PrivateStateSet } from '../../../../../src/core/private-state.ts';
import { foldEvents } from '../../../../../src/fold/index.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { createStreamDecoder } from '../../../../../src/projection/stream/decode-stream.ts';
import { createStreamEncoder } from '../../../../../src/projection/stream/encode-stream.ts';
import type { DecodeOptions } from '../../../../../src/projection/stream/stream-decoding.ts';
import { validateEventLog, validateResult } from '../../../../../src/validate/index.ts';
import { OWNER, places } from './support.ts';

export const start = (more: JsonObject = {}): JsonObject => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'model-a',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 1 },
    ...more,
  },
});

export const begin = (index: number, block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: block,
});

export const delta = (index: number, given: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: given,
});

export const stop = (index: number): JsonObject => ({ type: 'content_block_stop', index });

export const say = (index: number, ...words: readonly string[]): readonly JsonObject[] => [
  begin(index, { type: 'text', text: '' }),
  ...words.map((text) => delta(index, { type: 'text_delta', text })),
  stop(index),
];

export const end = (reason = 'end_turn', usage: JsonObject = { output_tokens: 9 }): readonly JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];

export interface Decoded {
  readonly events: readonly UnifiedEventV2[];
  readonly result: UnifiedResultV2;
  readonly privateState: PrivateStateSet;
  /** Where and what was lost. */
  readonly losses: readonly string[];
}

/** Reads frames; the events and what they fold to are valid. */
export function decode(frames: readonly JsonObject[], options: DecodeOptions = {}): Decoded {
  const decoder = createStreamDecoder(anthropicMessages, { owner: OWNER, ...options });
  const decoded = frames.flatMap((data) => decoder.push({ data }));
  decoded.push(...decoder.end());
  const events = decoded.map(({ event }) => event);
  expect(validateEventLog(events)).toMatchObject({ ok: true });
  const { result } = foldEvents(events);
  expect(validateResult(result)).toMatchObject({ ok: true });
  const privateState = new PrivateStateSet(decoded.flatMap(({ privateState: found = [] }) => found));
  return { events, result, privateState, losses: places(decoder.loss().entries) };
}

export interface Encoded {
  readonly frames: readonly JsonObject[];
  readonly losses: readonly string[];
}

/** Writes events as a stream. */
export function encode(events: readonly UnifiedEventV2[], privateState = new PrivateStateSet()): Encoded {
  const encoder = createStreamEncoder(anthropicMessages, { owner: OWNER, privateState });
  const frames = events.flatMap((event) => encoder.push(event));
  frames.push(...encoder.end());
  return {
    frames: frames.flatMap((frame) => ('data' in frame ? [frame.data] : [])),
    losses: places(encoder.loss().entries),
  };
}

/** Reads frames and writes them again. */
export function backAgain(frames: readonly JsonObject[]): Encoded {
  const { events, privateState } = decode(frames);
  return encode(events, privateState);
}

/** Without members that are null. */
export function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, bare(member)]])),
  );
}

/** What frames between the beginning and the end of a message say, in short. */
export function blocksOf(frames: readonly JsonObject[]): readonly unknown[] {
  return frames
    .filter(({ type }) => String(type).startsWith('content_block_'))
    .map(({ type, index, content_block: block, delta: given }) =>
      type === 'content_block_stop' ? `stop ${index}` : [index, block ?? given],
    );
}
