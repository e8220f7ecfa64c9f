import { describe, expect, it } from 'vitest';
import { backAgain, begin, decode, delta, end, say, start, stop } from './streams.ts';

const TOOL = { type: 'tool_use', id: 'toolu_1', name: 'tide', input: {} } as const;
const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json }) as const;

describe('beginnings', () => {
  it('[U-PROF-3][U-EVT-1] reads a text into one message, with the provider, the model and the answer that it came in', () => {
    const { result } = decode([start(), ...say(0, 'Low', ' tide'), ...end()]);
    expect(result.output).toMatchObject([
      {
        type: 'message',
        status: 'completed',
        content: [{ type: 'text', text: 'Low tide' }],
        provenance: { origin: 'provider', model: 'model-a', providerResponseId: 'msg_1' },
      },
    ]);
    expect(result.status).toEqual({ reason: 'stop', providerReason: 'end_turn' });
  });

  it('[U-EVT-3] takes the same beginning twice for one', () => {
    const { result, events } = decode([start(), start(), ...say(0, 'a'), ...end()]);
    expect(events.filter(({ type }) => type === 'response-started')).toHaveLength(1);
    expect(result.output).toHaveLength(1);
  });

  it('[U-EVT-2] begins anew when another message begins, and gives no identifier twice', () => {
    const thinking = (words: string, signature: string) => [
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: words }),
      delta(0, { type: 'signature_delta', signature }),
    ];
    const { events, result, privateState } = decode([
      start(),
      ...thinking('first', 'SIGNATURE-1'),
      stop(0),
      start({ id: 'msg_2' }),
      ...thinking('second', 'SIGNATURE-2'),
      stop(0),
      ...end(),
    ]);
    expect(events.map(({ type }) => type)).toContain('response-restarted');
    expect(result.output).toMatchObject([{ type: 'reasoning', content: [{ text: 'second' }] }]);
    expect(result.provenance.providerResponseId).toBe('msg_2');
    expect(privateState.size).toBe(2);
  });

  it('[U-PROF-3] reads a message that begins with all of its content, and has no end of its own', () => {
    const call = { ...TOOL, input: { at: 'noon' }, caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' } };
    const { result } = decode([start({ content: [call], stop_reason: 'tool_use' }), { type: 'message_stop' }]);
    expect(result.status.reason).toBe('tool-calls');
    expect(result.output).toMatchObject([
      {
        type: 'tool-call',
        state: 'arguments-ready',
        input: { value: { at: 'noon' } },
        caller: { kind: 'code-execution' },
      },
    ]);
  });
});

describe('blocks', () => {
  it('[U-REAS-2] tells the signature when thinking ends, and never in an event', () => {
    const { events, result } = decode([
      start(),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm', estimated_tokens: 4 }),
      delta(0, { type: 'signature_delta', signature: 'SIGNATURE' }),
      stop(0),
      ...end(),
    ]);
    expect(JSON.stringify(events)).not.toContain('SIGNATURE');
    expect(result.output).toMatchObject([
      {
        content: [{ state: 'disclosed', text: 'Hm', estimatedTokens: 4, privateState: { kind: 'signature', size: 9 } }],
      },
    ]);
  });

  it('[U-REAS-1] reads thinking without words as omitted', () => {
    const { result } = decode([
      start(),
      begin(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'signature_delta', signature: 'SIGNATURE' }),
      stop(0),
      ...end(),
    ]);
    expect(result.output).toMatchObject([{ content: [{ state: 'omitted', privateState: { kind: 'signature' } }] }]);
  });

  it('[U-TOOL-5] tells arguments as they come, and parses them in the end', () => {
    const frames = [begin(0, TOOL), delta(0, json('')), delta(0, json('{"at": "n')), delta(0, json('oon"}')), stop(0)];
    const { events, result } = decode([start(), ...frames, ...end('tool_use')]);
    const fragments = events.flatMap((event) => (event.type === 'tool-arguments-delta' ? [event.delta] : []));
    expect(fragments).toEqual([
      { kind: 'text', fragment: '{"at": "n' },
      { kind: 'text', fragment: 'oon"}' },
    ]);
    const kept = { input: { value: { at: 'noon' } }, rawArguments: '{"at": "noon"}' };
    expect(result.output).toMatchObject([{ state: 'arguments-ready', ...kept }]);
  });

  it('[U-TOOL-5] keeps arguments that are no JSON as their text', () => {
    const { result } = decode([start(), begin(0, TOOL), delta(0, json('{"at": "no')), stop(0), ...end('max_tokens')]);
    expect(result.output).toMatchObject([{ state: 'arguments-ready', rawArguments: '{"at": "no' }]);
    expect(result.output[0]).not.toHaveProperty('input');
    expect(result.status.reason).toBe('length');
  });

  it('[U-TOOL-1] unwraps the text of a custom tool, and gives tools the names that the request has', () => {
    const aliases = { toolNames: [['tide.table', 'tide']], callIds: [], wrappedTools: ['tide'] } as const;
    const frames = [begin(0, TOOL), delta(0, json('{"input":"low')), delta(0, json(' tide"}')), stop(0)];
    const { events, result } = decode([start(), ...frames, ...end('tool_use')], { aliases });
    expect(result.output).toMatchObject([{ kind: 'custom', name: 'tide.table', rawArguments: 'low tide' }]);
    expect(events.filter(({ type }) => type === 'tool-arguments-delta')).toEqual([]);
  });

  it('[U-PROF-3] reads code of the provider and its result as items of their own', () => {
    const call = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'bash_code_execution', input: {} };
    const content = { type: 'bash_code_execution_result', stdout: 'a', stderr: '', return_code: 0, content: [] };
    const { result } = decode([
      start(),
      begin(0, call),
      delta(0, json('{"command":"ls"}')),
      stop(0),
      begin(1, { type: 'bash_code_execution_tool_result', tool_use_id: 'srvtoolu_1', content }),
      stop(1),
      ...end(),
    ]);
    expect(result.output).toMatchObject([
      { type: 'code-execution', code: 'ls', callId: 'operation.call.0' },
      { type: 'code-execution-result', standardOutput: 'a', callId: 'operation.call.0', status: 'completed' },
    ]);
  });

  it('[U-PROF-3] takes citations that come before the words that they are of', () => {
    const citation = {
      cited_text: 'c',
      document_index: 2,
      document_title: null,
      start_char_index: 0,
      end_char_index: 3,
    };
    const { result } = decode([
      start(),
      begin(0, { type: 'text', text: '', citations: [] }),
      delta(0, { type: 'citations_delta', citation: { type: 'char_location', ...citation } }),
      delta(0, { type: 'text_delta', text: 'cited' }),
      stop(0),
      ...end(),
    ]);
    expect(result.output).toMatchObject([
      { content: [{ text: 'cited', annotations: [{ type: 'document-citation', documentIndex: 2, citedText: 'c' }] }] },
    ]);
  });

  it('[U-PROF-3] reads a summary when its delta has brought it, and names the model that took over', () => {
    const { result } = decode([
      start(),
      begin(0, { type: 'compaction', content: null }),
      delta(0, { type: 'compaction_delta', content: 'So far.', encrypted_content: 'OPAQUE' }),
      stop(0),
      begin(1, { type: 'fallback', from: { model: 'model-a' }, to: { model: 'model-b' } }),
      stop(1),
      ...say(2, 'On.'),
      ...end(),
    ]);
    expect(result.output).toMatchObject([
      { type: 'compaction-summary', content: [{ text: 'So far.' }], privateState: { kind: 'encrypted-content' } },
      { type: 'model-fallback', toModel: 'model-b', provenance: { model: 'model-a' } },
      { type: 'message', provenance: { model: 'model-b' } },
    ]);
    expect(result.model.resolved).toBe('model-b');
  });

  it('[U-LOSS-1] keeps blocks that nobody knows, and tells of events that nobody knows', () => {
    const { events, result, losses } = decode([
      start(),
      { type: 'novelty', at: 1 },
      begin(0, { type: 'hologram', data: 'x' }),
      delta(0, { type: 'hologram_delta', data: 'y' }),
      stop(0),
      ...say(1, 'a'),
      ...end('weather'),
    ]);
    const unknown = events.flatMap((event) => (event.type === 'unknown-provider-event' ? [event.providerType] : []));
    expect(unknown).toEqual(['novelty', 'hologram_delta']);
    expect(losses).toEqual(['info stream.event /1', 'info stream.event /3']);
    expect(result.output).toMatchObject([{ providerData: [{ wireType: 'hologram', wirePointer: '/content/0' }] }]);
    expect(result.status).toEqual({ reason: 'unknown', providerReason: 'weather' });
  });
});

describe('usage', () => {
  it('[U-USE-1][U-USE-2] replaces counter by counter, up or down, and keeps what the end does not repeat', () => {
    const usage = { input_tokens: 900, cache_read_input_tokens: 40, output_tokens: 1 };
    const { result } = decode([start({ usage }), ...end('end_turn', { input_tokens: 60, output_tokens: 12 })]);
    expect(result.usage).toEqual({
      input: {
        total: { value: 100, scope: 'request', source: 'derived' },
        uncached: { value: 60, scope: 'request', source: 'reported' },
        cacheRead: { value: 40, scope: 'request', source: 'reported' },
      },
      output: { total: { value: 12, scope: 'request', source: 'reported' } },
    });
  });
});

describe('ends', () => {
  it('[U-EVT-2][U-USE-3] interrupts an answer that breaks off; what arrived stays, incomplete', () => {
    const { result } = decode([
      start(),
      begin(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'a' }),
    ]);
    expect(result.status.reason).toBe('interrupted');
    expect(result.output).toMatchObject([
      { type: 'message', status: 'incomplete', content: [{ text: 'a' }] },
      { type: 'interruption' },
    ]);
  });

  it('[U-EVT-2] completes an answer that has its reason, be its last frame missing', () => {
    const { result } = decode([start(), ...say(0, 'a'), ...end().slice(0, 1)]);
    expect(result.status.reason).toBe('stop');
    expect(result.error).toBeUndefined();
  });

  it('[U-USE-4] fails for an error in the stream; the status follows from its type', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' };
    const { result } = decode([start(), ...say(0, 'a'), error]);
    expect(result.status).toEqual({ reason: 'failed' });
    expect(result.error).toMatchObject({
      category: 'overloaded',
      httpStatus: 529,
      retryable: true,
      providerCode: 'overloaded_error',
      providerRequestId: 'req_1',
    });
    expect(result.output).toHaveLength(1);
  });

  it('[U-PROF-3] keeps the details of a refusal, and its token beside the record', () => {
    const details = { type: 'refusal', category: 'cyber', explanation: 'No.', fallback_credit_token: 'TOKEN' };
    const last = { type: 'message_delta', delta: { stop_reason: 'refusal', stop_details: details }, usage: {} };
    const { events, result } = decode([start(), last, { type: 'message_stop' }]);
    expect(result.status).toMatchObject({ reason: 'refusal', refusal: { category: 'cyber', explanation: 'No.' } });
    expect(JSON.stringify(events)).not.toContain('TOKEN');
  });
});

describe('what nobody knows of the beginning', () => {
  const vendor = start({ vendor: 5, usage: { input_tokens: 5, output_tokens: 1, vendor_tokens: 3 } });
  const failed = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } };
  const pointers = ({ result }: ReturnType<typeof decode>) =>
    result.provenance.providerData?.map((data) => ('wirePointer' in data ? data.wirePointer : undefined));

  it.each([
    ['ends', end()],
    ['breaks off', []],
    ['fails', [failed]],
  ])('[U-PDATA-3][U-PROF-3] is kept, and goes back with the beginning, when the stream %s', (_what, last) => {
    const frames = [vendor, ...say(0, 'a'), ...last];
    expect(pointers(decode(frames))).toEqual(['/vendor', '/usage/vendor_tokens']);
    const { frames: again, losses } = backAgain(frames);
    expect(again[0]?.['message']).toMatchObject({ vendor: 5 });
    expect(JSON.stringify(again.slice(1))).not.toContain('"vendor"');
    const isTold = JSON.stringify(again).includes('vendor_tokens');
    expect(isTold || losses.includes('warning wire.unknown-content /provenance/providerData/1')).toBe(true);
  });

  it('[U-PROF-3] is told anew in the end where it changed', () => {
    const [update, last] = end();
    const changed = { ...update, delta: { stop_reason: 'end_turn', vendor: 6 } };
    const { frames } = backAgain([vendor, ...say(0, 'a'), changed, ...(last === undefined ? [] : [last])]);
    expect(frames[0]?.['message']).toMatchObject({ vendor: 5 });
    expect(frames.at(-2)?.['delta']).toMatchObject({ vendor: 6 });
  });
});

describe('a citation of a range that cannot be', () => {
  const impossible = (type: string, start: string, end: string, from: number, to: number) => ({
    type,
    document_index: 0,
    document_title: 'd',
    cited_text: 'x',
    [start]: from,
    [end]: to,
  });

  it.each([
    ['ends before it begins', impossible('char_location', 'start_char_index', 'end_char_index', 5, 1)],
    ['begins before the first page', impossible('page_location', 'start_page_number', 'end_page_number', 0, 1)],
  ])('[U-VAL-1][U-PROF-3] is kept for its provider where it %s', (_what, citation) => {
    const frames = [
      start(),
      begin(0, { type: 'text', text: '', citations: [] }),
      delta(0, { type: 'citations_delta', citation }),
      delta(0, { type: 'text_delta', text: 'a' }),
      stop(0),
      ...end(),
    ];
    const { events, result } = decode(frames);
    expect(events.some(({ type }) => type === 'citation-ready')).toBe(false);
    expect(JSON.stringify(result.output)).toContain('unknown-wire-content');
    expect(JSON.stringify(backAgain(frames).frames)).toContain(JSON.stringify(citation));
  });
});
