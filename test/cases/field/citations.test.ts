import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import {
  answered,
  chatToChat,
  chunk,
  DONE,
  decoded,
  MESSAGES_OWNER,
  messagesAnswer,
  messagesBody,
  messagesToMessages,
  projected,
  sse,
  streamed,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const WORDS = 'The quay is dry.';
const BY_PLACE = {
  type: 'char_location',
  cited_text: WORDS,
  document_index: 0,
  document_title: null,
  start_char_index: 0,
  end_char_index: 16,
};
const BY_PAGE = {
  type: 'page_location',
  cited_text: 'dry',
  document_index: 1,
  document_title: 'Log of the harbour',
  start_page_number: 3,
  end_page_number: 4,
};

const cited = (citation: JsonObject): readonly JsonObject[] => [
  { type: 'message_start', message: messagesAnswer([], { stop_reason: null }) },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: WORDS } },
  { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 2 } },
  { type: 'message_stop' },
];

/** The citations that frames of Messages bring. */
function citationsOf(frames: readonly JsonObject[]): readonly unknown[] {
  return frames.flatMap(({ delta }) => {
    const citation = (delta as JsonObject | undefined)?.['citation'];
    return citation === undefined ? [] : [citation];
  });
}

describe('citations', () => {
  it.each([
    ['of a place in a text without a title', BY_PLACE],
    ['of pages', BY_PAGE],
  ])(
    '[U-PART-5] FR-057: %s are the same in a stream and in a whole answer, and go back as they came',
    (_, citation) => {
      const { events, result } = decoded(anthropicMessages, sse(cited(citation)));
      expect(events.filter(({ type }) => type === 'citation-ready')).toHaveLength(1);
      const body = messagesAnswer([{ type: 'text', text: WORDS, citations: [citation] }]);
      const whole = answered(messagesToMessages, body);
      expect(result.output).toMatchObject([
        { content: [{ text: WORDS, annotations: [{ type: 'document-citation' }] }] },
      ]);
      expect(result.output).toEqual(whole.value.output);
      expect(wireOf(whole)['content']).toEqual(body['content']);
      expect(citationsOf(streamed(messagesToMessages, sse(cited(citation))).frames)).toEqual([citation]);
    },
  );

  it('[U-PART-5] FR-059: one that came in a stream is in the history of the next turn, in the place of citations', () => {
    const { frames } = streamed(messagesToMessages, sse(cited(BY_PAGE)));
    const citations = citationsOf(frames);
    const history = [
      { role: 'user', content: 'Is it dry?' },
      { role: 'assistant', content: [{ type: 'text', text: WORDS, citations: [...citations] as JsonObject[] }] },
      { role: 'user', content: 'Sure?' },
    ];
    const options = { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER };
    expect(wireOf(projected(messagesToMessages, messagesBody(history), options))['messages']).toEqual([
      history[0],
      { role: 'assistant', content: [{ type: 'text', text: WORDS, citations: [BY_PAGE] }] },
      history[2],
    ]);
  });

  const link = {
    type: 'url_citation',
    url_citation: { url: 'https://harbour.example/log', title: 'Log', start_index: 4, end_index: 8 },
  };
  const linked = [
    chunk({ role: 'assistant', content: WORDS }),
    chunk({ annotations: [link] }),
    chunk({ annotations: [link] }, 'stop'),
  ];

  it('[U-PART-5] FR-058: links that come behind the words are citations, and one that comes twice is one', () => {
    const { result } = decoded(openaiChat, sse(linked) + DONE);
    expect(result.output).toMatchObject([
      {
        content: [
          {
            text: WORDS,
            annotations: [
              {
                type: 'url-citation',
                source: { url: 'https://harbour.example/log', title: 'Log' },
                supports: [{ start: 4, end: 8, unit: expect.any(String) }],
              },
            ],
          },
        ],
      },
    ]);
    const again = streamed(chatToChat, sse(linked) + DONE);
    expect(again.text.match(/url_citation":\{/g)).toHaveLength(1);
  });

  it('[U-LOSS-1] FR-058: a dialect without a place for such a link says so', () => {
    const { losses } = streamed(toMessages, sse(linked) + DONE);
    expect(losses.filter((line) => line.includes('/annotations/0'))).not.toEqual([]);
  });
});
