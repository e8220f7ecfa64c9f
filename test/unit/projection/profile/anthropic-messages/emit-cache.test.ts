import { describe, expect, it } from 'vitest';
import type { UnifiedCacheIntent, UnifiedCacheTtl, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { call, type ItemSketch, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { body, fromChat, places, read, refusal, told, USER, write } from './support.ts';

const MARK = { cache_control: { type: 'ephemeral' } };
const LASTING = { cache_control: { type: 'ephemeral', ttl: '1h' } };

/** Every mark of a body with the text that it ends, in the order of the body. */
function marksOf(wire: JsonValue): readonly string[] {
  const found: string[] = [];
  JSON.stringify(wire, (_, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'cache_control' in value) {
      const named = value as JsonObject; // what was just parsed
      found.push(`${named['text'] ?? named['tool_use_id'] ?? named['name']} ${JSON.stringify(named['cache_control'])}`);
    }
    return value;
  });
  return found;
}

function record(items: readonly ItemSketch[], cache?: UnifiedCacheIntent): UnifiedRequestV2 {
  const generation = { maxOutputTokens: { value: 100, requirement: 'preferred' } } as const;
  return sampleRecord(items, { generation, ...(cache === undefined ? {} : { cache }) }, 'openai-chat');
}

/** A user's message whose parts carry marks with these times to live. */
function marked(...ttls: readonly ('5m' | '1h' | undefined)[]): ItemSketch {
  const parts = ttls.map((ttl, index) => ({
    type: 'text' as const,
    text: `t${index}`,
    cache: ttl === undefined ? {} : { ttl },
  }));
  return message('user', ...parts);
}

describe('cache marks', () => {
  it('[U-CACHE-1] of other dialects keep their place and their time to live', () => {
    const { wire, entries } = fromChat([
      { role: 'system', content: [{ type: 'text', text: 'S', ...LASTING }] },
      { role: 'user', content: [{ type: 'text', text: 'q', ...MARK }] },
    ]);
    expect(wire['system']).toEqual([{ type: 'text', text: 'S', ...LASTING }]);
    expect(wire['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text: 'q', ...MARK }] }]);
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-1] of breakpoints stand on the block that ends the prefix, and leave a text a text', () => {
    const items = [message('user', 'w?'), call('a'), call('b'), result('a', '1'), result('b', '2')];
    const { wire } = write(record(items, { mode: 'explicit', breakpoints: [{ itemId: 'i4' }] }));
    expect((wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: '1' },
        { type: 'tool_result', tool_use_id: 'b', content: '2', ...MARK },
      ],
    });
  });

  it('[U-CACHE-1] of the request as a whole are asked for at the top', () => {
    const { wire, entries } = write(record([message('user', 'q')], { mode: 'automatic', ttl: '1h' }));
    expect(wire).toMatchObject(LASTING);
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-1] that a request forbids are not written', () => {
    const { wire, entries } = write(record([marked('5m')], { mode: 'disabled' }));
    expect(marksOf(wire)).toEqual([]);
    expect(places(entries)).toEqual(['info cache.breakpoint /conversation/items/0/content/0/cache']);
  });

  it('[U-CACHE-1][U-LOSS-1] move to the block before when their part is not sent', () => {
    const { wire, entries } = write(
      record([message('user', 'q', { type: 'text', text: '', cache: {} }), message('assistant', 'a')].slice(0, 1)),
    );
    expect(marksOf(wire)).toEqual(['q {"type":"ephemeral"}']);
    expect(places(entries)).toEqual([
      'info part.empty-text /conversation/items/0/content/1',
      'info cache.breakpoint /conversation/items/0/content/1/cache',
    ]);
  });

  it('[U-CACHE-1][U-LOSS-1] of tools move to the tool before when theirs is not sent', () => {
    const named = (name: string) => ({ type: 'function', name, execution: 'client', portability: 'portable' }) as const;
    const server = { type: 'mcp', execution: 'provider', portability: 'provider-bound', serverLabel: 's' } as const;
    const last = { ...named('h'), cache: { ttl: '1h' } } as const;
    const toolChoice = {
      value: { mode: 'allowed', tools: [{ kind: 'function', name: 'f' }], required: false },
      requirement: 'preferred',
    } as const;
    const forbidden = write({ ...record([message('user', 'q')]), tools: [named('f'), last], toolChoice });
    expect(forbidden.wire['tools']).toMatchObject([{ name: 'f', ...LASTING }]);
    expect(places(forbidden.entries)).toContain('info cache.breakpoint /tools/1/cache');
    const tools = [named('f'), { ...server, requirement: 'preferred', cache: {} } as const];
    expect(write({ ...record([message('user', 'q')]), tools }).wire['tools']).toMatchObject([{ name: 'f', ...MARK }]);
  });

  it('[U-CACHE-1][U-LOSS-1] beyond four are dropped from the front', () => {
    const { wire, entries } = write(record([marked(undefined, undefined, undefined, undefined, undefined, undefined)]));
    expect(marksOf(wire).map((mark) => mark.slice(0, 2))).toEqual(['t2', 't3', 't4', 't5']);
    expect(places(entries)).toEqual([
      'info cache.breakpoint.limit /conversation/items/0/content/0/cache',
      'info cache.breakpoint.limit /conversation/items/0/content/1/cache',
    ]);
  });

  it.each([
    ['keep-first', ['t0', 't1', 't2', 't3']],
    ['keep-last', ['t1', 't2', 't3', 't4']],
    ['keep-longest-lived', ['t0', 't1', 't3', 't4']],
  ] as const)('[U-CACHE-1] beyond four are dropped as the caller says: %s', (limitPolicy, kept) => {
    const { wire } = write(record([marked('1h', '1h', '5m', '5m', '5m')], { mode: 'explicit', limitPolicy }));
    expect(marksOf(wire).map((mark) => mark.slice(0, 2))).toEqual(kept);
  });

  it('[U-CACHE-1][U-LOSS-1] that live shorter may not stand before one that lives longer', () => {
    const { wire, entries } = write(record([marked('5m', '1h', '5m', undefined)]));
    expect(marksOf(wire)).toEqual([
      't1 {"type":"ephemeral","ttl":"1h"}',
      't2 {"type":"ephemeral","ttl":"5m"}',
      't3 {"type":"ephemeral"}',
    ]);
    expect(places(entries)).toEqual(['info cache.breakpoint.order /conversation/items/0/content/0/cache']);
  });

  it('[U-CACHE-1][U-LOSS-1] never live longer than was asked for', () => {
    const ttl = (cache: UnifiedCacheTtl) => write(record([message('user', 'q')], { mode: 'automatic', ttl: cache }));
    expect(ttl('30m').wire).toMatchObject(MARK);
    expect(places(ttl('30m').entries)).toEqual(['info cache.ttl /cache/ttl']);
    expect(ttl('12h').wire).toMatchObject(LASTING);
    expect(ttl(3600).wire).toMatchObject(LASTING);
    expect(ttl(3600).entries).toEqual([]);
  });

  it('[U-CACHE-1] of this dialect are not judged, whatever they are', () => {
    const many = told(
      ...['5m', '1h', '5m', '1h', '5m', '1h'].map((ttl) => ({
        type: 'text',
        text: ttl,
        cache_control: { type: 'ephemeral', ttl },
      })),
    );
    expect(write(read(many).value).wire).toEqual(many);
  });

  it('[U-CACHE-1][U-LOSS-1] that the caller adds give way first where they stand before the others', () => {
    const wire = body(
      [
        { role: 'user', content: [{ type: 'text', text: 'c', ...LASTING }] },
        { role: 'assistant', content: [{ type: 'text', text: 'd', ...MARK }] },
        { role: 'user', content: [{ type: 'text', text: 'e', ...MARK }] },
      ],
      {
        system: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...LASTING },
        ],
      },
    );
    const { value } = read(wire);
    const added = {
      ...value,
      cache: { mode: 'explicit', breakpoints: [{ itemId: 'req.item.0', partId: 'req.item.0.part.0', ttl: '1h' }] },
    };
    const made = write(added as UnifiedRequestV2);
    expect(marksOf(made.wire)).toHaveLength(4);
    expect(made.wire).toEqual(wire);
    expect(places(made.entries)).toEqual(['info cache.breakpoint.limit /cache/breakpoints/0']);
  });

  it('[U-CACHE-1] stay on the same block when the conversation grows', () => {
    const first = body([
      { role: 'user', content: [{ type: 'text', text: 'ctx', ...MARK }] },
      { role: 'assistant', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
    const messages = first['messages'] as readonly JsonValue[];
    const longer = body([...messages, { role: 'assistant', content: 'c' }, { role: 'user', content: 'd' }]);
    const shorter = write(read(first).value).emission.text();
    const common = shorter.slice(0, shorter.lastIndexOf(']'));
    expect(write(read(longer).value).emission.text().startsWith(common)).toBe(true);
  });

  it('[U-LOSS-2] that are required and end nothing stop the request', () => {
    const cache = { mode: 'explicit', breakpoints: [{ itemId: 'i9' }], requirement: 'required' } as const;
    expect(refusal(record([message('user', 'q')], cache))).toEqual(['error cache.breakpoint /cache/breakpoints/0']);
  });

  it('[U-CACHE-2][U-LOSS-1] are not made of a key: a key alone is no wish to pay for caching', () => {
    const { wire, entries } = fromChat([USER], { prompt_cache_key: 'k' });
    expect(wire).toEqual({ model: 'model-a', max_tokens: 4000, messages: [USER] });
    expect(places(entries)).toEqual(['info cache.affinity-key /cache/affinityKey', 'info cache.mode /cache/mode']);
  });

  it('[U-CACHE-1] are asked for at the top where another dialect chose automatic caching', () => {
    expect(fromChat([USER], { prompt_cache_options: { mode: 'implicit' } }).wire).toMatchObject(MARK);
    const unchosen = fromChat([USER], { prompt_cache_options: { ttl: '30m' } });
    expect(unchosen.wire).not.toHaveProperty('cache_control');
    expect(places(unchosen.entries)).toEqual(['info cache.ttl /cache/ttl', 'info cache.mode /cache/mode']);
  });
});
