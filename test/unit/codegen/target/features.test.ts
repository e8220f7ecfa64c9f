import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../../codegen/build.ts';
import { SchemaError } from '../../../../codegen/finding.ts';
import { loadSchemas } from '../../../../codegen/load.ts';
import type { Json } from '../../../../codegen/model.ts';
import { featuresTarget, readFeatures } from '../../../../codegen/target/features.ts';
import { sampleModel } from '../support/sample.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

const SEED = {
  title: "The seed's value",
  advice: 'Say "do without".',
  defaultRequirement: 'preferred',
  modelVisible: true,
};
const CACHE = { title: 'A mark', advice: 'Pay more.', defaultRequirement: 'optional', modelVisible: false };

function withFeatures(features: Json) {
  return sampleModel({ 'capability/features.json': { features } });
}

describe('the feature table', () => {
  it('[D-2] holds each entry, sorted by code, and the codes as a type', async () => {
    const files = await featuresTarget.emit(await withFeatures({ 'generation.seed': SEED, 'cache.mark': CACHE }));
    expect(files.map(({ path }) => path)).toEqual(['features.ts']);
    expect(files[0]?.text).toContain("export type FeatureCode =\n  | 'cache.mark'\n  | 'generation.seed';");
    const folder = await temporaryFolder();
    await writeFiles(folder, files);
    const { FEATURES } = await importFrom(folder, 'features.ts');
    expect(FEATURES).toEqual({ 'cache.mark': CACHE, 'generation.seed': SEED });
  });

  it('[D-2] is not written where there is no vocabulary', async () => {
    expect(await featuresTarget.emit(await sampleModel({}))).toEqual([]);
  });

  it('[D-2] covers every feature code that the schemas of this project name', async () => {
    const model = buildModel(await loadSchemas({ root: 'schema' }));
    const known = new Set(readFeatures(model).map(({ code }) => code));
    const used = model.families.flatMap(({ definitions }) =>
      [...definitions.values()].flatMap((definition) => [
        definition.feature,
        ...(definition.kind === 'object' ? definition.properties.map(({ feature }) => feature) : []),
      ]),
    );
    expect(known.size).toBeGreaterThan(200);
    expect(used.filter((code) => code !== undefined && !known.has(code))).toEqual([]);
  });

  const rows: readonly (readonly [string, Json])[] = [
    ['a code that is no code', { Seed: SEED }],
    ['no title', { 'generation.seed': { ...SEED, title: 1 } }],
    ['no advice', { 'generation.seed': { title: 'x', defaultRequirement: 'preferred', modelVisible: true } }],
    ['a requirement that is none', { 'generation.seed': { ...SEED, defaultRequirement: 'must' } }],
    ['a visibility that is none', { 'generation.seed': { ...SEED, modelVisible: 'yes' } }],
    ['a list in place of an object', []],
  ];

  it.each(rows)('[D-2] refuses an entry with %s, and says which', async (_title, features) => {
    const model = await withFeatures(features);
    expect(() => featuresTarget.emit(model)).toThrow(SchemaError);
    expect(() => featuresTarget.emit(model)).toThrow(/^capability\/features\.json:1/);
  });
});
