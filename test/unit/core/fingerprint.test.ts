import { describe, expect, it } from 'vitest';
import { PLAN, type Plan } from '../../../generated/unified/plan.ts';
import { UrtextError } from '../../../src/core/errors.ts';
import { contentFingerprint, fingerprint } from '../../../src/core/fingerprint.ts';

const item = {
  type: 'message',
  id: 'req_1.item.0',
  conversationId: 'conversation-1',
  branchId: 'main',
  sequence: 0,
  parentId: 'req_0.item.4',
  createdAt: '2026-02-03T04:05:06Z',
  role: 'user',
  visibility: 'model',
  status: 'completed',
  provenance: { origin: 'client', profile: { family: 'openai-chat' } },
  content: [{ type: 'text', id: 'req_1.item.0.part.0', text: 'When is high water?' }],
};

const contentOf = (value: unknown) => contentFingerprint(value, 'UnifiedItem', PLAN);

describe('fingerprint', () => {
  it('[U-VAL-2] is the SHA-256 of the canonical JSON', () => {
    // SHA-256 of the text {}.
    expect(fingerprint({})).toBe('sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    expect(fingerprint({ b: 1, a: 2 })).toBe(fingerprint({ a: 2, b: 1 }));
  });

  it('[U-VAL-3] tells zero from unknown, empty from absent, and one profile revision from another', () => {
    const values = [
      {},
      { a: 0 },
      { a: [] },
      { a: null },
      { profile: { revision: '1' } },
      { profile: { revision: '2' } },
    ];
    expect(new Set(values.map(fingerprint)).size).toBe(values.length);
  });
});

describe('contentFingerprint', () => {
  it.each([
    ['id', 'other'],
    ['conversationId', 'other'],
    ['branchId', 'other'],
    ['sequence', 7],
    ['parentId', 'other'],
    ['createdAt', '2026-02-03T04:05:07Z'],
    ['provenance', { origin: 'provider', profile: { family: 'ollama-chat' } }],
  ])('[U-VAL-2] does not depend on the bookkeeping member %s, in which records differ', (field, value) => {
    const other = { ...item, [field]: value };
    expect(contentOf(other)).toBe(contentOf(item));
    expect(fingerprint(other)).not.toBe(fingerprint(item));
    const { [field]: _, ...without } = Object(item);
    expect(contentOf(without)).toBe(contentOf(item));
  });

  it('[U-VAL-2] [U-ITEM-5] depends on everything that is said, and on its order', () => {
    const second = { type: 'text', id: 'p', text: 'And low water?' };
    const values = [
      item,
      { ...item, role: 'assistant' },
      { ...item, content: [{ ...item.content[0], text: 'When is low water?' }] },
      { ...item, content: [...item.content, second] },
      { ...item, content: [second, ...item.content] },
      { ...item, content: [] },
      { ...item, content: [{ type: 'json', id: 'p', value: { id: 1 } }] },
      { ...item, content: [{ type: 'json', id: 'p', value: { id: 2 } }] },
    ];
    expect(new Set(values.map(contentOf)).size).toBe(values.length);
  });

  it('[U-VAL-2] takes lists, maps, unions and arbitrary JSON as the plan says', () => {
    const plan: Plan = {
      Root: {
        kind: 'object',
        properties: {
          list: { list: true, child: 'Any' },
          map: { map: true, list: true, child: 'Any' },
          data: { json: true },
          one: { child: 'Any' },
        },
      },
      Any: { kind: 'union', property: 'type', tags: { x: 'X' } },
      X: { kind: 'object', properties: { id: { bookkeeping: true }, next: { child: 'Any' } } },
    };
    const record = (id: number) => ({
      list: [{ type: 'x', id, next: { type: 'x', id } }],
      map: { id: { type: 'x', id }, more: [{ type: 'x', id }] },
      one: { type: 'x', id },
    });
    const of = (value: unknown) => contentFingerprint(value, 'Root', plan);
    expect(of(record(1))).toBe(of(record(2)));
    expect(of({ data: { type: 'x', id: 1 } })).not.toBe(of({ data: { type: 'x', id: 2 } }));
    expect(of({ one: { type: 'unknown', id: 1 } })).not.toBe(of({ one: { type: 'unknown', id: 2 } }));
    expect(of({ one: { type: 'constructor', id: 1 } })).not.toBe(of({ one: { type: 'constructor', id: 2 } }));
    expect(of({ constructor: 1 })).toBe(fingerprint({ constructor: 1 }));
  });

  it('[U-VAL-2] refuses what has no canonical form', () => {
    const cyclic: Record<string, unknown> = { ...item };
    cyclic['cache'] = cyclic;
    for (const value of [cyclic, { ...item, role: Number.NaN }, JSON.parse('{"type":"message","__proto__":1}')]) {
      expect(() => contentOf(value)).toThrow(UrtextError);
    }
  });
});
