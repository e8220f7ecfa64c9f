import { describe, expect, it } from 'vitest';
import type { UnifiedItem, UnifiedRequestV2 } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { back, body, OWNER, places, read, said, USER, write, written } from './support.ts';

function text(data: string): JsonObject {
  return { type: 'document', source: { type: 'text', media_type: 'text/plain', data } };
}

function cites(index: number): JsonObject {
  const place = { start_char_index: 0, end_char_index: 1 };
  const citation = { type: 'char_location', document_index: index, cited_text: 'a', document_title: null, ...place };
  return { role: 'assistant', content: [{ type: 'text', text: 'x', citations: [citation] }] };
}

/** Three documents in two messages, and a text that cites the last one. */
const BODY = body([
  { role: 'user', content: [text('one'), { type: 'text', text: 'q' }] },
  { role: 'assistant', content: 'go on' },
  { role: 'user', content: [text('two'), text('three')] },
  cites(2),
  USER,
]);

/** The record of the body with one item changed, written for its owner. */
function changed(change: (item: UnifiedItem, index: number) => UnifiedItem) {
  const { value, privateState } = read(BODY);
  const items = value.conversation.items.map(change);
  const record: UnifiedRequestV2 = { ...value, conversation: { ...value.conversation, items } };
  return write(record, { owner: OWNER, privateState });
}

const citedNumber = /"document_index":([0-9]+)/;

describe('the number of a cited document', () => {
  it('[U-PART-5] counts what is on the wire only, not what is hidden from the model', () => {
    const { emission } = changed((item, index) => (index === 0 ? { ...item, visibility: 'client' } : item));
    expect(citedNumber.exec(emission.text())?.[1]).toBe('1');
  });

  it('[U-PART-5] is the one of the wire’s order where results moved before other documents', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
    const answer = { type: 'tool_result', tool_use_id: 'toolu_1', content: [text('result')] };
    const sent = body([
      { role: 'user', content: [text('first')] },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [answer, text('later')] },
      cites(1),
      USER,
    ]);
    const { value, privateState } = read(sent);
    // The document of the user comes before the result in the history, which somebody else edited.
    const [question, made, result, later, ...rest] = value.conversation.items;
    const chat = { ...later?.provenance, profile: { family: 'openai-chat' } };
    const items = [question, made, { ...later, provenance: chat }, result, ...rest];
    const record = { ...value, conversation: { ...value.conversation, items } };
    // The items are those of the record in another order.
    const { emission } = write(record as UnifiedRequestV2, { owner: OWNER, privateState });
    expect(emission.text().indexOf('"result"')).toBeLessThan(emission.text().indexOf('"later"'));
    expect(citedNumber.exec(emission.text())?.[1]).toBe('1');
  });

  it('[U-PART-5][U-LOSS-1] is none where the document is not sent, and the citation is left out with an entry', () => {
    const { wire, entries } = changed((item, index) => (index === 2 ? { ...item, visibility: 'client' } : item));
    expect(JSON.stringify(wire)).not.toContain('citations');
    expect(places(entries)).toContain('warning citation.document /conversation/items/3/content/0/annotations/0');
  });

  it('[U-PROF-3] stays where a document before it is one that nobody knows', () => {
    const hologram = { type: 'document', source: { type: 'hologram', beam: 1 } };
    const sent = body([{ role: 'user', content: [hologram, text('one')] }, cites(1), USER]);
    expect(written(back(sent)).wire).toEqual(sent);
    const first = body([{ role: 'user', content: [hologram, text('one')] }, cites(0), USER]);
    expect(written(back(first)).wire).toEqual(first);
  });
});

describe('the caller of a call', () => {
  const CALLED = said(
    { type: 'server_tool_use', id: 'srvtoolu_9', name: 'code_execution', input: {} },
    {
      type: 'code_execution_tool_result',
      tool_use_id: 'srvtoolu_9',
      content: { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] },
    },
    {
      type: 'tool_use',
      id: 'toolu_1',
      name: 'f',
      input: {},
      caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' },
    },
  );

  it('[U-TOOL-5][U-LOSS-1] is not named when its own call is not sent', () => {
    const { value, privateState } = read(CALLED);
    const items = value.conversation.items.map((item) =>
      item.type.startsWith('code-execution') ? { ...item, visibility: 'client' as const } : item,
    );
    const record = { ...value, conversation: { ...value.conversation, items } };
    // The items are those of the record, some of them hidden.
    const { wire, entries } = write(record as UnifiedRequestV2, { owner: OWNER, privateState });
    expect(JSON.stringify(wire)).not.toContain('caller');
    expect(places(entries)).toContain('warning tool-call.caller /conversation/items/3/caller');
  });

  it('[U-PROF-3] is named as the wire named it', () => {
    const unheld = said({
      type: 'tool_use',
      id: 't',
      name: 'f',
      input: {},
      caller: { type: 'code_execution_20260120', tool_id: 'gone' },
    });
    for (const sent of [CALLED, unheld]) expect(written(back(sent)).wire).toEqual(sent);
  });
});
