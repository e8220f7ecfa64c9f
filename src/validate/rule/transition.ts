import { ITEM_TRANSITIONS, OPERATION_TRANSITIONS, TOOL_TRANSITIONS } from '../../../generated/unified/transitions.ts';
import type { UnifiedConversation, UnifiedEventLog, UnifiedEventV2 } from '../../../generated/unified/types.ts';
import { itemStatusOf, operationStateOf, stateOf, toolStateOf } from '../event-state.ts';
import type { Breach, Rule, RuleContext } from '../rule.ts';
import { StateTrack } from '../state-track.ts';

/**
 * States follow each other as the tables of transitions say: of an operation over its events, and of items and calls over
 * the events of an operation and over the revisions of a conversation. Stating the present state again is no transition.
 */
export const transition: Rule = {
  id: 'transition',
  applies: ['event-log', 'conversation'],
  check(record, context) {
    for (const { value } of record.of('event-log')) new EventTransitions(context).check(value);
    for (const { value } of record.of('conversation')) checkRevisions(value, context);
  },
};

class EventTransitions {
  readonly #context: RuleContext;
  readonly #operations = new StateTrack('operation', OPERATION_TRANSITIONS);
  readonly #items = new StateTrack('item', ITEM_TRANSITIONS);
  readonly #calls = new StateTrack('call', TOOL_TRANSITIONS);

  constructor(context: RuleContext) {
    this.#context = context;
  }

  check(events: UnifiedEventLog): void {
    for (const [index, event] of events.entries()) {
      if (event.type === 'response-restarted') {
        this.#items.clear();
        this.#calls.clear();
      }
      this.#operation(event, `/${index}/type`);
      this.#item(event, `/${index}`);
      this.#call(event, `/${index}`);
    }
  }

  #operation(event: UnifiedEventV2, path: string): void {
    const state = operationStateOf(event);
    if (state === undefined) return;
    const { operationId } = event;
    const isKnown = this.#operations.has(operationId);
    this.#report(this.#operations[isKnown ? 'move' : 'begin'](operationId, state, path));
  }

  #item(event: UnifiedEventV2, path: string): void {
    const status = itemStatusOf(event);
    const item = 'item' in event ? event.item : undefined;
    const id = item?.id ?? event.itemId;
    if (status === undefined || id === undefined) return;
    if (event.type === 'item-started' && this.#items.has(id)) {
      this.#report({ path: `${path}/item/id`, message: 'The item has started before.', expected: 'a new item' });
    }
    this.#report(this.#items.move(id, status, item === undefined ? path : `${path}/item/status`));
  }

  #call(event: UnifiedEventV2, path: string): void {
    const state = toolStateOf(event);
    const item = 'item' in event ? event.item : undefined;
    const id = item !== undefined && 'callId' in item ? item.callId : event.callId;
    if (state === undefined || id === undefined) return;
    const place = item === undefined ? path : `${path}/item/state`;
    const begins = event.type === 'item-started' && event.item.status === 'in-progress' && !this.#calls.has(id);
    this.#report(begins ? this.#calls.begin(id, state, place) : this.#calls.move(id, state, place));
  }

  #report(breach: Breach | undefined): void {
    if (breach !== undefined) this.#context.report(breach);
  }
}

function checkRevisions({ items, revisions = [] }: UnifiedConversation, { report }: RuleContext): void {
  const statuses = new StateTrack('item', ITEM_TRANSITIONS);
  const calls = new StateTrack('call', TOOL_TRANSITIONS);
  for (const item of items) {
    statuses.meet(item.id, item.status);
    const state = stateOf(item);
    if (state !== undefined) calls.meet(item.id, state);
  }
  for (const [index, { itemId, item }] of revisions.entries()) {
    const path = `/revisions/${index}/item`;
    const state = stateOf(item);
    const breaches = [
      statuses.move(itemId, item.status, `${path}/status`),
      state === undefined ? undefined : calls.move(itemId, state, `${path}/state`),
    ];
    for (const breach of breaches) if (breach !== undefined) report(breach);
  }
}
