import { readFileSync } from 'node:fs';
import { BetaMessageStream } from '@anthropic-ai/sdk/lib/BetaMessageStream';
import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../generated/unified/types.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { PrivateStateSet } from '../../src/core/private-state.ts';
import { foldEvents } from '../../src/fold/index.ts';
import { emitResponse } from '../../src/projection/emit-response.ts';
import { ingestResponse } from '../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../src/projection/profile/anthropic-messages/index.ts';
import { createStreamDecoder } from '../../src/projection/stream/decode-stream.ts';
import { createStreamEncoder } from '../../src/projection/stream/encode-stream.ts';
import { validateEventLog, validateResult } from '../../src/validate/index.ts';
import { NEEDS_RECORDINGS, SHARED, sharedPath } from '../support/shared.ts';

const FAMILY = 'anthropic-messages';
const OWNER = { profile: { family: FAMILY }, provider: 'anthropic' } as const;
type File = 'response.json' | 'stream.sse' | 'stream.ndjson';

interface Recording {
  readonly title: string;
  readonly text: string;
}

interface Message {
  readonly title: string;
  readonly frames: readonly JsonObject[];
}

describe.skipIf(SHARED === undefined)(`recorded answers ${NEEDS_RECORDINGS}`, () => {
  it.each(recordings('response.json'))('[U-PROF-3][U-LOSS-1] comes back as it was: $title', ({ text }) => {
    const { value, privateState } = ingestResponse(anthropicMessages, text, { owner: OWNER });
    expect(validateResult(value)).toMatchObject({ ok: true });
    const emission = emitResponse(anthropicMessages, value, { owner: OWNER, privateState });
    expect(emission.loss.entries).toEqual([]);
    expect(bare(emission.ok ? emission.wire : undefined)).toEqual(bare(JSON.parse(text)));
  });

  it.each(messages())('[U-FOLD-1] folds to what the final object of the client says: $title', async ({ frames }) => {
    const { events, result } = decode(frames);
    expect(validateEventLog(events)).toMatchObject({ ok: true });
    expect(validateResult(result)).toMatchObject({ ok: true });
    const whole = ingestResponse(anthropicMessages, await finalMessage(frames), { owner: OWNER }).value;
    const texts = argumentTexts(frames);
    const output = whole.output.map((item) => {
      const text = texts.get(item.provenance.providerCallId ?? '');
      // Only a stream has the text of arguments; the code of an execution is its own text.
      const isKept = (item.type === 'tool-call' || item.type === 'server-tool-call') && text !== undefined;
      return isKept ? { ...item, rawArguments: text } : item;
    });
    expect(withoutLoss(result)).toEqual(withoutLoss({ ...whole, output }));
  });

  it.each(messages())('[U-PROF-3][U-EVT-2] comes back frame by frame: $title', async ({ frames }) => {
    const { events, privateState } = decode(frames);
    const encoder = createStreamEncoder(anthropicMessages, { owner: OWNER, privateState });
    const written = events.flatMap((event) => encoder.push(event));
    written.push(...encoder.end());
    const again = written.flatMap((frame) => ('data' in frame ? [frame.data] : []));
    expect(encoder.loss().entries).toEqual([]);
    expect(bare(blocks(again))).toEqual(bare(blocks(withBlocks(frames))));
    expect(bare(await finalMessage(again))).toEqual(bare(await finalMessage(frames)));
  });
});

function recordings(file: File): readonly Recording[] {
  if (SHARED === undefined) return [];
  const manifest: readonly { readonly profile: string; readonly case: string; readonly files: readonly string[] }[] =
    JSON.parse(readFileSync(sharedPath('corpus/manifest.json'), 'utf8'));
  return manifest
    .filter(({ profile, files }) => profile === FAMILY && files.includes(file))
    .map(({ case: title }) => ({ title, text: readFileSync(sharedPath(`corpus/${FAMILY}/${title}/${file}`), 'utf8') }));
}

/** Every recorded stream; some recordings hold several messages one after the other. */
function messages(): readonly Message[] {
  const payloads = ({ title, text }: Recording, prefix: string) => ({
    title,
    frames: text
      .split('\n')
      .filter((line) => line !== '' && line.startsWith(prefix))
      .map((line): JsonObject => JSON.parse(line.slice(prefix.length))),
  });
  const streams = [
    ...recordings('stream.sse').map((recording) => payloads(recording, 'data:')),
    ...recordings('stream.ndjson').map((recording) => payloads(recording, '')),
  ];
  return streams.flatMap(({ title, frames }) => {
    const starts = frames.flatMap(({ type }, index) => (type === 'message_start' ? [index] : []));
    return starts.map((first, index) => ({
      title: `${title} ${index}`,
      frames: frames.slice(first, starts[index + 1]),
    }));
  });
}

function decode(frames: readonly JsonObject[]) {
  const decoder = createStreamDecoder(anthropicMessages, { owner: OWNER });
  const decoded = frames.flatMap((data) => decoder.push({ data }));
  decoded.push(...decoder.end());
  const events = decoded.map(({ event }) => event);
  const privateState = new PrivateStateSet(decoded.flatMap(({ privateState: found = [] }) => found));
  return { events, result: foldEvents(events).result, privateState };
}

/** What the official client makes of a stream; members that only the client knows are left out. */
async function finalMessage(frames: readonly JsonObject[]): Promise<JsonObject> {
  const lines = frames.map((frame) => new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
  const stream = BetaMessageStream.fromReadableStream(ReadableStream.from(lines));
  const { parsed_output: _, ...message } = JSON.parse(JSON.stringify(await stream.finalMessage()));
  const content = message.content.map(({ parsed_output: __, ...block }: JsonObject) => block);
  return { ...message, content };
}

/** The texts that arguments came in, by the identifier of the call. */
function argumentTexts(frames: readonly JsonObject[]): ReadonlyMap<string, string> {
  const ids = new Map<unknown, string>();
  const texts = new Map<string, string>();
  for (const { index, content_block: block, delta } of frames as readonly Record<string, JsonObject>[]) {
    if (block !== undefined) ids.set(index, String(block['id']));
    const piece = delta?.['partial_json'];
    const id = ids.get(index);
    if (typeof piece === 'string' && piece !== '' && id !== undefined) texts.set(id, (texts.get(id) ?? '') + piece);
  }
  return texts;
}

function withoutLoss({ loss: _, ...result }: UnifiedResultV2): unknown {
  return result;
}

/** A message that begins with its content, with frames for the content. */
function withBlocks(frames: readonly JsonObject[]): readonly JsonObject[] {
  const { content = [] } = (frames[0]?.['message'] ?? {}) as { readonly content?: readonly JsonObject[] }; // recorded so
  const made = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ]);
  return [...made, ...frames];
}

const TEXTS = ['text', 'partial_json', 'thinking'];

/** The frames of blocks; deltas that follow each other are one, and empty ones none. */
function blocks(frames: readonly JsonObject[]): readonly unknown[] {
  const merged: { key: string; frame: unknown; text: string }[] = [];
  for (const frame of frames.filter(({ type }) => String(type).startsWith('content_block_'))) {
    const delta = (frame['delta'] ?? {}) as JsonObject; // recorded so
    const key = TEXTS.find((name) => typeof delta[name] === 'string');
    const text = key === undefined ? '' : String(delta[key]);
    if (key !== undefined && text === '') continue;
    const last = merged.at(-1);
    const name = key === undefined ? '' : `${String(frame['index'])} ${key}`;
    if (last !== undefined && key !== undefined && last.key === name) last.text += text;
    else merged.push({ key: name, frame: key === undefined ? frame : name, text });
  }
  return merged.map(({ frame, text }) => [frame, text]);
}

/** Without members that are null: they mean the same as absent ones. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, bare(member)]])),
  );
}
