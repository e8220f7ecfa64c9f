import type fc from 'fast-check';
import type { JsonObject } from '../../src/core/json.ts';
import { anthropicRequests } from './arbitrary/anthropic.ts';
import { chatRequests } from './arbitrary/chat.ts';

/** Random bodies of each audited profile, by family. */
export const RANDOM_BODIES: Readonly<Record<string, () => fc.Arbitrary<JsonObject>>> = {
  'openai-chat': chatRequests,
  'anthropic-messages': anthropicRequests,
};

/** Random bodies of one family. Throws where there are none. */
export function randomBodies(family: string): fc.Arbitrary<JsonObject> {
  const make = RANDOM_BODIES[family];
  if (make === undefined) throw new Error(`There are no random bodies of ${family}.`);
  return make();
}
