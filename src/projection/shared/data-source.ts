import type { UnifiedDataSource, UnifiedInlineDataSource } from '../../../generated/unified/types.ts';

/** The longest media type that a record takes, with its parameters. */
const LONGEST_TYPE = 255;
const HEAD = /^data:([^,]*?);base64,/i;
const LONGEST_HEAD = LONGEST_TYPE + 'data:;base64,'.length;
const UNKNOWN_TYPE = 'application/octet-stream';
/** What a data URL that names no type holds (RFC 2397). */
const DEFAULT_TYPE = 'text/plain';

/** What a data URL holds. */
export interface DataUrl {
  readonly source: UnifiedInlineDataSource;
  /** Everything before the bytes, where `dataUrl` would spell it in another way. */
  readonly head?: string;
}

/** Reads a base64 data URL, with parameters and in letters of either case; absent when the text is anything else. */
export function readDataUrl(url: string): DataUrl | undefined {
  const match = HEAD.exec(url.slice(0, LONGEST_HEAD));
  if (match === null) return undefined;
  const [head, type = ''] = match;
  // Without a type there is no name for parameters to belong to.
  const mediaType = type === '' ? DEFAULT_TYPE : type;
  if (type.startsWith(';')) return undefined;
  const source = inlineBase64(url.slice(head.length), mediaType);
  return head === plainHead(mediaType) ? { source } : { source, head };
}

/**
 * Inline bytes as a base64 data URL. `head` is how its sender spelled everything before the bytes; it is written where
 * it still says what the record says.
 */
export function dataUrl(source: UnifiedInlineDataSource, head?: string): string {
  const spelled = head !== undefined && readDataUrl(head)?.source.mediaType === source.mediaType;
  return `${spelled ? head : plainHead(source.mediaType)}${base64Of(source)}`;
}

function plainHead(mediaType: string): string {
  return `data:${mediaType};base64,`;
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
