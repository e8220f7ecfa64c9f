import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { ingestRequest } from '../../../../../src/projection/ingest.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { asked, back, body, fromChat, read, said, told, USER, write, written } from './support.ts';

/** Why a body is refused. */
function fault(wire: JsonValue): unknown {
  try {
    ingestRequest(anthropicMessages, wire);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('bodies that are none of this dialect', () => {
  it.each<readonly [string, JsonObject]>([
    ['/messages', { model: 'm', max_tokens: 1 }],
    ['/messages', { model: 'm', max_tokens: 1, messages: 'hello' }],
    ['/messages/0', body(['SECRET'])],
    ['/messages/0/role', body([{ content: 'SECRET' }])],
    ['/messages/0/content/0', told('SECRET')],
    ['/max_tokens', asked({ max_tokens: 'SECRET' })],
    ['/temperature', asked({ temperature: 'SECRET' })],
    ['/system/0', asked({ system: ['SECRET'] })],
    ['/tools/0', asked({ tools: ['SECRET'] })],
  ])('[U-VAL-1][U-SEC-4] are refused at their place, and without their text: %s', (pointer, wire) => {
    const error = fault(wire);
    expect(error).toMatchObject({ code: 'wire-format' });
    expect(JSON.stringify(error)).toContain(pointer);
    expect(String(error)).not.toContain('SECRET');
  });
});

describe('words that mean something to JavaScript', () => {
  it('[U-SEC-6] are data wherever the dialect allows any words', () => {
    const input = { constructor: 1, toString: { a: 2 }, hasOwnProperty: null };
    const wire = { ...said({ type: 'tool_use', id: '__proto__', name: 'constructor', input }), constructor: input };
    expect(written(back(wire)).wire).toEqual(wire);
  });

  it('[U-SEC-6] are refused where they would name the prototype of an object', () => {
    // An own member of that name can only come from a text.
    const input = JSON.parse('{"__proto__":{"polluted":true}}') as JsonObject;
    for (const wire of [said({ type: 'tool_use', id: 'a', name: 'f', input }), asked({ later: input })]) {
      expect(fault(wire)).toMatchObject({ code: 'wire-format' });
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('[U-SEC-6] name no type of a block, a tool, a tier or an effort', () => {
    for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const wire = { ...told({ type }, { type: 'text', text: 'q' }), tools: [{ type, name: type }] };
      expect(written(back(wire)).wire).toEqual(wire);
      const chat = { service_tier: type, reasoning_effort: type };
      expect(fromChat([USER], chat).wire).not.toHaveProperty('service_tier');
    }
  });
});

describe('annotations that say where nothing was', () => {
  it.each([
    '/__proto__',
    '/constructor/prototype/polluted',
    '/messages/0',
    '/messages/9',
    '/messages/length',
    '/model/x',
    '/metadata/~2',
    'messages',
    '',
  ])('[U-SEC-6] change nothing that is there, and make no holes: %s', (pointer) => {
    const { value } = read(asked({}));
    const profile = { family: 'anthropic-messages' };
    const form = {
      scope: 'portable-annotation',
      profile,
      schema: 'anthropic-messages/request-form',
      resourceId: 'form',
      value: { emptyObjects: [pointer], emptyLists: [pointer] },
    } as const;
    const { wire } = write({ ...value, metadata: { providerData: [form] } });
    expect(wire).toEqual(asked({}));
    expect(Object.getPrototypeOf(wire)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('histories without an end', () => {
  const LENGTH = 20_000;

  function seconds(work: () => unknown): number {
    const { user: before } = process.cpuUsage();
    work();
    return (process.cpuUsage().user - before) / 1e6;
  }

  const unanswered = Array.from({ length: LENGTH }, (_, index) =>
    index % 2 === 0
      ? USER
      : {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: `c${index}`, type: 'function', function: { name: `f ${index}`, arguments: '{}' } }],
        },
  );

  const searches = said(
    ...Array.from({ length: LENGTH }, (_, index) => [
      { type: 'server_tool_use', id: `s${index}`, name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: `s${index}`, content: [] },
    ]).flat(),
  );

  it('[U-SEC-5] are ordered and written in time that grows with them and no faster', () => {
    const half = (messages: readonly JsonValue[]) => messages.slice(0, messages.length / 4);
    const short = seconds(() => fromChat(half(unanswered)));
    expect(seconds(() => fromChat(unanswered))).toBeLessThan(Math.max(12 * short, 3));
    const { value } = read(searches);
    expect(seconds(() => written(back(searches)))).toBeLessThan(5);
    expect(value.conversation.items).toHaveLength(2 * LENGTH + 2);
  });
});
