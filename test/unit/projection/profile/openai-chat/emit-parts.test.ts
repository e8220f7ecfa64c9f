import { describe, expect, it } from 'vitest';
import type { UnifiedContentPart } from '../../../../../generated/unified/types.ts';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { message, sampleRecord } from '../../../../support/sample-record.ts';
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
      part: { type: 'text', text: '# T' },
      entries: [
        `info part.document.context ${at('/context')}`,
        `warning part.document ${at()}`,
        `info media.type ${at('/source/mediaType')}`,
        `info part.document.title ${at('/title')}`,
        `info part.media.name ${at('/name')}`,
      ],
    });
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

  it('[U-PART-2] a refusal stays one', () => {
    const { wire, entries } = write(sampleRecord([message('assistant', { type: 'refusal', refusal: 'no' })]));
    expect(wire['messages']).toEqual([{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }]);
    expect(entries).toEqual([]);
  });
});
