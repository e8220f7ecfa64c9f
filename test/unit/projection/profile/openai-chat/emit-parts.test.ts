import { describe, expect, it } from 'vitest';
import type { UnifiedContentPart } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { call, message, result, sampleRecord } from '../../../../support/sample-record.ts';
import { places, refusal, write } from './support.ts';

type Part = UnifiedContentPart extends infer P ? (P extends UnifiedContentPart ? Omit<P, 'id'> : never) : never;

/** A part in a message of the user of another dialect: what it becomes, and what is said about it. */
function made(part: Part) {
  const { wire, entries } = write(sampleRecord([message('user', 'see', part)]));
  const [first] = wire['messages'] as readonly { content: readonly JsonObject[] }[];
  return { part: first?.content[1], entries: places(entries) };
}

const refused = (part: Part) => places(refusal(sampleRecord([message('user', 'see', part)])));
const inline = (mediaType: string, data = 'AAAA') => ({ kind: 'inline', mediaType, data, encoding: 'base64' }) as const;
const at = (member = '') => `/conversation/items/0/content/1${member}`;

describe('images of another dialect', () => {
  it('[U-PART-3] go inline or by an address of the web', () => {
    expect(made({ type: 'image', source: inline('image/png') }).part).toEqual({
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,AAAA' },
    });
    expect(made({ type: 'image', source: { kind: 'url', url: 'https://a.test/x' }, detail: 'original' })).toEqual({
      part: { type: 'image_url', image_url: { url: 'https://a.test/x', detail: 'original' } },
      entries: [],
    });
  });

  it('[U-LOSS-2] that only their provider can fetch are an error, never dropped', () => {
    const owner = { profile: { family: 'vertex-gemini' }, provider: 'google' };
    const resource = { resourceType: 'file', resourceId: 'r', providerId: 'f', owner } as const;
    expect(refused({ type: 'image', source: { kind: 'url', url: 'gs://bucket/x.png' } })).toEqual([
      `error part.image ${at()}`,
    ]);
    expect(refused({ type: 'image', source: { kind: 'provider-resource', resource } })).toEqual([
      `error part.image ${at()}`,
    ]);
  });

  it('[U-PART-4] lose what this wire has no place for', () => {
    const image = {
      type: 'image',
      source: inline('image/png'),
      detail: 'medium',
      name: 'x.png',
      alternativeText: 'x',
    } as const;
    expect(made(image).entries.toSorted()).toEqual([
      `info part.image.alternative-text ${at('/alternativeText')}`,
      `info part.image.detail ${at('/detail')}`,
      `info part.media.name ${at('/name')}`,
    ]);
  });
});

describe('audio of another dialect', () => {
  it('[U-PART-3] goes inline as WAV or MP3, named by its media type where it has no format', () => {
    expect(made({ type: 'audio', source: inline('audio/wav') }).part).toEqual({
      type: 'input_audio',
      input_audio: { data: 'AAAA', format: 'wav' },
    });
    const audio = { type: 'audio', source: inline('audio/x-wav'), sampleRateHertz: 8000 } as const;
    expect(made(audio)).toEqual({
      part: { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      entries: [`warning part.audio.encoding ${at('/sampleRateHertz')}`, `info media.type ${at('/source/mediaType')}`],
    });
  });

  it('[U-LOSS-2] of other formats or places is an error', () => {
    expect(refused({ type: 'audio', source: inline('audio/flac') })).toEqual([`error part.audio ${at()}`]);
    expect(refused({ type: 'audio', source: inline('audio/flac'), format: 'flac' })).toEqual([
      `error part.audio ${at()}`,
    ]);
    expect(refused({ type: 'audio', source: { kind: 'url', url: 'https://a.test/x.wav' } })).toEqual([
      `error part.audio ${at()}`,
    ]);
  });
});

describe('documents and files of another dialect', () => {
  it('[U-PART-4] go as files; a title is their name where they have none', () => {
    expect(made({ type: 'document', source: inline('application/pdf'), title: 'r.pdf' })).toEqual({
      part: { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'r.pdf' } },
      entries: [],
    });
    expect(made({ type: 'document', source: inline('application/pdf'), title: 'Report', name: 'r.pdf' })).toEqual({
      part: { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'r.pdf' } },
      entries: [`info part.document.title ${at('/title')}`],
    });
    expect(made({ type: 'file', source: inline('text/csv'), name: 'a.csv' }).part).toEqual({
      type: 'file',
      file: { file_data: 'data:text/csv;base64,AAAA', filename: 'a.csv' },
    });
    expect(made({ type: 'document', source: inline('application/pdf') }).part).toEqual({
      type: 'file',
      file: { file_data: 'data:application/pdf;base64,AAAA' },
    });
  });

  it('[U-LOSS-1] that are text go as text, with each thing that this loses', () => {
    const source = { kind: 'inline', mediaType: 'text/markdown', data: '# T', encoding: 'utf8' } as const;
    expect(made({ type: 'document', source, title: 'T', name: 't.md', context: 'c' })).toEqual({
      part: { type: 'text', text: 'Title: T\nContext: c\n\n# T' },
      entries: [
        `info part.document.as-text ${at()}`,
        `info part.media.name ${at('/name')}`,
        `info media.type ${at('/source/mediaType')}`,
      ],
    });
    const bytes = { type: 'document', source: inline('application/pdf'), context: 'c' } as const;
    expect(made(bytes).entries).toEqual([`info part.document.context ${at('/context')}`]);
  });

  it('[U-PART-4][U-LOSS-1] that are made of blocks go as their text; other blocks follow as what they are', () => {
    const source = { kind: 'inline', mediaType: 'text/plain', data: '', encoding: 'utf8' } as const;
    const image = { id: 'b2', type: 'image', source: inline('image/png') } as const;
    const blocks = [
      { id: 'b0', type: 'text', text: 'one' },
      { id: 'b1', type: 'text', text: 'two', cache: {} },
    ] as const;
    const document = { type: 'document', source, title: 'T', blocks: [...blocks, image] } as const;
    const { wire, entries } = write(sampleRecord([message('user', document)]));
    expect(wire['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Title: T\n\none\ntwo' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ]);
    expect(places(entries)).toEqual([
      'info part.document.as-text /conversation/items/0/content/0',
      'info cache.breakpoint /conversation/items/0/content/0/blocks/1/cache',
    ]);
    const system = write(sampleRecord([message('system', { ...document, blocks })]));
    expect(system.wire['messages']).toEqual([{ role: 'system', content: 'Title: T\n\none\ntwo' }]);
  });

  it('[U-LOSS-2] behind an address, or at another provider, are an error', () => {
    expect(refused({ type: 'document', source: { kind: 'url', url: 'https://a.test/x.pdf' } })).toEqual([
      `error part.document ${at()}`,
    ]);
    expect(refused({ type: 'file', source: { kind: 'url', url: 'https://a.test/x.pdf' } })).toEqual([
      `error part.file ${at()}`,
    ]);
    const owner = { profile: { family: 'anthropic-messages' }, provider: 'anthropic' };
    const resource = { resourceType: 'file', resourceId: 'r', providerId: 'f', owner } as const;
    expect(refused({ type: 'file', source: { kind: 'provider-resource', resource } })).toEqual([
      `error source.provider-resource ${at()}`,
    ]);
  });
});

describe('what a search of another dialect found', () => {
  const found = {
    type: 'grounding-source',
    source: { url: 'https://a.test/x', title: 'X' },
    blocks: [
      { id: 'b0', type: 'text', text: 'one' },
      { id: 'b1', type: 'text', text: 'two' },
    ],
  } as const;
  const text = 'Title: X\nSource: https://a.test/x\n\none\ntwo';

  it('[U-PART-5][U-LOSS-1] is text that says where it is from', () => {
    expect(made(found)).toEqual({
      part: { type: 'text', text },
      entries: [`info part.grounding-source.as-text ${at()}`],
    });
    expect(made({ type: 'grounding-source', source: { name: 'kb', url: 'https://a.test' } }).part).toEqual({
      type: 'text',
      text: 'Source: kb\nURL: https://a.test\n',
    });
  });

  it('[U-PART-5][U-LOSS-1] stays in the result that holds it', () => {
    const { wire, entries } = write(sampleRecord([call('c'), result('c', found)]));
    expect(wire['messages']).toMatchObject([{ role: 'assistant' }, { role: 'tool', content: text }]);
    expect(places(entries)).toEqual(['info part.grounding-source.as-text /conversation/items/1/output/0']);
  });

  it('[U-LOSS-1] is left out without a name and without text', () => {
    const empty = { type: 'grounding-source', source: { title: '' } } as const;
    expect(made(empty).entries).toEqual([`warning part.grounding-source ${at()}`]);
  });
});

describe('summaries of a history', () => {
  const summary = { type: 'compaction-summary', role: 'assistant', trigger: 'size' } as const;
  const content = [{ id: 's', type: 'text', text: 'so far' }] as const;

  it('[U-ITEM-1][U-LOSS-1] that can be read are messages of the user at their place', () => {
    const { wire, entries } = write(
      sampleRecord([message('user', 'q'), { ...summary, content }, message('assistant', 'a')]),
    );
    expect(wire['messages']).toEqual([
      { role: 'user', content: 'q' },
      { role: 'user', content: 'so far' },
      { role: 'assistant', content: 'a' },
    ]);
    expect(places(entries)).toEqual([
      'info item.compaction-summary.trigger /conversation/items/1/trigger',
      'info item.compaction-summary.as-text /conversation/items/1',
    ]);
  });

  it('[U-LOSS-2] that only their provider can read are an error; a failed one stands for nothing', () => {
    const items = (more: object) => sampleRecord([message('user', 'q'), { ...summary, ...more }]);
    expect(places(refusal(items({})))).toEqual(['error item.compaction-summary /conversation/items/1']);
    const { wire, entries } = write(items({ failed: true }));
    expect(wire['messages']).toEqual([{ role: 'user', content: 'q' }]);
    expect(places(entries)).toContain('info item.compaction-summary /conversation/items/1');
  });
});

describe('parts that this wire has no place for', () => {
  it('[U-LOSS-2] are an error in a message of the user, each once', () => {
    expect(refused({ type: 'video', source: inline('video/mp4') })).toEqual([`error part.video ${at()}`]);
    expect(refused({ type: 'artifact-reference', source: inline('text/plain') })).toEqual([
      `error part.artifact-reference ${at()}`,
    ]);
  });

  it('[U-LOSS-1] are a difference where they are history of the model', () => {
    const image = { type: 'image', source: inline('image/png') } as const;
    const thought = { type: 'reasoning', channel: 'text', state: 'disclosed', text: 'hm' } as const;
    const { wire, entries } = write(sampleRecord([message('assistant', 'a', image, thought)]));
    expect(wire['messages']).toEqual([{ role: 'assistant', content: 'a' }]);
    expect(places(entries)).toEqual([
      `warning part.image ${at()}`,
      'warning part.reasoning /conversation/items/0/content/2',
    ]);
    const user = write(sampleRecord([message('user', 'a', thought)]));
    expect(places(user.entries)).toEqual([`warning part.reasoning ${at()}`]);
  });

  it('[U-LOSS-2] are an error in system text, which is text only', () => {
    const image = { type: 'image', source: inline('image/png') } as const;
    const json = { type: 'json', value: [1] } as const;
    const record = sampleRecord([message('system', 's', image, json)]);
    expect(places(refusal(record))).toEqual([`error item.role.system-content ${at()}`]);
    const { wire } = write(record, { requirements: { 'item.role.system-content': 'optional' } });
    expect(wire['messages']).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 's' },
          { type: 'text', text: '[1]' },
        ],
      },
    ]);
  });

  it('[U-PART-5][U-LOSS-1] citations stay behind, one entry each', () => {
    const citation = { type: 'url-citation', source: { url: 'https://a.test', title: 'A' } } as const;
    const text = { type: 'text', text: 'see A', annotations: [citation, citation] } as const;
    const { wire, entries } = write(sampleRecord([message('assistant', text)]));
    expect(wire['messages']).toEqual([{ role: 'assistant', content: 'see A' }]);
    expect(places(entries)).toEqual(
      [0, 1].map((index) => `warning part.text.annotations /conversation/items/0/content/0/annotations/${index}`),
    );
  });

  it('[U-PART-5][U-LOSS-1] citations stay behind wherever the text stands, each named for what it is', () => {
    const annotations = [
      { type: 'url-citation', source: { url: 'https://a.test', title: 'A' } },
      { type: 'document-citation', range: { unit: 'pages', base: 1, start: 1, end: 2 } },
    ] as const;
    for (const role of ['assistant', 'user'] as const) {
      const { entries } = write(sampleRecord([message(role, { type: 'text', text: 'see', annotations })]));
      expect(places(entries)).toEqual([
        'warning citation.document /conversation/items/0/content/0/annotations/1',
        'warning part.text.annotations /conversation/items/0/content/0/annotations/0',
      ]);
    }
  });

  it('[U-PART-2] a refusal stays one', () => {
    const { wire, entries } = write(sampleRecord([message('assistant', { type: 'refusal', refusal: 'no' })]));
    expect(wire['messages']).toEqual([{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }]);
    expect(entries).toEqual([]);
  });
});
