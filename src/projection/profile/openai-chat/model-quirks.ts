/** What a model of OpenAI refuses of this wire; a model that nobody knows here refuses nothing. */
export interface ModelRules {
  /** Whether it takes the sampling settings: always, never, or only while it does not reason. */
  readonly sampling: 'always' | 'never' | 'without-reasoning';
  readonly stop: boolean;
  readonly parallelToolCalls: boolean;
  /** The efforts that it knows, none where it knows no effort at all; absent is that nothing is published. */
  readonly efforts?: readonly string[];
  /** The effort of a request that says none; absent is that it reasons, or that nothing is published. */
  readonly effort?: 'none';
  /** Whether it takes cache marks and cache options. */
  readonly cacheMarks: boolean;
}

const UNKNOWN: ModelRules = { sampling: 'always', stop: true, parallelToolCalls: true, cacheMarks: true };

/** The rules of a model, by its name at OpenAI; routers put the name of the vendor before it. */
export function modelRules(name: string = ''): ModelRules {
  const id = name.slice(name.lastIndexOf('/') + 1);
  const efforts = effortsOf(id);
  const known = efforts === undefined ? {} : { efforts };
  if (/^(?:gpt-3\.5|gpt-4|chatgpt-4o)/.test(id)) return { ...UNKNOWN, ...known, cacheMarks: false };
  if (/^o[134](?:-|$)/.test(id)) {
    return { sampling: 'never', stop: !NO_STOP.test(id), parallelToolCalls: false, ...known, cacheMarks: false };
  }
  const minor = minorOfGpt5(id);
  if (minor === undefined) return UNKNOWN;
  const cacheMarks = minor >= FIRST_WITH_MARKS;
  if (id.startsWith('gpt-5-chat')) return { ...UNKNOWN, ...known, cacheMarks };
  const effort = EFFORT_NONE.test(id) ? ({ effort: 'none' } as const) : {};
  return { ...UNKNOWN, sampling: minor >= 1 ? 'without-reasoning' : 'never', ...known, ...effort, cacheMarks };
}

/** 2026-11: the reference of chat completions, "stop": not supported with o3 and o4-mini. */
const NO_STOP = /^(?:o3(?!-mini)|o4-mini)/;

/** 2026-11: the official client's types of prompt_cache_options: supported from GPT-5.6 on. */
const FIRST_WITH_MARKS = 6;

function minorOfGpt5(id: string): number | undefined {
  const match = /^gpt-5(?:\.([0-9]{1,3}))?(?:-|$)/.exec(id);
  return match === null ? undefined : Number(match[1] ?? 0);
}

/** 2025-11 and 2025-12: the official client's types of reasoning_effort, and the guide of GPT-5.2: none is the default. */
const EFFORT_NONE = /^gpt-5\.[12](?:-[0-9]{4}-|$)/;

const LOW_TO_HIGH = ['low', 'medium', 'high'] as const;

/**
 * The efforts of a family, the first line that fits.
 * 2026-11: the matrix at community.openai.com/t/1371738 for reasoning models, the one at /t/1110750 for those without.
 */
const EFFORTS_BY_FAMILY: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:gpt-3\.5|gpt-4|chatgpt-4o|o1-mini|o1-preview|gpt-5-chat|gpt-5-search)/, []],
  [/^o[134](?:-|$)/, LOW_TO_HIGH],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5-codex/, LOW_TO_HIGH],
  [/^gpt-5(?:-|$)/, ['minimal', ...LOW_TO_HIGH]],
  [/^gpt-5\.[12]-chat/, ['medium']],
  [/^gpt-5\.1-codex-max/, [...LOW_TO_HIGH, 'xhigh']],
  [/^gpt-5\.1-codex/, LOW_TO_HIGH],
  [/^gpt-5\.1(?:-|$)/, ['none', ...LOW_TO_HIGH]],
  [/^gpt-5\.2-codex/, [...LOW_TO_HIGH, 'xhigh']],
  [/^gpt-5\.2-pro/, ['medium', 'high', 'xhigh']],
  [/^gpt-5\.2(?:-|$)/, ['none', ...LOW_TO_HIGH, 'xhigh']],
];

function effortsOf(id: string): readonly string[] | undefined {
  return EFFORTS_BY_FAMILY.find(([family]) => family.test(id))?.[1];
}
