import { describe, expect, it } from 'vitest';
import type { UnifiedItem } from '../../../../generated/unified/types.ts';
import { LossRecorder } from '../../../../src/projection/loss.ts';
import { requirementTable } from '../../../../src/projection/requirement.ts';
import { EventWriter } from '../../../../src/projection/stream/event-writer.ts';
import { isSound } from '../../../../src/projection/stream/sound-event.ts';
import { validateEventLog } from '../../../../src/validate/index.ts';

function writer() {
  const loss = new LossRecorder('ingest', requirementTable());
  const now = () => '2026-05-01T00:00:00Z';
  return { loss, events: new EventWriter({ operationId: 'op', now, loss, place: () => '/7' }) };
}

const CALL: UnifiedItem = {
  id: 'op.item.0',
  conversationId: 'conv',
  branchId: 'main',
  sequence: 0,
  createdAt: '2026-05-01T00:00:00Z',
  visibility: 'model',
  status: 'completed',
  type: 'tool-call',
  kind: 'function',
  callId: 'a\ud800',
  name: 'f\udc00',
  state: 'arguments-ready',
  executionOwner: 'client',
  rawArguments: '{}',
  input: { value: { 'k\ud83d': ['v\ude00'] } },
  provenance: { origin: 'provider', profile: { family: 'tiny' } },
};

describe('EventWriter', () => {
  it('[U-VAL-1] makes all texts of an event well-formed, with one entry that names the frame and the item', () => {
    const { loss, events } = writer();
    events.write({ type: 'operation-created', conversationId: 'conv', branchId: 'main' });
    events.write({ type: 'operation-running' });
    events.write({ type: 'item-started', itemId: CALL.id, item: CALL });
    const taken = events.take();
    expect(taken[2]).toMatchObject({
      item: { callId: 'a\ufffd', name: 'f\ufffd', input: { value: { 'k\ufffd': ['v\ufffd'] } } },
    });
    expect(validateEventLog(taken)).toMatchObject({ ok: true });
    expect(loss.report().entries).toMatchObject([
      { path: '/7', feature: 'text.lone-surrogate', sourceItemId: 'op.item.0' },
    ]);
  });

  it('[U-VAL-1] looks at what a delta has beside its text, and tells of an error before the operation ends', () => {
    const { events } = writer();
    const token = { token: 't\ud800', logProbability: -1 };
    events.write({ type: 'text-delta', itemId: 'i', partId: 'p', delta: 'x', logProbabilities: [token] });
    const error = {
      category: 'provider',
      code: 'c',
      message: 'No\ud800.',
      retryable: false,
      operationId: 'op',
    } as const;
    events.write({ type: 'operation-failed', error, status: { reason: 'failed' } });
    const taken = events.take();
    expect(taken.map(({ type }) => type)).toEqual(['text-delta', 'loss-updated', 'operation-failed']);
    expect(taken[0]).toMatchObject({ logProbabilities: [{ token: 't\ufffd' }] });
    expect(taken[2]).toMatchObject({ error: { message: 'No\ufffd.' } });
    expect(taken[1]).toMatchObject({ entries: [{ path: '/7' }, { path: '/7' }] });
    expect(isSound(taken)).toBe(true);
  });

  it('[U-FOLD-3] leaves halves in a delta to the delta that follows', () => {
    const { loss, events } = writer();
    events.write({ type: 'text-delta', itemId: 'i', partId: 'p', delta: 'a\ud83d' });
    events.write({ type: 'text-delta', itemId: 'i', partId: 'p', delta: '\ude00' });
    expect(events.take()).toMatchObject([{ delta: 'a' }, { delta: '\u{1f600}' }]);
    expect(loss.size).toBe(0);
  });
});
