import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { parseJson } from '../../../src/core/parse-json.ts';
import {
  validateConversation,
  validateDecisionResponse,
  validateEvent,
  validateEventLog,
  validateRequest,
} from '../../../src/validate/index.ts';
import {
  conversation,
  event,
  faults,
  issuesOf,
  item,
  log,
  NOW,
  request,
  textPart,
  toolCall,
  toolResult,
} from './record.ts';

const KEY = ['sk', 'proj', 'Zq8vN2mX4rT6yB1cW3eR5tY7'].join('-');

const text = (value: unknown) => request([item(0, { content: [textPart('p', { text: value })] })]);

function nested(levels: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const input = (value: unknown) => request([toolCall(0, 'a', { input: { value } })]);

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

/** What a caller may hand over by mistake or on purpose, and the one issue that it should get. */
const TABLE: readonly [what: string, value: unknown, path: string, rule: string][] = [
  ['another major version', request([], { schemaVersion: '1.0' }), '/schemaVersion', 'schema-version-major'],
  ['an unknown discriminator', request([item(0, { type: 'telepathy' })]), '/conversation/items/0/type', 'schema-tag'],
  [
    'duplicate ids',
    request([item(0), item(1, { id: 'item-0', parentId: undefined })]),
    '/conversation/items/1/id',
    'unique-ids',
  ],
  [
    'a dangling reference',
    request([item(0, { parentCallId: 'gone' })]),
    '/conversation/items/0/parentCallId',
    'references',
  ],
  ['a dangling result', request([toolResult(0, 'gone')]), '/conversation/items/0/callId', 'tool-correlation'],
  [
    'reordered items',
    request([item(1, { parentId: undefined }), item(0)]),
    '/conversation/items/1/sequence',
    'item-order',
  ],
  ['a credential', text(`use ${KEY}`), '/conversation/items/0/content/0/text', 'secret-exclusion'],
  ['a lone surrogate', text('\ud83d'), '/conversation/items/0/content/0/text', 'json-unicode'],
  ['a lone surrogate as a name', input({ '\udc00': 1 }), '/conversation/items/0/input/value/\ufffd', 'json-unicode'],
  ['NaN', input({ n: Number.NaN }), '/conversation/items/0/input/value/n', 'json-number'],
  [
    'Infinity',
    request([item(0, { sequence: Number.POSITIVE_INFINITY })]),
    '/conversation/items/0/sequence',
    'json-number',
  ],
  [
    'ten thousand levels',
    input(nested(10_000, 1)),
    expect.stringContaining('/conversation/items/0/input/value/') as never,
    'json-depth',
  ],
  ['ten thousand levels instead of a record', nested(10_000, 1), expect.any(String) as never, 'json-depth'],
  ['a cycle', input(cyclic), expect.stringContaining('/conversation/items/0/input/value/self') as never, 'json-cycle'],
  [
    'a text of 100 MB',
    text('x'.repeat(100 * 1024 * 1024)),
    '/conversation/items/0/content/0/text',
    'json-string-length',
  ],
  [
    'a member named __proto__',
    input(JSON.parse('{"__proto__": {"admin": true}}')),
    '/conversation/items/0/input/value/__proto__',
    'json-reserved-key',
  ],
  [
    'a member of the record named __proto__',
    JSON.parse('{"schemaVersion": "2.0", "__proto__": {"tools": []}}'),
    '/__proto__',
    'json-reserved-key',
  ],
  ['bytes', input(new Uint8Array(8)), '/conversation/items/0/input/value', 'json-prototype'],
  ['a date', request([item(0, { createdAt: new Date(0) })]), '/conversation/items/0/createdAt', 'json-prototype'],
  ['a map', input(new Map()), '/conversation/items/0/input/value', 'json-prototype'],
  ['a bigint', input({ n: 1n }), '/conversation/items/0/input/value/n', 'json-type'],
  ['a function', input([() => 1]), '/conversation/items/0/input/value/0', 'json-type'],
  ['undefined in a list', request([undefined as never]), '/conversation/items/0', 'json-type'],
  [
    'a getter that throws',
    input(
      Object.defineProperty({}, 'trap', {
        enumerable: true,
        get: () => {
          throw new Error('boom');
        },
      }),
    ),
    '',
    'json-unreadable',
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('boom');
        },
      },
    ),
    '',
    'json-unreadable',
  ],
  ['nothing', undefined, '', 'json-type'],
  ['null', null, '/schemaVersion', 'schema-version-missing'],
  ['a text', 'request', '/schemaVersion', 'schema-version-missing'],
  ['a list', [], '', 'schema-type'],
];

describe('bad input', () => {
  it.each(TABLE)(
    '[U-VAL-1] answers %s with one issue that points at it',
    (_what, value, path, rule) => {
      expect(issuesOf(validateRequest(value))).toMatchObject([
        { path, rule, message: expect.stringMatching(/^[A-Z].*\.$/) },
      ]);
    },
    20_000,
  );

  it('[U-TOOL-4] answers an illegal transition of a call with one issue', () => {
    const revisions = [
      { itemId: 'item-0', revision: 1, createdAt: NOW, item: toolCall(0, 'a', { state: 'executing' }) },
    ];
    const record = conversation([toolCall(0, 'a', { state: 'approval-denied' })], { revisions });
    expect(faults(validateConversation(record))).toEqual([['/revisions/0/item/state', 'transition']]);
    const events = log(['operation-running'], ['operation-completed'], ['operation-running']);
    expect(faults(validateEventLog(events))).toEqual([['/2/type', 'transition']]);
  });

  it('[U-VAL-1] answers a text that breaks off with one issue, before any validation', () => {
    const broken = JSON.stringify(request([item(0)])).slice(0, 120);
    const parsed = parseJson(broken);
    expect(parsed).toMatchObject({ ok: false, issue: { rule: 'json-truncated', path: expect.stringContaining('/') } });
  });

  it('[U-VAL-1] refuses what is no event', () => {
    expect(faults(validateEvent(event(0, 'dream-started')))).toEqual([['/type', 'schema-tag']]);
    expect(faults(validateEventLog(event(0, 'operation-created')))).toMatchObject([['', 'schema-type']]);
  });

  it('[A-DEC-3] takes questions that are named like members of every object as any other', () => {
    const answers = { constructor: { type: 'noul', value: 1 }, toString: { type: 'choice', value: 'a' } };
    const response = { answers, model: 'm', metadata: { requestId: 'r', timestamp: 0 } };
    expect(faults(validateDecisionResponse(response))).toEqual([]);
    const hostile = JSON.parse('{"answers": {"__proto__": {"type": "noul", "value": 1}}, "model": "m"}');
    expect(faults(validateDecisionResponse(hostile))).toEqual([['/answers/__proto__', 'json-reserved-key']]);
  });
});

/** Records of the size that the limits allow, made so that each part looks at all others. */
describe('hostile records', () => {
  const count = 30_000;
  const many = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

  it.each<[what: string, record: () => JsonObject]>([
    ['items with one id', () => request(many((index) => item(index, { id: 'same', parentId: undefined })))],
    [
      'pairs of items with one id',
      () => request(many((index) => item(index, { id: `id-${index % (count / 2)}`, parentId: undefined }))),
    ],
    ['results of one call that is gone', () => request(many((index) => toolResult(index, 'a')))],
    [
      'summaries of one prefix',
      () =>
        request(
          many((index) =>
            item(index, {
              type: 'compaction-summary',
              covered: { firstItemId: 'gone', lastItemId: 'item-0', itemCount: 1, auditHash: '0'.repeat(64) },
            }),
          ),
        ),
    ],
    [
      'breakpoints at one item',
      () => request([item(0)], { cache: { mode: 'explicit', breakpoints: many(() => ({ itemId: 'item-0' })) } }),
    ],
    ['faulty items', () => request(many((index) => item(index, { role: 'nobody' })))],
  ])(
    '[U-SEC-5] are answered in time: %s',
    (_what, record) => {
      const { length } = issuesOf(validateRequest(record()));
      expect(length).toBeGreaterThan(0);
      expect(length).toBeLessThanOrEqual(50);
    },
    20_000,
  );
});
