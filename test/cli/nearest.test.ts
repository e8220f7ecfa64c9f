import { describe, expect, it } from 'vitest';
import { nearest } from '../../src/cli/nearest.ts';

describe('suggestions', () => {
  it('[D-5] puts the nearest name first, and makes none where nothing is near', () => {
    expect(nearest('matirx', ['project', 'matrix'])).toEqual(['matrix']);
    expect(nearest('seed', ['generation.seed', 'generation.speed', 'need'])).toEqual(['need', 'generation.seed']);
    expect(nearest('zzzzzz', ['project', 'matrix'])).toEqual([]);
  });
});
