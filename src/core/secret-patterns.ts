/** A credential in a text: what it is, and where its own characters stand (UTF-16 code units). */
export interface FoundSecret {
  readonly kind: string;
  readonly index: number;
  readonly length: number;
}

/** A provider's keys, told by their beginning. A key is a whole run of letters, digits, `_` and `-`. */
export interface KeyPattern {
  readonly kind: string;
  readonly prefix: string;
  /** What follows the prefix, to the end of the run. */
  readonly rest: RegExp;
}

/** As long as the shortest key of the table. */
export const SHORTEST_KEY = 16;

const ALPHANUMERIC = /^[A-Za-z0-9]{20,200}$/;
const LONG_ALPHANUMERIC = /^[A-Za-z0-9]{30,200}$/;
const DASHED = /^[A-Za-z0-9_-]{20,300}$/;
const HEXADECIMAL = /^[0-9a-f]{32,128}$/;

/** Beginnings that the providers document for their keys, the longer of two that share letters first. */
export const KEY_PATTERNS: readonly KeyPattern[] = [
  { kind: 'anthropic-api-key', prefix: 'sk-ant-', rest: DASHED },
  { kind: 'openai-api-key', prefix: 'sk-proj-', rest: DASHED },
  { kind: 'openai-api-key', prefix: 'sk-svcacct-', rest: DASHED },
  { kind: 'openai-api-key', prefix: 'sk-admin-', rest: DASHED },
  { kind: 'openrouter-api-key', prefix: 'sk-or-v1-', rest: HEXADECIMAL },
  { kind: 'langfuse-secret-key', prefix: 'sk-lf-', rest: /^[0-9a-f-]{36}$/ },
  { kind: 'api-key', prefix: 'sk-', rest: ALPHANUMERIC },
  { kind: 'cerebras-api-key', prefix: 'csk-', rest: ALPHANUMERIC },
  { kind: 'google-api-key', prefix: 'AIza', rest: /^[A-Za-z0-9_-]{35}$/ },
  { kind: 'google-client-secret', prefix: 'GOCSPX-', rest: /^[A-Za-z0-9_-]{28}$/ },
  { kind: 'groq-api-key', prefix: 'gsk_', rest: ALPHANUMERIC },
  { kind: 'xai-api-key', prefix: 'xai-', rest: LONG_ALPHANUMERIC },
  { kind: 'hugging-face-token', prefix: 'hf_', rest: ALPHANUMERIC },
  { kind: 'replicate-token', prefix: 'r8_', rest: LONG_ALPHANUMERIC },
  { kind: 'perplexity-api-key', prefix: 'pplx-', rest: LONG_ALPHANUMERIC },
  { kind: 'nvidia-api-key', prefix: 'nvapi-', rest: DASHED },
  { kind: 'fireworks-api-key', prefix: 'fw_', rest: /^[A-Za-z0-9]{20,64}$/ },
  { kind: 'together-api-key', prefix: 'tgp_v1_', rest: DASHED },
  { kind: 'tavily-api-key', prefix: 'tvly-', rest: DASHED },
  { kind: 'cursor-api-key', prefix: 'crsr_', rest: HEXADECIMAL },
  { kind: 'databricks-token', prefix: 'dapi', rest: /^[0-9a-f]{32}$/ },
  { kind: 'github-token', prefix: 'github_pat_', rest: /^[A-Za-z0-9_]{22,255}$/ },
  { kind: 'github-token', prefix: 'ghp_', rest: LONG_ALPHANUMERIC },
  { kind: 'github-token', prefix: 'gho_', rest: LONG_ALPHANUMERIC },
  { kind: 'github-token', prefix: 'ghu_', rest: LONG_ALPHANUMERIC },
  { kind: 'github-token', prefix: 'ghs_', rest: LONG_ALPHANUMERIC },
  { kind: 'github-token', prefix: 'ghr_', rest: LONG_ALPHANUMERIC },
  { kind: 'gitlab-token', prefix: 'glpat-', rest: DASHED },
  { kind: 'aws-access-key', prefix: 'AKIA', rest: /^[A-Z0-9]{16}$/ },
  { kind: 'aws-access-key', prefix: 'ASIA', rest: /^[A-Z0-9]{16}$/ },
  { kind: 'slack-token', prefix: 'xoxa-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'slack-token', prefix: 'xoxb-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'slack-token', prefix: 'xoxp-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'slack-token', prefix: 'xoxr-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'slack-token', prefix: 'xoxs-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'slack-token', prefix: 'xapp-', rest: /^[A-Za-z0-9-]{11,255}$/ },
  { kind: 'npm-token', prefix: 'npm_', rest: /^[A-Za-z0-9]{36}$/ },
  { kind: 'pypi-token', prefix: 'pypi-', rest: /^[A-Za-z0-9_-]{50,300}$/ },
  { kind: 'stripe-key', prefix: 'sk_live_', rest: /^[A-Za-z0-9]{16,200}$/ },
  { kind: 'stripe-key', prefix: 'rk_live_', rest: /^[A-Za-z0-9]{16,200}$/ },
];

/** Keys whose beginning ends in a dot or a slash, which is no part of a run: what stands before the run. */
export const DOTTED_KEY_PATTERNS: readonly KeyPattern[] = [
  { kind: 'google-access-token', prefix: 'ya29.', rest: /^[A-Za-z0-9_-]{20,2048}$/ },
  { kind: 'google-api-key', prefix: 'AQ.', rest: /^[A-Za-z0-9_-]{30,128}$/ },
  { kind: 'google-refresh-token', prefix: '1//', rest: /^0[A-Za-z0-9_-]{40,255}$/ },
];

/** Names whose value is a key, at the end of a header, parameter or variable name in lower case. */
export const KEY_NAME =
  /(?:api[-_]?key|subscription-key|functions-key|secret[-_]?(?:access[-_]?)?key|(?:auth|access|refresh|session|security|private|bearer)[-_]?token|client[-_]?secret)$/;

/** Header names that are credentials even when their value is short. */
export const CREDENTIAL_HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?(?:[a-z]+-)?(?:api-key|auth-token|access-token))$/;

/** Schemes that stand before the credentials of an authorization header (RFC 9110 section 11). */
export const AUTHORIZATION_SCHEME = /^(?:basic|bearer|digest|token|negotiate|apikey|hmac|aws4-hmac-sha256)[ \t]+/i;

/** Marks of a text that stands for a credential in documentation, or that was redacted already. */
const PLACEHOLDER =
  /^[$<{[%(*.]|\.{3}|\u2026|\*{3}|x{4}|(?:^|[-_. ])(?:your|my-?own|example|placeholder|redacted|change-?me|insert|dummy|sample|fake|replace)|(?:example|example-?key|placeholder)$|1234567890|(?:0?123456|abcdef)[0-9a-z]{0,12}$/i;

/** The name of a variable where its value would stand. */
const CONSTANT_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

const PLACEHOLDER_WORD =
  /^(?:a|an|the|my|no|none|null|undefined|true|false|yes|required|optional|missing|invalid|string|str|value|header|token|key|api|api-?key|secret|password|passwd|pass|pwd|credentials?|user|username|admin|root|guest|test|postgres|mysql|redis|x{2,3})$/i;

/** Whether a text stands for a credential rather than being one: `<token>`, `YOUR_API_KEY`, `sk-...`, `xxxx`. */
export function isPlaceholder(text: string): boolean {
  return (
    PLACEHOLDER.test(text) ||
    PLACEHOLDER_WORD.test(text) ||
    CONSTANT_NAME.test(text) ||
    (text.length >= 16 && new Set(text).size < 6)
  );
}

/** Whether a text by itself looks like a credential: long, and mixed as words and identifiers are not. */
export function looksRandom(text: string): boolean {
  if (text.length < SHORTEST_KEY || !/^[A-Za-z0-9._~+/=-]+$/.test(text) || isPlaceholder(text)) return false;
  const digits = count(text, /[0-9]/g);
  const upper = count(text, /[A-Z]/g);
  const lower = count(text, /[a-z]/g);
  return (digits >= 3 && upper + lower >= 3) || (digits >= 1 && upper >= 2 && lower >= 2);
}

function count(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
