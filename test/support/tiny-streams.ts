import fc from 'fast-check';

const payload: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }).map((say) => JSON.stringify({ say })) },
  // Pairs that are split over frames, and halves that stay alone.
  fc.constantFrom(
    '{"say":"\\ud83d"}',
    '{"say":"\\ude00"}',
    '{"say":"x\\ud83d"}',
    '{"say":"[END]"}',
    '{"say":"}[END]\\n"}',
  ),
  fc.constantFrom('{"lose":true}', '{"ping":true}', '{"sign":"s"}'),
);

const between = fc.constantFrom(
  '',
  '',
  ': keepalive\n\n',
  ':\r\n',
  'retry: 5\n',
  'unknown: x\r',
  'event: e\n',
  'id: 1\n',
);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');

/** One or two payloads as an event, in one of the ways in which gateways write them. */
const frame = fc
  .tuple(between, fc.array(payload, { minLength: 1, maxLength: 2 }), fc.constantFrom(': ', ':'), lineEnd)
  .map(([before, payloads, colon, end]) => {
    const lines = payloads.map((text) => `data${colon}${text}${end}`).join('');
    return `${before}${lines}${end}`;
  });

const ending = fc.constantFrom(
  'data: {"stop":true}\n\ndata: [END]\n\n',
  'data: {"stop":true} [END]\n\n',
  'data: {"stop":true}\n[END]\n\n',
  'data: {"stop":true}\r\rdata: [END]',
  'data: {"stop":true}',
  'data: {"fail":"overloaded"}\n\n',
  'data: {oops\n\ndata: {"say":"late"}\n\n',
  'data: {"say":',
  '',
);

/** Streams of the tiny dialect: complete ones, broken ones and ones that break off. */
export const tinyStreams: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '\ufeff'), fc.array(frame, { maxLength: 8 }), ending)
  .map(([mark, frames, end]) => mark + frames.join('') + end);
