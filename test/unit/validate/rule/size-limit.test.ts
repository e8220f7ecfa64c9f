import { describe, expect, it } from 'vitest';
import {
  validateConversation,
  validateEvent,
  validateEventLog,
  validateRequest,
  validateResult,
} from '../../../../src/validate/index.ts';
import { conversation, event, faults, item, log, request, result, textPart } from '../record.ts';

const items = [item(0), item(1), item(2)];

describe('size limits', () => {
  it('[U-SEC-5] accepts as many items and events as the limits say', () => {
    const limits = { items: 3, events: 2 };
    expect(faults(validateRequest(request(items), { limits }))).toEqual([]);
    expect(faults(validateEventLog(log(['operation-running'], ['operation-completed']), { limits }))).toEqual([]);
  });

  it('[U-SEC-5] refuses one more', () => {
    const limits = { items: 2, events: 1 };
    expect(faults(validateRequest(request(items), { limits }))).toEqual([['/conversation/items', 'size-limit']]);
    expect(faults(validateResult(result(items), { limits }))).toEqual([['/output', 'size-limit']]);
    expect(faults(validateConversation(conversation(items), { limits }))).toEqual([['/items', 'size-limit']]);
    expect(faults(validateEventLog(log(['operation-running'], ['operation-completed']), { limits }))).toEqual([
      ['', 'size-limit'],
    ]);
  });

  it('[U-SEC-5] bounds the texts of one event and of one item', () => {
    const delta = event(0, 'text-delta', { delta: 'x'.repeat(1000) });
    expect(faults(validateEvent(delta, { limits: { stringLength: 999 } }))).toEqual([['/delta', 'json-string-length']]);
    const long = request([item(0, { content: [textPart('p', { text: 'x'.repeat(1000) })] })]);
    expect(faults(validateRequest(long, { limits: { totalStringLength: 1000 } }))).toMatchObject([
      [expect.any(String), 'json-total-string-length'],
    ]);
  });
});
