import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedGenerationIntent } from '../../../../generated/unified/types.ts';
import { modelRules } from './model-quirks.ts';
import { loseIntent, noteNeutral, type RequestWriting } from './request-writing.ts';
import { EFFORTS } from './wire.ts';

/** A setting of this wire: its members, the intent that they came from, and the value that asks for nothing. */
interface Setting {
  readonly members: readonly string[];
  readonly intent: keyof UnifiedGenerationIntent;
  readonly feature: FeatureCode;
  readonly neutral?: number | boolean;
  /** Whether it is taken by models that can do without reasoning, while they do. */
  readonly withoutReasoning?: true;
}

/**
 * 2026-11: the reasoning guide, "Limitations", for what reasoning models refuse; the guide of the latest models,
 * "Parameter compatibility", for what those from GPT-5.1 on take with the effort none (vercel/ai#10932).
 */
const SAMPLING: readonly Setting[] = [
  {
    members: ['temperature'],
    intent: 'temperature',
    feature: 'generation.temperature',
    neutral: 1,
    withoutReasoning: true,
  },
  { members: ['top_p'], intent: 'topP', feature: 'generation.top-p', neutral: 1, withoutReasoning: true },
  { members: ['frequency_penalty'], intent: 'frequencyPenalty', feature: 'generation.frequency-penalty', neutral: 0 },
  { members: ['presence_penalty'], intent: 'presencePenalty', feature: 'generation.presence-penalty', neutral: 0 },
  { members: ['logit_bias'], intent: 'logitBias', feature: 'generation.logit-bias' },
  {
    members: ['logprobs', 'top_logprobs'],
    intent: 'logProbabilities',
    feature: 'generation.log-probabilities',
    neutral: false,
    withoutReasoning: true,
  },
];
const STOP: Setting = { members: ['stop'], intent: 'stopSequences', feature: 'generation.stop-sequences' };

/** 2026: refused by o1, o3, o3-mini and o4-mini (langchain-ai/langchain#29704, run-llama/llama_index#20865). */
const PARALLEL: Setting = {
  members: ['parallel_tool_calls'],
  intent: 'parallelToolCalls',
  feature: 'generation.parallel-tool-calls',
  neutral: true,
};

/** Takes back what the model of a request of another dialect refuses, each with an entry. */
export function correctForModel(writing: RequestWriting): void {
  if (writing.own) return;
  const rules = modelRules(writing.request.model.id);
  if (rules.efforts !== undefined) correctEffort(writing, rules.efforts);
  const isThinking = rules.sampling === 'never' || (writing.wire['reasoning_effort'] ?? rules.effort) !== 'none';
  if (rules.sampling !== 'always') {
    for (const setting of SAMPLING) if (isThinking || setting.withoutReasoning !== true) takeBack(writing, setting);
  }
  if (!rules.stop) takeBack(writing, STOP);
  if (!rules.parallelToolCalls) takeBack(writing, PARALLEL);
}

function takeBack(writing: RequestWriting, { members, intent, feature, neutral }: Setting): void {
  const found = writing.request.generation[intent];
  const written = members.filter((member) => writing.wire[member] !== undefined);
  if (found === undefined || written.length === 0) return;
  for (const member of written) delete writing.wire[member];
  const isNeutral = neutral !== undefined && 'value' in found && found.value === neutral;
  const requirement = 'requirement' in found ? found.requirement : undefined;
  const reason = 'this model refuses the setting';
  loseIntent(writing, { path: `/generation/${intent}`, feature, reason }, isNeutral ? 'optional' : requirement);
}

function correctEffort(writing: RequestWriting, efforts: readonly string[]): void {
  const { wire, request } = writing;
  const effort = wire['reasoning_effort'];
  if (typeof effort !== 'string' || efforts.includes(effort)) return;
  const nearest = nearestTo(effort, efforts);
  if (nearest === undefined) delete wire['reasoning_effort'];
  else wire['reasoning_effort'] = nearest;
  const { effort: asked, mode } = request.generation.reasoning ?? {};
  // A switch that is on, and a budget, were reported when they became an effort.
  const intent = asked ?? (mode?.value === 'disabled' ? mode : undefined);
  if (intent === undefined) return;
  const path = `/generation/reasoning/${asked === undefined ? 'mode' : 'effort'}`;
  if (nearest === undefined && effort === 'none') {
    noteNeutral(writing, path, 'this model cannot reason, and so it does without as it is asked');
    return;
  }
  const reason =
    nearest === undefined ? 'this model knows no effort of reasoning' : `this model knows ${efforts.join(', ')} only`;
  loseIntent(writing, { path, feature: 'generation.reasoning.effort', reason }, intent.requirement);
}

/** The effort next to one that is not known; the lower one of two. */
function nearestTo(effort: string, efforts: readonly string[]): string | undefined {
  const distance = (other: string) => Math.abs(EFFORTS.indexOf(other) - EFFORTS.indexOf(effort));
  return efforts.toSorted((one, other) => distance(one) - distance(other))[0];
}
