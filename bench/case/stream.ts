import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { emitAnthropicStream, emitOpenAIStream, parseAnthropicStream, parseOpenAIStream } from 'llm-bridge';
import type { JsonObject } from '../../src/core/json.ts';
import { projectStream } from '../../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../../src/projection/profile/index.ts';
import { anthropicFrames, chatFrames, packets, sseText } from '../input/stream.ts';
import type { Subject } from '../measure.ts';
import { accept, type Case } from './case.ts';

const FRAMES = 600;
const MARKER = 'data: [DONE]\n\n';
const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'When?' }] }];

export async function anthropicToChatCase(): Promise<Case> {
  const frames = anthropicFrames(FRAMES);
  const chunks = packets(sseText(frames));
  const route = { from: { profile: anthropicMessages }, to: { profile: openaiChat } };
  const ours = () => drained(projectStream(route, chunks));
  accept({ ok: (await ours()).endsWith(MARKER) });
  const sdk = createAnthropic({ apiKey: 'none', fetch: async () => eventStream(chunks) })('claude');
  return {
    name: 'stream anthropic to chat',
    ours,
    against: rawFrames(frames),
    peers: [
      { name: 'llm-bridge 2', run: () => drained(emitOpenAIStream(parseAnthropicStream(bytes(chunks)))) },
      { name: 'AI SDK 7, parsing alone', run: async () => drained((await sdk.doStream({ prompt: PROMPT })).stream) },
    ],
  };
}

export async function chatToAnthropicCase(): Promise<Case> {
  const frames = chatFrames(FRAMES);
  const chunks = packets(sseText(frames) + MARKER);
  const route = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
  const ours = () => drained(projectStream(route, chunks));
  accept({ ok: (await ours()).includes('event: message_stop') });
  const sdk = createOpenAI({ apiKey: 'none', fetch: async () => eventStream(chunks) }).chat('gpt');
  return {
    name: 'stream chat to anthropic',
    ours,
    against: rawFrames(frames),
    peers: [
      { name: 'llm-bridge 2', run: () => drained(emitAnthropicStream(parseOpenAIStream(bytes(chunks)))) },
      { name: 'AI SDK 7, parsing alone', run: async () => drained((await sdk.doStream({ prompt: PROMPT })).stream) },
    ],
  };
}

/** The least that any projection does: read the JSON of each frame, and write it again. */
function rawFrames(frames: readonly JsonObject[]): Subject {
  const texts = frames.map((frame) => JSON.stringify(frame));
  return {
    name: 'parse + stringify',
    run: () => {
      let written = '';
      for (const text of texts) written += JSON.stringify(JSON.parse(text));
      return written;
    },
  };
}

function bytes(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

function eventStream(chunks: readonly Uint8Array[]): Response {
  return new Response(bytes(chunks), { headers: { 'content-type': 'text/event-stream' } });
}

/** Everything that a stream gives; its texts joined. */
async function drained(source: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const piece of source) if (typeof piece === 'string') text += piece;
  return text;
}
