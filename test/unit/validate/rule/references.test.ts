import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { validateItem, validateRequest } from '../../../../src/validate/index.ts';
import { type Changes, faults, item, request, resource, summary, textPart, toolCall } from '../record.ts';

const complete = (second: Changes, changes: Changes = {}) =>
  validateRequest(request([item(0), item(1, second)], changes));

const RANGE = { start: 0, end: 1, base: 0, unit: 'blocks' };

describe('references', () => {
  it.each<[what: string, second: Changes, path: string]>([
    ['the call that an item was made in', { parentCallId: 'gone' }, '/parentCallId'],
    ['the caller of a call', callWith({ caller: { kind: 'program', callId: 'gone' } }), '/caller/callId'],
    ['the approval that a call waited for', callWith({ approvalRequestId: 'gone' }), '/approvalRequestId'],
    ['the call that searched', { type: 'search-result', results: [], callId: 'gone' }, '/callId'],
    ['the call that retrieved', { type: 'retrieval-result', results: [], callId: 'gone' }, '/callId'],
    ['the call that made an artifact', { type: 'artifact', content: [], callId: 'gone' }, '/callId'],
    [
      'the call that waits',
      { type: 'approval-request', approvalRequestId: 'a', kind: 'tool', callId: 'gone' },
      '/callId',
    ],
    ['the item of a reference', { type: 'reference', resource: resource('r'), itemId: 'gone' }, '/itemId'],
    [
      'the part that a citation part supports',
      part({ type: 'citation', citation: url({}), supportsPartId: 'gone' }),
      '/content/0/supportsPartId',
    ],
    [
      'the part of a span',
      text(url({ supports: [{ partId: 'gone', start: 0, end: 1, unit: 'utf8-bytes' }] })),
      '/content/0/annotations/0/supports/0/partId',
    ],
    [
      'the part that a source is',
      text({ type: 'url-citation', source: { partId: 'gone' } }),
      '/content/0/annotations/0/source/partId',
    ],
    [
      'the document of a citation',
      text({ type: 'document-citation', range: RANGE, documentPartId: 'gone' }),
      '/content/0/annotations/0/documentPartId',
    ],
    [
      'the document item of a citation',
      text({ type: 'document-citation', range: RANGE, documentItemId: 'gone' }),
      '/content/0/annotations/0/documentItemId',
    ],
    [
      'the item that a provider transformed',
      { type: 'reasoning', content: [], transformations: [{ action: 'dropped', itemId: 'gone' }] },
      '/transformations/0/itemId',
    ],
    [
      'the last item that a resource covers',
      { type: 'reference', resource: resource('r', { covers: { throughItemId: 'gone' } }) },
      '/resource/covers/throughItemId',
    ],
  ])('[U-VAL-1] refuses %s when a complete history does not hold it', (_what, second, path) => {
    expect(faults(complete(second))).toEqual([[`/conversation/items/1${path}`, 'references']]);
    const named = JSON.parse(JSON.stringify(second).replaceAll('gone', existing(path)));
    const first = existing(path) === 'call' ? toolCall(0, 'call') : item(0);
    const approval = item(1, { type: 'approval-request', approvalRequestId: 'approval', kind: 'tool' });
    expect(faults(validateRequest(request([first, approval, item(2, named)])))).toEqual([]);
  });

  it('[U-CACHE-1] refuses a cache breakpoint at an item or a part that is not there', () => {
    const breakpoints = [
      { itemId: 'gone' },
      { itemId: 'item-0', partId: 'gone' },
      { itemId: 'item-0', partId: 'part-0' },
    ];
    expect(faults(complete({}, { cache: { mode: 'explicit', breakpoints } }))).toEqual([
      ['/cache/breakpoints/0/itemId', 'references'],
      ['/cache/breakpoints/1/partId', 'references'],
    ]);
  });

  it('[U-PART-5] refuses an index of a source behind the last result, in any record', () => {
    const span = { start: 0, end: 1, unit: 'utf8-bytes' };
    const found = { type: 'search-result', results: [{ type: 'grounding-source', id: 's', source: {} }] };
    const supports = [{ span, sourceIndexes: [0, 1] }];
    expect(faults(validateItem(item(0, { ...found, supports })))).toEqual([
      ['/supports/0/sourceIndexes/1', 'references'],
    ]);
  });

  it('[U-CONV-1] lets a partial history and one by reference refer to what is elsewhere', () => {
    const items = [item(0), item(1, { parentCallId: 'gone' })];
    const partial = { completeness: 'partial', missing: [{ reason: 'dropped', beforeItemId: 'item-0' }] };
    const byReference = { completeness: 'reference-only', continuations: [resource('r')] };
    expect(faults(validateRequest(request(items, {}, partial)))).toEqual([]);
    expect(faults(validateRequest(request(items, {}, byReference)))).toEqual([]);
  });

  it('[U-ITEM-4] lets a history that begins with a summary refer to what the summary stands for', () => {
    expect(faults(validateRequest(request([summary(7), item(8, { parentCallId: 'gone' })])))).toEqual([]);
  });

  it('[U-VAL-1] lets an item that stands alone refer to others', () => {
    expect(faults(validateItem(item(5, { parentCallId: 'gone' })))).toEqual([]);
  });
});

function callWith(changes: Changes): Changes {
  return {
    type: 'tool-call',
    callId: 'own',
    name: 'n',
    kind: 'function',
    state: 'arguments-ready',
    executionOwner: 'client',
    ...changes,
  };
}

function part(changes: Changes): Changes {
  return { content: [{ id: 'own-part', ...changes }] };
}

function text(annotation: Changes): Changes {
  return { content: [textPart('own-part', { annotations: [annotation] })] };
}

function url(changes: Changes): JsonObject {
  return { type: 'url-citation', source: { url: 'https://example.org/' }, ...changes };
}

/** The id of a thing of the sort that the reference at a path names. */
function existing(path: string): string {
  if (/[cC]allId$/.test(path)) return 'call';
  if (path.endsWith('approvalRequestId')) return 'approval';
  return /[pP]artId$/.test(path) ? 'own-part' : 'item-0';
}
