import { describe, expect, it } from 'vitest';
import { anthropicMessages, NORMALISATIONS } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { CALLS } from './bodies/calls.ts';
import { CONTENT } from './bodies/content.ts';
import { SETTINGS } from './bodies/settings.ts';
import { UNKNOWN } from './bodies/unknown.ts';
import { asked, back, body, OTHER, places, read, said, told, USER, written } from './support.ts';

const KNOWN = { ...CONTENT, ...CALLS, ...SETTINGS };

describe('a Messages body that was read', () => {
  it.each(Object.entries(KNOWN))('[U-PROF-3][U-ITEM-5] comes back as it was, all of it understood: %s', (_, wire) => {
    const { loss, privateState } = read(wire);
    expect(places(loss.entries)).toEqual([]);
    expect([...privateState].filter(({ kind }) => kind === 'unknown-wire-content')).toEqual([]);
    const emission = written(back(wire));
    expect(emission.wire).toEqual(wire);
    expect(places(emission.entries)).toEqual([]);
  });

  it.each(Object.entries(KNOWN))(
    '[U-PROF-3] comes back in the newer revision, but for the settings of sampling: %s',
    (_, wire) => {
      const { temperature, top_p: topP, top_k: topK, ...rest } = wire;
      const { wire: newer, entries } = written(back(wire, { revision: '2026-10-21' }));
      expect(newer).toEqual(rest);
      expect(entries).toHaveLength([temperature, topP, topK].filter((value) => value !== undefined).length);
    },
  );

  it.each(Object.entries(UNKNOWN))('[U-CONT-7] gives what nobody knows to its owner only: %s', (_, wire) => {
    const emission = back(wire, { owner: OTHER });
    expect(emission.loss.entries.length).toBeGreaterThan(0);
    if (!emission.ok) return;
    expect(JSON.stringify(emission.wire)).not.toMatch(/hologram|glow|oven|hyper|forget|pipe|star_location|cloud|wand/);
  });

  it('[U-VAL-3] has null where the dialect tells it apart, and else not', () => {
    expect(written(back({ ...asked({ system: null, tools: null, stop_sequences: null }) })).wire).toEqual(asked({}));
    const failed = told({ type: 'compaction', content: null });
    expect(written(back(failed)).wire).toEqual(failed);
    const untitled = { type: 'char_location', cited_text: 'a', document_index: 0, document_title: null };
    const cited = said({
      type: 'text',
      text: 'x',
      citations: [{ ...untitled, start_char_index: 0, end_char_index: 1 }],
    });
    expect(written(back(cited)).wire).toEqual(cited);
  });

  it('[U-PROF-3] differs by what the published list names', () => {
    expect(NORMALISATIONS.map(({ name }) => name)).toEqual([
      'null-member',
      'authorization-token',
      'unsigned-thinking',
      'empty-message',
      'orphan-server-result',
    ]);
  });

  it('[U-PROF-9] is of the older revision where nobody says another one, because only that one has sampling', () => {
    expect(anthropicMessages.revisions?.[0]).toBe('2023-06-01');
    const sampled = asked({ temperature: 0.5, top_p: 0.9, top_k: 5 });
    expect(written(back(sampled)).wire).toEqual(sampled);
  });
});

describe('parts of a body that the provider refuses', () => {
  it('[U-REAS-2] thinking without a signature is left out, and never becomes text', () => {
    for (const signature of [{ signature: '' }, {}]) {
      const unsigned = said(
        { type: 'thinking', thinking: 'secret plan', ...signature },
        { type: 'text', text: 'done' },
      );
      const { wire, entries } = written(back(unsigned));
      expect(wire).toEqual(said({ type: 'text', text: 'done' }));
      expect(places(entries)).toEqual(['warning item.reasoning.unsigned /conversation/items/1']);
    }
  });

  it('[U-ITEM-5][U-LOSS-1] an empty turn of the model stays in the record, and is left out', () => {
    const refused = body([USER, { role: 'assistant', content: [] }, { role: 'user', content: 'other' }]);
    expect(read(refused).value.conversation.items).toHaveLength(3);
    const { wire, entries } = written(back(refused));
    expect(wire['messages']).toEqual([USER, { role: 'user', content: 'other' }]);
    expect(places(entries)).toEqual(['info item.empty /conversation/items/1']);
  });

  it('[U-VAL-1][U-LOSS-1] a result of the provider without its call stops the request, or is left out where the caller says so', () => {
    const orphan = said(
      {
        type: 'advisor_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: { type: 'advisor_result', text: 'x' },
      },
      { type: 'text', text: 't' },
    );
    expect(places(back(orphan).loss.entries)).toEqual(['error tool-result.orphan /conversation/items/1']);
    const { wire, entries } = written(back(orphan, { requirements: { 'tool-result.orphan': 'preferred' } }));
    expect(wire).toEqual(said({ type: 'text', text: 't' }));
    expect(places(entries)).toEqual(['warning tool-result.orphan /conversation/items/1']);
  });
});
