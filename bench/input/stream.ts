import type { JsonObject } from '../../src/core/json.ts';

const WORDS = ['The ', 'harbour ', 'opens ', 'at ', 'four', '; ', 'the tide ', 'turns', ' “late”', '.\n'];
const ARGUMENTS = ['{"har', 'bour":"', 'Cas', 'cais","h', 'ours":[', '1,2,', '3],"un', 'it":"', 'm"', '}'];

/** An answer of an agent at work, as OpenAI streams it: text, then a call, over and over, about so many frames. */
export function chatFrames(count: number): readonly JsonObject[] {
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null = null): JsonObject => ({
    id: 'chatcmpl-C4tBenchmark',
    object: 'chat.completion.chunk',
    created: 1_764_500_000,
    model: 'gpt-5.6-2026-08-01',
    service_tier: 'default',
    system_fingerprint: 'fp_benchmark',
    choices: [...choices],
    usage,
    obfuscation: 'k3Jf9a',
  });
  const choice = (delta: JsonObject, reason: string | null = null): JsonObject => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason: reason,
  });
  const call = (index: number, fragment: JsonObject): JsonObject => choice({ tool_calls: [{ index, ...fragment }] });
  const half = Math.floor(count / 2);
  const calls = Array.from({ length: Math.ceil((count - half) / (ARGUMENTS.length + 1)) }, (_, index) => [
    call(index, { id: `call_${index}`, type: 'function', function: { name: 'tide', arguments: '' } }),
    ...ARGUMENTS.map((piece) => call(index, { function: { arguments: piece } })),
  ]);
  return [
    chunk([choice({ role: 'assistant', content: '', refusal: null })]),
    ...Array.from({ length: half }, (_, index) => chunk([choice({ content: WORDS[index % WORDS.length] ?? '' })])),
    ...calls.flat().map((made) => chunk([made])),
    chunk([choice({}, 'tool_calls')]),
    chunk([], { prompt_tokens: 900, completion_tokens: count, total_tokens: 900 + count }),
  ];
}

/** As `chatFrames`, as Anthropic streams it. */
export function anthropicFrames(count: number): readonly JsonObject[] {
  const usage = { input_tokens: 900, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };
  const half = Math.floor(count / 2);
  const block = (index: number, begun: JsonObject, deltas: readonly JsonObject[]): readonly JsonObject[] => [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
  const texts = Array.from({ length: half }, (_, index) => ({
    type: 'text_delta',
    text: WORDS[index % WORDS.length] ?? '',
  }));
  const pieces = ARGUMENTS.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  const calls = Array.from({ length: Math.ceil((count - half) / (ARGUMENTS.length + 2)) }, (_, index) =>
    block(index + 1, { type: 'tool_use', id: `toolu_${index}`, name: 'tide', input: {} }, pieces),
  );
  return [
    {
      type: 'message_start',
      message: {
        id: 'msg_benchmark',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-5',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    },
    ...block(0, { type: 'text', text: '' }, texts),
    ...calls.flat(),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: count } },
    { type: 'message_stop' },
  ];
}

/** Frames as server-sent events; named where their dialect names them. */
export function sseText(frames: readonly JsonObject[]): string {
  return frames
    .map((frame) => {
      const name = typeof frame['type'] === 'string' ? `event: ${frame['type']}\n` : '';
      return `${name}data: ${JSON.stringify(frame)}\n\n`;
    })
    .join('');
}

/** Bytes in pieces as a network delivers them. */
export function packets(text: string, size = 1400): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
