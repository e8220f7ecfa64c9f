import { describe, expect, it } from 'vitest';
import type { PrivateStateSet } from '../../../../src/core/private-state.ts';
import { createStreamProjection, projectStream } from '../../../../src/projection/stream/project-stream.ts';
import { collect } from '../../../support/collect.ts';
import { TINY_OWNER, tinyDialect } from '../../../support/tiny-dialect.ts';

const ROUTE = { from: { profile: tinyDialect() }, to: { profile: tinyDialect('ndjson') } };
const ANSWER =
  'data: {"say":"a"}\n\ndata: {"sign":"secret"}\n\ndata: {"say":"b"}\n\ndata: {"stop":true}\n\ndata: [END]\n\n';

describe('projectStream', () => {
  it('writes what each chunk makes, and knows the answer and the losses of both halves', async () => {
    const stream = projectStream(ROUTE, [ANSWER.slice(0, 30), ANSWER.slice(30)], { owner: TINY_OWNER });
    expect(await collect(stream)).toEqual(['{"say":"a"}\n', '{"say":"b"}\n{"stop":true}\n']);
    expect(stream.result()).toMatchObject({ status: { reason: 'stop' }, output: [{ content: [{ text: 'ab' }] }] });
    expect(stream.loss().entries).toMatchObject([{ feature: 'reasoning.private-state', stage: 'emit' }]);
  });

  it('[U-SEC-3] takes private state along to the owner that issued it', async () => {
    const options = { owner: TINY_OWNER, targetOwner: TINY_OWNER };
    const text = (await collect(projectStream(ROUTE, ANSWER, options))).join('');
    expect(text).toBe('{"say":"a"}\n{"sign":"secret"}\n{"say":"b"}\n{"stop":true}\n');
  });

  it('[U-CONT-7] hands out the private state of the answer, in steps and over a source', async () => {
    const stream = projectStream(ROUTE, ANSWER, { owner: TINY_OWNER, operationId: 'op' });
    await collect(stream);
    const read = (set: PrivateStateSet) =>
      [...set].map(({ resourceId, owner }) => owner !== undefined && set.read(resourceId, owner));
    expect(read(stream.privateState)).toMatchObject([{ ok: true, payload: 'secret' }]);
    const projection = createStreamProjection(ROUTE, { owner: TINY_OWNER, operationId: 'op' });
    const { privateState } = projection;
    expect(privateState.size).toBe(0);
    projection.push(ANSWER);
    expect(read(privateState)).toMatchObject([{ ok: true, payload: 'secret' }]);
  });

  it('[U-CONT-7] takes from the stream what it holds, and only the rest from the reader that is given', async () => {
    const other = { kind: 'reasoning-signature', owner: TINY_OWNER, payload: 'other' } as const;
    const asked: string[] = [];
    const privateState = {
      read: (resourceId: string) => {
        asked.push(resourceId);
        return { ok: true, payload: other.payload, kind: other.kind, synthetic: false } as const;
      },
    };
    const options = { owner: TINY_OWNER, targetOwner: TINY_OWNER, privateState };
    expect((await collect(projectStream(ROUTE, ANSWER, options))).join('')).toContain('{"sign":"secret"}');
    expect(asked).toEqual([]);
  });

  it('tells in the words of the target that the source failed, and that a frame was malformed', async () => {
    async function* broken() {
      yield ANSWER.slice(0, 30);
      throw new Error('secret words');
    }
    const cut = (await collect(projectStream(ROUTE, broken()))).join('');
    expect(cut).toBe('{"say":"a"}\n{"fail":"stream-truncated"}\n');
    const malformed = projectStream(ROUTE, [`${ANSWER.slice(0, 30)}\n\n`, 'data: {oops\n\n', ANSWER]);
    expect((await collect(malformed)).join('')).toBe('{"say":"a"}\n{"fail":"wire-format"}\n');
    expect(malformed.result().status.reason).toBe('failed');
  });

  it('rejects with the reason of its signal', async () => {
    const stream = projectStream(ROUTE, ANSWER, { signal: AbortSignal.abort('gone') });
    await expect(stream.next()).rejects.toBe('gone');
  });

  it('ends what its framing began, also where the answer failed', async () => {
    const route = { ...ROUTE, to: { profile: tinyDialect('json-array') } };
    const text = (await collect(projectStream(route, ['data: {"say":"a"}\n\n', 'data: {oops\n\n', ANSWER]))).join('');
    expect(JSON.parse(text)).toEqual([{ say: 'a' }, { fail: 'wire-format' }]);
  });

  it('goes step by step as well', () => {
    const projection = createStreamProjection(ROUTE);
    expect(projection.push(ANSWER.slice(0, 30))).toBe('{"say":"a"}\n');
    expect(projection.push(ANSWER.slice(30))).toBe('{"say":"b"}\n{"stop":true}\n');
    expect(projection.end()).toBe('');
    expect(projection.end()).toBe('');
  });
});
