import type {
  UnifiedCodeExecutionResultItem,
  UnifiedCodeExecutionTool,
  UnifiedServerToolKind,
  UnifiedUrlOrigin,
} from '../../../../generated/unified/types.ts';

/** The name of the dialect. */
export const FAMILY = 'anthropic-messages';

/** The value of the header anthropic-version, the default first. Sampling settings exist in the older one only. */
export const REVISIONS = ['2023-06-01', '2026-10-21'] as const;

/** The revision that has no sampling settings any more. */
export const WITHOUT_SAMPLING = '2026-10-21';

export const ROLES = ['user', 'assistant', 'system'] as const;

export type WireRole = (typeof ROLES)[number];

/** How hard a model can be asked to try. */
export const EFFORTS: ReadonlySet<string> = new Set(['low', 'medium', 'high', 'xhigh', 'max']);

/** Media types of images. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** The most marks of cached prefixes in one request. */
export const MAX_CACHE_BREAKPOINTS = 4;

/** The least budget of thinking, in tokens. */
export const MIN_THINKING_BUDGET = 1024;

/** The limit of output that is sent when the caller sets none; the dialect demands one. */
export const DEFAULT_MAX_TOKENS = 4096;

/** Tools that the provider runs and that execute code. */
export const CODE_TOOLS: Readonly<Record<string, UnifiedCodeExecutionTool>> = {
  code_execution: 'code',
  bash_code_execution: 'bash',
  text_editor_code_execution: 'text-editor',
};

/** What runs code, whichever tool it is for: the result of any of them can answer a call of any other. */
export const CODE_RUNNER = 'code';

/** What runs the other tools of a kind that the provider runs. */
export function serverRunner(kind: string): string {
  return `server ${kind}`;
}

/** The member of the input that holds the code, by what runs it; an editor has none. */
export const CODE_MEMBERS: Readonly<Record<string, string | undefined>> = { code: 'code', bash: 'command' };

/** Other tools that the provider runs. */
export const SERVER_TOOLS: Readonly<Record<string, UnifiedServerToolKind>> = {
  web_search: 'web-search',
  web_fetch: 'web-fetch',
  tool_search_tool_regex: 'tool-search',
  tool_search_tool_bm25: 'tool-search',
  advisor: 'advisor',
};

/** Toolsets of the client, whose members are called by name. */
export const TOOLSETS: readonly string[] = ['computer', 'browser'];

/** A member of a table that a text names; a table holds its own members only. */
export function named<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** Whether a value is a moment as records write it, RFC 3339. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
}

/** The order in which the content of a result is written when nothing else is said. */
export const CONTENT_ORDER = ['part', 'tool-reference', 'browser-state'] as const;

/** How code ended, as far as its exit code or its failure tells. */
export function outcomeOf(
  result: Pick<UnifiedCodeExecutionResultItem, 'exitCode' | 'errorCode'>,
): UnifiedCodeExecutionResultItem['outcome'] {
  if (result.errorCode === 'execution_time_exceeded') return 'deadline-exceeded';
  return result.errorCode === undefined && (result.exitCode ?? 0) === 0 ? 'completed' : 'failed';
}

/** The members that say where addresses may come from, and what they are called in a record. */
export const URL_ORIGINS: Readonly<Record<string, UnifiedUrlOrigin>> = {
  user_input: 'user-input',
  client_tool_results: 'client-tool-results',
  server_tool_results: 'server-tool-results',
};

export { NO_BYTES } from '../../shared/data-source.ts';
