import { describe, expect, it } from 'vitest';
import { validateChatRequest, validateChatResponse, validateMessage } from '../../../../src/validate/index.ts';
import { faults } from '../record.ts';

const METADATA = { requestId: 'request', timestamp: 0 };

describe('the content of messages', () => {
  it.each(['assistant', 'tool'])('[A-IR-3] accepts an empty turn of the role %s', (role) => {
    expect(faults(validateMessage({ role, content: '' }))).toEqual([]);
    expect(faults(validateMessage({ role, content: [] }))).toEqual([]);
  });

  it.each(['system', 'user'])('[A-IR-3] refuses an empty message of the role %s', (role) => {
    expect(faults(validateMessage({ role, content: '' }))).toEqual([['/content', 'message-content']]);
    expect(faults(validateMessage({ role, content: [] }))).toEqual([['/content', 'message-content']]);
    expect(faults(validateMessage({ role, content: 'Hello.' }))).toEqual([]);
  });

  it('[A-IR-3] looks at the messages of requests and responses', () => {
    const messages = [
      { role: 'user', content: 'Hello.' },
      { role: 'user', content: '' },
    ];
    expect(faults(validateChatRequest({ messages, metadata: METADATA }))).toEqual([
      ['/messages/1/content', 'message-content'],
    ]);
    const message = { role: 'user', content: [] };
    expect(faults(validateChatResponse({ message, finishReason: 'stop', metadata: METADATA }))).toEqual([
      ['/message/content', 'message-content'],
    ]);
  });
});
