import type { UnifiedTokenAlternative, UnifiedTokenProbability } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { WireObject } from '../../wire-object.ts';

/** The two texts of a message that have probabilities on this wire. */
export type ProbabilityList = 'content' | 'refusal';

const TOKEN = ['token', 'logprob', 'bytes', 'top_logprobs'];
const ALTERNATIVE = ['token', 'logprob', 'bytes'];

/** Reads the probabilities of a text's tokens; a list that holds anything else is left unread, whole. */
export function readProbabilities(
  wire: WireObject | undefined,
  list: ProbabilityList,
): readonly UnifiedTokenProbability[] | undefined {
  const raw = wire?.look(list);
  const read = probabilities(raw);
  if (read !== undefined) wire?.take(list);
  return read;
}

/** Probabilities as a record has them; absent where the value is no list of them, or an empty one. */
export function probabilities(raw: JsonValue | undefined): readonly UnifiedTokenProbability[] | undefined {
  if (!Array.isArray(raw) || raw.length === 0 || !raw.every(isToken)) return undefined;
  return raw.map((entry) => {
    // Its shape was checked.
    const { top_logprobs: top } = entry as JsonObject;
    const alternatives = Array.isArray(top) && top.length > 0 ? { top: top.map(alternative) } : {};
    return { ...alternative(entry), ...alternatives };
  });
}

function isToken(value: JsonValue): boolean {
  if (!isPlainObject(value) || !isEntry(value, TOKEN)) return false;
  const top = value['top_logprobs'];
  if (top === undefined || top === null) return true;
  return Array.isArray(top) && top.every((entry) => isPlainObject(entry) && isEntry(entry, ALTERNATIVE));
}

function isEntry(value: Readonly<Record<string, unknown>>, members: readonly string[]): boolean {
  const { token, logprob, bytes } = value;
  if (typeof token !== 'string' || !token.isWellFormed() || typeof logprob !== 'number') return false;
  if (bytes !== undefined && bytes !== null && !(Array.isArray(bytes) && bytes.every(isByte))) return false;
  return logprob <= 0 && Object.keys(value).every((key) => members.includes(key));
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255;
}

function alternative(value: JsonValue): UnifiedTokenAlternative {
  // Its shape was checked.
  const { token, logprob, bytes } = value as { token: string; logprob: number; bytes?: readonly number[] | null };
  const known = { token, logProbability: logprob };
  return bytes === undefined || bytes === null ? known : { ...known, bytes };
}

/** Probabilities as this wire writes them: the bytes are demanded, and null where nobody reported them. */
export function writeProbabilities(
  { loss }: EmitContext,
  tokens: readonly UnifiedTokenProbability[],
  path: string,
): WireDraft[] {
  const hasIds = tokens.some(
    ({ tokenId, top }) => tokenId !== undefined || top?.some((entry) => entry.tokenId !== undefined),
  );
  if (hasIds) {
    const reason = 'this wire does not number tokens';
    loss.lose({ path: `${path}/logProbabilities`, feature: 'part.text.log-probabilities.token-id', reason });
  }
  return tokens.map(wireProbability);
}

/** One token as this wire writes it. */
export function wireProbability({ top = [], ...token }: UnifiedTokenProbability): WireDraft {
  return { ...wireAlternative(token), top_logprobs: top.map(wireAlternative) };
}

function wireAlternative({ token, logProbability, bytes }: UnifiedTokenAlternative): WireDraft {
  return { token, logprob: logProbability, bytes: bytes === undefined ? null : [...bytes] };
}
