import { foldEvents } from '../../src/fold/index.ts';
import { createStreamDecoder } from '../../src/projection/index.ts';
import { anthropicMessages } from '../../src/projection/profile/index.ts';
import { anthropicFrames, sseText } from '../input/stream.ts';
import { accept, type Case } from './case.ts';

/** The events of a long answer; against the parser that reads the same events from their text. */
export function foldCase(count: number): Case {
  const decoder = createStreamDecoder(anthropicMessages, { operationId: 'op_1', now: '2026-11-30T12:00:00.000Z' });
  const decoded = [...decoder.push(sseText(anthropicFrames(count))), ...decoder.end()];
  const all = decoded.map(({ event }) => event);
  // Exactly so many: the beginning of an answer folds like the whole of it.
  const bytes = JSON.stringify(all.slice(0, count));
  const events = JSON.parse(bytes);
  accept({ ok: events.length === count && foldEvents(all).result.status.reason === 'tool-calls' });
  return {
    name: `fold ${count} events`,
    ours: () => foldEvents(events),
    against: { name: 'JSON.parse', run: () => JSON.parse(bytes) },
    peers: [],
  };
}
