import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { call, type ItemSketch, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { chatRecord, fromChat, OTHER, OWNER, places, refusal, USER, write } from './support.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const PDF = 'data:application/pdf;base64,JVBERi0=';

/** The blocks of a Chat message of the user with these parts. */
function blocks(...parts: readonly JsonValue[]): unknown {
  const { wire } = fromChat([{ role: 'user', content: [{ type: 'text', text: 'q' }, ...parts] }]);
  const [first = {}] = wire['messages'] as readonly JsonObject[]; // it is a list of objects
  return (first['content'] as readonly JsonObject[]).slice(1); // and so is the content of that message
}

function recordOf(...items: readonly ItemSketch[]) {
  const generation = { maxOutputTokens: { value: 100, requirement: 'preferred' } } as const;
  return sampleRecord(items, { generation }, 'openai-chat');
}

describe('parts of the user', () => {
  it('[U-PART-3] are images with their bytes or their address', () => {
    expect(
      blocks(
        { type: 'image_url', image_url: { url: PNG } },
        { type: 'image_url', image_url: { url: 'https://a.test/i.png' } },
      ),
    ).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'image', source: { type: 'url', url: 'https://a.test/i.png' } },
    ]);
  });

  it('[U-PART-3][U-PART-4] are documents and texts with their titles', () => {
    expect(
      blocks(
        { type: 'file', file: { file_data: PDF, filename: 'a.pdf' } },
        { type: 'file', file: { file_data: 'data:text/plain;base64,aGkgw6k=', filename: 'a.txt' } },
      ),
    ).toEqual([
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi é' }, title: 'a.txt' },
    ]);
  });

  it('[U-PART-3] are what they are, however their data URL spells it', () => {
    const text = { type: 'text', media_type: 'text/plain', data: 'hi é' };
    expect(
      blocks(
        { type: 'image_url', image_url: { url: 'data:image/jpg;base64,/9j/' } },
        { type: 'image_url', image_url: { url: 'DATA:image/png;base64,iVBORw0KGgo=' } },
        { type: 'file', file: { file_data: 'data:text/plain;charset=utf-8;base64,aGkgw6k=' } },
        { type: 'file', file: { file_data: 'data:text/plain;charset=iso-8859-1;base64,aGkg6Q==' } },
        { type: 'file', file: { file_data: 'JVBERi0=', filename: 'a.pdf' } },
      ),
    ).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '/9j/' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
      { type: 'document', source: text },
      { type: 'document', source: text },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
    ]);
  });

  it('[U-LOSS-1] say which parameters of their type are left behind', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;name=a.png;base64,AAAA' } };
    const { entries } = write(chatRecord([{ role: 'user', content: [{ type: 'text', text: 'q' }, image] }]));
    expect(places(entries)).toEqual(['info media.type /conversation/items/0/content/1/source/mediaType']);
  });

  it('[U-PART-4] have no title that nobody gave', () => {
    expect(blocks({ type: 'file', file: { file_data: PDF } })).toEqual([
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
    ]);
  });

  it('[U-LOSS-2] that the target cannot read stop the request', () => {
    const asked = (part: JsonValue) => chatRecord([{ role: 'user', content: [{ type: 'text', text: 'q' }, part] }]);
    expect(refusal(asked({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }))).toEqual([
      'error part.audio /conversation/items/0/content/1',
    ]);
    expect(refusal(asked({ type: 'image_url', image_url: { url: 'data:image/bmp;base64,AAAA' } }))).toEqual([
      'error media.type /conversation/items/0/content/1',
    ]);
    expect(refusal(asked({ type: 'file', file: { file_data: 'data:application/zip;base64,AAAA' } }))).toEqual([
      'error media.type /conversation/items/0/content/1',
    ]);
    expect(refusal(asked({ type: 'file', file: { file_data: 'data:text/plain;base64,/w==' } }))).toEqual([
      'error media.type /conversation/items/0/content/1',
    ]);
    expect(refusal(asked({ type: 'file', file: { file_id: 'file-9' } }))).toEqual([
      'error source.provider-resource /conversation/items/0/content/1',
    ]);
  });

  it('[U-CONT-7] refer to files of the owner only', () => {
    const record = sampleRecord([
      {
        ...message('user', {
          type: 'image',
          source: {
            kind: 'provider-resource',
            resource: { resourceType: 'file', resourceId: 'f', providerId: 'file_1', owner: OWNER },
          },
        }),
      },
    ]);
    const [only] = write(record, { owner: OWNER }).wire['messages'] as readonly JsonObject[];
    expect(only?.['content']).toEqual([{ type: 'image', source: { type: 'file', file_id: 'file_1' } }]);
    expect(refusal(record, { owner: OTHER })).toEqual([
      'error source.provider-resource /conversation/items/0/content/0',
      'error conversation.history /conversation/items',
    ]);
  });

  it('[U-LOSS-1] lose the detail of an image with an entry', () => {
    const { entries } = fromChat([
      { role: 'user', content: [{ type: 'image_url', image_url: { url: PNG, detail: 'low' } }] },
    ]);
    expect(places(entries)).toEqual(['info part.image.detail /conversation/items/0/content/0/detail']);
  });
});

describe('parts of the model', () => {
  it('[U-PART-2][U-LOSS-3] are refusals as plain text, with an entry', () => {
    const { wire, entries } = fromChat([USER, { role: 'assistant', content: null, refusal: 'I cannot.' }, USER]);
    expect((wire['messages'] as readonly unknown[])[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'I cannot.' }],
    });
    expect(places(entries)).toEqual(['warning part.refusal /conversation/items/1/content/0']);
  });

  it('[U-LOSS-1] are no images, and a warning says so', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://a.test/i.png' } } as const;
    const record = recordOf(message('user', 'q'), message('assistant', 'here', image), message('user', 'n'));
    const { wire, entries } = write(record);
    expect((wire['messages'] as readonly unknown[])[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'here' }],
    });
    expect(places(entries)).toEqual(['warning part.image /conversation/items/1/content/1']);
  });
});

describe('parts of a result', () => {
  it('[U-TOOL-6] are blocks in their order', () => {
    const image = {
      type: 'image',
      source: { kind: 'inline', mediaType: 'image/png', data: 'AA==', encoding: 'base64' },
    } as const;
    const pdf = {
      type: 'document',
      source: { kind: 'inline', mediaType: 'application/pdf', data: 'BB==', encoding: 'base64' },
      title: 'r.pdf',
    } as const;
    const { wire, entries } = write(recordOf(message('user', 'q'), call('c1'), result('c1', 'shot', image, pdf)));
    expect((wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [
            { type: 'text', text: 'shot' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'BB==' },
              title: 'r.pdf',
            },
          ],
        },
      ],
    });
    expect(entries).toEqual([]);
  });

  it('[U-TOOL-6][U-LOSS-1] that fail without words get a sentence, because the target refuses none', () => {
    const { wire, entries } = write(recordOf(message('user', 'q'), call('c1'), { ...result('c1'), isError: true }));
    expect((wire['messages'] as readonly unknown[])[2]).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: 'The tool failed and said nothing.',
          is_error: true,
        },
      ],
    });
    expect(places(entries)).toEqual(['info tool-result.error /conversation/items/2']);
  });

  it('[U-TOOL-6][U-LOSS-1] name the tool of their call, or lose the name', () => {
    const named = (name: string) => {
      const twice = [call('c1', 'look'), result('c1', '1'), call('c2', 'other'), { ...result('c2', '2'), name }];
      return places(write(recordOf(message('user', 'q'), ...twice)).entries);
    };
    expect(named('other')).toEqual([]);
    expect(named('look')).toEqual(['info tool-result.name /conversation/items/4/name']);
  });

  it('[U-TOOL-6][U-LOSS-3] that are structured data are sent as its text', () => {
    const { wire, entries } = write(
      recordOf(message('user', 'q'), call('c1'), result('c1', { type: 'json', value: { a: 1 } })),
    );
    expect((wire['messages'] as readonly unknown[])[2]).toMatchObject({ content: [{ content: '{"a":1}' }] });
    expect(places(entries)).toContain('info tool-result.json /conversation/items/2/output/0');
  });
});

describe('citations', () => {
  it('[U-PART-5] of another dialect go where their document goes', () => {
    const pdf = {
      type: 'document',
      source: { kind: 'inline', mediaType: 'application/pdf', data: 'BB==', encoding: 'base64' },
    } as const;
    const cited = (documentPartId: string) =>
      recordOf(
        message('user', 'q', pdf, pdf),
        message('assistant', {
          type: 'text',
          text: 'x',
          annotations: [
            {
              type: 'document-citation',
              documentPartId,
              citedText: 'a',
              range: { start: 0, end: 2, base: 0, unit: 'pages' },
            },
          ],
        }),
        message('user', 'n'),
      );
    expect((write(cited('i0p2')).wire['messages'] as readonly unknown[])[1]).toMatchObject({
      content: [
        {
          text: 'x',
          citations: [
            {
              type: 'page_location',
              document_index: 1,
              cited_text: 'a',
              document_title: null,
              start_page_number: 1,
              end_page_number: 3,
            },
          ],
        },
      ],
    });
    const { wire, entries } = write(cited('gone'));
    expect((wire['messages'] as readonly unknown[])[1]).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'x' }],
    });
    expect(places(entries)).toEqual(['warning citation.document /conversation/items/1/content/0/annotations/0']);
  });
});
