import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedReasoningIntent,
  UnifiedReasoningMode,
  UnifiedRequirement,
} from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { put, strength } from './emit-basics.ts';
import { budgetOf, thinkingStyleOf } from './quirks.ts';
import { EFFORTS, MIN_THINKING_BUDGET } from './wire.ts';

/** What a plan of reasoning depends on besides the wish itself. */
export interface ReasoningPlace {
  readonly context: EmitContext;
  /** The pointer of the reasoning intents. */
  readonly path: string;
  /** Whether the wish was read from this dialect: it is written as it is. */
  readonly own: boolean;
  readonly model: string | undefined;
  /** The limit of output, in tokens. */
  readonly limit: number;
}

/** How the wish to reason is said on this wire. */
export interface ReasoningPlan {
  readonly thinking?: WireDraft;
  readonly effort?: string;
}

const MODES: Readonly<Record<UnifiedReasoningMode, string>> = {
  enabled: 'enabled',
  disabled: 'disabled',
  adaptive: 'adaptive',
  'between-tools': 'between_tools',
};

/** Says on this wire how a model shall reason. */
export function planReasoning(reasoning: UnifiedReasoningIntent | undefined, place: ReasoningPlace): ReasoningPlan {
  if (reasoning === undefined) return {};
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
  };
}

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

  constructor(reasoning: UnifiedReasoningIntent, place: ReasoningPlace) {
    this.#reasoning = reasoning;
    this.#place = place;
  }

  plan(): ReasoningPlan {
    const thinking = this.#thinking();
    const effort = this.#effort(thinking);
    const shown = thinking === undefined ? undefined : this.#shown(thinking);
    if (thinking === undefined) this.#loseShown('reasoning that was not asked for cannot be shown');
    return { ...(shown === undefined ? {} : { thinking: shown }), ...(effort === undefined ? {} : { effort }) };
  }

  #thinking(): WireDraft | undefined {
    const { mode, effort, budgetTokens } = this.#reasoning;
    if (mode?.value === 'disabled' || effort?.value === 'none' || budgetTokens?.value === 0) {
      if (budgetTokens !== undefined && budgetTokens.value > 0)
        this.#lose('budgetTokens', 'generation.reasoning.budget', 'reasoning is switched off');
      return { type: 'disabled' };
    }
    const wished = mode !== undefined || effort !== undefined || budgetTokens !== undefined;
    if (!wished) return undefined;
    const style = thinkingStyleOf(this.#place.model);
    if (style === 'none') return this.#without('the model cannot reason');
    if (budgetTokens !== undefined && budgetTokens.value > 0 && style !== 'adaptive')
      return this.#budget(budgetTokens.value);
    if (budgetTokens !== undefined && budgetTokens.value > 0) {
      this.#lose('budgetTokens', 'generation.reasoning.budget', 'the model decides on its own how much it thinks');
    }
    if (style === 'budget') return this.#derived(effort?.value ?? 'medium');
    if (mode?.value === 'between-tools') return { type: 'between_tools' };
    if (mode?.value === 'enabled')
      this.#lose('mode', 'generation.normalization', 'the model decides on its own how much it thinks', 'optional');
    if (mode === undefined) this.#loseMadeUp();
    return { type: 'adaptive' };
  }

  /** Who asks for an effort or a budget asks for reasoning: that is said in so many words here. */
  #loseMadeUp(): void {
    const { context, path } = this.#place;
    const reason = 'reasoning is switched on, because an effort or a budget asks for it';
    context.loss.lose({ path: `${path}/mode/value`, feature: 'generation.normalization', reason });
  }

  /** A budget has a least value, and lies below the limit of output. */
  #budget(wished: number): WireDraft | undefined {
    const { limit } = this.#place;
    const budget = Math.min(Math.max(wished, MIN_THINKING_BUDGET), limit - 1);
    if (budget < MIN_THINKING_BUDGET) return this.#without('the limit of output leaves no room for reasoning');
    if (budget !== wished) {
      const reason = 'a budget lies between 1024 tokens and the limit of output; the nearest one was taken';
      this.#loseValue('budgetTokens', 'generation.range', reason);
    }
    return { type: 'enabled', budget_tokens: budget };
  }

  #derived(effort: string): WireDraft | undefined {
    const { limit } = this.#place;
    const budget = Math.max(budgetOf(effort, limit), MIN_THINKING_BUDGET);
    if (budget >= limit) return this.#without('the limit of output leaves no room for reasoning');
    const wish = this.#reasoning.effort === undefined ? 'mode' : 'effort';
    this.#loseValue(
      wish,
      `generation.reasoning.${wish}`,
      'the model takes a budget only; one was derived from the limit of output',
      'optional',
    );
    return { type: 'enabled', budget_tokens: budget };
  }

  #without(reason: string): undefined {
    for (const key of ['mode', 'effort'] as const) this.#lose(key, `generation.reasoning.${key}`, reason);
    this.#lose('budgetTokens', 'generation.reasoning.budget', reason);
    return undefined;
  }

  #effort(thinking: WireDraft | undefined): string | undefined {
    const effort = this.#reasoning.effort?.value;
    const style = thinkingStyleOf(this.#place.model);
    if (effort === undefined || effort === 'none' || style === 'none' || style === 'budget') return undefined;
    if (thinking?.['type'] === 'disabled') {
      if (effort !== 'xhigh' && effort !== 'max' && EFFORTS.has(effort)) return effort;
      return this.#lose(
        'effort',
        'generation.combination',
        'an effort of this height needs reasoning, which is switched off',
      );
    }
    if (EFFORTS.has(effort)) return effort;
    if (effort !== 'minimal')
      return this.#lose('effort', 'generation.reasoning.effort', 'the target does not know this effort');
    this.#loseValue(
      'effort',
      'generation.reasoning.effort',
      'the target has no minimal effort; the lowest one was taken',
    );
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
    if (summary !== undefined)
      this.#loseValue('summary', 'generation.reasoning.summary', 'summaries have one length here', 'optional');
    if (blockBinding !== undefined) shown['block_binding'] = { prefix_mismatch_behavior: blockBinding.value };
    return shown;
  }

  #loseShown(reason: string): void {
    this.#lose('display', 'generation.reasoning.display', reason);
    this.#lose('summary', 'generation.reasoning.summary', reason);
    this.#lose('blockBinding', 'generation.reasoning.block-binding', reason);
  }

  /** Reports an intent that is not carried at all. */
  #lose(
    key: keyof UnifiedReasoningIntent,
    feature: FeatureCode,
    reason: string,
    requirement?: UnifiedRequirement,
  ): undefined {
    const intent = this.#reasoning[key];
    if (intent === undefined) return undefined;
    const { context, path } = this.#place;
    context.loss.lose({ path: `${path}/${key}`, feature, requirement: requirement ?? intent.requirement, reason });
    return undefined;
  }

  /** Reports an intent whose value is another one on the wire. */
  #loseValue(
    key: keyof UnifiedReasoningIntent,
    feature: FeatureCode,
    reason: string,
    requirement?: UnifiedRequirement,
  ): void {
    const intent = this.#reasoning[key];
    if (intent === undefined) return;
    const { context, path } = this.#place;
    context.loss.lose({
      path: `${path}/${key}/value`,
      feature,
      requirement: requirement ?? intent.requirement,
      reason,
    });
  }
}
