import { isPlainObject, type JsonObject } from '../../src/core/json.ts';
import { leavesOf, valueAt } from '../../src/fidelity/leaves.ts';

/** Members that hold what only their issuer can read, wherever they stand. */
const OPAQUE = /^(?:signature|encrypted_\w+|redacted_\w+)$/;

/** Types of objects whose `data` is such a thing. */
const OPAQUE_TYPES: readonly unknown[] = ['redacted_thinking', 'reasoning.encrypted'];

/** Every payload of a body that belongs to its issuer alone; those that are too short to be searched for are left out. */
export function payloadsOf(body: JsonObject): readonly string[] {
  const found = leavesOf(body).flatMap(({ tokens, value }) => {
    const holder = valueAt(body, tokens.slice(0, -1));
    const isData = tokens.at(-1) === 'data' && isPlainObject(holder) && OPAQUE_TYPES.includes(holder['type']);
    const isOpaque = isData || OPAQUE.test(String(tokens.at(-1)));
    return isOpaque && typeof value === 'string' && value.length >= 16 ? [value] : [];
  });
  return [...new Set(found)];
}

/** The payloads that a text has in it. */
export function payloadsIn(text: string, payloads: readonly string[]): readonly string[] {
  return payloads.filter((payload) => text.includes(JSON.stringify(payload).slice(1, -1)));
}
