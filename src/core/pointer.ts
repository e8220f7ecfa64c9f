import { UsageError } from './errors.ts';
import type { JsonValue } from './json-value.ts';

const ARRAY_INDEX = /^(?:0|[1-9][0-9]*)$/;

/** Escapes one reference token of a JSON Pointer: `~` becomes `~0`, `/` becomes `~1` (RFC 6901 section 3). */
export function escapeToken(token: string | number): string {
  if (typeof token === 'number') return String(token);
  return token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** Builds the JSON Pointer that follows `tokens` from the root; no tokens give the empty pointer, the whole value. */
export function pointer(...tokens: readonly (string | number)[]): string {
  let text = '';
  for (const token of tokens) text += `/${escapeToken(token)}`;
  return text;
}

/**
 * Splits a JSON Pointer into its unescaped reference tokens.
 * Throws UsageError `pointer-syntax` when the text is neither empty nor begins with `/`, or has a bad `~` escape.
 */
export function parsePointer(text: string): string[] {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) {
    throw new UsageError(
      'pointer-syntax',
      'A JSON Pointer is empty or begins with "/", and "~" stands only in "~0" and "~1".',
    );
  }
  return text.slice(1).split('/').map(unescapeToken);
}

/** Finds the value at a JSON Pointer through own members only; `undefined` when there is none. Throws as `parsePointer`. */
export function resolvePointer(root: JsonValue, text: string): JsonValue | undefined {
  let current: JsonValue | undefined = root;
  for (const token of parsePointer(text)) {
    current = ownMember(current, token);
    if (current === undefined) return undefined;
  }
  return current;
}

function ownMember(container: JsonValue, token: string): JsonValue | undefined {
  if (container === null || typeof container !== 'object') return undefined;
  if (Array.isArray(container)) return ARRAY_INDEX.test(token) ? container[Number(token)] : undefined;
  // The array case is gone, but Array.isArray does not narrow a readonly array away.
  return Object.hasOwn(container, token) ? (container as { readonly [key: string]: JsonValue })[token] : undefined;
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
