import { describe, expect, it } from 'vitest';
import { FrameNumbers } from '../../../../src/projection/framing/frame-numbers.ts';

describe('FrameNumbers', () => {
  it('looks at a frame once, and only when somebody asks while it is read', () => {
    const numbers = new FrameNumbers();
    let looks = 0;
    const of = (text: string) => () => {
      looks += 1;
      return new Map([['/n', text]]);
    };
    numbers.enter(0, of('1e400'));
    numbers.enter(1, of('12345678901234567890'));
    expect(numbers.get('/1/n')).toBe('12345678901234567890');
    expect(numbers.has('/1/n')).toBe(true);
    expect(looks).toBe(1);
    numbers.enter(2, undefined);
    expect([...numbers]).toEqual([['/1/n', '12345678901234567890']]);
    expect([numbers.size, [...numbers.keys()], [...numbers.values()]]).toEqual([1, ['/1/n'], ['12345678901234567890']]);
  });
});
