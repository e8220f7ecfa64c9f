import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../../src/core/fingerprint.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { createStreamDecoder, ingestRequest, projectRequest } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { validateRequest, validateTransport } from '../../../src/validate/index.ts';
import {
  chatBody,
  chatToChat,
  chunk,
  DONE,
  lossesAnywhere,
  messagesAnswer,
  sse,
  toMessages,
} from '../gateway/support.ts';

/** A stream of each dialect whose words have characters of two, three and four bytes. */
const STREAMS = [
  ['Chat', openaiChat, sse([chunk({ content: 'né 港口 ' }), chunk({ content: '⚓🚢' }), chunk({}, 'stop')]) + DONE],
  [
    'Messages',
    anthropicMessages,
    sse([
      { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'né 港口 ⚓🚢' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]),
  ],
] as const;

describe('bytes of streams', () => {
  it.each(STREAMS)(
    '[U-FOLD-3] FR-067: %s: a character may be cut at any byte, and the events are the same',
    (_, profile, text) => {
      const bytes = new TextEncoder().encode(text);
      const eventsOf = (chunks: readonly Uint8Array[]) => {
        const decoder = createStreamDecoder(profile);
        return [...chunks.flatMap((piece) => decoder.push(piece)), ...decoder.end()].map(({ event }) => event);
      };
      const whole = eventsOf([bytes]);
      const words = whole.flatMap((event) => (event.type === 'text-delta' ? [event.delta] : []));
      expect(words.join('')).toBe('né 港口 ⚓🚢');
      expect(JSON.stringify(whole)).not.toContain('\ufffd');
      for (let cut = 1; cut < bytes.length; cut++) {
        expect(eventsOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
      }
    },
  );

  it.each(STREAMS)('[U-FOLD-3] FR-068: %s: byte by byte no character is replaced', (_, profile, text) => {
    const decoder = createStreamDecoder(profile);
    const bytes = new TextEncoder().encode(text);
    const events = Array.from(bytes, (byte) => decoder.push(Uint8Array.of(byte))).flat();
    const words = [...events, ...decoder.end()].flatMap(({ event }) =>
      event.type === 'text-delta' ? [event.delta] : [],
    );
    expect(words.join('')).toBe('né 港口 ⚓🚢');
  });
});

/** The text of a request whose tool gave this JSON string, as it stands. */
const asked = (args: string, result: string): string => `{"model":"m","max_completion_tokens":9,"messages":[
  {"role":"user","content":"q"},
  {"role":"assistant","content":null,"tool_calls":[{"id":"k","type":"function","function":{"name":"f","arguments":${args}}}]},
  {"role":"tool","tool_call_id":"k","content":${result}}]}`;

describe('characters and digits of requests', () => {
  it('[U-LOSS-1] FR-069: half of a pair is replaced and reported, and the record has one stable fingerprint', () => {
    const text = asked('"{}"', '"torn \\ud83d here"');
    const made = projectRequest(toMessages, text);
    if (!made.ok) throw new Error('Half of a pair is no reason to refuse.');
    expect(made.text().isWellFormed()).toBe(true);
    expect(made.text()).toContain('torn \ufffd here');
    expect(made.loss.entries).toMatchObject([{ severity: 'info', feature: 'text.lone-surrogate' }]);
    expect(fingerprint(made.value)).toBe(fingerprint(ingestRequest(openaiChat, text).value));
    expect(validateRequest(made.value)).toMatchObject({ ok: true });
  });

  it('[U-TOOL-5] FR-070: the digits of arguments are not touched on the way from Chat to Chat', () => {
    const args = '{"n":10038000307000729,"x":1e400,"z":-0,"d":0.1000,"l":123456789012345678901234567890}';
    const made = projectRequest(chatToChat, asked(JSON.stringify(args), '"ok"'));
    expect(made.ok && made.wire).toMatchObject({
      messages: [{}, { tool_calls: [{ function: { arguments: args } }] }, {}],
    });
    expect(made.ok && made.text()).toContain(JSON.stringify(args));
    expect(made.loss.entries).toEqual([]);
  });

  it('[U-VAL-3] FR-070: where arguments become an object, each digit of a long number is in the text of the body', () => {
    const made = projectRequest(toMessages, asked(JSON.stringify('{"n":10038000307000729,"d":0.1000}'), '"ok"'));
    expect(made.ok && made.text()).toContain('10038000307000729');
    expect(made.loss.entries).toEqual([]);
    const much = projectRequest(toMessages, asked(JSON.stringify('{"x":1e400}'), '"ok"'));
    expect([much.ok, lossesAnywhere(much.loss)]).toEqual([false, ['error tool-call.arguments']]);
  });
});

describe('credentials', () => {
  const headers = [
    'Authorization: Basic dXNlcjpwYXNz',
    'Proxy-Authorization: Digest x',
    'x-api-key: abc',
    'x-goog-api-key: abc',
    'api-key: abc',
    'x-auth-token: abc',
    'Cookie: s=1',
  ];

  it.each(headers)('[U-SEC-2] FR-126: the header %j is refused wherever it stands in a record', (header) => {
    const call = { id: 'k', type: 'function', function: { name: 'f', arguments: JSON.stringify({ sent: [header] }) } };
    const history: readonly JsonObject[] = [
      { role: 'user', content: header },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'k', content: [{ type: 'text', text: header }] },
    ];
    const judged = validateRequest(ingestRequest(openaiChat, chatBody(history)).value);
    const found = judged.ok ? [] : judged.issues.filter(({ rule }) => rule === 'secret-exclusion');
    expect(found.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/conversation/items/0/content/0/text',
        '/conversation/items/1/input/value/sent/0',
        '/conversation/items/2/output/0/text',
      ]),
    );
  });

  it('[U-TRAN-1] FR-125: headers that may be kept are kept by name, and one with a credential is refused', () => {
    const judge = (key: string, value: string) => validateTransport({ allowedHeaders: [{ key, value }] });
    expect(judge('anthropic-beta', 'harbour-2026')).toMatchObject({ ok: true });
    expect(judge('authorization', 'Bearer EXAMPLE')).toMatchObject({
      ok: false,
      issues: [{ path: '/allowedHeaders/0/key', rule: 'secret-exclusion' }],
    });
  });
});
