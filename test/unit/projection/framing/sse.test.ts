import { describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../../src/projection/framing/frame-cutter.ts';
import { createFrameCutter } from '../../../../src/projection/framing/framing.ts';
import { allCuts } from '../../../support/cuts.ts';

const LIMITS = { bytes: 1000, streamBytes: 100_000 };

function cut(chunks: readonly (Uint8Array | string)[], limits = LIMITS): readonly RawFrame[] {
  const cutter = createFrameCutter('sse', limits, '[DONE]');
  return [...chunks.flatMap((chunk) => [...cutter.push(chunk)]), ...cutter.end()];
}

const bytes = (text: string) => new TextEncoder().encode(text);

const STREAM = [
  '\ufeffevent: first\ndata: {"a":"h\u00e9 \u{1f600}"}\n\n',
  ': keepalive\r\n\r\nretry: 3\r\nfoo: bar\rid: 7\r\ndata: {"b":1}\r\r',
  'data:{"c":\ndata: 2}\n\n',
  'data:\n\ndata: {"d":"[DONE]"}\n[DONE]\n\n  [DONE] \n',
].join('');

const FRAMES: readonly RawFrame[] = [
  { kind: 'payload', event: 'first', text: '{"a":"h\u00e9 \u{1f600}"}' },
  { kind: 'comment' },
  { kind: 'ignored' },
  { kind: 'payload', id: '7', text: '{"b":1}' },
  { kind: 'payload', text: '{"c":\n2}' },
  { kind: 'comment' },
  { kind: 'payload', text: '{"d":"[DONE]"}\n[DONE]' },
  { kind: 'payload', text: '[DONE]' },
];

describe('server-sent events', () => {
  it('[U-FOLD-3] gives fields, comments and bare end markers as frames, whatever ends the lines', () => {
    expect(cut([STREAM])).toEqual(FRAMES);
    expect(cut([bytes(STREAM)])).toEqual(FRAMES);
  });

  it('[U-FOLD-3] gives the same frames wherever the bytes are cut: in characters, line ends, marks and markers', () => {
    for (const pieces of allCuts(bytes(STREAM))) expect(cut(pieces)).toEqual(FRAMES);
  });

  it('[U-FOLD-3] gives the same frames wherever the text is cut, inside of surrogate pairs too', () => {
    for (const pieces of allCuts(STREAM)) expect(cut(pieces)).toEqual(FRAMES);
  });

  it('counts a last event whose blank line did not come', () => {
    expect(cut(['data: {"a":1}'])).toEqual([{ kind: 'payload', text: '{"a":1}' }]);
    expect(cut(['data: {"a":1}\r'])).toEqual([{ kind: 'payload', text: '{"a":1}' }]);
    expect(cut(['event: only'])).toEqual([]);
  });

  it('replaces bytes that are no UTF-8 by half of a surrogate pair, and leaves what was sent as U+FFFD', () => {
    const whole = Uint8Array.from([
      ...bytes('data: "\ufffd'),
      0xe2,
      0x82,
      0x41,
      0xff,
      ...bytes('\ufffd\u00e9"\n\n:'),
      0xc3,
    ]);
    const frames = [{ kind: 'payload', text: '"\ufffd\udc00A\udc00\ufffd\u00e9"' }, { kind: 'comment' }];
    for (const pieces of [[whole], ...allCuts(whole)]) expect(cut(pieces)).toEqual(frames);
  });

  it.each([
    ['one line', `data: ${'x'.repeat(21)}\n\n`],
    ['several lines', 'data: xxxxxxxxxxxx\ndata: xxxxxxxxxxxx\n\n'],
    ['a line that never ends', `data: ${'x'.repeat(100)}`],
    ['a comment', `: ${'x'.repeat(100)}\n`],
  ])('[U-SEC-5] stops at a frame that is too long, after what came before it: %s', (_name, text) => {
    const frames = [
      { kind: 'payload', text: '1' },
      { kind: 'fault', code: 'stream-frame-size' },
    ];
    const whole = `data: 1\n\n${text}data: 2\n\n`;
    for (const pieces of [[whole], ...allCuts(whole)]) {
      expect(cut(pieces, { bytes: 20, streamBytes: 10_000 })).toEqual(frames);
    }
  });

  it('[U-SEC-5] stops at a stream that is too long', () => {
    const whole = 'data: 1\n\ndata: 2\n\n';
    for (const pieces of [[whole], ...allCuts(whole)]) {
      expect(cut(pieces, { bytes: 20, streamBytes: 12 })).toEqual([
        { kind: 'payload', text: '1' },
        { kind: 'fault', code: 'stream-size' },
      ]);
    }
  });

  it('takes time in proportion to a frame that comes in very small pieces', () => {
    const cutter = createFrameCutter('sse', { bytes: 1e8, streamBytes: 1e9 }, '[DONE]');
    cutter.push('data: ');
    for (let index = 0; index < 200_000; index++) cutter.push('xx');
    expect(cutter.push('\n\n')).toEqual([{ kind: 'payload', text: 'x'.repeat(400_000) }]);
  });

  it('[U-FOLD-3] gives JSON objects in place of a stream as bare frames, and then the events behind them', () => {
    const text = '\ufeff\r\n {"a":"}\\""}\n{"b":1}\n\ndata: {"c":2}\n\n{"d":3}\n\n';
    const frames = [
      { kind: 'payload', text: '{"a":"}\\""}', isBare: true },
      { kind: 'payload', text: '{"b":1}', isBare: true },
      { kind: 'payload', text: '{"c":2}' },
      { kind: 'ignored' },
    ];
    for (const pieces of [[text], ...allCuts(text), ...allCuts(bytes(text))]) expect(cut(pieces)).toEqual(frames);
  });

  it('gives a bare object whose end did not come at the end, and stops where it is too long', () => {
    expect(cut(['{"a":', '1'])).toEqual([{ kind: 'payload', text: '{"a":1', isBare: true }]);
    for (const pieces of allCuts(`{"a":"${'x'.repeat(30)}"}`)) {
      expect(cut(pieces, { bytes: 20, streamBytes: 10_000 })).toEqual([{ kind: 'fault', code: 'stream-frame-size' }]);
    }
  });

  it('[U-LOSS-1] says which lines it ignored, however the bytes are cut', () => {
    const text = '<html>\n<p>502: bad\ndata: 1\n\n';
    for (const pieces of [[text], ...allCuts(text)]) {
      expect(cut(pieces)).toEqual([{ kind: 'ignored' }, { kind: 'ignored' }, { kind: 'payload', text: '1' }]);
    }
  });
});
