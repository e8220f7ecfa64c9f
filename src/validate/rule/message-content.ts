import type { Rule } from '../rule.ts';

/**
 * A message of the system or the user says something; a turn of the assistant or a tool may be empty, as it is when it
 * consists of calls alone (aimatey IR, messages).
 */
export const messageContent: Rule = {
  id: 'message-content',
  applies: ['message'],
  check(record, { report }) {
    for (const place of record.of('message')) {
      const { role, content } = place.value;
      if (content.length > 0 || role === 'assistant' || role === 'tool') continue;
      const message = `A message of the role "${role}" has no content.`;
      report({ path: place.path('content'), message, expected: 'text, or at least one block' });
    }
  },
};
