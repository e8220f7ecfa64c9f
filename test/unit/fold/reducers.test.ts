import { describe, expect, it } from 'vitest';
import type { UnifiedItem, UnifiedOwnerPrivateRef } from '../../../generated/unified/types.ts';
import { ValidationError } from '../../../src/core/errors.ts';
import { createFold, foldEvents } from '../../../src/fold/index.ts';
import type { NewEvent } from '../../../src/projection/stream/event-writer.ts';
import { eventAt, eventLog, openItem, started, startedText, text } from '../../support/event-log.ts';

const CALL = {
  type: 'tool-call',
  callId: 'call-1',
  name: 'tide',
  kind: 'function',
  state: 'arguments-streaming',
  executionOwner: 'client',
} as const;

const REFERENCE: UnifiedOwnerPrivateRef = {
  scope: 'owner-private',
  profile: { family: 'anthropic-messages' },
  schema: 'anthropic-messages/signature',
  resourceId: 'private-1',
  kind: 'signature',
};

function result(...events: readonly NewEvent[]) {
  return foldEvents(eventLog(events)).result;
}

function items(...events: readonly NewEvent[]): readonly UnifiedItem[] {
  return result(...events).output;
}

/** The event is refused, and nothing of it was applied. */
function expectRefusal(before: readonly NewEvent[], event: NewEvent, path: string): void {
  const fold = createFold();
  for (const known of eventLog(before)) fold.push(known);
  const state = fold.state();
  expect(() => fold.push(eventAt(before.length, event))).toThrow(
    expect.objectContaining({ code: 'event-invalid', details: expect.objectContaining({ path }) }),
  );
  expect(fold.state()).toEqual(state);
}

describe('items', () => {
  it('[U-FOLD-2] keep the place of their beginning, whatever order they end in', () => {
    const found = items(
      ...startedText('a'),
      ...startedText('b'),
      text('b', '2'),
      { type: 'item-completed', itemId: 'b' },
      text('a', '1'),
      { type: 'item-completed', itemId: 'a' },
    );
    expect(found.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('[U-FOLD-2] are replaced by the whole item that the provider sent in the end', () => {
    const content = [{ type: 'text', id: 'a.0', text: 'whole' }] as const;
    const given = openItem('a', { type: 'message', content, status: 'completed' });
    const end = { type: 'item-completed', itemId: 'a', item: given } as const;
    expect(items(...startedText('a'), text('a', 'part'), end)).toEqual([given]);
  });

  it('[U-FOLD-2] that are unknown, begin twice or have ended are refused', () => {
    expectRefusal([], text('a', 'x'), '/partId');
    expectRefusal([], { type: 'item-completed', itemId: 'a' }, '/itemId');
    expectRefusal(startedText('a'), started('a', { type: 'message', content: [] }), '/item/id');
    const ended = [...startedText('a'), { type: 'item-completed', itemId: 'a' }] as const;
    expectRefusal(ended, text('a', 'late'), '/itemId');
    expectRefusal(ended, { type: 'item-failed', itemId: 'a' }, '');
  });

  it('[U-FOLD-1] of several candidates stay apart, the first one is the output', () => {
    const folded = result(
      { ...started('b', { type: 'message', content: [] }), candidateIndex: 2 } as NewEvent,
      ...startedText('a'),
      { type: 'response-metadata', candidateIndex: 2, status: { reason: 'length' } },
      { type: 'operation-completed', status: { reason: 'stop' } },
    );
    expect(folded.output.map(({ id }) => id)).toEqual(['a']);
    expect(folded.candidates).toMatchObject([{ index: 2, status: { reason: 'length' }, output: [{ id: 'b' }] }]);
    expect(folded.status).toEqual({ reason: 'stop' });
  });

  it('[U-FOLD-1] of a response that begins anew are those of its second beginning alone', () => {
    const folded = result(
      { type: 'response-started', responseId: 'r1' },
      ...startedText('a'),
      { type: 'response-restarted', responseId: 'r2' },
      ...startedText('a'),
      text('a', 'again'),
    );
    expect(folded.responseId).toBe('r2');
    expect(folded.output).toMatchObject([{ id: 'a', content: [{ text: 'again' }] }]);
  });

  it('[U-FOLD-1] of another response than the one that began are refused', () => {
    const began: NewEvent = { type: 'response-started', responseId: 'r1' };
    expect(result(began, began).responseId).toBe('r1');
    expectRefusal([began], { type: 'response-started', responseId: 'r2' }, '/responseId');
  });
});

describe('parts', () => {
  it('[U-PART-1] gather text, reasoning and refusals with what belongs to them', () => {
    const probability = (token: string) => [{ token, logProbability: -0.5 }];
    const found = items(
      ...startedText('a'),
      { type: 'text-delta', itemId: 'a', partId: 'a.0', delta: 'Hi', logProbabilities: probability('Hi') },
      { type: 'text-delta', itemId: 'a', partId: 'a.0', delta: '!', logProbabilities: probability('!') },
      { type: 'part-started', itemId: 'a', part: { type: 'refusal', id: 'a.1', refusal: '' } },
      { type: 'refusal-delta', itemId: 'a', partId: 'a.1', delta: 'No' },
      started('b', { type: 'reasoning', content: [] }),
      {
        type: 'part-started',
        itemId: 'b',
        part: { type: 'reasoning', id: 'b.0', channel: 'text', state: 'disclosed' },
      },
      { type: 'reasoning-delta', itemId: 'b', partId: 'b.0', channel: 'text', delta: 'Why', estimatedTokens: 3 },
      { type: 'reasoning-delta', itemId: 'b', partId: 'b.0', channel: 'text', delta: '?', estimatedTokens: 7 },
      { type: 'signature-ready', itemId: 'b', partId: 'b.0', privateState: REFERENCE },
    );
    expect(found).toMatchObject([
      {
        content: [
          { text: 'Hi!', logProbabilities: [{ token: 'Hi' }, { token: '!' }] },
          { type: 'refusal', refusal: 'No' },
        ],
      },
      { content: [{ text: 'Why?', estimatedTokens: 7, privateState: REFERENCE }] },
    ]);
  });

  it('[U-REAS-2] take a signature as data where their type has no place of its own for it', () => {
    const found = items(...startedText('a'), { type: 'signature-ready', partId: 'a.0', privateState: REFERENCE });
    expect(found).toMatchObject([{ content: [{ providerData: [REFERENCE] }] }]);
  });

  it('[U-PART-4] take citations before and after their text, also when the item has ended', () => {
    const citation = (title: string) => ({ type: 'url-citation', source: { url: 'https://a.test', title } }) as const;
    const found = items(
      ...startedText('a'),
      { type: 'citation-ready', partId: 'a.0', citation: citation('one') },
      text('a', 'Hi'),
      { type: 'item-completed', itemId: 'a' },
      { type: 'citation-ready', partId: 'a.0', citation: citation('two') },
    );
    expect(found).toMatchObject([{ content: [{ text: 'Hi', annotations: [citation('one'), citation('two')] }] }]);
  });

  it('[U-FOLD-2] of another type than the delta are refused', () => {
    expectRefusal(startedText('a'), { type: 'refusal-delta', itemId: 'a', partId: 'a.0', delta: 'x' }, '/partId');
    const noText = { type: 'text-delta', itemId: 'a', partId: 'a.0', delta: { a: 1 } } as unknown as NewEvent;
    expectRefusal(startedText('a'), noText, '/delta'); // a journal may bring anything
    expectRefusal([started('c', CALL)], { type: 'part-started', itemId: 'c', part: TEXT }, '/itemId');
    expectRefusal(startedText('a'), { type: 'part-started', itemId: 'a', part: { ...TEXT, id: 'a.0' } }, '/part/id');
  });

  it('[U-PART-1] of media grow byte by byte, or are replaced by a better picture', () => {
    const image = { type: 'image', id: 'a.1', source: { kind: 'inline', mediaType: 'image/png', data: '' } } as const;
    const begun: NewEvent = {
      type: 'part-started',
      itemId: 'a',
      part: { ...image, source: { ...image.source, encoding: 'base64' } },
    };
    const delta = (data: string, more = {}): NewEvent => ({ type: 'artifact-delta', partId: 'a.1', data, ...more });
    const bytes = (...events: readonly NewEvent[]) =>
      items(...startedText('a'), begun, ...events).at(0) as unknown as {
        content: { source: { data: string; mediaType: string } }[];
      };
    expect(bytes(delta(btoa('ab')), delta(btoa('c')), delta(btoa('defg'))).content[1]?.source.data).toBe(
      btoa('abcdefg'),
    );
    const partial = bytes(delta(btoa('rough'), { partialIndex: 0 }), delta(btoa('fine'), { partialIndex: 1 }));
    expect(partial.content[1]?.source).toMatchObject({ data: btoa('fine'), mediaType: 'image/png' });
  });
});

const TEXT = { type: 'text', id: 'x.0', text: '' } as const;

describe('calls', () => {
  it('[U-TOOL-4] gather their arguments, and move on as the transitions say', () => {
    const delta = (fragment: string): NewEvent => ({
      type: 'tool-arguments-delta',
      itemId: 'c',
      callId: 'call-1',
      delta: { kind: 'text', fragment },
    });
    const found = items(
      started('c', CALL),
      delta('{"a":'),
      delta('1}'),
      { type: 'tool-arguments-ready', itemId: 'c', callId: 'call-1', input: { value: { a: 1 } } },
      { type: 'tool-state-changed', callId: 'call-1', state: 'executing' },
    );
    expect(found).toMatchObject([{ rawArguments: '{"a":1}', input: { value: { a: 1 } }, state: 'executing' }]);
  });

  it('[U-TOOL-4] that go back in their life are refused', () => {
    const ready = [started('c', CALL), { type: 'tool-arguments-ready', itemId: 'c' }] as const;
    expectRefusal(ready, { type: 'tool-state-changed', itemId: 'c', state: 'arguments-streaming' }, '');
    expectRefusal(ready, { type: 'tool-arguments-delta', itemId: 'c', delta: { kind: 'text', fragment: 'x' } }, '');
    expectRefusal([started('c', CALL)], { type: 'tool-state-changed', itemId: 'c', state: 'executing' }, '');
  });

  it('[U-TOOL-4] take changes at single places of their arguments', () => {
    const patch = (jsonPath: string, value: string | number, append = false): NewEvent => ({
      type: 'tool-arguments-delta',
      itemId: 'c',
      delta: { kind: 'patch', jsonPath, value, append },
    });
    const found = items(
      started('c', CALL),
      patch('$.stops[0].name', 'Cas'),
      patch('$.stops[0].name', 'cais', true),
      patch("$.stops[1]['two words']", 2),
      patch('$["é"]', 'ü'),
    );
    expect(found).toMatchObject([
      { input: { value: { stops: [{ name: 'Cascais' }, { 'two words': 2 }], é: 'ü' } }, state: 'arguments-streaming' },
    ]);
  });

  it('[U-VAL-2] that are changed at a place that cannot be followed are refused', () => {
    for (const jsonPath of ['stops', '$.a[5]', '$.__proto__.polluted', '$..a', '$.a[*]', '$[?(@.b)]']) {
      const event: NewEvent = {
        type: 'tool-arguments-delta',
        itemId: 'c',
        delta: { kind: 'patch', jsonPath, value: 1 },
      };
      expectRefusal([started('c', CALL)], event, '/delta/jsonPath');
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('[U-TOOL-5] of code show their output as it comes, until the whole result is there', () => {
    const channel = (channel: 'standard-output' | 'standard-error', delta: string): NewEvent => ({
      type: 'tool-output-delta',
      itemId: 'r',
      channel,
      delta,
    });
    const found = items(
      started('r', {
        type: 'code-execution-result',
        callId: 'x',
        tool: 'code',
        executionOwner: 'provider',
        outcome: 'completed',
      }),
      channel('standard-output', '1'),
      channel('standard-output', '2'),
      channel('standard-error', '!'),
    );
    expect(found).toMatchObject([{ standardOutput: '12', standardError: '!' }]);
  });
});

describe('the operation', () => {
  it('[U-EVT-2] that ended does not begin again', () => {
    const ended = [{ type: 'operation-created' }, { type: 'operation-completed' }] as const;
    expectRefusal(ended, { type: 'operation-running' }, '');
  });

  it('[U-USE-3] that failed says so in its result, with its error', () => {
    const error = { category: 'overloaded', code: 'overloaded', message: 'Busy.', retryable: true } as const;
    expect(result({ type: 'operation-created' }, { type: 'operation-failed', error })).toMatchObject({
      status: { reason: 'failed' },
      error,
    });
    const cut = result(...startedText('a'), text('a', 'Hal'), {
      type: 'operation-failed',
      error,
      status: { reason: 'interrupted' },
    });
    expect(cut).toMatchObject({ status: { reason: 'interrupted' }, output: [{ content: [{ text: 'Hal' }] }] });
  });

  it('[U-USE-2] replaces counters by later reports, one by one, and adds those that say so', () => {
    const counter = (value: number, merge?: 'sum') =>
      ({ value, scope: 'request', source: 'reported', ...(merge === undefined ? {} : { merge }) }) as const;
    const update = (usage: Extract<NewEvent, { type: 'usage-updated' }>['usage']): NewEvent => ({
      type: 'usage-updated',
      usage,
    });
    const { usage } = result(
      update({ input: { total: counter(60385) }, output: { total: counter(2) } }),
      update({ output: { total: counter(89) } }),
      update({ input: { total: counter(612), cacheRead: counter(0) }, total: counter(3, 'sum') }),
      update({ total: counter(4, 'sum') }),
    );
    expect(usage).toEqual({
      input: { total: counter(612), cacheRead: counter(0) },
      output: { total: counter(89) },
      total: counter(7),
    });
  });

  it('[U-LOSS-1] gathers the losses that were told on the way, and judges them', () => {
    const entry = (severity: 'info' | 'warning') =>
      ({ path: '/a', feature: 'cache.ttl', severity, reason: 'gone', stage: 'ingest' }) as const;
    const { loss } = result(
      { type: 'loss-updated', entries: [entry('info')] },
      { type: 'loss-updated', entries: [entry('warning')] },
    );
    expect(loss).toEqual({ disposition: 'degraded', entries: [entry('info'), entry('warning')] });
  });

  it('[U-CONT-5] names the checkpoints that are still good', () => {
    const { state } = result(
      { type: 'checkpoint-ready', checkpointId: 'k1' },
      { type: 'checkpoint-ready', checkpointId: 'k2' },
      { type: 'checkpoint-invalidated', checkpointId: 'k1', status: 'stale' },
    );
    expect(state).toEqual({ checkpoints: ['k2'] });
  });

  it('[U-EVT-2] is not changed by warnings and by events that nobody knows', () => {
    const before = result(...startedText('a'));
    const after = result(
      ...startedText('a'),
      { type: 'warning', code: 'text-differs', message: 'It differs.' },
      { type: 'unknown-provider-event', providerType: 'tide.turned', size: 9 },
    );
    expect(after).toEqual(before);
  });
});

it('[U-VAL-1] says what is wrong without showing what was sent', () => {
  const error = (() => {
    try {
      foldEvents(eventLog([text('a', 'a secret text')]));
    } catch (found) {
      return found;
    }
    return undefined;
  })();
  expect(ValidationError.isInstance(error)).toBe(true);
  expect(JSON.stringify(error) + String(error)).not.toContain('secret');
});
