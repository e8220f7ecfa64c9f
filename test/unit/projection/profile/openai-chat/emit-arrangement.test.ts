import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { StreamDecoding } from '../../../../../src/projection/stream/stream-decoding.ts';
import { StreamEncoding } from '../../../../../src/projection/stream/stream-encoding.ts';

const HEAD = { id: 'msg_1', type: 'message', role: 'assistant', model: 'c', content: [], stop_sequence: null } as const;
const USAGE = { input_tokens: 1, output_tokens: 1 };

const text = (said: string): JsonObject => ({ type: 'text', text: said });
const thinking = (said: string): JsonObject => ({ type: 'thinking', thinking: said, signature: '' });
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'roll',
  input: {},
  ...more,
});
const search: JsonObject = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const BY_CODE = { caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_2' } };
const code: JsonObject = {
  type: 'server_tool_use',
  id: 'srvtoolu_2',
  name: 'code_execution',
  input: { code: 'await roll()' },
};
const ran: JsonObject = {
  type: 'code_execution_tool_result',
  tool_use_id: 'srvtoolu_2',
  content: { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] },
};

/** An answer of Messages as one of this dialect: what it says, and what became of how it was arranged. */
function whole(content: readonly JsonObject[], stop_reason = 'end_turn') {
  const wire = { ...HEAD, content: [...content], stop_reason, usage: USAGE };
  return written(ingestResponse(anthropicMessages, wire).value);
}

function written(result: UnifiedResultV2) {
  const emission = emitResponse(openaiChat, result);
  if (!emission.ok) throw new Error(JSON.stringify(emission.loss.entries));
  const [choice] = emission.wire['choices'] as readonly JsonObject[]; // one choice is written of one answer
  const losses = emission.loss.entries
    .filter(({ feature }) => ['part.boundary', 'items.order', 'item.tool-call', 'part.reasoning'].includes(feature))
    .map(({ severity, feature, path }) => `${severity} ${feature} ${path}`);
  const endings = emission.loss.entries.filter(({ path }) => path === '/status/reason').length;
  return { message: choice?.['message'], finish: choice?.['finish_reason'], losses, endings };
}

/** The same answer as a stream: its deltas, and what became of the arrangement. */
function streamed(content: readonly JsonObject[], stop_reason = 'end_turn') {
  const usage = { output_tokens: 1 };
  const frames: JsonObject[] = [
    { type: 'message_start', message: { ...HEAD, stop_reason: null, usage: USAGE } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  const decoding = new StreamDecoding(anthropicMessages, {});
  const encoding = new StreamEncoding(openaiChat, {});
  const events = [...frames.flatMap((data) => decoding.push({ data })), ...decoding.end()];
  const out = [...events.flatMap((event) => encoding.push(event)), ...encoding.end()];
  const deltas = out
    .flatMap((frame) => ('data' in frame ? ((frame.data['choices'] ?? []) as readonly JsonObject[]) : []))
    .flatMap(({ delta }) => Object.entries(delta as JsonObject))
    .filter(([key, value]) => key !== 'role' && value !== '')
    .map(([key, value]) => (key === 'tool_calls' ? key : `${key} ${String(value)}`));
  const losses = encoding
    .loss()
    .entries.filter(({ feature }) => ['part.boundary', 'items.order', 'item.tool-call'].includes(feature))
    .map(({ severity, feature, path }) => `${severity} ${feature} ${path}`);
  return { deltas, losses };
}

describe('the arrangement of an answer in Chat Completions', () => {
  it('[U-LOSS-1] says of texts that become one text where each of them ended', () => {
    const { message, losses } = whole([text('Low '), text('tide'), search, text('.')]);
    expect(message).toMatchObject({ content: 'Low tide.' });
    expect(losses).toEqual([
      'info part.boundary /output/0/content/0/text',
      'info part.boundary /output/0/content/1/text',
      'info part.boundary /output/2/content/0/text',
    ]);
  });

  it('[U-LOSS-1] says nothing of a text that stands alone', () => {
    expect(whole([thinking('Hm'), text('Low tide.'), call('a')], 'tool_use').losses).toEqual([]);
    expect(streamed([thinking('Hm'), text('Low tide.'), call('a')], 'tool_use').losses).toEqual([]);
  });

  it('[U-LOSS-1] says that text behind a call, and reasoning behind text, stand before it', () => {
    const { message, losses } = whole([text('a'), thinking('b'), call('x'), text('c')], 'tool_use');
    expect(message).toMatchObject({ content: 'ac', reasoning_content: 'b' });
    expect(losses).toEqual([
      'info items.order /output/1',
      'info items.order /output/3',
      'info part.boundary /output/0/content/0/text',
      'info part.boundary /output/3/content/0/text',
    ]);
  });

  it('[U-LOSS-1][U-EVT-2] knows that chunks keep apart what reasoning stands between', () => {
    const { deltas, losses } = streamed([text('a'), thinking('b'), text('c'), thinking('d')]);
    expect(deltas).toEqual(['content a', 'reasoning_content b', 'content c', 'reasoning_content \n\nd']);
    expect(losses).toEqual([]);
    expect(streamed([text('a'), search, text('c')]).losses).toEqual([
      'info part.boundary /output/0/content/0/text',
      'info part.boundary /output/2/content/0/text',
    ]);
  });

  it('[U-TOOL-5] does not ask a client for what code of the provider asked for and was told', () => {
    const asked = [text('Rolling.'), code, call('a', BY_CODE)];
    const { message, finish, losses } = whole([...asked, ran, text(' Six.')]);
    expect(message).not.toHaveProperty('tool_calls');
    expect(finish).toBe('stop');
    expect(losses).toContain('warning item.tool-call /output/2');
    const { deltas, losses: others } = streamed([...asked, ran, text(' Six.')]);
    expect(deltas).toEqual(['content Rolling.', 'content  Six.']);
    expect(others).toContain('warning item.tool-call /output/2');
  });

  it('[U-TOOL-5] asks a client for what code of the provider still waits for', () => {
    const asked = [text('Rolling.'), code, call('a', BY_CODE)];
    const { message, finish } = whole(asked, 'tool_use');
    expect(message).toMatchObject({ tool_calls: [{ id: 'a' }] });
    expect(finish).toBe('tool_calls');
    expect(streamed(asked, 'tool_use').deltas).toEqual(['content Rolling.', 'tool_calls']);
  });

  it('[U-LOSS-1] reports an ending that its own reader takes for another one', () => {
    expect(whole([call('a')])).toMatchObject({ finish: 'stop', endings: 1 });
    expect(whole([text('a')], 'tool_use')).toMatchObject({ finish: 'stop', endings: 1 });
    expect(whole([call('a')], 'tool_use')).toMatchObject({ finish: 'tool_calls', endings: 0 });
    expect(whole([text('a')])).toMatchObject({ finish: 'stop', endings: 0 });
  });

  it('[U-LOSS-1] reports that a summary of reasoning is not told from its text', () => {
    const { value } = ingestResponse(anthropicMessages, {
      ...HEAD,
      content: [thinking('Hm')],
      stop_reason: 'end_turn',
      usage: USAGE,
    });
    const output = value.output.map((item) =>
      item.type === 'reasoning'
        ? { ...item, content: item.content.map((part) => ({ ...part, channel: 'summary' as const })) }
        : item,
    );
    expect(written({ ...value, output }).losses).toEqual(['warning part.reasoning /output/0/content/0/channel']);
  });
});
