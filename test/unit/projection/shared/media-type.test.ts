import { describe, expect, it } from 'vitest';
import { mediaTypeOfName, readMediaType } from '../../../../src/projection/shared/media-type.ts';

describe('readMediaType', () => {
  it('[U-PART-3] tells the type from its parameters, whatever the letters', () => {
    const { type, parameters } = readMediaType('Text/Plain; Charset="utf-8";name=a=b.txt');
    expect(type).toBe('text/plain');
    expect([...parameters]).toEqual([
      ['charset', 'utf-8'],
      ['name', 'a=b.txt'],
    ]);
  });

  it('[U-PART-3] knows names that are in use and not registered', () => {
    expect(readMediaType('image/jpg').type).toBe('image/jpeg');
    expect(readMediaType('image/webp')).toEqual({ type: 'image/webp', parameters: new Map() });
    expect(readMediaType('constructor').type).toBe('constructor');
  });
});

describe('mediaTypeOfName', () => {
  it('[U-PART-3] reads the ending of a name', () => {
    expect(mediaTypeOfName('Tides 2026.v2.PDF')).toBe('application/pdf');
    expect(mediaTypeOfName('a.jpg')).toBe('image/jpeg');
  });

  it.each([undefined, '', 'pdf', 'a.', 'a.xyz', 'a.constructor'])('[U-PART-3] takes nothing from %s', (name) => {
    expect(mediaTypeOfName(name)).toBeUndefined();
  });
});
