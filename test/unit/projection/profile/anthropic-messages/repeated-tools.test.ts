import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { validateRequest } from '../../../../../src/validate/index.ts';
import { asked, back, chatRecord, fromChat, places, read, USER, written } from './support.ts';

const FUNCTION = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const OTHER_FUNCTION = { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } };
const CUSTOM = { type: 'custom', custom: { name: 'f' } };
const SENT = { name: 'f', input_schema: { type: 'object' } };

const LISTS: readonly (readonly [string, readonly JsonObject[], readonly string[]])[] = [
  ['the same function', [FUNCTION, FUNCTION], ['info tool.function /tools/1']],
  ['another function', [FUNCTION, OTHER_FUNCTION], ['warning tool.function /tools/1']],
  ['a tool that takes text', [FUNCTION, CUSTOM], ['warning tool.custom /tools/1']],
];

describe('tools of one name', () => {
  it.each(LISTS)('[U-TOOL-1][U-LOSS-3] are a valid record, and sent once, behind %s', (_what, tools, expected) => {
    expect(validateRequest(chatRecord([USER], { tools }))).toMatchObject({ ok: true });
    const { wire, entries, emission } = fromChat([USER], { tools });
    expect(wire['tools']).toEqual([SENT]);
    expect(places(entries)).toEqual(expected);
    expect(emission.aliases.wrappedTools).toEqual([]);
  });

  it('[U-PROF-10] of this dialect go out as they came, as a valid record', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };
    const sent = asked({ tools: [{ ...SENT, name: 'web_search' }, search] });
    expect(validateRequest(read(sent).value)).toMatchObject({ ok: true });
    const { wire, entries } = written(back(sent));
    expect(wire).toEqual(sent);
    expect(entries).toEqual([]);
  });

  it('[U-CACHE-1] leave the mark of the one that is left out on the one that is sent', () => {
    const { wire } = fromChat([USER], { tools: [FUNCTION, { ...FUNCTION, cache_control: { type: 'ephemeral' } }] });
    expect(wire['tools']).toEqual([{ ...SENT, cache_control: { type: 'ephemeral' } }]);
  });
});
