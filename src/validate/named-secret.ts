import { findSecret } from '../core/redact.ts';
import { CREDENTIAL_HEADER, type FoundSecret, KEY_NAME, SHORTEST_KEY } from '../core/secret-patterns.ts';

/** Finds a text to be a credential by the name of its member, header or parameter, as in `api_key` or `authorization`. */
export function findNamedSecret(name: string, text: string): FoundSecret | undefined {
  if (text.length < SHORTEST_KEY || !LAST_LETTERS.has(name.at(-1))) return undefined;
  const lower = name.toLowerCase();
  return CREDENTIAL_HEADER.test(lower) || KEY_NAME.test(lower) ? findSecret(`${name}: ${text}`) : undefined;
}

/** The last letters of all names that matter: authorization and token, cookie, key, secret. */
const LAST_LETTERS: ReadonlySet<string | undefined> = new Set('neytNEYT');
