import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { answered, chatAnswer, chatBody, messagesBody, projected, toChat, toMessages, wireOf } from './support.ts';

const ASK = { role: 'user', content: 'go' };

const chatCall = (id: string, name: string, text: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

function messagesOf(wire: JsonObject): readonly JsonObject[] {
  // A body of either dialect has a list of objects here.
  return wire['messages'] as readonly JsonObject[];
}

/** The identifiers of calls and of results that a body of Messages has. */
function identifiers(wire: JsonObject): { readonly calls: readonly string[]; readonly results: readonly string[] } {
  const found = messagesOf(wire).flatMap(({ content }) => (Array.isArray(content) ? (content as JsonObject[]) : []));
  const all = (key: string) => found.flatMap(({ [key]: id }) => (typeof id === 'string' ? [id] : []));
  return { calls: all('id'), results: all('tool_use_id') };
}

/** A history of Chat in which calls with these identifiers are answered. */
function called(...ids: readonly string[]): readonly JsonObject[] {
  const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'out' }));
  return [ASK, { role: 'assistant', content: null, tool_calls: ids.map((id) => chatCall(id, 'sh', '{}')) }, ...results];
}

describe('identifiers of calls', () => {
  const ODD = 'call-7e2a-11\nfc_91bd-44_0____________________________________________x';

  it('[U-TOOL-5] GC-023: one that fits passes as it is, to the last character that it may have', () => {
    const longest = 'a'.repeat(256);
    expect(identifiers(wireOf(projected(toMessages, chatBody(called('k_1-A', longest)))))).toEqual({
      calls: ['k_1-A', longest],
      results: ['k_1-A', longest],
    });
  });

  it('[U-TOOL-5] GC-023: another one becomes one that fits, the same on both sides and when it is sent again', () => {
    const made = projected(toMessages, chatBody(called(ODD)));
    const { calls, results } = identifiers(wireOf(made));
    expect(calls).toEqual(results);
    expect(calls[0]).toMatch(/^[a-zA-Z0-9_-]{1,256}$/);
    expect(identifiers(wireOf(projected(toMessages, chatBody(called(...calls)))))).toEqual({ calls, results });
    expect(made.value.conversation.items[1]).toMatchObject({ provenance: { providerCallId: ODD } });
  });

  it('[U-TOOL-5] GC-023: two that have their first hundreds of characters in common stay two', () => {
    const { calls } = identifiers(
      wireOf(projected(toMessages, chatBody(called(`${'b'.repeat(300)}1`, `${'b'.repeat(300)}2`)))),
    );
    expect(new Set(calls).size).toBe(2);
  });

  it('[U-SEC-5] GC-023: a megabyte of underscores is named in time that grows with it', () => {
    const time = (length: number) => {
      const body = chatBody(called('_'.repeat(length)));
      const start = performance.now();
      projected(toMessages, body);
      return performance.now() - start;
    };
    time(1000);
    expect(time(1_000_000)).toBeLessThan(40 * Math.max(time(100_000), 5));
  });

  it('[U-TOOL-5] GC-024: one that equals the alias of another stays apart from it, whichever comes first', () => {
    const [alias = ''] = identifiers(wireOf(projected(toMessages, chatBody(called('bad id\n'))))).calls;
    for (const ids of [
      ['bad id\n', alias],
      [alias, 'bad id\n'],
    ]) {
      const made = projected(toMessages, chatBody(called(...ids)));
      const { calls, results } = identifiers(wireOf(made));
      expect(new Set(calls).size).toBe(2);
      expect(results).toEqual(calls);
      for (const id of calls) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/);
    }
  });

  it('[U-TOOL-5] GC-025: the alias that a client was shown names the call that it answers, and the report says whose', () => {
    const odd = 'k-1\nfc_2_0';
    const made = answered(
      toMessages,
      chatAnswer({ content: null, tool_calls: [chatCall(odd, 'sh', '{}')] }, 'tool_calls'),
    );
    if (!made.ok) throw new Error('Refused.');
    const [block] = made.wire['content'] as readonly JsonObject[];
    const shown = String(block?.['id']);
    expect(shown).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(made.value.output[0]).toMatchObject({ provenance: { providerCallId: odd } });
    const result = { type: 'tool_result', tool_use_id: shown, content: 'out' };
    const next = messagesBody([
      ASK,
      { role: 'assistant', content: [block ?? {}] },
      { role: 'user', content: [result, result] },
    ]);
    const chat = projected(toChat, next);
    const [turn, answer, ...rest] = messagesOf(wireOf(chat)).slice(1);
    expect(turn).toMatchObject({ tool_calls: [{ id: answer?.['tool_call_id'] }] });
    expect(rest).toEqual([]);
    expect(chat.loss.entries.map(({ feature }) => feature)).toContain('tool-result.repeated');
  });
});
