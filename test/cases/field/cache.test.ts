import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { emitRequest, ingestRequest } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { validateRequest } from '../../../src/validate/index.ts';
import {
  chatBody,
  chatToChat,
  losses,
  lossesAnywhere,
  messagesBody,
  messagesToMessages,
  projected,
  toMessages,
  wireOf,
} from '../gateway/support.ts';

const ASK = { role: 'user', content: 'Inspect the dock.' };
const DONE = { role: 'assistant', content: 'Done.' };
const EPHEMERAL = { type: 'ephemeral' };
const HOUR = { type: 'ephemeral', ttl: '1h' };

const marked = (text: string, mark: JsonObject = EPHEMERAL): JsonObject => ({
  type: 'text',
  text,
  cache_control: mark,
});
const asked = (...content: readonly JsonObject[]): JsonObject => ({ role: 'user', content });

/** The marks of a body, in the order in which the provider reads it. */
function marksOf({ tools = [], system = [], messages = [] }: JsonObject): readonly unknown[] {
  const found: unknown[] = [];
  JSON.stringify([tools, system, messages], (key, value) => {
    if (key === 'cache_control') found.push(value);
    return value;
  });
  return found;
}

describe('cache marks', () => {
  it('[U-CACHE-1] FR-071: four marks of the client leave no room for one more, and theirs stay with their times', () => {
    const body = messagesBody([asked(marked('c')), DONE, asked(marked('e'))], {
      system: [marked('a', HOUR), marked('b')],
    });
    const { value } = ingestRequest(anthropicMessages, body);
    const { items } = value.conversation;
    const done = items.find(({ role }) => role === 'assistant');
    const lasting = items.flatMap((item) => ('content' in item ? item.content : []))[0];
    const breakpoints = [{ itemId: items[0]?.id ?? '', partId: lasting?.id ?? '' }, { itemId: done?.id ?? '' }];
    const planned = { ...value, cache: { mode: 'explicit', breakpoints } } as const;
    expect(validateRequest(planned)).toMatchObject({ ok: true });
    const made = emitRequest(anthropicMessages, planned);
    if (!made.ok) throw new Error('A mark too many is no reason to refuse.');
    expect(made.wire).toEqual(body);
    expect(losses(made.loss).filter((line) => line.includes('/cache'))).toEqual([
      'info cache.breakpoint.limit /cache/breakpoints/1',
    ]);
  });

  it('[U-CACHE-1] FR-071: a mark that lives longer than one of the client before it is not added, nor another time', () => {
    const body = messagesBody([asked(marked('c')), DONE, asked(marked('e'))], { system: [marked('a', HOUR)] });
    const { value } = ingestRequest(anthropicMessages, body);
    const [system, , answer] = value.conversation.items;
    const breakpoints = [
      { itemId: system?.id ?? '', ttl: '5m' },
      { itemId: answer?.id ?? '', ttl: '1h' },
    ] as const;
    const made = emitRequest(anthropicMessages, { ...value, cache: { mode: 'explicit', breakpoints } });
    expect(made.ok && made.wire['messages']).toEqual(body['messages']);
    expect(made.ok && made.wire['system']).toEqual(body['system']);
    expect(losses(made.loss)).toEqual([
      'info cache.ttl /cache/breakpoints/0/ttl',
      'info cache.breakpoint.order /cache/breakpoints/1',
    ]);
  });

  it('[U-CACHE-1] FR-071: of more marks than the provider takes the last four are written, and the others reported', () => {
    const history = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((text) => [asked(marked(text)), DONE]);
    const made = projected(toMessages, chatBody([...history, ASK]));
    expect(marksOf(wireOf(made))).toEqual([EPHEMERAL, EPHEMERAL, EPHEMERAL, EPHEMERAL]);
    expect(losses(made.loss)).toEqual([
      'info cache.breakpoint.limit /conversation/items/0/content/0/cache',
      'info cache.breakpoint.limit /conversation/items/2/content/0/cache',
    ]);
  });

  it('[U-CACHE-1] FR-072: a turn more has the turn before as its prefix, byte by byte, and the mark where it was', () => {
    const turn = [asked(marked('The plan of the harbour.')), DONE, ASK];
    const [first, second] = [turn, [...turn, DONE, { role: 'user', content: 'Again.' }]].map((messages) =>
      JSON.stringify(wireOf(projected(messagesToMessages, messagesBody(messages)))['messages']),
    );
    expect(second?.startsWith(first?.slice(0, -1) ?? '-')).toBe(true);
    expect(JSON.parse(second ?? '')[0]).toEqual(turn[0]);
  });

  it('[U-CACHE-1] FR-072: the same holds for a conversation that came from another dialect', () => {
    const turn = [asked(marked('The plan of the harbour.')), DONE, ASK];
    const [first, second] = [turn, [...turn, DONE, { role: 'user', content: 'Again.' }]].map((messages) =>
      JSON.stringify(wireOf(projected(toMessages, chatBody(messages)))['messages']),
    );
    expect(second?.startsWith(first?.slice(0, -1) ?? '-')).toBe(true);
  });

  it('[U-CACHE-1] FR-073: marks on parts of Chat are marks of Messages, with the time that they ask for', () => {
    const body = chatBody([{ role: 'system', content: [marked('Be brief.', HOUR)] }, asked(marked('Inspect.'))]);
    const made = projected(toMessages, body);
    expect(wireOf(made)).toMatchObject({
      system: [marked('Be brief.', HOUR)],
      messages: [asked(marked('Inspect.'))],
    });
    expect(made.loss.entries).toEqual([]);
  });

  it('[U-CACHE-1] FR-074: a key of affinity is kept and written again, and where there is none for it, told', () => {
    const body = chatBody([ASK], { prompt_cache_key: 'dock-17' });
    const same = projected(chatToChat, body);
    expect(same.value.cache?.affinityKey).toBe('dock-17');
    expect(wireOf(same)['prompt_cache_key']).toBe('dock-17');
    const other = projected(toMessages, body);
    expect(lossesAnywhere(other.loss)).toContain('info cache.affinity-key');
    expect(JSON.stringify(wireOf(other))).not.toContain('dock-17');
  });

  it('[U-ITEM-5] FR-075: a system message in the middle stays there, with its mark', () => {
    const reminder = { role: 'system', content: [marked('Mind the tide.')] };
    const body = messagesBody([ASK, DONE, { role: 'user', content: 'Again.' }, reminder], { system: 'Base.' });
    const made = projected(messagesToMessages, body);
    expect(wireOf(made)).toEqual(body);
    expect(made.loss.entries).toEqual([]);
  });
});
