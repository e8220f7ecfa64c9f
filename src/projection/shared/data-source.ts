import type { UnifiedDataSource, UnifiedInlineDataSource } from '../../../generated/unified/types.ts';

/** The plain form; the longest media type that a record takes has 255 characters. */
const DATA_URL = /^data:([^;,]{1,255});base64,/;
const LONGEST_HEAD = 300;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Reads a URL that a wire gives: a base64 data URL becomes inline bytes, anything else stays a URL. */
export function sourceFromUrl(url: string): UnifiedDataSource {
  return inlineFromDataUrl(url) ?? { kind: 'url', url };
}

/**
 * Reads a base64 data URL; absent when the text is anything else. Only the plain form is taken apart, so that
 * `dataUrl` writes the very same text again.
 */
export function inlineFromDataUrl(url: string): UnifiedInlineDataSource | undefined {
  const match = DATA_URL.exec(url.slice(0, LONGEST_HEAD));
  const mediaType = match?.[1];
  if (match === null || mediaType === undefined) return undefined;
  return { kind: 'inline', mediaType, data: url.slice(match[0].length), encoding: 'base64' };
}

/** Inline bytes as a base64 data URL. */
export function dataUrl(source: UnifiedInlineDataSource): string {
  return `data:${source.mediaType};base64,${base64Of(source)}`;
}

/** Inline bytes as base64, whatever their encoding in the record. */
export function base64Of(source: UnifiedInlineDataSource): string {
  return source.encoding === 'base64' ? source.data : base64FromText(source.data);
}

/** Inline base64 bytes of a media type, which is unknown when the wire does not say it. */
export function inlineBase64(data: string, mediaType: string = UNKNOWN_TYPE): UnifiedInlineDataSource {
  return { kind: 'inline', mediaType, data, encoding: 'base64' };
}

/** The source of a document that is made of blocks and has no bytes. */
export const NO_BYTES = { kind: 'inline', mediaType: 'text/plain', data: '', encoding: 'utf8' } as const;

/** What the source of a document holds beside its blocks, by pointers below the source: itself where it is not inline. */
export function membersBeside(source: UnifiedDataSource): readonly string[] {
  if (source.kind !== 'inline') return [''];
  const members = ['mediaType', 'data', 'encoding'] as const;
  return members.filter((key) => source[key] !== NO_BYTES[key]).map((key) => `/${key}`);
}

function base64FromText(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
