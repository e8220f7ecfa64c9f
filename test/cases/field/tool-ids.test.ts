import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { projectResponse } from '../../../src/projection/index.ts';
import {
  chatBody,
  chatToChat,
  losses,
  messagesBody,
  projected,
  toChat,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Inspect the dock.' };

const chatCall = (id: string, name: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
});
const calling = (...calls: readonly JsonObject[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
});
const answer = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });

/** The identifier of each call by the name of its tool, and of each result by its words. */
function identifiers(wire: JsonObject): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  // The bodies of these tests have messages in a list, and calls and results as their dialect spells them.
  for (const message of wire['messages'] as readonly JsonObject[]) {
    const { content, tool_calls: calls = [], tool_call_id: answered } = message;
    for (const call of calls as readonly JsonObject[]) {
      found[(call as { function: { name: string } }).function.name] = String(call['id']);
    }
    if (answered !== undefined) found[String(content)] = String(answered);
    if (!Array.isArray(content)) continue;
    for (const block of content as readonly JsonObject[]) {
      if (block['type'] === 'tool_use') found[String(block['name'])] = String(block['id']);
      if (block['type'] === 'tool_result') found[String(block['content'])] = String(block['tool_use_id']);
    }
  }
  return found;
}

describe('identifiers of calls', () => {
  it('[U-TOOL-5] FR-081: one that is too long for Chat becomes the same shorter one in call and result, each turn', () => {
    const id = `toolu_cloud_${'7'.repeat(33)}`;
    const history = [
      ASK,
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'probe', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'dry' }] },
    ];
    const made = projected(toChat, messagesBody(history));
    const { probe = '', dry } = identifiers(wireOf(made));
    expect(probe.length).toBeLessThanOrEqual(40);
    expect(dry).toBe(probe);
    expect(made.ok && made.aliases.callIds.map(([, wire]) => wire)).toEqual([probe]);
    expect(JSON.stringify(made.value)).not.toContain(probe);
    expect(JSON.stringify(made.value)).toContain(id);
    const later = projected(toChat, messagesBody([...history, { role: 'assistant', content: 'Dry.' }, ASK]));
    expect(identifiers(wireOf(later))).toMatchObject({ probe, dry: probe });
  });

  it('[U-TOOL-5] FR-082: no two become one, each result reaches its call, and an empty one gets a name', () => {
    const body = chatBody([
      ASK,
      calling(chatCall('job:x', 'fetch'), chatCall('job_x', 'guess'), chatCall('', 'hash')),
      answer('job_x', 'guessed'),
      answer('job:x', 'fetched'),
      answer('', 'hashed'),
    ]);
    const { fetch, guess, hash, ...results } = identifiers(wireOf(projected(toMessages, body)));
    expect(results).toEqual({ guessed: guess, fetched: fetch, hashed: hash });
    expect(new Set([fetch, guess, hash]).size).toBe(3);
    expect(guess).toBe('job_x');
    for (const id of [fetch, guess, hash]) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
  });

  it('[U-TOOL-5] FR-083: one that is made of two parts is mapped by its text alone, whoever asks', () => {
    const id = `call_Q1w2E3r4T5|fc_${'9a'.repeat(32)}`;
    const body = chatBody([ASK, calling(chatCall(id, 'probe')), answer(id, 'dry')]);
    const [one, other] = ['op-1', 'op-2'].map((requestId) =>
      identifiers(
        wireOf(projected(toMessages, body, { requestId, now: `2027-01-0${requestId.at(-1)}T00:00:00.000Z` })),
      ),
    );
    expect(one?.['probe']).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(one?.['dry']).toBe(one?.['probe']);
    expect(other).toEqual(one);
  });

  it.each([
    ['Messages', toMessages],
    ['Chat', chatToChat],
  ])('[U-TOOL-5] FR-084: long ones that differ in their last character stay apart in %s', (_, route) => {
    const [left, right] = [`${'n'.repeat(63)}1`, `${'n'.repeat(63)}2`];
    const body = chatBody([
      ASK,
      calling(chatCall(left, 'fetch'), chatCall(right, 'guess')),
      answer(right, 'guessed'),
      answer(left, 'fetched'),
    ]);
    const { fetch, guess, ...results } = identifiers(wireOf(projected(route, body)));
    expect(fetch).not.toBe(guess);
    expect(results).toEqual({ guessed: guess, fetched: fetch });
  });
});

describe('names of tools', () => {
  const names = ['north', 'south'].map(
    (end) => `mcp__harbour_master_of_the_old_town__list_all_berths_of_the_quay_${end}`,
  );
  const [, south = ''] = names;

  it('[U-TOOL-1] FR-127: long ones get apart short ones in definitions, choice and history, and answers the true one', () => {
    const made = projected(
      toChat,
      messagesBody(
        [
          ASK,
          { role: 'assistant', content: [{ type: 'tool_use', id: 'k', name: south, input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'k', content: 'dry' }] },
        ],
        {
          tools: names.map((name) => ({ name, input_schema: { type: 'object' } })),
          tool_choice: { type: 'tool', name: south },
        },
      ),
    );
    const wire = wireOf(made);
    // Chat spells tools as functions with a name.
    const aliases = (wire['tools'] as readonly { function: { name: string } }[]).map(({ function: { name } }) => name);
    const [, alias = ''] = aliases;
    expect(new Set(aliases).size).toBe(2);
    for (const name of aliases) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(wire['tool_choice']).toEqual({ type: 'function', function: { name: alias } });
    expect(identifiers(wire)[alias]).toBe('k');
    expect(losses(made.loss)).toEqual(['info tool.name /tools/0/name', 'info tool.name /tools/1/name']);
    const reply = {
      id: 'chatcmpl-3',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: 'model-b',
      choices: [{ index: 0, message: calling(chatCall('k2', alias)), finish_reason: 'tool_calls' }],
    };
    const back = projectResponse(toMessages, reply, made.ok ? { aliases: made.aliases } : {});
    expect(wireOf(back)['content']).toMatchObject([{ type: 'tool_use', id: 'k2', name: south, input: {} }]);
  });

  it('[U-TOOL-1] FR-127: a name that fits stays as it is', () => {
    const tools = [{ name: 'probe', input_schema: { type: 'object' } }];
    const made = projected(toChat, messagesBody([ASK], { tools }));
    expect(wireOf(made)['tools']).toEqual([
      { type: 'function', function: { name: 'probe', parameters: { type: 'object' } } },
    ]);
  });
});
