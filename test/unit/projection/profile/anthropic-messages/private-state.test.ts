import { describe, expect, it } from 'vitest';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { asked, back, body, OTHER, places, ran, read, said, told, USER, written } from './support.ts';

const THINKING = body([
  USER,
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 't', signature: 'U0VDUkVUMQ==' },
      { type: 'redacted_thinking', data: 'U0VDUkVUMg==' },
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 't2', signature: 'U0VDUkVUMw==' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
]);

const SEARCH = ran('web_search', 'web_search_tool_result', [
  { type: 'web_search_result', url: 'https://a.test', title: 'T', encrypted_content: 'U0VDUkVUNA==' },
]);

const CITED = said({
  type: 'text',
  text: 'x',
  citations: [
    {
      type: 'web_search_result_location',
      cited_text: 'w',
      url: 'https://a.test',
      title: 'T',
      encrypted_index: 'U0VDUkVUNQ==',
    },
  ],
});

const SUMMARY = told(
  { type: 'compaction', content: 'sum', encrypted_content: 'U0VDUkVUNg==' },
  { type: 'text', text: 'q' },
);

const CREDIT = asked({ fallback_credit_token: 'U0VDUkVUNw==' });

const ADVICE = ran('advisor', 'advisor_tool_result', {
  type: 'advisor_redacted_result',
  encrypted_content: 'U0VDUkVUOA==',
});

const ALL = Object.entries({ THINKING, SEARCH, CITED, SUMMARY, CREDIT, ADVICE });

describe('what only its owner reads', () => {
  it.each(ALL)('[U-REAS-2] is in no record: %s', (_, wire) => {
    const { value, privateState } = read(wire);
    expect(JSON.stringify(value)).not.toContain('U0VDUkVU');
    expect([...privateState].length).toBeGreaterThan(0);
  });

  it.each(ALL)('[U-CONT-7] is in no body for another owner, and that is reported: %s', (_, wire) => {
    const { wire: other, entries } = written(back(wire, { owner: OTHER }));
    expect(JSON.stringify(other)).not.toContain('U0VDUkVU');
    expect(entries.length).toBeGreaterThan(0);
    const { value, privateState } = read(wire);
    const chat = emitRequest(openaiChat, value, { owner: OTHER, privateState });
    expect(JSON.stringify(chat)).not.toContain('U0VDUkVU');
  });

  it('[U-REAS-2][U-CONT-7] takes its thinking along, every piece of it', () => {
    const { wire, entries } = written(back(THINKING, { owner: OTHER }));
    expect(JSON.stringify(wire)).not.toContain('thinking');
    expect((wire['messages'] as readonly unknown[])[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
      ],
    });
    expect(places(entries)).toEqual(
      expect.arrayContaining([1, 2, 4].map((index) => `warning item.reasoning.unsigned /conversation/items/${index}`)),
    );
  });

  it('[U-REAS-1] leaves what everybody may read in the record', () => {
    expect(read(THINKING).value.conversation.items[1]).toMatchObject({
      type: 'reasoning',
      content: [{ state: 'disclosed', text: 't', privateState: { kind: 'signature', size: 12 } }],
    });
    expect(read(THINKING).value.conversation.items[2]).toMatchObject({
      content: [{ state: 'redacted', privateState: { kind: 'redacted-reasoning' } }],
    });
  });

  it('[U-REAS-2] goes back whole or not at all where pieces stand together', () => {
    const run = said(
      { type: 'thinking', thinking: 'a', signature: 'UzE=' },
      { type: 'thinking', thinking: '', signature: 'UzI=' },
      { type: 'redacted_thinking', data: 'UkQ=' },
      { type: 'text', text: 't' },
    );
    expect(written(back(run)).wire).toEqual(run);
    const broken = said(
      { type: 'thinking', thinking: 'a', signature: 'UzE=' },
      { type: 'thinking', thinking: 'b', signature: '' },
      { type: 'text', text: 't' },
    );
    expect(written(back(broken)).wire).toEqual(said({ type: 'text', text: 't' }));
  });

  it('[U-CONT-7] takes the search along that it is of, with its call', () => {
    const { wire } = written(back(SEARCH, { owner: OTHER }));
    expect(wire).toEqual(said({ type: 'text', text: 'so' }));
  });

  it('[U-CONT-7] leaves the words of a summary, as text', () => {
    const { wire, entries } = written(back(SUMMARY, { owner: OTHER }));
    expect(wire).toEqual(told({ type: 'text', text: 'sum' }, { type: 'text', text: 'q' }));
    expect(places(entries)).toContain('info item.compaction-summary.as-text /conversation/items/0');
  });
});
