import { expect } from 'vitest';
import type {
  UnifiedItem,
  UnifiedLossReport,
  UnifiedRequestV2,
  UnifiedResourceOwner,
  UnifiedResultV2,
} from '../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../src/core/json.ts';
import { foldEvents } from '../../../src/fold/index.ts';
import {
  createStreamDecoder,
  createStreamProjection,
  type DecodeOptions,
  emitRequest,
  type Profile,
  type Projection,
  type ProjectOptions,
  type ProjectResponseOptions,
  type ProjectStreamOptions,
  projectRequest,
  projectResponse,
  type ResponseProjection,
} from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { validateEventLog, validateRequest, validateResult } from '../../../src/validate/index.ts';

export const CHAT_OWNER: UnifiedResourceOwner = { profile: { family: 'openai-chat' }, provider: 'router' };
export const MESSAGES_OWNER: UnifiedResourceOwner = { profile: { family: 'anthropic-messages' }, provider: 'lab' };

export const toMessages = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
export const toChat = { from: { profile: anthropicMessages }, to: { profile: openaiChat } };
export const chatToChat = { from: { profile: openaiChat }, to: { profile: openaiChat } };
export const messagesToMessages = { from: { profile: anthropicMessages }, to: { profile: anthropicMessages } };

type Route = typeof toMessages;

export function chatBody(messages: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { model: 'model-a', max_completion_tokens: 900, messages, ...more };
}

export function messagesBody(messages: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { model: 'model-a', max_tokens: 900, messages, ...more };
}

/** Projects a body twice: with one outcome, a valid record, and the body as it was. */
export function projected(route: Route, body: JsonObject, options: ProjectOptions = {}): Projection<UnifiedRequestV2> {
  const before = JSON.stringify(body);
  const made = projectRequest(route, body, options);
  const again = projectRequest(route, body, options);
  expect([made.loss, made.ok && made.wire]).toEqual([again.loss, again.ok && again.wire]);
  expect(JSON.stringify(body)).toBe(before);
  expect(validateRequest(made.value)).toMatchObject({ ok: true });
  return made;
}

/** The body that a projection made; fails where it was refused. */
export function wireOf(made: Projection<unknown>): JsonObject {
  if (!made.ok) throw new Error(`Refused: ${JSON.stringify(made.loss.entries)}`);
  return made.wire;
}

/** Writes a record of another system; its report and its body, none where it is refused. */
export function written(profile: Profile, record: UnifiedRequestV2): { loss: readonly string[]; wire?: JsonObject } {
  expect(validateRequest(record)).toMatchObject({ ok: true });
  const before = JSON.stringify(record);
  const made = emitRequest(profile, record);
  expect(JSON.stringify(record)).toBe(before);
  return { loss: losses(made.loss), ...(made.ok ? { wire: made.wire } : {}) };
}

/** Severity, feature and place of each entry. */
export function losses({ entries }: UnifiedLossReport): readonly string[] {
  return entries.map(({ severity, feature, path }) => `${severity} ${feature} ${path}`);
}

/** Severity and feature of each entry. */
export function lossesAnywhere({ entries }: UnifiedLossReport): readonly string[] {
  return entries.map(({ severity, feature }) => `${severity} ${feature}`);
}

/** Projects an answer; the result in between is valid. */
export function answered(route: Route, body: JsonObject, options: ProjectResponseOptions = {}): ResponseProjection {
  const made = projectResponse(route, body, options);
  expect(validateResult(made.value)).toMatchObject({ ok: true });
  return made;
}

/** An answer of Chat with one choice. */
export function chatAnswer(message: JsonObject, finishReason = 'stop', more: JsonObject = {}): JsonObject {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finishReason }];
  return { id: 'chatcmpl-7', object: 'chat.completion', created: 1_790_000_000, model: 'model-b', choices, ...more };
}

/** An answer of Messages. */
export function messagesAnswer(content: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  const usage = { input_tokens: 3, output_tokens: 2 };
  const base = { id: 'msg_7', type: 'message', role: 'assistant', model: 'model-b', content };
  return { ...base, stop_reason: 'end_turn', stop_sequence: null, usage, ...more };
}

/** A chunk of one choice. */
export function chunk(delta: JsonObject, finishReason: string | null = null): JsonObject {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return { id: 'chatcmpl-7', object: 'chat.completion.chunk', created: 1_790_000_000, model: 'model-b', choices };
}

export function sse(frames: readonly JsonObject[]): string {
  return frames
    .map((frame) => {
      const event = typeof frame['type'] === 'string' ? `event: ${frame['type']}\n` : '';
      return `${event}data: ${JSON.stringify(frame)}\n\n`;
    })
    .join('');
}

export const DONE = 'data: [DONE]\n\n';

/** A stream that was projected. */
export interface Streamed {
  readonly result: UnifiedResultV2;
  /** All that was written. */
  readonly text: string;
  readonly frames: readonly JsonObject[];
  /** How often the end marker stands in a frame of its own. */
  readonly markers: number;
  readonly losses: readonly string[];
}

/** Projects a stream, whole and byte by byte: with one outcome. `failure` is what the source ends with, if it fails. */
export function streamed(route: Route, text: string, options: ProjectStreamOptions = {}, failure?: unknown): Streamed {
  const bytes = new TextEncoder().encode(text);
  const whole = projectedStream(route, [bytes], options, failure);
  const single = projectedStream(
    route,
    Array.from(bytes, (_, at) => bytes.slice(at, at + 1)),
    options,
    failure,
  );
  expect(single).toEqual(whole);
  expect(validateResult(whole.result)).toMatchObject({ ok: true });
  return whole;
}

function projectedStream(
  route: Route,
  chunks: readonly Uint8Array[],
  options: ProjectStreamOptions,
  failure: unknown,
): Streamed {
  const projection = createStreamProjection(route, options);
  const text = chunks.map((bytes) => projection.push(bytes)).join('') + projection.end(failure);
  const data = text
    .split('\n\n')
    .flatMap((event) => event.split('\n').filter((line) => line.startsWith('data: ')))
    .map((line) => line.slice('data: '.length));
  return {
    result: projection.result(),
    text,
    frames: data.filter((line) => line !== '[DONE]').map((line): JsonObject => JSON.parse(line)),
    markers: data.filter((line) => line === '[DONE]').length,
    losses: losses(projection.loss()),
  };
}

/** The events of a stream; they and what they fold to are valid. */
export function decoded(profile: Profile, text: string, options: DecodeOptions = {}, failure?: unknown) {
  const decoder = createStreamDecoder(profile, options);
  const events = [...decoder.push(text), ...decoder.end(failure)].map(({ event }) => event);
  expect(validateEventLog(events)).toMatchObject({ ok: true });
  const { result } = foldEvents(events);
  expect(validateResult(result)).toMatchObject({ ok: true });
  return { events, result };
}

/** What every item says, in short. */
export function said(items: readonly UnifiedItem[]): readonly string[] {
  return items.map((item) => {
    if (item.type === 'tool-call')
      return `${item.type} ${item.name} ${item.rawArguments ?? JSON.stringify(item.input?.value)}`;
    const parts = 'content' in item ? item.content : item.type === 'tool-result' ? (item.output ?? []) : [];
    const words = parts.map((part) => ('text' in part ? part.text : part.type));
    return [item.type === 'message' ? (item.role ?? item.type) : item.type, ...words].join(' ');
  });
}

/** The blocks that frames of Messages begin, and the pieces that go into each: every piece fits its open block. */
export function blocks(frames: readonly JsonObject[]): readonly string[] {
  const made: string[] = [];
  const open = new Map<unknown, string>();
  for (const { type, index, content_block: block, delta } of frames) {
    if (type === 'content_block_start') {
      expect([open.size, index]).toEqual([0, made.length]);
      open.set(index, kindOf(block));
      made.push(`${kindOf(block)} `);
    } else if (type === 'content_block_delta') {
      const [kind, piece] = pieceOf(delta);
      expect(open.get(index)).toBe(kind);
      made[made.length - 1] += piece;
    } else if (type === 'content_block_stop') expect(open.delete(index)).toBe(true);
  }
  expect(open.size).toBe(0);
  return made;
}

const KIND_OF_DELTA: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'thinking',
  citations_delta: 'text',
  input_json_delta: 'tool_use',
};

function kindOf(block: JsonValue | undefined): string {
  // Every block of the dialect has a type.
  return String((block as JsonObject)['type']);
}

function pieceOf(delta: JsonValue | undefined): readonly [string | undefined, string] {
  // Every piece of the dialect has a type and one member with what it brings.
  const { type, signature, ...brought } = delta as JsonObject;
  const words = signature === undefined ? Object.values(brought).join() : ' (signature)';
  return [KIND_OF_DELTA[String(type)], words];
}
