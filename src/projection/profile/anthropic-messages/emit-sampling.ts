import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedNumberIntent } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { typeNameOf } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';
import { takesSampling, takesTwoSamplingSettings } from './quirks.ts';

type SamplingKey = 'temperature' | 'topP' | 'topK';

const SAMPLING: readonly {
  readonly key: SamplingKey;
  readonly member: string;
  readonly feature: FeatureCode;
  readonly most: number;
}[] = [
  { key: 'temperature', member: 'temperature', feature: 'generation.temperature', most: 1 },
  { key: 'topP', member: 'top_p', feature: 'generation.top-p', most: 1 },
  { key: 'topK', member: 'top_k', feature: 'generation.top-k', most: Number.MAX_SAFE_INTEGER },
];

/** Writes how tokens are sampled. `body` has its thinking already, which excludes most of it. */
export function writeSampling(writing: Writing, body: WireDraft, own: boolean): void {
  const { context, request } = writing;
  for (const { key, member, feature, most } of SAMPLING) {
    const intent = request.generation[key];
    if (intent === undefined || context.claims[feature] === undefined) continue;
    if (own) body[member] = intent.value;
    else if (!excluded(writing, body, key, intent)) body[member] = inRange(writing, key, intent, most);
  }
}

/** Whether another setting excludes this one; then it is reported and left out. */
function excluded(
  { context, request }: Writing,
  body: WireDraft,
  key: SamplingKey,
  intent: UnifiedNumberIntent,
): boolean {
  const lose = (feature: FeatureCode, reason: string): true => {
    context.loss.lose({ path: `/generation/${key}`, feature, requirement: intent.requirement, reason });
    return true;
  };
  const { id } = request.model;
  if (!takesSampling(id)) return lose('generation.parameter', 'the model takes no settings of sampling');
  const { thinking } = body;
  const isThinking = thinking !== undefined && typeNameOf(thinking) !== 'disabled';
  if (
    isThinking &&
    (key === 'topK' || (key === 'temperature' && intent.value !== 1) || (key === 'topP' && intent.value < 0.95))
  ) {
    return lose('generation.combination', 'a model that thinks samples in its own way');
  }
  if (key !== 'topP' || body['temperature'] === undefined || takesTwoSamplingSettings(id)) return false;
  return lose('generation.combination', 'the target takes a temperature or nucleus sampling, never both');
}

function inRange(
  { context }: Writing,
  key: SamplingKey,
  { value, requirement }: UnifiedNumberIntent,
  most: number,
): number {
  const nearest = Math.min(Math.max(key === 'topK' ? Math.trunc(value) : value, 0), most);
  if (nearest !== value) {
    const reason = 'the value lies outside the range of the target; the nearest one was taken';
    context.loss.lose({ path: `/generation/${key}/value`, feature: 'generation.range', requirement, reason });
  }
  return nearest;
}
