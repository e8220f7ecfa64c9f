import { describe, expect, it } from 'vitest';
import { base64Of, dataUrl, inlineBase64, readDataUrl } from '../../../../src/projection/shared/data-source.ts';

describe('readDataUrl', () => {
  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', 'image/png'],
    ['data:image/jpg;base64,iVBORw0KGgo=', 'image/jpg'],
    ['data:text/plain;charset=utf-8;base64,aGk=', 'text/plain;charset=utf-8'],
    ['DATA:image/png;base64,aGk=', 'image/png'],
    ['data:image/png;BASE64,aGk=', 'image/png'],
    ['data:;base64,aGk=', 'text/plain'],
    ['data:image/png;base64,', 'image/png'],
  ])('[U-PART-3][U-PROF-10] takes %s apart, and writes the very same text again', (url, mediaType) => {
    const read = readDataUrl(url);
    expect(read?.source).toEqual({
      kind: 'inline',
      mediaType,
      data: url.slice(url.indexOf(',') + 1),
      encoding: 'base64',
    });
    expect(read && dataUrl(read.source, read.head)).toBe(url);
  });

  it('[U-PART-3] keeps a spelling only where it differs, and writes none that has become wrong', () => {
    expect(readDataUrl('data:image/png;base64,aGk=')?.head).toBeUndefined();
    const source = inlineBase64('aGk=', 'image/webp');
    expect(dataUrl(source, 'DATA:image/png;base64,')).toBe('data:image/webp;base64,aGk=');
    expect(dataUrl(source, 'anything')).toBe('data:image/webp;base64,aGk=');
  });

  it.each([
    'https://a.test/x.png',
    'data:text/plain,hello',
    'data:text/plain,hello;base64,aGk=',
    'data:;charset=utf-8;base64,aGk=',
    'data:image/png',
    `data:${'x'.repeat(2000)};base64,aGk=`,
  ])('[U-PART-3] leaves %.40s an address', (url) => {
    expect(readDataUrl(url)).toBeUndefined();
  });

  it('[U-PART-3] does not look through megabytes of data', () => {
    const data = 'A'.repeat(20_000_000);
    expect(readDataUrl(`data:image/png;base64,${data}`)?.source.data).toBe(data);
    expect(readDataUrl(`data:${data}`)).toBeUndefined();
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
