import { describe, expect, it } from 'vitest';
import type { UnifiedCacheIntent, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { call, type ItemSketch, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { places, write } from './support.ts';

const marked = (text: string, ttl?: string) =>
  ({ type: 'text', text, cache: ttl === undefined ? {} : { ttl } }) as const;

const PNG = { type: 'image', source: { kind: 'url', url: 'https://a.test/x.png' } } as const;
const lost = (index: number) => `info cache.breakpoint.limit /conversation/items/0/content/${index}/cache`;

/** The texts that have a mark on the wire, and what is said about the others. */
function marks(items: readonly ItemSketch[], cache?: UnifiedCacheIntent, more: Partial<UnifiedRequestV2> = {}) {
  const { wire, entries } = write(sampleRecord(items, { ...more, ...(cache === undefined ? {} : { cache }) }));
  const messages = wire['messages'] as readonly JsonObject[]; // it is a list of objects
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as JsonObject[]) : []));
  return {
    texts: parts.filter((part) => part['prompt_cache_breakpoint'] !== undefined).map(({ text }) => text),
    entries: places(entries),
    wire,
  };
}

describe('cache marks of another dialect', () => {
  it('[U-CACHE-1] go on parts of messages of the user and the system', () => {
    const { texts, wire, entries } = marks([message('system', marked('s', '12h')), message('user', 'q', marked('u'))]);
    expect(texts).toEqual(['s', 'u']);
    expect(wire['messages']).toMatchObject([
      { content: [{ prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }] },
      { content: ['q', 'u'].map((text) => ({ text })) },
    ]);
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-1] of a message or an intent go on the part that they end with', () => {
    const cache = {
      mode: 'explicit',
      breakpoints: [{ itemId: 'i1' }, { itemId: 'i2', partId: 'i2p0', ttl: '30m' }],
    } as const;
    const { texts, entries } = marks(
      [{ ...message('system', 'a', 'b'), cache: {} }, message('user', 'c', 'd'), message('user', 'e', 'f')],
      cache,
    );
    expect(texts).toEqual(['b', 'd', 'e']);
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-1][U-LOSS-1] go on results, where an agent’s loop ends, and not on the model’s words', () => {
    const { texts, wire, entries } = marks([
      message('assistant', marked('a')),
      call('c'),
      { ...result('c', 'r'), cache: {} },
    ]);
    expect(texts).toEqual(['r']);
    expect(wire['messages']).toMatchObject([{ content: 'a' }, { role: 'tool', content: [{ text: 'r' }] }]);
    expect(entries).toEqual(['info cache.breakpoint /conversation/items/0/content/0/cache']);
  });

  it('[U-CACHE-1][U-LOSS-1] have no place on calls, refusals, tools, and what is not sent', () => {
    const tool = { type: 'function', name: 'look', execution: 'client', portability: 'portable', cache: {} } as const;
    const cache = {
      mode: 'explicit',
      breakpoints: [{ itemId: 'i1' }, { itemId: 'nowhere' }, { itemId: 'i3', partId: 'x' }, { itemId: 'i4' }],
    } as const;
    const { texts, entries } = marks(
      [
        message('assistant', { type: 'refusal', refusal: 'no', cache: {} }),
        { ...call('c'), cache: {} },
        result('c', 'r'),
        message('user', 'u'),
        { ...message('user', 'hidden'), visibility: 'client' },
        message('assistant', { ...PNG, cache: {} }),
      ],
      cache,
      { tools: [tool] },
    );
    expect(texts).toEqual([]);
    expect(entries.filter((entry) => entry.includes('cache'))).toEqual([
      'info cache.breakpoint /conversation/items/0/content/0/cache',
      'info cache.breakpoint /conversation/items/1/cache',
      'info cache.breakpoint /cache/breakpoints/0',
      'info cache.breakpoint /cache/breakpoints/1',
      'info cache.breakpoint /cache/breakpoints/2',
      'info cache.breakpoint /cache/breakpoints/3',
      'info cache.breakpoint /conversation/items/5/content/0/cache',
      'info cache.breakpoint /tools/0/cache',
    ]);
  });

  it('[U-CACHE-1] stand once on a part', () => {
    const cache = { mode: 'explicit', breakpoints: [{ itemId: 'i0' }] } as const;
    const { texts, entries } = marks([{ ...message('user', marked('a')), cache: {} }], cache);
    expect(texts).toEqual(['a']);
    expect(entries).toEqual([
      'info cache.breakpoint /conversation/items/0/cache',
      'info cache.breakpoint /cache/breakpoints/0',
    ]);
  });

  it('[U-CACHE-1] lose a time to live that this wire does not know', () => {
    const { wire, entries } = marks([message('user', marked('a', '1h'))]);
    expect(wire['messages']).toMatchObject([{ content: [{ prompt_cache_breakpoint: { mode: 'explicit' } }] }]);
    expect(entries).toEqual(['info cache.ttl /conversation/items/0/content/0/cache/ttl']);
  });

  const five = [message('user', marked('1', '12h'), marked('2'), marked('3', '30m'), marked('4'), marked('5'))];

  it.each([
    ['all, of which the provider writes the latest', undefined, ['1', '2', '3', '4', '5'], []],
    ['the first', { mode: 'explicit', limitPolicy: 'keep-first' }, ['1', '2', '3', '4'], [4]],
    ['the first beside the provider’s own', { mode: 'automatic', limitPolicy: 'keep-first' }, ['1', '2', '3'], [3, 4]],
    ['those that live longest', { mode: 'automatic', limitPolicy: 'keep-longest-lived' }, ['1', '3', '5'], [1, 3]],
  ] as const)('[U-CACHE-1][U-LOSS-1] are kept as the request wants: %s', (_title, cache, kept, dropped) => {
    const { texts, entries } = marks(five, cache);
    expect(texts).toEqual(kept);
    expect(entries.filter((entry) => entry.includes('limit'))).toEqual(dropped.map(lost));
  });

  it('[U-CACHE-1][U-LOSS-1] are kept up to the number that the provider looks for, the last ones', () => {
    const many = Array.from({ length: 82 }, (_, index) => marked(String(index)));
    const { texts, entries } = marks([message('user', ...many)]);
    expect(texts).toHaveLength(80);
    expect(texts[0]).toBe('2');
    expect(entries).toEqual([lost(0), lost(1)]);
  });

  it('[U-CACHE-1] keep their place from turn to turn', () => {
    const start = [message('user', marked('a')), message('assistant', 'b')];
    const before = marks(start).wire['messages'] as readonly JsonObject[];
    const after = marks([...start, message('user', 'c', marked('d'))]).wire['messages'] as readonly JsonObject[];
    expect(after.slice(0, before.length)).toEqual(before);
  });
});

describe('what another dialect says about caching as a whole', () => {
  const said = (cache: UnifiedCacheIntent) => {
    const { wire, entries } = marks([message('user', 'q')], cache);
    return { key: wire['prompt_cache_key'], options: wire['prompt_cache_options'], entries };
  };

  it('[U-CACHE-1] is a key, a mode and a time to live', () => {
    expect(said({ mode: 'explicit', affinityKey: 'conv-42', ttl: '30m' })).toEqual({
      key: 'conv-42',
      options: { mode: 'explicit', ttl: '30m' },
      entries: [],
    });
  });

  it('[U-CACHE-1][U-LOSS-1] cannot be that nothing is cached, and need not be that the provider decides', () => {
    expect(said({ mode: 'disabled' })).toMatchObject({ options: undefined, entries: ['info cache.mode /cache/mode'] });
    expect(said({ mode: 'automatic' })).toMatchObject({ options: undefined, entries: ['info cache.mode /cache/mode'] });
    expect(said({ mode: 'explicit', ttl: '12h' })).toMatchObject({
      options: { mode: 'explicit' },
      entries: ['info cache.ttl /cache/ttl'],
    });
  });
});

describe('metadata of another dialect', () => {
  it('[U-LOSS-1] keeps what fits, and names each that does not', () => {
    const entries = [
      { key: 'k', value: 'v' },
      { key: 'k', value: 'again' },
      { key: 'x'.repeat(65), value: 'v' },
      { key: 'long', value: 'v'.repeat(513) },
      ...Array.from({ length: 16 }, (_, index) => ({ key: `n${index}`, value: '' })),
    ];
    const metadata = { entries, endUserId: 'u'.repeat(65), safetyIdentifier: 's' };
    const made = write(sampleRecord([message('user', 'q')], { metadata }));
    expect(Object.keys(made.wire['metadata'] ?? {})).toHaveLength(16);
    expect(made.wire['metadata']).toMatchObject({ k: 'v' });
    expect(made.wire).not.toHaveProperty('user');
    expect(made.wire['safety_identifier']).toBe('s');
    expect(places(made.entries)).toEqual([
      ...[1, 2, 3, 19].map((index) => `info metadata.entries.limit /metadata/entries/${index}`),
      'info metadata.end-user /metadata/endUserId',
    ]);
  });
});

describe('the way of caching', () => {
  it('[U-CACHE-1][U-LOSS-1] is reported where it was chosen and cannot be said, and not where nobody chose it', () => {
    const said = (cache: UnifiedCacheIntent) => places(write(sampleRecord([message('user', 'q')], { cache })).entries);
    expect(said({ mode: 'automatic' })).toEqual(['info cache.mode /cache/mode']);
    expect(said({ mode: 'automatic', modeImplied: false })).toEqual(['info cache.mode /cache/modeImplied']);
    expect(said({ mode: 'automatic', modeImplied: true, affinityKey: 'k' })).toEqual([]);
    expect(said({ mode: 'automatic', modeImplied: true, retention: 'conversation', providerRetention: 'x' })).toEqual([
      'info cache.retention /cache/providerRetention',
      'info cache.retention /cache/retention',
    ]);
  });
});
