import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isJsonObject } from '../../../../codegen/model.ts';
import { bundleTarget } from '../../../../codegen/target/bundle.ts';
import { fixtureModel } from '../support/fixture.ts';

async function bundles(): Promise<ReadonlyMap<string, unknown>> {
  const files = await bundleTarget.emit(await fixtureModel());
  return new Map(files.map(({ path, text }) => [path, JSON.parse(text)]));
}

describe('bundleTarget', () => {
  it('[D-1] writes one bundle per root and one of the whole family', async () => {
    expect([...(await bundles()).keys()].sort()).toEqual([
      'bundle/SampleItem.schema.json',
      'bundle/SampleRequest.schema.json',
      'sample/bundle.json',
    ]);
  });

  it('[D-1] writes root bundles that stand alone and hold only what the root reaches', async () => {
    const bundle = (await bundles()).get('bundle/SampleItem.schema.json');
    expect(bundle).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://urtext.dev/bundle/sample/1.0/SampleItem.schema.json',
      $ref: '#/$defs/SampleItem',
      title: 'SampleItem',
    });
    expect(bundle).not.toHaveProperty('$defs.SampleRequest');
    const [item] = (await fixtureModel()).families.map(({ definitions }) => definitions.get('SampleItem'));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      isJsonObject(Object(bundle)) ? Object(bundle) : {},
    );
    for (const value of item?.examples ?? []) expect(validate(value)).toBe(true);
    for (const { value } of item?.invalidExamples ?? []) expect(validate(value)).toBe(false);
  });

  it('[D-1] keeps documentation and marks, and sorts the definitions', async () => {
    const bundle = (await bundles()).get('sample/bundle.json');
    expect(bundle).toHaveProperty(
      '$defs.SampleRequest.properties.temperature.x-unified-feature',
      'generation.temperature',
    );
    expect(bundle).toHaveProperty('$defs.SampleRequest.properties.items.description', 'The history.');
    const names = Object.keys(Object(Object(bundle).$defs));
    expect(names).toEqual([...names].sort());
  });
});
