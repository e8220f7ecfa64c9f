import type { Issue, Validation } from '../../../src/core/issue.ts';
import type { JsonObject } from '../../../src/core/json.ts';

/** Records for the tests of validation: each builder gives a valid one, and takes what shall differ. */

/** Members of JSON that a test replaces; `undefined` takes a member away. */
export type Changes = Readonly<Record<string, unknown>>;

export const NOW = '2026-03-14T09:26:05.000Z';

export function merge(base: Changes, changes: Changes): JsonObject {
  const members = Object.entries({ ...base, ...changes }).filter(([, value]) => value !== undefined);
  // Tests give JSON, and the filter has taken away what was undefined.
  return Object.fromEntries(members) as JsonObject;
}

/** The item at `sequence` of the branch `main`, following the one before: a message of the user. */
export function item(sequence: number, changes: Changes = {}): JsonObject {
  const base: JsonObject = {
    type: 'message',
    id: `item-${sequence}`,
    conversationId: 'conversation',
    branchId: 'main',
    sequence,
    ...(sequence > 0 && { parentId: `item-${sequence - 1}` }),
    createdAt: NOW,
    role: 'user',
    visibility: 'model',
    status: 'completed',
    provenance: { origin: 'client' },
  };
  const content = [textPart(`part-${sequence}`)];
  return merge(changes['type'] === undefined || changes['type'] === 'message' ? { ...base, content } : base, changes);
}

export function textPart(id: string, changes: Changes = {}): JsonObject {
  return merge({ type: 'text', id, text: 'Good morning.' }, changes);
}

export function toolCall(sequence: number, callId: string, changes: Changes = {}): JsonObject {
  const call = { type: 'tool-call', callId, name: 'read_file', kind: 'function', state: 'arguments-ready' };
  return item(sequence, { ...call, executionOwner: 'client', role: 'assistant', ...changes });
}

export function toolResult(sequence: number, callId: string, changes: Changes = {}): JsonObject {
  return item(sequence, { type: 'tool-result', callId, executionOwner: 'client', role: 'tool', ...changes });
}

/** A compaction summary of an unknown range. */
export function summary(sequence: number, changes: Changes = {}): JsonObject {
  return item(sequence, { type: 'compaction-summary', coveredUnknownReason: 'not told', ...changes });
}

/** A complete request with these items. */
export function request(items: readonly JsonObject[], changes: Changes = {}, conversation: Changes = {}): JsonObject {
  const base = {
    schemaVersion: '2.0',
    requestId: 'request',
    conversation: merge({ completeness: 'complete', items }, conversation),
    model: { id: 'some-model' },
    generation: {},
    tools: [],
    source: { profile: { family: 'openai-chat' } },
  };
  return merge(base, changes);
}

export function result(output: readonly JsonObject[], changes: Changes = {}): JsonObject {
  const base = {
    schemaVersion: '2.0',
    responseId: 'response',
    model: {},
    status: { reason: 'stop' },
    output,
    provenance: { profile: { family: 'openai-chat' } },
  };
  return merge(base, changes);
}

/** A conversation of one branch, `main`, whose head is the last item. */
export function conversation(items: readonly JsonObject[], changes: Changes = {}): JsonObject {
  const head = items.at(-1)?.['id'];
  const base = {
    schemaVersion: '2.0',
    conversationId: 'conversation',
    createdAt: NOW,
    lastUpdatedAt: NOW,
    branches: [merge({ branchId: 'main', createdAt: NOW }, { headItemId: head })],
    items,
  };
  return merge(base, changes);
}

export function branch(branchId: string, changes: Changes): JsonObject {
  return merge({ branchId, createdAt: NOW }, changes);
}

/** The event at `sequence` of the operation `operation`. */
export function event(sequence: number, type: string, changes: Changes = {}): JsonObject {
  const base = {
    schemaVersion: '2.0',
    operationId: 'operation',
    eventId: `event-${sequence}`,
    sequence,
    timestamp: NOW,
  };
  return merge({ ...base, type }, changes);
}

/** Events of one operation, numbered from zero: a type, and what belongs to it. */
export function log(...events: readonly (readonly [type: string, changes?: Changes])[]): JsonObject[] {
  return events.map(([type, changes], index) => event(index, type, changes));
}

export function tool(name: string, changes: Changes = {}): JsonObject {
  return merge({ type: 'function', name, execution: 'client', portability: 'portable' }, changes);
}

export const OWNER: JsonObject = { profile: { family: 'openai-responses' }, provider: 'openai' };

export function resource(resourceId: string, changes: Changes = {}): JsonObject {
  return merge({ resourceType: 'response', resourceId, owner: OWNER }, changes);
}

/** Of the issues of a validation: pointer and rule, as the tests compare them. */
export function faults(validation: Validation<unknown>): readonly (readonly [path: string, rule: string])[] {
  return issuesOf(validation).map(({ path, rule }) => [path, rule]);
}

export function issuesOf(validation: Validation<unknown>): readonly Issue[] {
  return validation.ok ? [] : validation.issues;
}
