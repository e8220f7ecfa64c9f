import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedReasoningIntent,
  UnifiedReasoningMode,
  UnifiedRequirement,
} from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { Loss } from '../../loss.ts';
import { put, strength } from './emit-basics.ts';
import { budgetOf, type ThinkingStyle, thinkingStyleOf } from './quirks.ts';
import { EFFORTS, MIN_THINKING_BUDGET } from './wire.ts';

/** What a plan of reasoning depends on besides the wish itself. */
export interface ReasoningPlace {
  /** The pointer of the reasoning intents. */
  readonly path: string;
  /** Whether the wish was read from this dialect: it is written as it is. */
  readonly own: boolean;
  readonly model: string | undefined;
  /** The limit of output, in tokens. */
  readonly limit: number;
}

/** How the wish to reason is said on this wire. A plan reports nothing: what it differs in is said by whoever takes it. */
export interface ReasoningPlan {
  readonly thinking?: WireDraft;
  readonly effort?: string;
  /** How it differs from the wish: one entry for each intent at most. */
  readonly losses: readonly Loss[];
}

/** Reasoning that nobody asked for. */
const NO_WISH: ReasoningPlan = { losses: [] };

const MODES: Readonly<Record<UnifiedReasoningMode, string>> = {
  enabled: 'enabled',
  disabled: 'disabled',
  adaptive: 'adaptive',
  'between-tools': 'between_tools',
};

/** Says on this wire how a model shall reason. */
export function planReasoning(reasoning: UnifiedReasoningIntent | undefined, place: ReasoningPlace): ReasoningPlan {
  if (reasoning === undefined) return NO_WISH;
  return place.own ? ownPlan(reasoning) : new ForeignPlan(reasoning, place).plan();
}

function ownPlan({ mode, budgetTokens, display, blockBinding, effort }: UnifiedReasoningIntent): ReasoningPlan {
  const thinking: WireDraft = {};
  if (mode !== undefined) thinking['type'] = MODES[mode.value];
  put(thinking, 'budget_tokens', budgetTokens?.value);
  put(thinking, 'display', display?.value);
  if (blockBinding !== undefined) thinking['block_binding'] = { prefix_mismatch_behavior: blockBinding.value };
  return {
    ...(Object.keys(thinking).length === 0 ? {} : { thinking }),
    ...(effort === undefined ? {} : { effort: effort.value }),
    losses: [],
  };
}

/** A wish that is not granted because the target refuses reasoning together with something else. */
export function withoutThinking(
  reasoning: UnifiedReasoningIntent = {},
  { effort }: ReasoningPlan,
  { path, other }: { readonly path: string; readonly other: string },
): ReasoningPlan {
  const reason = `reasoning is switched off, because the target refuses it together with ${other}`;
  const losses = (['mode', 'effort', 'budgetTokens', 'summary', 'display', 'blockBinding'] as const).flatMap((key) => {
    const requirement = reasoning[key]?.requirement;
    if (requirement === undefined) return [];
    return [{ path: `${path}/${key}`, feature: 'generation.combination', requirement, reason } as const];
  });
  const kept = effort === undefined || NEEDS_THINKING.has(effort) ? {} : { effort };
  return { thinking: { type: 'disabled' }, ...kept, losses };
}

/** Efforts that the target refuses while reasoning is switched off. */
const NEEDS_THINKING: ReadonlySet<string> = new Set(['xhigh', 'max']);

/** The strongest of the wishes about reasoning. */
export function reasoningRequirement(reasoning: UnifiedReasoningIntent | undefined): UnifiedRequirement | undefined {
  const intents = [reasoning?.mode, reasoning?.effort, reasoning?.budgetTokens];
  return intents
    .map((intent) => intent?.requirement)
    .reduce((best, next) => (strength(next) > strength(best) ? next : best));
}

class ForeignPlan {
  readonly #reasoning: UnifiedReasoningIntent;
  readonly #place: ReasoningPlace;
  readonly #style: ThinkingStyle;
  readonly #losses: Loss[] = [];

  constructor(reasoning: UnifiedReasoningIntent, place: ReasoningPlace) {
    this.#reasoning = reasoning;
    this.#place = place;
    this.#style = thinkingStyleOf(place.model);
  }

  plan(): ReasoningPlan {
    const thinking = this.#thinking();
    const effort = this.#effort(thinking);
    const shown = thinking === undefined ? undefined : this.#shown(thinking);
    if (thinking === undefined) this.#loseShown('reasoning that was not asked for cannot be shown');
    return {
      ...(shown === undefined ? {} : { thinking: shown }),
      ...(effort === undefined ? {} : { effort }),
      losses: this.#losses,
    };
  }

  #thinking(): WireDraft | undefined {
    const { mode, effort, budgetTokens } = this.#reasoning;
    if (mode?.value === 'disabled' || effort?.value === 'none' || budgetTokens?.value === 0) return this.#disabled();
    const wished = mode !== undefined || effort !== undefined || budgetTokens !== undefined;
    if (!wished) return undefined;
    if (this.#style === 'none') return this.#without('the model cannot reason');
    if (budgetTokens !== undefined && this.#style !== 'adaptive') return this.#budget(budgetTokens.value);
    this.#lose('budgetTokens', 'generation.reasoning.budget', 'the model decides on its own how much it thinks');
    if (this.#style === 'budget') return this.#derived(effort?.value ?? 'medium');
    if (mode?.value === 'between-tools') return { type: 'between_tools' };
    if (mode?.value === 'enabled')
      this.#lose('mode', 'generation.normalization', 'the model decides on its own how much it thinks', 'optional');
    if (mode === undefined) this.#loseMadeUp();
    return { type: 'adaptive' };
  }

  /** One of the wishes switches reasoning off; those that say otherwise are lost. */
  #disabled(): WireDraft {
    const { mode, budgetTokens } = this.#reasoning;
    const reason = 'reasoning is switched off';
    if (mode?.value !== 'disabled') this.#lose('mode', 'generation.combination', reason);
    if (budgetTokens?.value !== 0) this.#lose('budgetTokens', 'generation.reasoning.budget', reason);
    return { type: 'disabled' };
  }

  /** Who asks for an effort or a budget asks for reasoning: that is said in so many words here. */
  #loseMadeUp(): void {
    const reason = 'reasoning is switched on, because an effort or a budget asks for it';
    this.#losses.push({ path: `${this.#place.path}/mode/value`, feature: 'generation.normalization', reason });
  }

  /** A budget has a least value, and lies below the limit of output. */
  #budget(wished: number): WireDraft | undefined {
    const { limit } = this.#place;
    const budget = Math.min(Math.max(wished, MIN_THINKING_BUDGET), limit - 1);
    if (budget < MIN_THINKING_BUDGET) return this.#without(NO_ROOM);
    if (budget !== wished) {
      const reason = 'a budget lies between 1024 tokens and the limit of output; the nearest one was taken';
      this.#loseValue('budgetTokens', 'generation.range', reason);
    }
    this.#loseKind();
    if (this.#style === 'budget')
      this.#lose('effort', 'generation.reasoning.effort', 'the model takes a budget in place of an effort', 'optional');
    return { type: 'enabled', budget_tokens: budget };
  }

  /** A model with a budget thinks whenever it likes within it. */
  #loseKind(): void {
    if (this.#reasoning.mode?.value === 'enabled') return;
    this.#loseValue('mode', 'generation.normalization', 'the model thinks with a budget', 'optional');
  }

  #derived(effort: string): WireDraft | undefined {
    const { limit } = this.#place;
    const budget = Math.max(budgetOf(effort, limit), MIN_THINKING_BUDGET);
    if (budget >= limit) return this.#without(NO_ROOM);
    const wish = this.#reasoning.effort === undefined ? 'mode' : 'effort';
    const reason = 'the model takes a budget only; one was derived from the limit of output';
    this.#loseValue(wish, `generation.reasoning.${wish}`, reason, 'optional');
    if (wish === 'effort') this.#loseKind();
    return { type: 'enabled', budget_tokens: budget };
  }

  #without(reason: string): undefined {
    for (const key of ['mode', 'effort'] as const) this.#lose(key, `generation.reasoning.${key}`, reason);
    this.#lose('budgetTokens', 'generation.reasoning.budget', reason);
    return undefined;
  }

  #effort(thinking: WireDraft | undefined): string | undefined {
    const effort = this.#reasoning.effort?.value;
    if (effort === undefined || effort === 'none') return undefined;
    const isOff = thinking?.['type'] === 'disabled';
    if (this.#style === 'none' || this.#style === 'budget') {
      // While such a model reasons, the effort is in its budget, or was lost with it.
      if (isOff) this.#lose('effort', 'generation.combination', 'the model knows an effort of reasoning only');
      return undefined;
    }
    if (isOff && NEEDS_THINKING.has(effort)) {
      const reason = 'an effort of this height needs reasoning, which is switched off';
      return this.#lose('effort', 'generation.combination', reason);
    }
    return this.#known(effort);
  }

  #known(effort: string): string | undefined {
    if (EFFORTS.has(effort)) return effort;
    if (effort !== 'minimal')
      return this.#lose('effort', 'generation.reasoning.effort', 'the target does not know this effort');
    const reason = 'the target has no minimal effort; the lowest one was taken';
    this.#loseValue('effort', 'generation.reasoning.effort', reason);
    return 'low';
  }

  /** How thinking is shown: a wish for a summary is a wish for summarized thinking. */
  #shown(thinking: WireDraft): WireDraft {
    const { display, summary, blockBinding } = this.#reasoning;
    if (thinking['type'] !== 'enabled' && thinking['type'] !== 'adaptive') {
      this.#loseShown('this kind of reasoning is not shown');
      return thinking;
    }
    const shown = { ...thinking };
    if (display !== undefined) shown['display'] = display.value;
    else if (summary !== undefined) shown['display'] = summary.value === 'none' ? 'omitted' : 'summarized';
    if (summary !== undefined && (display !== undefined || !SHOWN_SUMMARIES.has(summary.value)))
      this.#loseValue('summary', 'generation.reasoning.summary', 'summaries have one length here', 'optional');
    if (blockBinding !== undefined) shown['block_binding'] = { prefix_mismatch_behavior: blockBinding.value };
    return shown;
  }

  #loseShown(reason: string): void {
    this.#lose('display', 'generation.reasoning.display', reason);
    this.#lose('summary', 'generation.reasoning.summary', reason);
    this.#lose('blockBinding', 'generation.reasoning.block-binding', reason);
  }

  /** States that an intent is not carried at all. */
  #lose(key: keyof UnifiedReasoningIntent, feature: FeatureCode, reason: string, as?: UnifiedRequirement): undefined {
    this.#state(key, '', { feature, reason, as });
    return undefined;
  }

  /** States that the value of an intent is another one on the wire. */
  #loseValue(key: keyof UnifiedReasoningIntent, feature: FeatureCode, reason: string, as?: UnifiedRequirement): void {
    this.#state(key, '/value', { feature, reason, as });
  }

  #state(
    key: keyof UnifiedReasoningIntent,
    member: '' | '/value',
    { feature, reason, as }: Pick<Loss, 'feature' | 'reason'> & { readonly as: UnifiedRequirement | undefined },
  ): void {
    const intent = this.#reasoning[key];
    if (intent === undefined) return;
    const path = `${this.#place.path}/${key}${member}`;
    this.#losses.push({ path, feature, requirement: as ?? intent.requirement, reason });
  }
}

const NO_ROOM = 'the limit of output leaves no room for reasoning';

/** Wishes for a summary that a display says just as well. */
const SHOWN_SUMMARIES: ReadonlySet<string> = new Set(['auto', 'none']);
