/** How a model takes the wish to reason. */
export type ThinkingStyle = 'none' | 'budget' | 'budget-or-adaptive' | 'adaptive';

const WITHOUT_THINKING = /claude-(?:instant|2|3-(?:opus|sonnet|haiku|5))/;
const BUDGET_ONLY = /claude-3-7|claude-(?:opus|sonnet|haiku)-4(?:-[0-5])?(?:[-@]20[0-9]{6})?(?:$|-v|[^0-9-])/;
const ADAPTIVE_ONLY = /claude-(?:(?:opus|sonnet|haiku)-(?:4-[7-9]|[5-9])|mythos|fable)/;

/**
 * Models before Claude 3.7 cannot think; those before Claude Opus 4.6 take a budget only; those since Claude Opus 4.7
 * refuse a budget and think as much as the effort says. What is not listed takes either.
 * 2026-11: Amazon Bedrock user guide, "Adaptive thinking" (supported models); simstudioai/sim#4771.
 */
export function thinkingStyleOf(model: string | undefined): ThinkingStyle {
  if (model === undefined) return 'budget-or-adaptive';
  if (WITHOUT_THINKING.test(model)) return 'none';
  if (BUDGET_ONLY.test(model)) return 'budget';
  return ADAPTIVE_ONLY.test(model) ? 'adaptive' : 'budget-or-adaptive';
}

/**
 * Models since Claude Opus 4.7 refuse temperature, top_p and top_k.
 * 2026-11: aws-samples/bedrock-chat#1102, Davidvandijcke/coarse#162.
 */
export function takesSampling(model: string | undefined): boolean {
  return model === undefined || !ADAPTIVE_ONLY.test(model);
}

const WITHOUT_BEGUN_ANSWERS = /claude-(?:(?:opus|sonnet|haiku)-(?:4-[6-9]|[5-9])|mythos|fable)/;

/**
 * Models since Claude 4.6 refuse a last message of the assistant, which older ones go on from.
 * 2026-11: the provider's migration guide, "Prefill removal"; anomalyco/opencode#13768, strands-agents/sdk-python#1694.
 */
export function takesBegunAnswers(model: string | undefined): boolean {
  return model === undefined || !WITHOUT_BEGUN_ANSWERS.test(model);
}

/**
 * Models since Claude Opus 4.1 refuse temperature and top_p in one request.
 * 2026-11: anomalyco/opencode#1644, BerriAI/litellm#15097.
 */
export function takesTwoSamplingSettings(model: string | undefined): boolean {
  return model !== undefined && /claude-(?:3|(?:opus|sonnet)-4(?:-0|[-@]20[0-9]{6})?(?:$|-v|[^0-9-]))/.test(model);
}

/** The share of the limit of output that each effort may spend on thinking, for models that take budgets only. */
const SHARES: Readonly<Record<string, number>> = {
  minimal: 0.1,
  low: 0.25,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.8,
  max: 0.8,
};

/** A budget of thinking for an effort, in tokens, out of a limit of output; a documented choice of ours. */
export function budgetOf(effort: string, limit: number): number {
  const share = Object.hasOwn(SHARES, effort) ? SHARES[effort] : undefined;
  return Math.floor(limit * (share ?? 0.5));
}

/**
 * Betas that allow system messages in the middle of a conversation have names that begin alike.
 * 2026-11: the type AnthropicBeta of the official client, version 1.14.0.
 */
export function takesSystemMessages(betas: readonly string[] | undefined): boolean {
  return betas?.some((beta) => beta.startsWith('mid-conversation-')) ?? false;
}
