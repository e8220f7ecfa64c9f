import type { UnifiedItem } from '../../../generated/unified/types.ts';
import type { Place } from '../place.ts';
import type { RecordIndex } from '../record-index.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { scopesOf } from '../scope.ts';

/**
 * No id stands twice: those of items, parts, calls, approval requests, annotations, branches and events. Each event of a
 * log and each revision is a scope of its own, since it may repeat what is known. The name of a tool is no id: clients
 * define tools of one name, and whether a provider takes them is for the target to say.
 */
export const uniqueIds: Rule = {
  id: 'unique-ids',
  applies: ['item', 'part', 'annotation', 'branch', 'event-log'],
  check(record, context) {
    const scopeOf = scopesOf(record);
    const check = <T>(
      noun: string,
      places: readonly Place<T>[],
      property: string,
      idOf: (value: T) => string | undefined,
    ) => checkUnique({ noun, places, property, idOf, scopeOf }, context);
    check('item', record.of('item'), 'id', ({ id }) => id);
    check('call', record.of('call'), 'callId', ({ callId }) => callId);
    check('approval request', record.of('item'), 'approvalRequestId', approvalRequestId);
    check('part', record.of('part'), 'id', ({ id }) => id);
    check('annotation', record.of('annotation'), 'resourceId', ({ resourceId }) => resourceId);
    check('branch', record.of('branch'), 'branchId', ({ branchId }) => branchId);
    checkEventIds(record, context);
  },
};

interface Claim<T> {
  readonly noun: string;
  readonly places: readonly Place<T>[];
  readonly property: string;
  readonly idOf: (value: T) => string | undefined;
  readonly scopeOf: (place: Place) => Place;
}

/** The places of one scope follow each other, so that one map is enough. */
function checkUnique<T>({ noun, places, property, idOf, scopeOf }: Claim<T>, context: RuleContext): void {
  const owners = new Map<string, Place>();
  let scope: Place | undefined;
  for (const place of places) {
    const id = idOf(place.value);
    if (id === undefined) continue;
    const own = scopeOf(place);
    if (own !== scope) owners.clear();
    scope = own;
    const first = owners.get(id);
    if (first === undefined) owners.set(id, place);
    else reportRepetition(noun, place.path(property), first.path(property), context);
  }
}

function approvalRequestId(item: UnifiedItem): string | undefined {
  return item.type === 'approval-request' ? item.approvalRequestId : undefined;
}

function checkEventIds(record: RecordIndex, context: RuleContext): void {
  for (const { value: events } of record.of('event-log')) {
    const first = new Map<string, number>();
    for (const [index, { eventId, type }] of events.entries()) {
      if (type === 'heartbeat') continue;
      const earlier = first.get(eventId);
      if (earlier === undefined) first.set(eventId, index);
      else reportRepetition('event', `/${index}/eventId`, `/${earlier}/eventId`, context);
    }
  }
}

function reportRepetition(noun: string, path: string, first: string, { report }: RuleContext): void {
  report({
    path,
    message: `Two ${noun === 'branch' ? 'branches' : `${noun}s`} have one id: the first is at ${first}.`,
    expected: 'an id of its own',
  });
}
