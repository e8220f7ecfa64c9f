import type { UnifiedCacheIntent, UnifiedItem } from '../../../generated/unified/types.ts';
import type { KindTypes } from '../kind.ts';
import type { Place } from '../place.ts';
import type { RecordIndex } from '../record-index.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * What a record refers to by id is in it: items, parts, calls and approval requests. In a history that is not complete,
 * and in a record that is no history, it may be elsewhere. Indexes of sources stay within the list of results. Parents
 * are the order's to check, heads and forks those of the branches, results those of their calls.
 */
export const references: Rule = {
  id: 'references',
  applies: ['item', 'part', 'citation', 'cited-source', 'span', 'caller', 'cache', 'transformation', 'resource'],
  check(record, context) {
    for (const place of record.of('finding')) checkSourceIndexes(place, context);
    if (record.of('conversation').length > 0 || record.lines.some(({ isComplete }) => isComplete)) {
      new ReferenceCheck(record, context).run();
    }
  },
};

type Target = 'item' | 'part' | 'call' | 'approval request';

/** The ids of a record, by what they name; each set is made when something first refers to such a thing. */
const IDS = {
  item: (record) => record.of('item').map(({ value }) => value.id),
  part: (record) => record.of('part').map(({ value }) => value.id),
  call: (record) => record.of('call').map(({ value }) => value.callId),
  'approval request': (record) =>
    record.of('item').flatMap(({ value }) => (value.type === 'approval-request' ? [value.approvalRequestId] : [])),
} as const satisfies Readonly<Record<Target, (record: RecordIndex) => readonly string[]>>;

class ReferenceCheck {
  readonly #record: RecordIndex;
  readonly #context: RuleContext;
  readonly #ids = new Map<Target, ReadonlySet<string>>();

  constructor(record: RecordIndex, context: RuleContext) {
    this.#record = record;
    this.#context = context;
  }

  run(): void {
    const record = this.#record;
    for (const place of record.of('item')) this.#item(place);
    for (const place of record.of('call')) {
      if ('approvalRequestId' in place.value) {
        this.#expect('approval request', place.value.approvalRequestId, place, 'approvalRequestId');
      }
    }
    for (const place of record.of('part')) {
      if (place.value.type === 'citation') this.#expect('part', place.value.supportsPartId, place, 'supportsPartId');
    }
    for (const place of record.of('citation')) {
      if (place.value.type !== 'document-citation') continue;
      this.#expect('part', place.value.documentPartId, place, 'documentPartId');
      this.#expect('item', place.value.documentItemId, place, 'documentItemId');
    }
    for (const place of record.of('cited-source')) this.#expect('part', place.value.partId, place, 'partId');
    for (const place of record.of('span')) this.#expect('part', place.value.partId, place, 'partId');
    for (const place of record.of('caller')) this.#expect('call', place.value.callId, place, 'callId');
    for (const place of record.of('transformation')) this.#expect('item', place.value.itemId, place, 'itemId');
    for (const place of record.of('resource')) {
      this.#expect('item', place.value.covers?.throughItemId, place, 'covers', 'throughItemId');
    }
    for (const place of record.of('cache')) this.#breakpoints(place);
  }

  #item(place: Place<UnifiedItem>): void {
    const item = place.value;
    this.#expect('call', item.parentCallId, place, 'parentCallId');
    if (item.type === 'reference') this.#expect('item', item.itemId, place, 'itemId');
    else if (isBesideCall(item)) this.#expect('call', item.callId, place, 'callId');
  }

  #breakpoints(place: Place<UnifiedCacheIntent>): void {
    for (const [index, { itemId, partId }] of (place.value.breakpoints ?? []).entries()) {
      this.#expect('item', itemId, place, 'breakpoints', index, 'itemId');
      this.#expect('part', partId, place, 'breakpoints', index, 'partId');
    }
  }

  #expect(target: Target, id: string | undefined, place: Place, ...tokens: readonly (string | number)[]): void {
    if (id === undefined || this.#idsOf(target).has(id)) return;
    const noun = articled(target);
    this.#context.report({
      path: place.path(...tokens),
      message: `The id names ${noun} that the record does not hold.`,
      expected: `the id of ${noun} of this record`,
    });
  }

  #idsOf(target: Target): ReadonlySet<string> {
    const known = this.#ids.get(target) ?? new Set(IDS[target](this.#record));
    this.#ids.set(target, known);
    return known;
  }
}

type ItemBesideCall = Extract<UnifiedItem, { readonly type: (typeof BESIDE_CALLS)[number] }>;

/** Items that name a call without answering it. */
const BESIDE_CALLS = ['search-result', 'retrieval-result', 'artifact', 'approval-request'] as const;

function isBesideCall(item: UnifiedItem): item is ItemBesideCall {
  return BESIDE_CALLS.some((type) => type === item.type);
}

function checkSourceIndexes(place: Place<KindTypes['finding']>, { report }: RuleContext): void {
  const { results, supports = [] } = place.value;
  for (const [support, { sourceIndexes }] of supports.entries()) {
    for (const [number, index] of sourceIndexes.entries()) {
      if (index < results.length) continue;
      const message = `The index ${index} points behind the last of ${results.length} results.`;
      const path = place.path('supports', support, 'sourceIndexes', number);
      report({ path, message, expected: 'an index into the results', found: String(index) });
    }
  }
}

function articled(target: Target): string {
  return /^[ai]/.test(target) ? `an ${target}` : `a ${target}`;
}
