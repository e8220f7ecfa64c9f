import { describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../../src/projection/framing/frame-cutter.ts';
import { createFrameCutter } from '../../../../src/projection/framing/framing.ts';
import type { Framing } from '../../../../src/projection/stream/frame.ts';
import { allCuts } from '../../../support/cuts.ts';

const LIMITS = { bytes: 1000, streamBytes: 100_000 };

function cut(framing: Framing, chunks: readonly (Uint8Array | string)[], limits = LIMITS): readonly RawFrame[] {
  const cutter = createFrameCutter(framing, limits, '[DONE]');
  return [...chunks.flatMap((chunk) => [...cutter.push(chunk)]), ...cutter.end()];
}

const payload = (text: string): RawFrame => ({ kind: 'payload', text });
const bytes = (text: string) => new TextEncoder().encode(text);

describe('lines of JSON', () => {
  const text = '{"a":"\u{1f600}"}\r\n\n{"b":1}\n{"c":2}';
  const frames = [payload('{"a":"\u{1f600}"}\r'), payload('{"b":1}'), payload('{"c":2}')];

  it('[U-FOLD-3] are frames, however the bytes are cut, and the last one needs no end', () => {
    for (const pieces of [[text], ...allCuts(text), ...allCuts(bytes(text))])
      expect(cut('ndjson', pieces)).toEqual(frames);
  });

  it('[U-SEC-5] stop where a line is too long', () => {
    const frames = [payload('1'), { kind: 'fault', code: 'stream-frame-size' }];
    for (const pieces of [['1\n22222\n3\n'], ...allCuts('1\n22222\n3\n')]) {
      expect(cut('ndjson', pieces, { bytes: 4, streamBytes: 100 })).toEqual(frames);
    }
  });
});

describe('an array of JSON objects', () => {
  const element = '{"t":"]}\\"\\\\","l":[{"x":"{"}],\n "e":"\u00e9"}';
  const text = `\ufeff[${element}\n,\r\n${element},{}]\n`;

  it('[U-FOLD-3] is cut into its elements, whatever stands in their strings, however the bytes are cut', () => {
    const frames = [payload(element), payload(element), payload('{}')];
    for (const pieces of [[text], ...allCuts(text), ...allCuts(bytes(text))]) {
      expect(cut('json-array', pieces)).toEqual(frames);
    }
  });

  it('may be one object instead: an error that was found before the array began', () => {
    expect(cut('json-array', ['{"error":', '{}}'])).toEqual([payload('{"error":{}}')]);
  });

  it('gives an element whose end did not come at the end, and an empty array nothing', () => {
    expect(cut('json-array', ['[{"a":1},{"b"'])).toEqual([payload('{"a":1}'), payload('{"b"')]);
    expect(cut('json-array', ['[]'])).toEqual([]);
  });

  it.each(['[1]', '[{}] {}', '<html>', '[{}]]', ',{}'])('[U-SEC-5] stops at what stands outside of it: %s', (wrong) => {
    expect(cut('json-array', [wrong]).at(-1)).toEqual({ kind: 'fault', code: 'wire-format' });
  });

  it('[U-SEC-5] stops where an element is too long', () => {
    for (const pieces of [['[{},{"a":1}]'], ...allCuts('[{},{"a":1}]')]) {
      const frames = cut('json-array', pieces, { bytes: 4, streamBytes: 100 });
      expect(frames).toEqual([payload('{}'), { kind: 'fault', code: 'stream-frame-size' }]);
    }
  });
});
