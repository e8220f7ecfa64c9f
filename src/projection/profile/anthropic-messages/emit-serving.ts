import type { WireDraft } from '../../emit-context.ts';
import { put } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';
import { named } from './wire.ts';

/** Writes where generation stops. */
export function writeStopSequences({ context, request }: Writing, body: WireDraft, own: boolean): void {
  const intent = request.generation.stopSequences;
  if (intent === undefined) return;
  const sequences = intent.value.filter((sequence, index) => {
    if (own || sequence.trim() !== '') return true;
    const path = `/generation/stopSequences/value/${index}`;
    const reason = 'a stop sequence without visible characters is refused by the target';
    context.loss.lose({ path, feature: 'generation.stop-sequences', requirement: intent.requirement, reason });
    return false;
  });
  if (own || sequences.length > 0) body['stop_sequences'] = sequences;
}

/** Tiers of other dialects that this one has under its own names. */
const TIERS: Readonly<Record<string, string>> = {
  auto: 'auto',
  default: 'standard_only',
  standard_only: 'standard_only',
};

/** Writes how the request is served: at which tier, how fast, and where. */
export function writeServing({ context, request }: Writing, body: WireDraft, own: boolean): void {
  const { serviceTier, speed, inferenceGeography } = request.generation;
  if (serviceTier !== undefined) {
    const tier = own ? serviceTier.value : named(TIERS, serviceTier.value);
    put(body, 'service_tier', tier);
    if (tier !== undefined && tier !== serviceTier.value) {
      const path = '/generation/serviceTier/value';
      context.loss.lose({ path, feature: 'generation.normalization', reason: 'the tier has another name here' });
    }
    const { requirement } = serviceTier;
    const reason = 'the target has no such tier; its default holds';
    if (tier === undefined)
      context.loss.lose({ path: '/generation/serviceTier', feature: 'generation.service-tier', requirement, reason });
  }
  if (speed !== undefined) {
    const known = own || speed.value === 'standard' || speed.value === 'fast';
    if (known) body['speed'] = speed.value;
    const { requirement } = speed;
    const reason = 'the target has no such speed; its default holds';
    if (!known) context.loss.lose({ path: '/generation/speed', feature: 'generation.speed', requirement, reason });
  }
  put(body, 'inference_geo', inferenceGeography?.value);
}
