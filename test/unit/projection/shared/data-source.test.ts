import { describe, expect, it } from 'vitest';
import {
  base64Of,
  dataUrl,
  inlineBase64,
  inlineFromDataUrl,
  sourceFromUrl,
} from '../../../../src/projection/shared/data-source.ts';

describe('sourceFromUrl', () => {
  it('[U-PART-3] takes a base64 data URL apart, and writes the very same text again', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo=';
    const source = inlineFromDataUrl(url);
    expect(source).toEqual({ kind: 'inline', mediaType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64' });
    expect(source && dataUrl(source)).toBe(url);
    expect(sourceFromUrl(url)).toEqual(source);
  });

  it.each([
    'https://a.test/x.png',
    'data:text/plain,hello',
    'data:;base64,aGk=',
    'data:text/plain;charset=utf-8;base64,aGk=',
    'data:image/png;BASE64,aGk=',
    'DATA:image/png;base64,aGk=',
    'data:image/png',
    `data:${'x'.repeat(2000)};base64,aGk=`,
  ])('[U-PART-3] leaves %.40s an address, because it could not be written again', (url) => {
    expect(sourceFromUrl(url)).toEqual({ kind: 'url', url });
  });

  it('does not look through megabytes of data', () => {
    const data = 'A'.repeat(20_000_000);
    expect(inlineFromDataUrl(`data:image/png;base64,${data}`)?.data).toBe(data);
  }, 1000);
});

describe('inline bytes', () => {
  it('[U-PART-3] are base64 on a wire, whatever they are in the record', () => {
    const text = { kind: 'inline', mediaType: 'text/plain', data: 'é', encoding: 'utf8' } as const;
    expect(base64Of(text)).toBe('w6k=');
    expect(dataUrl(text)).toBe('data:text/plain;base64,w6k=');
    expect(base64Of(inlineBase64('AAAA'))).toBe('AAAA');
  });

  it('[U-PART-4] have an unknown type where the wire says none', () => {
    expect(inlineBase64('AAAA').mediaType).toBe('application/octet-stream');
    expect(inlineBase64('AAAA', 'audio/wav').mediaType).toBe('audio/wav');
  });
});
