import { writeFileSync } from 'node:fs';
import { translateBetweenProviders } from 'llm-bridge';
import { canonicalJson } from '../src/core/canonical.ts';
import type { JsonObject } from '../src/core/json.ts';
import { ingestRequest, projectRequest } from '../src/projection/index.ts';
import { anthropicMessages, openaiChat } from '../src/projection/profile/index.ts';
import { validateEvent, validateRequest } from '../src/validate/index.ts';
import { chatBody } from './input.ts';
import { measure, type Subject } from './measure.ts';
import { zodEvent, zodRequest } from './zod-request.ts';

/** One line of the table: our time over that of `against`, in the same run. */
interface Row {
  readonly name: string;
  readonly ratio: number;
  readonly against: string;
  readonly opsPerSecond: number;
}

/** A case: us, what we are held against, and peers that are shown beside us. */
interface Case {
  readonly name: string;
  readonly ours: () => unknown;
  readonly against: Subject;
  readonly peers: readonly Subject[];
}

const NOW = '2026-11-30T12:00:00.000Z';

function validateRequestCase(): Case {
  const record = ingestRequest(openaiChat, chatBody(40, 2600), { requestId: 'req_1', now: NOW }).value;
  const bytes = JSON.stringify(record);
  const value: unknown = JSON.parse(bytes);
  accept(validateRequest(value));
  accept({ ok: zodRequest.safeParse(value).success });
  return {
    name: `validate request ${record.conversation.items.length} items`,
    ours: () => validateRequest(value),
    against: { name: 'JSON.parse', run: () => JSON.parse(bytes) },
    peers: [{ name: 'zod 4', run: () => zodRequest.safeParse(value) }],
  };
}

function validateEventCase(): Case {
  const event = {
    type: 'text-delta',
    schemaVersion: '2.0',
    operationId: 'op_1',
    eventId: 'op_1.event.7',
    sequence: 7,
    timestamp: NOW,
    itemId: 'op_1.item.0',
    partId: 'op_1.item.0.part.0',
    delta: 'a few words of an answer ',
  };
  const bytes = JSON.stringify(event);
  accept(validateEvent(event));
  accept({ ok: zodEvent.safeParse(event).success });
  return {
    name: 'validate event',
    ours: () => validateEvent(event),
    against: { name: 'JSON.parse', run: () => JSON.parse(bytes) },
    peers: [{ name: 'zod 4', run: () => zodEvent.safeParse(event) }],
  };
}

function canonicalCase(): Case {
  const record = ingestRequest(openaiChat, chatBody(40, 2600), { requestId: 'req_1', now: NOW }).value;
  return {
    name: `canonical ${record.conversation.items.length} items`,
    ours: () => canonicalJson(record),
    against: { name: 'JSON.stringify', run: () => JSON.stringify(record) },
    peers: [],
  };
}

function projectCase(name: string, body: JsonObject): Case {
  const bytes = JSON.stringify(body);
  const route = { from: { profile: openaiChat }, to: { profile: anthropicMessages } };
  accept(projectRequest(route, body));
  return {
    name: `project chat to anthropic ${name}`,
    ours: () => projectRequest(route, body),
    against: { name: 'parse + stringify', run: () => JSON.stringify(JSON.parse(bytes)) },
    // The peer's parameter type is that of the vendor's client, which our plain JSON is a value of.
    peers: [{ name: 'llm-bridge 2', run: () => translateBetweenProviders('openai', 'anthropic', body as never) }],
  };
}

function accept(answer: { readonly ok: boolean }): void {
  if (!answer.ok) throw new Error('The input of the benchmark is not accepted: its figures would mean nothing.');
}

function run({ name, ours, against, peers }: Case): readonly Row[] {
  const times = measure([{ name: 'ours', run: ours }, against, ...peers]);
  const base = times.get(against.name) ?? Number.NaN;
  const row = (label: string, key: string): Row => {
    const time = times.get(key) ?? Number.NaN;
    return {
      name: label,
      ratio: round(time / base),
      against: against.name,
      opsPerSecond: Math.round(1_000_000 / time),
    };
  };
  return [row(name, 'ours'), ...peers.map((peer) => row(`  ${peer.name}: ${name}`, peer.name))];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const CASES: readonly (() => Case)[] = [
  validateRequestCase,
  validateEventCase,
  canonicalCase,
  () => projectCase('2 KB', chatBody(1, 400)),
  () => projectCase('13 KB', chatBody(4, 1700)),
  () => projectCase('208 KB', chatBody(22, 5800)),
];

const rows = CASES.flatMap((make) => run(make()));
const width = Math.max(...rows.map(({ name }) => name.length));
for (const { name, ratio, against, opsPerSecond } of rows) {
  console.log(
    `${name.padEnd(width)}  ${ratio.toFixed(3).padStart(8)} of ${against.padEnd(18)} ${String(opsPerSecond).padStart(9)} /s`,
  );
}
writeFileSync(new URL('latest.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
