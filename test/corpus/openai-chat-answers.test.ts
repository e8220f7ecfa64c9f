import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { foldEvents } from '../../src/fold/index.ts';
import { emitResponse } from '../../src/projection/emit-response.ts';
import { ingestResponse } from '../../src/projection/ingest-response.ts';
import { openaiChat } from '../../src/projection/profile/index.ts';
import { RESPONSE_NORMALISATIONS, STREAM_NORMALISATIONS } from '../../src/projection/profile/openai-chat/index.ts';
import { StreamDecoding } from '../../src/projection/stream/stream-decoding.ts';
import { StreamEncoding } from '../../src/projection/stream/stream-encoding.ts';
import { validateEventLog, validateResult } from '../../src/validate/index.ts';
import { clientCompletion } from '../support/chat-client.ts';
import { chunkSum } from '../support/chunk-sum.ts';
import { recordedAnswers } from '../support/recorded-answers.ts';
import { type RecordedStream, recordedStreams } from '../support/recorded-streams.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

const NOW = '2026-03-14T09:26:00.000Z';
const answers = recordedAnswers(openaiChat);
const streams = recordedStreams('openai-chat');

/** Members that are null, and an object of nothing else, count as absent. */
function withoutNothing(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNothing);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, withoutNothing(member)]));
}

function decoded({ bytes, options }: RecordedStream) {
  const decoding = new StreamDecoding(openaiChat, { ...options, now: NOW });
  const events = [...decoding.push(bytes), ...decoding.end()];
  return { events, privateState: decoding.privateState };
}

function encoded({ owner }: RecordedStream, { events, privateState }: ReturnType<typeof decoded>) {
  const encoding = new StreamEncoding(openaiChat, { owner, privateState });
  const frames = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
  return {
    frames: frames.flatMap((frame) => ('data' in frame ? [frame.data] : [])),
    markers: frames.filter((frame) => 'marker' in frame).length,
    loss: encoding.loss(),
  };
}

/** The payloads of a recording, cut out of its lines by nothing of the project's own code. */
function payloads({ bytes }: RecordedStream): readonly JsonObject[] {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const texts = lines.map((line) => line.replace(/^data: ?/, '').trim()).filter((text) => text.startsWith('{'));
  return texts.map((text) => JSON.parse(text));
}

describe.skipIf(SHARED === undefined)(`recorded Chat answers ${NEEDS_RECORDINGS}`, () => {
  it('[U-PROF-1][U-VAL-1] are read into valid results', () => {
    const invalid = answers.filter(
      ({ text, owner }) => !validateResult(ingestResponse(openaiChat, text, { owner }).value).ok,
    );
    expect(invalid.map(({ name }) => name)).toEqual([]);
    expect(answers.length).toBeGreaterThanOrEqual(63);
  });

  it('[U-PROF-1] come back member by member, up to the written list of normalisations', () => {
    expect(RESPONSE_NORMALISATIONS).toHaveLength(7);
    for (const { name, text, body, owner } of answers) {
      const { value, privateState } = ingestResponse(openaiChat, text, { owner, now: NOW });
      const emission = emitResponse(openaiChat, value, { owner, privateState });
      expect(emission.loss.entries, name).toEqual([]);
      const wire = emission.ok ? withoutNothing(emission.wire) : undefined;
      expect(wire, name).toEqual(withMessages(withoutNothing(body)));
    }
  });
});

/** A choice without a message gets one, and probabilities of nothing are none. */
function withMessages(body: JsonValue): JsonValue {
  const { choices, ...rest } = body as JsonObject;
  if (!Array.isArray(choices)) return body;
  return {
    ...rest,
    choices: (choices as JsonObject[]).map((choice) => ({ message: { role: 'assistant' }, ...choice })),
  };
}

describe.skipIf(SHARED === undefined)(`recorded Chat streams ${NEEDS_RECORDINGS}`, () => {
  it('[U-PROF-1][U-EVT-1] are read into valid events and results', () => {
    const invalid = streams.filter((stream) => {
      const { events } = decoded(stream);
      return !validateEventLog(events).ok || !validateResult(foldEvents(events).result).ok;
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
    expect(streams.length).toBeGreaterThanOrEqual(19);
  });

  it('[U-PROF-1] come back frame by frame, up to the written list of normalisations', () => {
    expect(STREAM_NORMALISATIONS).toHaveLength(11);
    for (const stream of streams) {
      const made = decoded(stream);
      const { reason } = foldEvents(made.events).result.status;
      const { frames, markers } = encoded(stream, made);
      const { top, texts, choices } = chunkSum(frames);
      const sent = chunkSum(payloads(stream));
      expect(markers, stream.name).toBe(1);
      expect(texts, stream.name).toEqual(sent.texts);
      if (reason === 'failed' || reason === 'interrupted') continue;
      expect({ top, choices }, stream.name).toEqual({ top: sent.top, choices: sent.choices });
    }
  });

  it('[U-FOLD-1] fold to what the final object of the official client says', async () => {
    let compared = 0;
    for (const stream of streams) {
      const { result } = foldEvents(decoded(stream).events);
      if (result.status.reason === 'failed' || result.status.reason === 'interrupted') continue;
      const completion = await clientCompletion(payloads(stream)).catch(() => undefined);
      if (completion === undefined) continue; // a stream without a role, which the client does not take
      const { value } = ingestResponse(openaiChat, completion, { owner: stream.owner, now: NOW });
      expect(said(value), stream.name).toEqual(said(result));
      expect(value.status, stream.name).toEqual(result.status);
      expect(value.model, stream.name).toEqual(result.model);
      // The client forgets usage where a chunk without any follows.
      if (value.usage !== undefined) expect(value.usage, stream.name).toEqual(result.usage);
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(15);
  });

  it('[U-PROF-1] are taken by the official client when they are written again', async () => {
    for (const stream of streams) {
      const made = decoded(stream);
      const { result } = foldEvents(made.events);
      if (result.status.reason === 'failed' || result.status.reason === 'interrupted') continue;
      const completion = await clientCompletion(encoded(stream, made).frames);
      const { value } = ingestResponse(openaiChat, completion, { owner: stream.owner, now: NOW });
      expect(said(value), stream.name).toEqual(said(result));
    }
  });
});

/** What an answer says, but for the reasoning of compatible servers, of which the client keeps the last piece alone. */
function said({ output }: { readonly output: readonly object[] }): readonly object[] {
  const items = output.filter((item) => 'type' in item && item.type !== 'reasoning');
  return items.map((item) => {
    const {
      id: _id,
      sequence: _sequence,
      parentId: _parent,
      providerData: _data,
      provenance: _provenance,
      ...rest
    } = item as Readonly<Record<string, unknown>>;
    const parts = Array.isArray(rest['content']) ? { content: rest['content'].map(textOf) } : {};
    return { ...rest, ...parts };
  });
}

function textOf({ id: _id, ...part }: Readonly<Record<string, unknown>>): object {
  return part;
}
