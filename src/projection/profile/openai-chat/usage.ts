import type {
  UnifiedCost,
  UnifiedCounter,
  UnifiedModalityCounter,
  UnifiedUsage,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Draft } from './gathered.ts';
import { loseUsage } from './lose-usage.ts';
import { objectIn, textIn } from './tolerant.ts';

/** The kinds of content that this wire counts apart. */
const MODALITIES = ['text', 'audio', 'image', 'video'] as const;

/** What a router calls the unit of its costs. */
const COST_UNIT = 'credit';

/** Usage as it was read, and the objects whose other members are still unread. */
export interface ReadUsage {
  readonly usage: UnifiedUsage;
  readonly wires: readonly WireObject[];
}

/**
 * Reads a report of usage. Totals of this wire include what was cached, reasoned and predicted, as those of the record do
 * (Unified v2, Usage). A detail that is absent is unknown; what is no count stays unread.
 */
export function readUsage(wire: WireObject): ReadUsage {
  const usage: Draft<UnifiedUsage> = {};
  const prompt = objectIn(wire, 'prompt_tokens_details');
  const completion = objectIn(wire, 'completion_tokens_details');
  const input = present({
    total: readCounter(wire, 'prompt_tokens'),
    cacheRead: readCounter(prompt, 'cached_tokens') ?? peekCounter(wire, 'prompt_cache_hit_tokens'),
    cacheWrite: readCounter(prompt, 'cache_write_tokens'),
    byModality: readModalities(prompt),
  });
  const output = present({
    total: readCounter(wire, 'completion_tokens'),
    reasoning: readCounter(completion, 'reasoning_tokens'),
    acceptedPrediction: readCounter(completion, 'accepted_prediction_tokens'),
    rejectedPrediction: readCounter(completion, 'rejected_prediction_tokens'),
    byModality: readModalities(completion),
  });
  const total = readCounter(wire, 'total_tokens');
  const costs = readCost(wire);
  const tier = textIn(wire, 'service_tier');
  if (input !== undefined) usage.input = input;
  if (output !== undefined) usage.output = output;
  if (total !== undefined) usage.total = total;
  if (costs !== undefined) usage.costs = costs;
  if (tier !== undefined) usage.serviceTier = tier;
  return { usage, wires: [wire, prompt, completion].filter((read) => read !== undefined) };
}

/**
 * A cost as compatible routers add it, in a report of usage or beside it.
 * 2026-11: OpenRouter's usage accounting; recorded in answers and streams of it.
 */
export function readCost(wire: WireObject): readonly UnifiedCost[] | undefined {
  const value = wire.peek('cost');
  const amount = typeof value === 'number' ? String(value) : value;
  if (typeof amount !== 'string' || amount.length > MAX_DECIMAL || !DECIMAL.test(amount)) return undefined;
  wire.take('cost');
  return [{ amount, unit: COST_UNIT, scope: 'request', source: 'reported' }];
}

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;
const MAX_DECIMAL = 64;

function readCounter(wire: WireObject | undefined, key: string): UnifiedCounter | undefined {
  if (wire === undefined || !isCount(wire.look(key))) return undefined;
  const value = wire.count(key);
  return value === undefined ? undefined : { value, scope: 'request', source: 'reported' };
}

/** As `readCounter`, for a member that says again what another one says: it stays unread, and so goes back. */
function peekCounter(wire: WireObject, key: string): UnifiedCounter | undefined {
  const value = wire.peek(key);
  return isCount(value) ? { value: Number(value), scope: 'request', source: 'reported' } : undefined;
}

function isCount(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function readModalities(wire: WireObject | undefined): readonly UnifiedModalityCounter[] | undefined {
  const counters = MODALITIES.flatMap((modality) => {
    const counter = readCounter(wire, `${modality}_tokens`);
    return counter === undefined ? [] : [{ modality, counter }];
  });
  return counters.length === 0 ? undefined : counters;
}

/** The members that are there; nothing where there are none. */
function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  // What was left out are members that are undefined, and nothing else.
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> });
}

/**
 * Writes a report of usage. The three totals are demanded here: one that is unknown is derived where the other two say
 * it, and is zero otherwise, which is reported.
 */
export function writeUsage(context: EmitContext, usage: UnifiedUsage, own: boolean): WireDraft {
  const { input, output } = usage;
  const wire: WireDraft = { ...totals(context, usage, own) };
  const prompt: WireDraft = {
    ...counted('cached_tokens', input?.cacheRead),
    ...counted('cache_write_tokens', input?.cacheWrite),
    ...modalities(input?.byModality),
  };
  const completion: WireDraft = {
    ...counted('reasoning_tokens', output?.reasoning),
    ...counted('accepted_prediction_tokens', output?.acceptedPrediction),
    ...counted('rejected_prediction_tokens', output?.rejectedPrediction),
    ...modalities(output?.byModality),
  };
  if (Object.keys(prompt).length > 0) wire['prompt_tokens_details'] = prompt;
  if (Object.keys(completion).length > 0) wire['completion_tokens_details'] = completion;
  const cost = usage.costs?.find(isRouterCost);
  if (cost !== undefined) wire['cost'] = Number(cost.amount);
  if (own && usage.serviceTier !== undefined) wire['service_tier'] = usage.serviceTier;
  loseUsage(context, usage, { cost, own, modalities: MODALITIES });
  return wire;
}

function isRouterCost({ unit, scope, remaining }: UnifiedCost): boolean {
  return unit === COST_UNIT && scope === 'request' && remaining !== true;
}

function totals({ loss }: EmitContext, { input, output, total }: UnifiedUsage, own: boolean): WireDraft {
  const known = {
    prompt_tokens: input?.total?.value,
    completion_tokens: output?.total?.value,
    total_tokens: total?.value,
  };
  if (own) return JSON.parse(JSON.stringify(known)) as WireDraft; // leaves out what is undefined
  const prompt = known.prompt_tokens ?? difference(known.total_tokens, known.completion_tokens);
  const completion = known.completion_tokens ?? difference(known.total_tokens, known.prompt_tokens);
  if (prompt === undefined || completion === undefined) {
    const reason = 'a total that nobody reported was written as zero: this wire demands one';
    loss.lose({ path: '/usage', feature: 'result.usage', reason });
  }
  const sum = (prompt ?? 0) + (completion ?? 0);
  return { prompt_tokens: prompt ?? 0, completion_tokens: completion ?? 0, total_tokens: known.total_tokens ?? sum };
}

function difference(whole: number | undefined, part: number | undefined): number | undefined {
  return whole === undefined || part === undefined ? undefined : Math.max(0, whole - part);
}

function counted(key: string, counter: UnifiedCounter | undefined): WireDraft {
  return counter === undefined ? {} : { [key]: counter.value };
}

function modalities(counters: readonly UnifiedModalityCounter[] | undefined): WireDraft {
  const written = (counters ?? []).filter(({ modality }) => MODALITIES.some((known) => known === modality));
  return Object.fromEntries(written.map(({ modality, counter }) => [`${modality}_tokens`, counter.value]));
}
