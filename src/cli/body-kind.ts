import { WireFormatError } from '../core/errors.ts';
import { isPlainObject } from '../core/json.ts';
import { parseJson } from '../core/parse-json.ts';
import { type Framing, ingestRequest, ingestResponse, type Profile } from '../projection/index.ts';
import type { Source } from './source.ts';

/** What a file can hold of an exchange. */
export type BodyKind = 'request' | 'response' | 'stream';

/** Lines that server-sent events begin with. */
const EVENT_LINE = /^\s*(?:data|event|id|retry)?:/;

/** How the frames of a stream stand in a text; nothing where it shows none. */
export function framingOf({ text }: Source): Framing | undefined {
  if (EVENT_LINE.test(text)) return 'sse';
  const start = text.trimStart().charAt(0);
  if (start === '[') return 'json-array';
  return start === '{' ? 'ndjson' : undefined;
}

/**
 * What a file holds, by its content: several frames are a stream, and one object is what the profile can read it as, a
 * request if it can be one.
 */
export function recogniseBody(source: Source, profile: Profile): BodyKind {
  const parsed = parseJson(source.bytes);
  if (!parsed.ok) return isStream(source) ? 'stream' : 'request';
  if (!isPlainObject(parsed.value)) return 'request';
  const isRequest = profile.request === undefined || isReadable(() => ingestRequest(profile, source.bytes));
  return !isRequest && isReadable(() => ingestResponse(profile, source.bytes)) ? 'response' : 'request';
}

/** Server-sent events, or lines of which the first is a whole object and more come. */
function isStream(source: Source): boolean {
  const framing = framingOf(source);
  if (framing !== 'ndjson') return framing === 'sse';
  const [first = '', ...others] = source.text.trim().split('\n');
  return others.length > 0 && parseJson(first).ok;
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    // A profile without this direction throws as well: it reads no such thing.
    if (!WireFormatError.isInstance(error) && !isMissingDirection(error)) throw error;
    return false;
  }
}

function isMissingDirection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'profile-direction';
}
