import { describe, expect, it } from 'vitest';
import { codeFrames } from '../../../src/cli/render/code-frame.ts';
import { locator } from '../../../src/cli/render/locate.ts';
import { paint } from '../../../src/cli/render/paint.ts';

function frameOf(text: string, pointer: string): readonly string[] {
  const place = locator(text)(pointer);
  if (place === undefined) throw new Error('no place');
  return codeFrames(text, paint(false))(place);
}

describe('a code frame', () => {
  it('[U-VAL-1] marks a value, the name of an object, and the opening bracket of the whole', () => {
    const text = '{\n  "a": { "b": 12 }\n}';
    expect(frameOf(text, '/a/b')).toEqual(['  1 | {', '> 2 |   "a": { "b": 12 }', '    |               ^^', '  3 | }']);
    expect(frameOf(text, '/a')[2]).toBe('    |   ^^^');
    expect(frameOf(text, '')[1]).toBe('    | ^');
  });

  it('[U-VAL-1] marks the nearest place around a member that is missing', () => {
    expect(frameOf('{ "a": { "b": 1 } }', '/a/c/d')).toEqual(['> 1 | { "a": { "b": 1 } }', '    |   ^^^']);
  });

  it('[U-VAL-1] marks the last of two members with one name, which is the one that counts', () => {
    expect(frameOf('{ "a": 1, "a": 2 }', '/a')[1]).toBe('    |                ^');
  });

  it('[U-VAL-1] cuts long lines to 120 columns around the place', () => {
    const text = `{ "a": "${'x'.repeat(500)}", "b": 7, "c": "${'y'.repeat(500)}" }`;
    const [line = '', marker = ''] = frameOf(text, '/b');
    const shown = line.slice('> 1 | '.length);
    expect(shown).toHaveLength(120);
    expect(shown.startsWith('…x') && shown.endsWith('y…')).toBe(true);
    expect(line[marker.indexOf('^')]).toBe('7');
  });

  it('[U-VAL-1] hides credentials without moving columns, also when the cut would hide how they begin', () => {
    const key = ['sk', 'proj', 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2n'].join('-');
    const text = `{ "note": "${'x'.repeat(90)} ${key}", "b": 7 }`;
    const [line = '', marker = ''] = frameOf(text, '/b');
    expect(line).toContain('****');
    expect(line).not.toContain('Lm2n');
    expect(line[marker.indexOf('^')]).toBe('7');
  });

  it.each([7100, 8100, 8140, 8150, 8170, 8186])(
    '[U-VAL-1] hides a credential by name that stands after %i characters',
    (length) => {
      const secret = ['hunter2', 'Correct', 'Horse', '9981x'].join('-');
      const [line = ''] = frameOf(`{ "a": "${'x '.repeat(length / 2)}", "client_secret": "${secret}", "b": 7 }`, '/b');
      expect(line).toContain('***", "b": 7');
      expect(line).not.toMatch(/hunter|Correct|Horse|9981/);
    },
  );

  it('[U-VAL-1] shows control characters as spaces, and lines that end in CRLF', () => {
    expect(frameOf('{\r\n  "a": "\u001b[31m"\r\n}', '/a')[1]).toBe('> 2 |   "a": " [31m"');
  });
});
