import { describe, expect, it } from 'vitest';
import type { UnifiedLossEntry } from '../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { parsePointer } from '../../src/core/pointer.ts';
import { anthropicMessages } from '../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../src/projection/profile/openai-chat/index.ts';
import { projectRequest } from '../../src/projection/project.ts';
import { TARGETS } from '../support/audited.ts';
import { readableRequests } from '../support/recorded.ts';
import { NEEDS_RECORDINGS, SHARED } from '../support/shared.ts';

/** The one difference about nothing that a body says: the target demands what nobody gave. */
const OF_NOBODY = ['generation.max-output-tokens.default'];

function unplaced(body: JsonObject, entries: readonly UnifiedLossEntry[]): readonly string[] {
  return entries
    .filter(({ stage, feature, sourcePath }) => {
      if (stage !== 'emit' || OF_NOBODY.includes(feature)) return false;
      return sourcePath === undefined || valueAt(body, sourcePath) === undefined;
    })
    .map(({ feature, path, sourcePath }) => `${feature} ${path} <${sourcePath}>`);
}

function valueAt(body: JsonObject, path: string): JsonValue | undefined {
  let value: unknown = body;
  for (const token of parsePointer(path)) value = Object(value)[token];
  return value as JsonValue | undefined; // what stands in a body is JSON
}

describe('losses of a projection', () => {
  it.each<[string, JsonObject]>([
    ['a cache key', { prompt_cache_key: 'k' }],
    ['cache options', { prompt_cache_options: { mode: 'explicit', ttl: '30m' }, prompt_cache_key: 'k' }],
    ['metadata', { metadata: { a: 'b' } }],
    ['a user and a safety identifier', { user: 'u', safety_identifier: 's' }],
    ['a stored answer', { store: true }],
    ['a stream', { stream: true, stream_options: { include_usage: true } }],
    ['a choice without tools', { tool_choice: 'none' }],
    ['an unknown member', { later: [1] }],
    ['settings of sampling', { n: 2, seed: 1, logit_bias: { 7: 1 }, frequency_penalty: 1, logprobs: true }],
    ['an effort', { reasoning_effort: 'high' }],
    ['a text that is spoken', { modalities: ['text', 'audio'], audio: { voice: 'ash', format: 'mp3' } }],
  ])('[U-LOSS-1] name the place in a Chat body of %s', (_title, more) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'q' }], max_tokens: 9, ...more };
    const { loss } = projectRequest({ from: { profile: openaiChat }, to: { profile: anthropicMessages } }, body);
    expect(loss.entries.length).toBeGreaterThan(0);
    expect(unplaced(body, loss.entries)).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a cache mark of the body', { cache_control: { type: 'ephemeral', ttl: '1h' } }],
    ['a container', { container: 'c' }],
    [
      'an end user and a bill',
      { metadata: { user_id: 'u' }, billing_policy: { type: 'billing_policy', bill_to: 'x' } },
    ],
    ['a region', { inference_geo: 'eu' }],
    ['a comparison of caches', { diagnostics: { previous_message_id: 'm' } }],
    ['sampling among few', { top_k: 3 }],
  ])('[U-LOSS-1] name the place in a Messages body of %s', (_title, more) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'q' }], max_tokens: 9, ...more };
    const from = { profile: anthropicMessages, revision: '2023-06-01' };
    const { loss } = projectRequest({ from, to: { profile: openaiChat } }, body);
    expect(loss.entries.length).toBeGreaterThan(0);
    expect(unplaced(body, loss.entries)).toEqual([]);
  });
});

describe.skipIf(SHARED === undefined)(`losses of recorded requests ${NEEDS_RECORDINGS}`, () => {
  it.each(TARGETS)('[U-LOSS-1] name their places in the bodies that go to $name', (target) => {
    const found = readableRequests()
      .filter(({ source }) => source.profile.family !== target.profile.family)
      .flatMap(({ name, source, body, options }) => {
        const { loss } = projectRequest({ from: source, to: target }, body, options);
        return unplaced(body, loss.entries).map((entry) => `${name}: ${entry}`);
      });
    expect(found).toEqual([]);
  });
});
