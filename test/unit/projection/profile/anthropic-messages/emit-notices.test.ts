import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { type ItemSketch, message, sampleRecord } from '../../../../support/sample-record.ts';
import { asked, body, OWNER, places, read, refusal, write } from './support.ts';

/** What becomes of an item of another dialect between two messages of the user. */
function sent(item: ItemSketch, family = 'openai-responses') {
  const generation = { maxOutputTokens: { value: 100, requirement: 'preferred' } } as const;
  const items = [message('user', 'q'), item, message('user', 'n')];
  const { wire, entries } = write(sampleRecord(items, { generation }, family));
  return { messages: wire['messages'] as readonly JsonObject[], entries: places(entries) };
}

describe('what happened in a conversation of another dialect', () => {
  it('[U-ITEM-4][U-LOSS-3] is summarised in words of the user', () => {
    const { messages, entries } = sent({
      type: 'compaction-summary',
      role: 'user',
      coveredUnknownReason: 'nobody said',
      content: [{ id: 'c', type: 'text', text: 'sum' }],
    });
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'q' },
          { type: 'text', text: 'sum' },
          { type: 'text', text: 'n' },
        ],
      },
    ]);
    expect(entries).toContain('info item.compaction-summary.as-text /conversation/items/1');
  });

  it('[U-ITEM-2] changes tools and effort in a system message in the middle', () => {
    expect(
      sent({ type: 'tool-set-change', changes: [{ action: 'remove', reference: { kind: 'function', name: 'g' } }] })
        .messages[1],
    ).toEqual({
      role: 'system',
      content: [{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'g' } }],
    });
    const effort = { value: 'low', requirement: 'preferred' } as const;
    const { messages, entries } = sent({
      type: 'configuration-update',
      generation: { reasoning: { effort }, temperature: { value: 1, requirement: 'preferred' } },
    });
    expect(messages[1]).toEqual({ role: 'system', output_config: { effort: 'low' } });
    expect(entries).toEqual(['warning item.configuration-update /conversation/items/1/generation/temperature']);
  });

  it('[U-LOSS-1] is not told where only the provider that did it may tell it', () => {
    expect(sent({ type: 'model-fallback', fromModel: 'a', toModel: 'b' }).entries).toEqual([
      'info item.model-fallback /conversation/items/1',
    ]);
    expect(sent({ type: 'tool-listing', serverLabel: 's', tools: [] }).entries).toEqual([
      'info item.tool-listing /conversation/items/1',
    ]);
  });
});

describe('what happened in a conversation of this dialect', () => {
  it('[U-LOSS-2] is not sent in part: a summary of the provider without its words stops the request', () => {
    const wire = body([
      {
        role: 'user',
        content: [
          { type: 'compaction', encrypted_content: 'RU5D' },
          { type: 'text', text: 'q' },
        ],
      },
    ]);
    const errors = refusal(read(wire).value, { requirements: { 'item.compaction-summary': 'required' } });
    expect(errors).toContain('error item.compaction-summary /conversation/items/0');
  });

  it('[U-CONV-3] goes on in a thread of the provider, or stops the request where the rest of it is nowhere', () => {
    const wire = asked({ thread: { type: 'continue', previous_message_id: 'msg_1' } });
    const { state: thread, ...rest } = read(wire).value;
    expect(rest.conversation.completeness).toBe('reference-only');
    expect(thread?.thread).toMatchObject({ value: 'continue' });
    expect(write({ ...rest, ...(thread === undefined ? {} : { state: thread }) }, { owner: OWNER }).wire).toEqual(wire);
    expect(refusal(rest, { owner: OWNER })).toEqual(['error conversation.completeness /conversation/completeness']);
  });
});
