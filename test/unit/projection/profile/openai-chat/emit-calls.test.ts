import { describe, expect, it } from 'vitest';
import type { UnifiedToolDefinition } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { call, type ItemSketch, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { places, refusal, write } from './support.ts';

function identified(item: ItemSketch, providerCallId: string): ItemSketch {
  return { ...item, provenance: { origin: 'client', profile: { family: 'anthropic-messages' }, providerCallId } };
}

/** The identifiers on the wire, of calls and of results, in their order. */
function identifiers(...items: readonly ItemSketch[]): readonly unknown[] {
  const messages = write(sampleRecord(items)).wire['messages'] as readonly JsonObject[]; // it is a list of objects
  return messages.flatMap(({ tool_calls: calls, tool_call_id: id }) =>
    id === undefined ? (calls as readonly JsonObject[]).map((made) => made['id']) : [id],
  );
}

describe('identifiers of calls', () => {
  it('[U-TOOL-5] of another provider stay where they fit', () => {
    const id = 'toolu_01A09q90qw90lq917835lq9';
    expect(identifiers(identified(call('a'), id), identified(result('a', '1'), id))).toEqual([id, id]);
  });

  it('[U-TOOL-5] that are too long become shorter in the same way on both sides, every time', () => {
    const id = 'toolu_vrtx_0123456789012345678901234567890123';
    const items = [identified(call('a'), id), identified(result('a', '1'), id)];
    const [first, second] = identifiers(...items);
    expect(first).toBe(second);
    expect(first).toMatch(/^toolu_vrtx_0123456789012345_[0-9a-f]{12}$/);
    expect(identifiers(...items)).toEqual([first, second]);
    expect(places(write(sampleRecord(items)).entries)).toEqual([
      'info tool-call.id /conversation/items/0/callId',
      'info tool-call.id /conversation/items/1/callId',
    ]);
    expect(write(sampleRecord(items)).emission.loss.disposition).toBe('lossless');
  });

  it('[U-TOOL-5] are reported once where nobody answered the call', () => {
    const lone = write(sampleRecord([identified(call('a'), 'x'.repeat(50)), message('user', 'go on')]));
    expect(places(lone.entries)).toEqual([
      'warning tool-call.unanswered /conversation/items/0',
      'info tool-call.id /conversation/items/0/callId',
    ]);
  });

  it('[U-TOOL-5] never become one, whatever they have in common', () => {
    const long = 'p'.repeat(64);
    const ids = [`${long}1`, `${long}2`, 'call a', 'call_a', 'call\na', 'call\ta'];
    const made = identifiers(...ids.map((id, index) => identified(call(`c${index}`), id)));
    expect(new Set(made).size).toBe(ids.length);
    for (const id of made) expect(id).toMatch(/^[\x21-\x7e]{1,40}$/);
  });

  it('[U-TOOL-5] that a provider used again in a later turn become two', () => {
    const turn = (callId: string) => [identified(call(callId), 'call_0'), identified(result(callId, '1'), 'call_0')];
    const [a, b, c, d] = identifiers(...turn('x'), ...turn('y'));
    expect([a, c]).toEqual([b, d]);
    expect(a).toBe('call_0');
    expect(c).not.toBe('call_0');
  });

  it('[U-TOOL-5] can be mapped back from an answer', () => {
    const { emission } = write(sampleRecord([identified(call('req.call.0'), 'call 7'), result('req.call.0', '1')]));
    const [[canonical, wire] = []] = emission.aliases.callIds;
    expect(canonical).toBe('req.call.0');
    expect(wire).toMatch(/^call_7_[0-9a-f]{12}$/);
  });
});

describe('names of tools', () => {
  const tool = (name: string): UnifiedToolDefinition => ({
    type: 'function',
    name,
    execution: 'client',
    portability: 'portable',
  });
  const long = 'mcp__very_long_server_name__very_long_tool_name_that_goes_over_the_limit_';

  it('[U-TOOL-1] that are too long become distinct aliases, the same in definitions, history and choice', () => {
    const record = sampleRecord([call('a', `${long}2`), result('a', '1')], {
      tools: [tool(`${long}1`), tool(`${long}2`)],
      toolChoice: { value: { mode: 'tool', tool: { kind: 'function', name: `${long}2` } }, requirement: 'required' },
    });
    const { wire, entries, emission } = write(record);
    const [first, second] = (wire['tools'] as readonly { function: { name: string } }[]).map(
      (made) => made.function.name,
    );
    expect(first).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(second).not.toBe(first);
    expect(wire['messages']).toMatchObject([{ tool_calls: [{ function: { name: second } }] }, {}]);
    expect(wire['tool_choice']).toEqual({ type: 'function', function: { name: second } });
    expect(places(entries)).toEqual(['info tool.name /tools/0/name', 'info tool.name /tools/1/name']);
    expect(emission.aliases.toolNames).toEqual([
      [`${long}1`, first],
      [`${long}2`, second],
    ]);
  });

  it('[U-TOOL-1] that differ in forbidden characters alone stay apart', () => {
    const { wire } = write(sampleRecord([message('user', 'q')], { tools: ['a.b', 'a_b', 'a b'].map(tool) }));
    const names = (wire['tools'] as readonly { function: { name: string } }[]).map((made) => made.function.name);
    expect(new Set(names).size).toBe(3);
    expect(names).toContain('a_b');
  });

  it('[U-LOSS-1] without a definition are reported where they are called first', () => {
    const record = sampleRecord([call('a', 'x.y'), call('b', 'x.y'), result('a', '1'), result('b', '2')]);
    expect(places(write(record).entries)).toEqual(['info tool.name /conversation/items/0/name']);
  });

  it('[U-TOOL-5] in the words of arguments are not touched', () => {
    const record = sampleRecord([call('a', 'x.y', { command: 'echo x.y' }), result('a', 'x.y')]);
    expect(write(record).wire['messages']).toMatchObject([
      { tool_calls: [{ function: { arguments: '{"command":"echo x.y"}' } }] },
      { content: 'x.y' },
    ]);
  });

  it('[U-LOSS-1] in results are left out, because the call has it', () => {
    const record = sampleRecord([call('a'), { ...result('a', '1'), name: 'look' }]);
    expect(places(write(record).entries)).toEqual(['info tool-result.name /conversation/items/1/name']);
  });
});

describe('calls of another dialect', () => {
  const made = (item: ItemSketch) => {
    const { wire, entries } = write(sampleRecord([item, result('a', '1')]));
    const [first] = wire['messages'] as readonly { tool_calls: readonly JsonObject[] }[];
    return { call: first?.tool_calls[0], entries: places(entries) };
  };

  it('[U-TOOL-5] keep the text of their arguments, malformed or not', () => {
    for (const text of ['{ "a" : 1 }', '{"a":', '']) {
      expect(made({ ...call('a'), rawArguments: text }).call).toMatchObject({ function: { arguments: text } });
    }
  });

  it('[U-TOOL-5] write parsed arguments as text, and say when there were none', () => {
    expect(made(call('a', 'f', { b: [1] })).call).toEqual({
      id: 'a',
      type: 'function',
      function: { name: 'f', arguments: '{"b":[1]}' },
    });
    const { input: _input, ...bare } = call('a', 'f');
    expect(made(bare)).toEqual({
      call: { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
      entries: ['warning tool-call.arguments /conversation/items/0'],
    });
  });

  it('[U-TOOL-5] keep free text free', () => {
    const { input: _input, ...bare } = call('a', 'patch');
    expect(made({ ...bare, kind: 'custom', rawArguments: 'raw {' }).call).toEqual({
      id: 'a',
      type: 'custom',
      custom: { name: 'patch', input: 'raw {' },
    });
    expect(made({ ...bare, kind: 'custom' })).toEqual({
      call: { id: 'a', type: 'custom', custom: { name: 'patch', input: '' } },
      entries: ['warning tool-call.arguments /conversation/items/0'],
    });
  });

  it('[U-LOSS-1] of a kind that is missing here become calls of functions where their arguments are known', () => {
    const shell = { ...call('a', 'bash', { command: 'ls' }), kind: 'shell' } as const;
    expect(made(shell)).toEqual({
      call: { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
      entries: ['warning item.tool-call /conversation/items/0/kind'],
    });
    const { input: _input, ...bare } = shell;
    expect(places(refusal(sampleRecord([bare, message('user', 'x')])))).toEqual([
      'error item.tool-call /conversation/items/0',
    ]);
  });

  it('[U-LOSS-1] leave private state behind, and say so', () => {
    const privateState = {
      scope: 'owner-private',
      profile: { family: 'vertex-gemini' },
      schema: 'vertex-gemini/thought-signature',
      resourceId: 'r',
      kind: 'thought-signature',
    } as const;
    expect(made({ ...call('a'), privateState }).entries).toEqual([
      'info reasoning.private-state /conversation/items/0/privateState',
    ]);
  });

  it('[U-LOSS-1] that failed say so by an entry, because a result has no mark for it here', () => {
    const { entries } = write(sampleRecord([call('a'), { ...result('a', 'denied'), isError: true }]));
    expect(places(entries)).toEqual(['warning tool-result.error /conversation/items/1/isError']);
  });

  it('[U-LOSS-1] whose result is empty or structured have a text for it', () => {
    const json = { type: 'json', value: { k: [1, 2] } } as const;
    const { output: _output, ...none } = result('b');
    const record = sampleRecord([call('a'), call('b'), result('a', json), none]);
    const { wire, entries } = write(record);
    expect(wire['messages']).toMatchObject([{}, { content: '{"k":[1,2]}' }, { content: '' }]);
    expect(places(entries)).toEqual([
      'info part.json.as-text /conversation/items/2/output/0',
      'info item.empty /conversation/items/3',
    ]);
  });
});
