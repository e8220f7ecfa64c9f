import { describe, expect, it } from 'vitest';
import { guardsTarget } from '../../../../codegen/target/guards.ts';
import { planTarget } from '../../../../codegen/target/plan.ts';
import { fixtureModel } from '../support/fixture.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

async function written(path: string): Promise<Readonly<Record<string, unknown>>> {
  const folder = await temporaryFolder();
  const model = await fixtureModel();
  for (const target of [guardsTarget, planTarget]) await writeFiles(folder, await target.emit(model));
  await writeFiles(folder, [{ path: 'package.json', text: '{ "type": "module" }' }]);
  return importFrom(folder, path);
}

describe('guardsTarget', () => {
  it('[D-2] writes constants, closed and open lists of values', async () => {
    const guards = await written('sample/guards.ts');
    expect(guards).toMatchObject({
      SAMPLE_VERSION: '1.0',
      SAMPLE_ROLE_VALUES: ['user', 'assistant'],
      SAMPLE_LANGUAGE_VALUES: ['en', 'de'],
    });
  });

  it('[D-2] writes the table of unions: property, tag, type', async () => {
    const { UNIONS } = await written('sample/guards.ts');
    expect(UNIONS).toEqual({
      SampleItem: { property: 'type', tags: { message: 'SampleMessageItem', note: 'SampleNoteItem' } },
      SamplePart: { property: 'kind', tags: { text: 'SampleTextPart', image: 'SampleImagePart' } },
      SampleSource: { property: 'from', tags: { url: 'SampleUrlSource', inline: 'SampleInlineSource' } },
    });
  });

  it('[U-VAL-2] lists the bookkeeping properties of each type, those of bases among them', async () => {
    const { BOOKKEEPING } = await written('sample/guards.ts');
    expect(BOOKKEEPING).toEqual({
      SampleMessageItem: ['id', 'createdAt'],
      SampleNoteItem: ['id', 'createdAt'],
      SampleRequest: ['id'],
    });
  });

  it('[D-2] writes a guard per member that goes by the tag', async () => {
    const { isSampleNoteItem } = await written('sample/guards.ts');
    expect(typeof isSampleNoteItem).toBe('function');
    if (typeof isSampleNoteItem !== 'function') return;
    expect(isSampleNoteItem({ type: 'note' })).toBe(true);
    expect(isSampleNoteItem({ type: 'message' })).toBe(false);
  });
});

describe('planTarget', () => {
  it('[D-2] says of each property what stands in it', async () => {
    const { PLAN } = await written('sample/plan.ts');
    expect(PLAN).toMatchObject({
      SampleItem: { kind: 'union', property: 'type', tags: { message: 'SampleMessageItem', note: 'SampleNoteItem' } },
      SampleJsonBox: { kind: 'object', properties: { value: { json: true } } },
    });
    expect(PLAN).toHaveProperty('SampleMessageItem.properties', {
      type: {},
      id: { bookkeeping: true, text: true },
      createdAt: { bookkeeping: true, text: true },
      labels: { map: true, text: true },
      role: {},
      content: { list: true, child: 'SamplePart' },
      subject: { feature: 'message.subject', text: true, list: true },
    });
  });

  it('[D-2] carries the feature of a type and the marks of the secret scan', async () => {
    const { PLAN } = await written('sample/plan.ts');
    expect(PLAN).toHaveProperty('SampleNoteItem.feature', 'item.note');
    expect(PLAN).toHaveProperty('SampleUrlSource.properties.headersRef', { secret: true, text: true });
    expect(PLAN).toHaveProperty('SampleInlineSource.properties.data', { noSecretScan: true, text: true });
  });
});
