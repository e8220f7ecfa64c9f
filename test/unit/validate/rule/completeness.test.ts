import { describe, expect, it } from 'vitest';
import { validateRequest } from '../../../../src/validate/index.ts';
import { type Changes, faults, item, request, resource } from '../record.ts';

const items = [item(0), item(1), item(2)];
const history = (conversation: Changes, changes: Changes = {}) =>
  faults(validateRequest(request(items, changes, conversation)));

describe('completeness', () => {
  it('[U-CONV-2] refuses a partial history that does not say what is missing', () => {
    const fault = [['/conversation/missing', 'completeness']];
    expect(history({ completeness: 'partial' })).toEqual(fault);
    expect(history({ completeness: 'partial', missing: [] })).toEqual(fault);
  });

  it('[U-CONV-1] refuses a complete history that says that something is missing', () => {
    expect(history({ missing: [{ reason: 'dropped', afterItemId: 'item-2' }] })).toEqual([
      ['/conversation/missing', 'completeness'],
    ]);
    expect(history({ missing: [] })).toEqual([]);
  });

  it('[U-CONV-1] refuses a history by reference that says not what holds it', () => {
    expect(history({ completeness: 'reference-only' })).toEqual([['/conversation/continuations', 'completeness']]);
  });

  it('[U-CONV-1] accepts a resource, a checkpoint, a thread or a reference item as what holds it', () => {
    const byReference = { completeness: 'reference-only' };
    const thread = { value: 'continue', requirement: 'required', previous: resource('r') };
    expect(history({ ...byReference, continuations: [resource('r')] })).toEqual([]);
    expect(history(byReference, { state: { checkpoints: ['checkpoint'] } })).toEqual([]);
    expect(history(byReference, { state: { thread } })).toEqual([]);
    const reference = item(3, { type: 'reference', resource: resource('r') });
    expect(faults(validateRequest(request([...items, reference], {}, byReference)))).toEqual([]);
  });

  it.each<[what: string, range: Changes, path: string | undefined]>([
    ['at the beginning', { beforeItemId: 'item-0' }, undefined],
    ['between two items', { afterItemId: 'item-0', beforeItemId: 'item-1' }, undefined],
    ['at the end', { afterItemId: 'item-2' }, undefined],
    ['after an item that is not here', { afterItemId: 'gone' }, '/afterItemId'],
    ['before an item that is not here', { beforeItemId: 'gone' }, '/beforeItemId'],
    ['between items that are no neighbours', { afterItemId: 'item-0', beforeItemId: 'item-2' }, ''],
    ['between items in the wrong order', { afterItemId: 'item-1', beforeItemId: 'item-0' }, ''],
    ['before an item that is not the first', { beforeItemId: 'item-1' }, ''],
    ['after an item that is not the last', { afterItemId: 'item-1' }, ''],
  ])('[U-CONV-2] judges a gap %s', (_where, range, path) => {
    const expected = path === undefined ? [] : [[`/conversation/missing/0${path}`, 'completeness']];
    expect(history({ completeness: 'partial', missing: [{ reason: 'dropped', ...range }] })).toEqual(expected);
  });
});
