import type { UnifiedArgumentPatchDelta, UnifiedJsonBox } from '../../generated/unified/types.ts';
import type { JsonValue } from '../core/json.ts';
import { RESERVED_KEY } from '../core/json-value.ts';
import { copyData } from './copy.ts';
import { invalidEvent } from './fault.ts';

type Container = JsonValue[] | Record<string, JsonValue>;

/** A list may not be skipped ahead by more than this: a path is data, and a list with holes is no JSON. */
const DEPTH_LIMIT = 64;

/**
 * Applies a change at one place of arguments that arrive piece by piece. The path is a singular query of RFC 9535, as in
 * `$.stops[0].name` or `$['two words']`. What is on the way is made; lists grow by one. The draft's own input changes.
 */
export function patchArguments(input: UnifiedJsonBox | undefined, delta: UnifiedArgumentPatchDelta): UnifiedJsonBox {
  const tokens = parsePath(delta.jsonPath);
  if (tokens === undefined || tokens.length > DEPTH_LIMIT) throw unusable('a singular path of RFC 9535');
  const last = tokens.at(-1);
  if (last === undefined) return { value: changed(input?.value, delta) };
  const root = isContainer(input?.value) ? input.value : emptyFor(tokens[0]);
  let place = root;
  for (const [depth, token] of tokens.slice(0, -1).entries()) {
    const below = read(place, token);
    const next = isContainer(below) ? below : emptyFor(tokens[depth + 1]);
    if (next !== below) write(place, token, next);
    place = next;
  }
  write(place, last, changed(read(place, last), delta));
  return { value: root };
}

function changed(known: JsonValue | undefined, { value, append }: UnifiedArgumentPatchDelta): JsonValue {
  return append === true && typeof known === 'string' && typeof value === 'string' ? known + value : copyData(value);
}

function read(place: Container, token: string | number): JsonValue | undefined {
  if (Array.isArray(place)) return typeof token === 'number' ? place[token] : undefined;
  return Object.hasOwn(place, token) ? place[token] : undefined;
}

function write(place: Container, token: string | number, value: JsonValue): void {
  if (Array.isArray(place)) {
    if (typeof token !== 'number' || token > place.length) throw unusable('the next place of a list');
    place[token] = value;
  } else {
    if (typeof token === 'number' || token === RESERVED_KEY) throw unusable('the name of a member');
    place[token] = value;
  }
}

function emptyFor(token: string | number | undefined): Container {
  return typeof token === 'number' ? [] : {};
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null;
}

function unusable(expected: string) {
  return invalidEvent('references', '/delta/jsonPath', 'The path of the change cannot be followed.', expected);
}

const SEGMENT =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff-]*)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/uy;

/** The names and indexes of a path; absent where it is no singular path. */
function parsePath(path: string): readonly (string | number)[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const tokens: (string | number)[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) return undefined;
    const [, name, index, single, double] = match;
    if (index !== undefined) tokens.push(Number(index));
    else tokens.push(name ?? unescaped(single ?? double ?? ''));
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function unescaped(quoted: string): string {
  return quoted.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.))/gsu, (_match, hex: string | undefined, character: string) =>
    hex === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
