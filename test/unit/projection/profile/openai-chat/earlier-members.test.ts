import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { StreamDecoding } from '../../../../../src/projection/stream/stream-decoding.ts';
import { StreamEncoding } from '../../../../../src/projection/stream/stream-encoding.ts';
import { clientCompletion } from '../../../../support/chat-client.ts';
import { chunk, OWNER, readStream } from './streams.ts';

/** A chunk of a server that names each token and says each text twice. */
function token(content: string, id: number, finishReason: string | null = null): JsonObject {
  return chunk({ role: 'assistant', content, token_id: id }, finishReason, { text: content });
}

/** The choices of the frames. */
function choicesOf(frames: readonly JsonObject[]): readonly JsonObject[] {
  return frames.flatMap(({ choices }) => (choices ?? []) as readonly JsonObject[]);
}

/** The values that members are said to have, without what is only repeated. */
function valuesOf(frames: readonly JsonObject[]) {
  const choices = choicesOf(frames);
  const known = (values: readonly unknown[]) => values.filter((value) => value !== undefined);
  return {
    ids: known(choices.map(({ delta }) => (delta as JsonObject)['token_id'])),
    texts: known(choices.map(({ text }) => text)),
  };
}

const TOKENS = [token('Hi', 11), token(' the', 12), token('', 13), token('re', 14), token('', 1, 'stop')];

describe('members of Chat chunks that say something else in every chunk', () => {
  it('[U-PROF-1] go back to their owner in their order, in the chunk of the text that they came with', () => {
    const { written, losses } = readStream(TOKENS);
    expect(losses).toEqual([]);
    expect(valuesOf(written)).toEqual({ ids: [11, 12, 13, 14, 1], texts: ['Hi', ' the', 're'] });
    expect(choicesOf(written)).toContainEqual(
      expect.objectContaining({ delta: { content: ' the', token_id: 12 }, text: ' the' }),
    );
  });

  it('[U-REAS-2] never stand in events, and the record of the answer has the last of them only', () => {
    const { events, result } = readStream([token('Hi', 1001), token(' you', 1002), token('!', 1003, 'stop')]);
    expect(JSON.stringify(events)).not.toMatch(/100[123]/);
    expect(result.output).toHaveLength(1);
    expect(result.output[0]?.providerData).toMatchObject([{ wirePointer: '/token_id' }]);
    expect(result.provenance.providerData).toMatchObject([{ wirePointer: '/choices/0/text' }]);
  });

  it('[U-PROF-1] stay a stream that the official client adds up', async () => {
    const { written } = readStream(TOKENS);
    const completion = await clientCompletion(written);
    expect(completion).toMatchObject({ choices: [{ message: { content: 'Hi there' }, finish_reason: 'stop' }] });
  });

  it('[U-PROF-1] of the frame itself, and reasons to stop that changed, are kept as well', () => {
    const timed = (content: string, done: number, reason: string | null = null) => ({
      ...chunk({ content }, reason),
      timings: { done },
    });
    const { written } = readStream([timed('a', 1), timed('b', 2, 'stop'), timed('c', 3, 'length')]);
    const done = written.flatMap(({ timings }) => (timings === undefined ? [] : [(timings as JsonObject)['done']]));
    expect(done).toEqual([1, 2, 3]);
    const reasons = choicesOf(written).flatMap(({ finish_reason: reason }) => (reason === null ? [] : [reason]));
    expect(reasons.filter((value, index) => value !== reasons[index - 1])).toEqual(['stop', 'length']);
  });

  it('[U-PROF-1] that never change, or are only added to, need no event', () => {
    const { events } = readStream([
      chunk({ content: 'a', channel: 'final' }, null, { filter: { hate: false } }),
      chunk({ content: 'b', channel: 'final' }, null, { filter: { hate: false, violence: false } }),
      chunk({ channel: null }, 'stop', { filter: {} }),
    ]);
    expect(events.filter(({ type }) => type === 'item-delta')).toEqual([]);
  });

  it('[U-PROF-1] of several choices go back to their own', () => {
    const two = (first: JsonObject, second: JsonObject, reason: string | null = null): JsonObject => {
      const of = (index: number, { token_id, content }: JsonObject) => ({
        index,
        delta: { content, token_id },
        finish_reason: reason,
      });
      return { ...chunk({}), choices: [of(0, first), of(1, second)] } as JsonObject;
    };
    const { written } = readStream([
      two({ content: 'a', token_id: 1 }, { content: 'x', token_id: 5 }),
      two({ content: 'b', token_id: 2 }, { content: 'y', token_id: 6 }),
      two({ content: 'c', token_id: 3 }, { content: 'z', token_id: 7 }, 'stop'),
    ]);
    const ofChoice = (index: number) =>
      valuesOf([{ choices: choicesOf(written).filter((one) => one['index'] === index) }]);
    expect(ofChoice(0).ids).toEqual([1, 2, 3]);
    expect(ofChoice(1).ids).toEqual([5, 6, 7]);
  });

  it('[U-LOSS-1] are reported to whoever writes for another owner, once', () => {
    const decoding = new StreamDecoding(openaiChat, { owner: OWNER });
    const events = [...TOKENS.flatMap((data) => decoding.push({ data })), ...decoding.end()];
    const owner = { ...OWNER, provider: 'elsewhere' };
    const encoding = new StreamEncoding(openaiChat, { owner, privateState: decoding.privateState });
    const frames = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
    expect(JSON.stringify(frames)).not.toContain('token_id');
    const places = encoding.loss().entries.map(({ path }) => path);
    expect(places.filter((path) => path === '/output/0/providerData')).toHaveLength(1);
  });

  it('[U-SEC-5][U-LOSS-1] are kept of so many frames only, and the first that is not is reported', () => {
    const many = Array.from({ length: 5000 }, (_, index) => token('a', index));
    const decoding = new StreamDecoding(openaiChat, { owner: OWNER });
    const events = [...many, token('', 9999, 'stop')].flatMap((data) => decoding.push({ data }));
    decoding.end();
    const kept = events.flatMap((event) => (event.type === 'item-delta' ? (event.providerData ?? []) : []));
    expect(kept).toHaveLength(4096);
    expect(decoding.loss().entries).toMatchObject([{ path: '/4096', feature: 'wire.unknown-content' }]);
  });

  it('[U-LOSS-1] of an answer that was cut are reported where it is written at once', () => {
    const { result, written } = readStream(TOKENS.slice(0, 3));
    expect(valuesOf(written).ids).toEqual([11, 12, 13]);
    const { error: _error, ...whole } = result;
    const { loss } = emitResponse(openaiChat, { ...whole, status: { reason: 'stop' } }, { owner: OWNER });
    const paths = loss.entries.map(({ path }) => path);
    expect(paths).toContain('/output/0/providerData/0');
  });
});
