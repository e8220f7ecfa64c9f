import type { UnifiedEventV2, UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { foldEvents } from '../../../../../src/fold/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { type DecodeOptions, StreamDecoding } from '../../../../../src/projection/stream/stream-decoding.ts';
import { StreamEncoding } from '../../../../../src/projection/stream/stream-encoding.ts';

export const OWNER = { profile: { family: 'openai-chat' }, provider: 'openai' };

/** A chunk of one choice. */
export function chunk(delta: JsonObject, finishReason: string | null = null, more: JsonObject = {}): JsonObject {
  const choices = [{ index: 0, delta, finish_reason: finishReason, ...more }];
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_770_000_000, model: 'gpt-x', choices };
}

/** A chunk with pieces of calls. */
export function pieces(...calls: readonly JsonObject[]): JsonObject {
  return chunk({ tool_calls: [...calls] });
}

/** A stream that was read. */
export interface ReadStream {
  readonly events: readonly UnifiedEventV2[];
  readonly result: UnifiedResultV2;
  /** What every item says, shortly. */
  readonly said: readonly string[];
  /** The frames that this dialect writes of it for the same owner. */
  readonly written: readonly JsonObject[];
  readonly markers: number;
  /** Where the frames that are written lose something. */
  readonly losses: readonly string[];
}

export function readStream(frames: readonly JsonObject[], tail = '', options: DecodeOptions = {}): ReadStream {
  const decoding = new StreamDecoding(openaiChat, { owner: OWNER, ...options });
  const text = frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('');
  const events = [...decoding.push(`${text}${tail}`), ...decoding.end()];
  const encoding = new StreamEncoding(openaiChat, { owner: OWNER, privateState: decoding.privateState });
  const out = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
  const { result } = foldEvents(events);
  const written = out.flatMap((frame) => ('data' in frame ? [frame.data] : []));
  const markers = out.filter((frame) => 'marker' in frame).length;
  const losses = encoding.loss().entries.map(({ path }) => path);
  return { events, result, said: said(result), written, markers, losses };
}

export function said({ output }: Pick<UnifiedResultV2, 'output'>): readonly string[] {
  return output.map((item) => {
    if (item.type === 'tool-call') return `${item.kind} ${item.name} ${item.rawArguments ?? ''}`;
    if (item.type !== 'message' && item.type !== 'reasoning') return item.type;
    const texts = item.content.map((part) =>
      'text' in part ? part.text : 'refusal' in part ? part.refusal : part.type,
    );
    return `${item.type} ${texts.join('|')}`;
  });
}

export const DONE = 'data: [DONE]\n\n';
