import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../src/core/limits.ts';
import { readPayloads } from '../../../../src/projection/framing/payload.ts';

/** What a text of a frame holds, in short. */
function read(text: string): readonly unknown[] {
  return readPayloads(text, DEFAULT_LIMITS, '[DONE]').map((payload) =>
    payload.kind === 'data' ? payload.data : payload.kind,
  );
}

describe('the text of a frame', () => {
  it.each([
    ['alone', '[DONE]', ['marker']],
    ['behind a payload on its line', '{"a":1} [DONE]', [{ a: 1 }, 'marker']],
    ['behind a payload without a space', '{"a":1}[DONE]', [{ a: 1 }, 'marker']],
    ['on a line of its own', '{"a":1}\n[DONE]', [{ a: 1 }, 'marker']],
    ['with space around it', ' [DONE] ', ['marker']],
  ])('[U-FOLD-3] gives the end marker %s', (_where, text, records) => {
    expect(read(text)).toEqual(records);
  });

  it('[U-FOLD-3] leaves a marker inside of a string as text', () => {
    expect(read('{"text":"type [DONE] to quit"}')).toEqual([{ text: 'type [DONE] to quit' }]);
    expect(read('{"text":"}[DONE]"}\n[DONE]')).toEqual([{ text: '}[DONE]' }, 'marker']);
  });

  it('[U-FOLD-3] gives each of several payloads, and one that goes over several lines as one', () => {
    expect(read('{"a":1}\n{"b":"\\"}"}')).toEqual([{ a: 1 }, { b: '"}' }]);
    expect(read('{"a":1}{"b":2}')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(read('{"a":\n1}')).toEqual([{ a: 1 }]);
  });

  it.each(['{oops', '"text"', '[1]', 'null', 'keepalive'])('[U-SEC-4] says that it is no object: %s', (text) => {
    expect(read(text)).toEqual(['malformed']);
  });

  it('[U-SEC-4] gives what stands before the malformed rest', () => {
    expect(read('{"a":1}\n{oops')).toEqual([{ a: 1 }, 'malformed']);
  });

  it('keeps the digits of numbers', () => {
    const [payload] = readPayloads('{"n":12345678901234567890}', DEFAULT_LIMITS, '[DONE]');
    const numbers = payload?.kind === 'data' ? payload.exactNumbers() : undefined;
    expect(numbers).toEqual(new Map([['/n', '12345678901234567890']]));
  });

  it.each([
    ['short', ''],
    ['long', 'p'.repeat(5000)],
  ])('[U-SEC-5] judges a %s text by one rule: numbers, depth, members and reserved names', (_length, pad) => {
    const limits = { ...DEFAULT_LIMITS, depth: 3, keys: 4 };
    const kindOf = (members: string) => readPayloads(`{"pad":"${pad}",${members}}`, limits, '[DONE]')[0]?.kind;
    expect(kindOf('"a":1e300,"b":{"c":[]},"u":"id-1e400:1e400"')).toBe('data');
    expect(kindOf('"a":1e400')).toBe('malformed');
    expect(kindOf('"a":-1E+400')).toBe('malformed');
    expect(kindOf(`"a":1${'0'.repeat(309)}`)).toBe('malformed');
    expect(kindOf('"a":[[[1]]]')).toBe('malformed');
    expect(kindOf('"a":1,"b":2,"c":3,"d":4')).toBe('malformed');
    expect(kindOf('"\\u005f_proto__":1')).toBe('malformed');
  });

  it.each([
    ['short', ''],
    ['long', 'p'.repeat(5000)],
  ])('[U-LOSS-1] names a member that a %s text has several times, whose last value it holds', (_length, pad) => {
    const of = (members: string) => {
      const [payload] = readPayloads(`{"pad":"${pad}",${members}}`, DEFAULT_LIMITS, '[DONE]');
      return payload?.kind === 'data' ? payload : undefined;
    };
    expect(of('"l":[0,{"a" :1,"b":"x","\\u0061":2}]')).toMatchObject({
      repeated: '/l/1/a',
      data: { l: [0, { a: 2 }] },
    });
    expect(of('"a":{"b":1},"b":{"b":2},"c":"\\":1,\\"c\\":2"')).not.toHaveProperty('repeated');
  });
});
