import { describe, expect, it } from 'vitest';
import type { UnifiedContentPart } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { answered, asked, body, itemsOf, OWNER, read, said, told, USER, write } from './support.ts';

/** The parts of the first message of a body with these blocks, without what every part has. */
function parts(...blocks: readonly JsonObject[]): readonly object[] {
  const [item] = itemsOf(told(...blocks));
  if (item?.type !== 'message') throw new Error('it is one');
  return item.content.map(({ id: _id, providerData: _data, ...part }: UnifiedContentPart) => part);
}

const FILE = {
  resourceType: 'file',
  providerId: 'file_1',
  owner: { profile: { family: 'anthropic-messages' }, provider: 'anthropic' },
};

describe('messages of a Messages body', () => {
  it('[U-ITEM-1] become items with their place, their origin and their group', () => {
    const [system, user] = itemsOf(asked({ system: 's' }));
    expect(system).toEqual({
      id: 'req.item.0',
      conversationId: 'req.conversation.0',
      branchId: 'main',
      sequence: 0,
      createdAt: '1970-01-01T00:00:00.000Z',
      type: 'message',
      role: 'system',
      visibility: 'model',
      status: 'completed',
      groupId: 'req.system.0',
      content: [{ id: 'req.item.0.part.0', type: 'text', text: 's' }],
      provenance: {
        origin: 'client',
        profile: { family: 'anthropic-messages', revision: '2023-06-01' },
        wireForm: 'text',
      },
    });
    expect(user).toMatchObject({ role: 'user', parentId: 'req.item.0', groupId: 'req.message.0' });
    expect(read(asked({ system: 's' })).value.conversation).toMatchObject({
      headItemId: 'req.item.1',
      completeness: 'complete',
    });
  });

  it('[U-ITEM-5] keep the order of their blocks, as items of one group', () => {
    const [, ...items] = itemsOf(
      said(
        { type: 'thinking', thinking: '1', signature: 'UzE=' },
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ),
    );
    expect(items.slice(0, 4).map(({ type, groupId }) => `${type} ${groupId}`)).toEqual([
      'reasoning req.message.1',
      'message req.message.1',
      'tool-call req.message.1',
      'message req.message.1',
    ]);
    expect(items[3]).toMatchObject({ content: [{ text: 'b' }, { text: 'c' }] });
  });

  it('[U-VAL-3] tell a text, a list and nothing apart', () => {
    const forms = itemsOf(
      body([USER, { role: 'user', content: [{ type: 'text', text: 'q' }] }, { role: 'system', clear_at: 'never' }]),
    ).map(({ provenance }) => provenance.wireForm);
    expect(forms).toEqual(['text', 'parts', 'absent']);
  });

  it('[U-ITEM-2] keep system messages in the middle where they stand, with what they change', () => {
    const items = itemsOf(
      body([
        USER,
        {
          role: 'system',
          content: [
            { type: 'text', text: 'r' },
            { type: 'tool_removal', tool: { type: 'tool_reference', name: 'g' } },
          ],
          clear_at: 'next_user_message',
          output_config: { effort: 'low' },
        },
      ]),
    );
    expect(items.slice(1)).toMatchObject([
      { type: 'message', role: 'system', clearAt: 'next-user-message', content: [{ text: 'r' }] },
      { type: 'tool-set-change', changes: [{ action: 'remove', reference: { kind: 'function', name: 'g' } }] },
      {
        type: 'configuration-update',
        generation: { reasoning: { effort: { value: 'low', requirement: 'preferred' } } },
      },
    ]);
  });

  it('[U-GEN-1] that end with the model are a begun answer', () => {
    const begun = body([USER, { role: 'assistant', content: 'The answer is' }]);
    expect(read(begun).value.generation.prefill).toMatchObject({ value: true });
    expect(read(body([USER])).value.generation).not.toHaveProperty('prefill');
  });

  it('[U-ITEM-2] name compactions and changes of the model', () => {
    const [, fallback, summary, failed] = itemsOf(
      said(
        {
          type: 'fallback',
          from: { model: 'a' },
          to: { model: 'b' },
          trigger: { type: 'refusal', category: 'cyber' },
        },
        { type: 'compaction', content: 'sum' },
        { type: 'compaction', content: null },
      ),
    );
    expect(fallback).toMatchObject({
      type: 'model-fallback',
      fromModel: 'a',
      toModel: 'b',
      trigger: 'refusal',
      category: 'cyber',
    });
    expect(summary).toMatchObject({ type: 'compaction-summary', content: [{ text: 'sum' }] });
    expect(summary).toHaveProperty('coveredUnknownReason');
    expect(failed).toMatchObject({ type: 'compaction-summary', failed: true });
    expect(failed).not.toHaveProperty('content');
  });
});

describe('blocks of a Messages body', () => {
  it('[U-PART-1] have identifiers that say where they stand', () => {
    const [item] = itemsOf(
      told({ type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'x' }] } }),
    );
    expect(item).toMatchObject({
      content: [{ id: 'req.item.0.part.0', blocks: [{ id: 'req.item.0.part.0.part.0' }] }],
    });
  });

  it('[U-PART-2][U-PART-3] become parts with the bytes or the place of them', () => {
    expect(
      parts(
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
        { type: 'image', source: { type: 'url', url: 'https://a.test/i.png' } },
        {
          type: 'image',
          source: { type: 'file', file_id: 'file_1' },
          transformations: { oversized_image: 'downsize' },
        },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
        { type: 'document', source: { type: 'url', url: 'https://a.test/a.pdf' } },
        { type: 'document', source: { type: 'file', file_id: 'file_1' } },
        { type: 'container_upload', file_id: 'file_1' },
      ),
    ).toMatchObject([
      { type: 'image', source: { kind: 'inline', mediaType: 'image/png', data: 'AA==', encoding: 'base64' } },
      { type: 'image', source: { kind: 'url', url: 'https://a.test/i.png' } },
      { type: 'image', source: { kind: 'provider-resource', resource: FILE }, oversized: 'downsize' },
      { type: 'document', source: { kind: 'inline', mediaType: 'application/pdf', data: 'AA==', encoding: 'base64' } },
      { type: 'document', source: { kind: 'inline', mediaType: 'text/plain', data: 'x', encoding: 'utf8' } },
      { type: 'document', source: { kind: 'url', url: 'https://a.test/a.pdf' } },
      { type: 'document', source: { kind: 'provider-resource', resource: FILE } },
      {
        type: 'artifact-reference',
        purpose: 'container-upload',
        source: { kind: 'provider-resource', resource: FILE },
      },
    ]);
  });

  it('[U-PART-4] keep title, context and citations of a document, and invent none', () => {
    const source = { type: 'url', url: 'https://a.test/d' };
    expect(
      parts(
        { type: 'document', source, title: 't', context: 'c', citations: { enabled: true } },
        { type: 'document', source, citations: { enabled: false } },
        { type: 'document', source },
      ),
    ).toEqual([
      {
        type: 'document',
        source: { kind: 'url', url: 'https://a.test/d' },
        title: 't',
        context: 'c',
        citations: true,
      },
      { type: 'document', source: { kind: 'url', url: 'https://a.test/d' }, citations: false },
      { type: 'document', source: { kind: 'url', url: 'https://a.test/d' } },
    ]);
  });

  it('[U-PART-5] keep the source, the title and the text of search results', () => {
    expect(
      parts({
        type: 'search_result',
        source: 'kb/1',
        title: 'T',
        content: [{ type: 'text', text: 'x' }],
        citations: { enabled: true },
      }),
    ).toMatchObject([
      {
        type: 'grounding-source',
        source: { name: 'kb/1', title: 'T' },
        blocks: [{ type: 'text', text: 'x' }],
        citations: true,
      },
    ]);
  });

  it('[U-CACHE-1] carry marks with the time to live that they name, and without the one that they do not', () => {
    expect(
      parts(
        { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'text', text: 'b', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'c' },
      ),
    ).toEqual([
      { type: 'text', text: 'a', cache: { ttl: '1h' } },
      { type: 'text', text: 'b', cache: {} },
      { type: 'text', text: 'c' },
    ]);
  });

  it('[U-CACHE-1] take nothing in a schema or in arguments for a mark', () => {
    const mark = { cache_control: { type: 'ephemeral', ttl: '5m' } };
    const { value } = read({
      ...said({ type: 'tool_use', id: 'a', name: 'f', input: mark }),
      tools: [{ name: 'f', input_schema: { type: 'object', properties: mark } }],
    });
    expect(value.conversation.items[1]).toMatchObject({ input: { value: mark } });
    expect(value.conversation.items[1]).not.toHaveProperty('cache');
    expect(value.tools[0]).toMatchObject({ inputSchema: { schema: { type: 'object', properties: mark } } });
  });
});

describe('citations of a Messages body', () => {
  const DOCUMENT = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'abc' } };

  function cited(...citations: readonly JsonObject[]): readonly unknown[] {
    const [, item] = itemsOf(
      body([
        {
          role: 'user',
          content: [
            DOCUMENT,
            { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'y' }] },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'x', citations }] },
        USER,
      ]),
    );
    const part = item?.type === 'message' ? item.content[0] : undefined;
    return part?.type === 'text' ? (part.annotations ?? []) : [];
  }

  it('[U-PART-5] count from where the dialect counts, in its unit', () => {
    const shared = { cited_text: 'a', document_index: 0, document_title: 'T' };
    expect(
      cited(
        { type: 'char_location', ...shared, start_char_index: 0, end_char_index: 1 },
        { type: 'page_location', ...shared, start_page_number: 1, end_page_number: 2 },
        { type: 'content_block_location', ...shared, start_block_index: 0, end_block_index: 1 },
      ),
    ).toMatchObject([
      { range: { start: 0, end: 1, base: 0, unit: 'unicode-code-points' } },
      { range: { start: 1, end: 2, base: 1, unit: 'pages' } },
      { range: { start: 0, end: 1, base: 0, unit: 'blocks' } },
    ]);
  });

  it('[U-PART-5] point at the document that they are of, or keep the number of one that is not there', () => {
    const location = { type: 'char_location', cited_text: 'a', start_char_index: 0, end_char_index: 1 };
    expect(
      cited(
        { ...location, document_index: 0, document_title: 'T' },
        { ...location, document_index: 9, document_title: null, file_id: 'file_1' },
      ),
    ).toMatchObject([
      { type: 'document-citation', documentPartId: 'req.item.0.part.0', title: 'T', citedText: 'a' },
      { type: 'document-citation', documentIndex: 9, fileId: 'file_1' },
    ]);
  });

  it('[U-PART-5] keep the source of what was found', () => {
    expect(
      cited(
        {
          type: 'search_result_location',
          cited_text: 'y',
          search_result_index: 0,
          source: 's',
          title: 't',
          start_block_index: 0,
          end_block_index: 1,
        },
        {
          type: 'web_search_result_location',
          cited_text: 'w',
          url: 'https://a.test',
          title: 'T',
          encrypted_index: 'RU5D',
        },
      ),
    ).toMatchObject([
      {
        type: 'search-result-citation',
        searchResultIndex: 0,
        source: { name: 's', title: 't' },
        citedText: 'y',
        range: { start: 0, end: 1, unit: 'blocks' },
      },
      {
        type: 'web-search-citation',
        source: { url: 'https://a.test', title: 'T' },
        citedText: 'w',
        privateState: { kind: 'encrypted-index' },
      },
    ]);
  });
});

describe('the documents that citations count', () => {
  const PDF = { type: 'document', source: { type: 'url', url: 'https://a.test/a.pdf' } };
  const CITED = {
    type: 'text',
    text: 'x',
    citations: [
      {
        type: 'page_location',
        cited_text: 'a',
        document_index: 2,
        document_title: null,
        start_page_number: 1,
        end_page_number: 2,
      },
    ],
  };
  const BODY = body([
    { role: 'user', content: [PDF] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_fetch', input: {} },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: { type: 'web_fetch_result', url: 'https://a.test/a.pdf', content: PDF },
        },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [PDF] }] },
    { role: 'assistant', content: [CITED] },
    USER,
  ]);

  it('[U-PART-5] are those of messages, of results and of what was fetched', () => {
    const items = itemsOf(BODY);
    expect(items[5]).toMatchObject({
      content: [{ annotations: [{ documentPartId: 'req.item.4.part.0' }] }],
    });
  });

  it('[U-PART-5] are counted again when the history has changed', () => {
    const { value, privateState } = read(BODY);
    const [, ...items] = value.conversation.items; // without the document of the user
    const question = { ...value.conversation.items[0], content: [{ id: 'q', type: 'text', text: 'q' }] };
    const changed = { ...value, conversation: { ...value.conversation, items: [question, ...items] } };
    // Only the content of a message is another one.
    const { wire } = write(changed as typeof value, { owner: OWNER, privateState });
    expect((wire['messages'] as readonly unknown[])[3]).toMatchObject({
      content: [{ citations: [{ document_index: 1 }] }],
    });
  });
});

describe('results of a Messages body', () => {
  it('[U-TOOL-6] keep text, blocks, nothing and failure', () => {
    const result = (...given: Parameters<typeof answered>) => itemsOf(answered(...given))[2];
    expect(result('x')).toMatchObject({ output: [{ type: 'text', text: 'x' }], provenance: { wireForm: 'text' } });
    expect(result('')).toMatchObject({ output: [{ type: 'text', text: '' }] });
    expect(result([])).toMatchObject({ output: [], provenance: { wireForm: 'parts' } });
    expect(result()).not.toHaveProperty('output');
    expect(result('bad', { is_error: true })).toMatchObject({ isError: true });
    expect(result('good')).not.toHaveProperty('isError');
  });

  it('[U-TOOL-6] keep references to tools and the state of a browser', () => {
    const [, , item] = itemsOf(
      answered([
        { type: 'tool_reference', tool_name: 'g', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'a' },
        {
          type: 'browser_state',
          tabs: [{ tab_id: '1', title: 'T', url: 'https://a.test', active: true }],
          state_changes: [{ type: 'tab_opened', tab_id: '1' }],
        },
      ]),
    );
    expect(item).toMatchObject({
      output: [{ type: 'text', text: 'a' }],
      toolReferences: [{ kind: 'function', name: 'g', cache: {} }],
      browserState: {
        tabs: [{ tabId: '1', title: 'T', url: 'https://a.test', active: true }],
        changes: { value: [{ type: 'tab_opened', tab_id: '1' }] },
      },
    });
  });

  it('[U-ITEM-5] stay in the message that they stand in, whoever speaks there', () => {
    const [, , user, model] = itemsOf(
      body([
        USER,
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '1' }] },
        { role: 'assistant', content: [{ type: 'tool_result', tool_use_id: 'a', content: '2' }] },
        USER,
      ]),
    );
    expect([user?.role, model?.role]).toEqual(['tool', 'assistant']);
  });

  it('[U-TOOL-6] answer calls of one message that share an identifier in their order', () => {
    const call = (n: number) => ({ type: 'tool_use', id: 't', name: 'f', input: { n } });
    const result = (content: string) => ({ type: 'tool_result', tool_use_id: 't', content });
    const made = itemsOf(
      body([
        USER,
        { role: 'assistant', content: [call(1), call(2)] },
        { role: 'user', content: [result('A'), result('B')] },
      ]),
    );
    const ids = made.flatMap((item) => ('callId' in item ? [item.callId] : []));
    expect(ids).toEqual(['req.call.0', 'req.call.1', 'req.call.0', 'req.call.1']);
  });

  it('[U-TOOL-5] share the identifier of their call, and keep the one of the wire', () => {
    const [, call, result] = itemsOf(answered('x'));
    expect(call).toMatchObject({ callId: 'req.call.0', provenance: { providerCallId: 'toolu_1' } });
    expect(result).toMatchObject({ callId: 'req.call.0', provenance: { providerCallId: 'toolu_1' } });
  });
});
