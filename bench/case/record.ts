import type { UnifiedRequestV2 } from '../../generated/unified/types.ts';
import { canonicalJson } from '../../src/core/canonical.ts';
import { ingestRequest } from '../../src/projection/index.ts';
import { openaiChat } from '../../src/projection/profile/index.ts';
import { validateEvent, validateRequest } from '../../src/validate/index.ts';
import { chatBody } from '../input/chat-body.ts';
import { accept, type Case } from './case.ts';
import { zodEvent, zodRequest } from './zod-request.ts';

const NOW = '2026-11-30T12:00:00.000Z';

/** A record of 200 items: forty turns of an agent at work. */
function record(): UnifiedRequestV2 {
  const body = chatBody(40, 2600);
  // Without the system text and the last question.
  const messages = Array.isArray(body['messages']) ? body['messages'].slice(1, -1) : [];
  return ingestRequest(openaiChat, { ...body, messages }, { requestId: 'req_1', now: NOW }).value;
}

export function validateRequestCase(): Case {
  const bytes = JSON.stringify(record());
  const value: unknown = JSON.parse(bytes);
  accept(validateRequest(value));
  accept({ ok: zodRequest.safeParse(value).success });
  return {
    name: 'validate request 200 items',
    ours: () => validateRequest(value),
    against: { name: 'JSON.parse', run: () => JSON.parse(bytes) },
    peers: [{ name: 'zod 4', run: () => zodRequest.safeParse(value) }],
  };
}

export function validateEventCase(): Case {
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

export function canonicalCase(): Case {
  const value = record();
  return {
    name: 'canonical 200 items',
    ours: () => canonicalJson(value),
    against: { name: 'JSON.stringify', run: () => JSON.stringify(value) },
    peers: [],
  };
}
