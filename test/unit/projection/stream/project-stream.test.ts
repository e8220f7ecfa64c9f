import { describe, expect, it } from 'vitest';
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
