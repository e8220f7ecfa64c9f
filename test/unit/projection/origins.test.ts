import { describe, expect, it } from 'vitest';
import { Origins } from '../../../src/projection/origins.ts';
import { reading } from './support.ts';

describe('Origins', () => {
  it('[U-LOSS-1] tell where an object came from, whenever somebody asks', () => {
    const { wire } = reading({ a: {}, b: {} });
    const [a, b] = [wire.requiredObject('a'), wire.requiredObject('b')];
    const origins = new Origins();
    const [first, second] = [{}, {}];
    origins.set(first, a);
    expect([origins.get(first), origins.get(second)]).toEqual([a, undefined]);
    origins.set(second, b);
    expect([origins.get(first)?.pointer(), origins.get(second)?.pointer()]).toEqual(['/a', '/b']);
  });

  it('[U-LOSS-1] tell where single members of an object came from', () => {
    const { wire } = reading({ a: 'x' });
    const origins = new Origins();
    const made = { first: 'x', second: 'y' };
    origins.setMembers(made, { first: wire.at('a') });
    expect(origins.find(made, 'first')?.pointer()).toBe('/a');
    expect([origins.find(made, 'second'), origins.find(made), origins.find({}, 'first')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('[U-LOSS-1] take the last word about an object', () => {
    const { wire } = reading({ a: {} });
    const origins = new Origins();
    const made = {};
    origins.set(made, wire);
    origins.set(made, wire.requiredObject('a'));
    expect(origins.get(made)?.pointer()).toBe('/a');
  });
});
