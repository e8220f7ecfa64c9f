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
});
