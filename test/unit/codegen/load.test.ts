import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SchemaError } from '../../../codegen/finding.ts';
import { loadSchemas, parseSources } from '../../../codegen/load.ts';
import { ANNOTATION_FIXTURE, edited, FIXTURE, findingsOf, fixtureSources } from './support/fixture.ts';
import { temporaryFolder, writeFiles } from './support/written.ts';

const MESSAGE = 'sample/1.0/item/message.schema.json';

function syntaxError(text: string): string {
  try {
    parseSources([{ path: 'a/b.schema.json', display: 'a/b.schema.json', text }]);
    return '';
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

describe('loadSchemas', () => {
  it('[D-1] reads schemas and data apart, under paths below the root', async () => {
    const { files, data } = await loadSchemas({ root: FIXTURE });
    expect(files.map(({ path }) => path)).toEqual([
      'sample/1.0/common.schema.json',
      'sample/1.0/item/base.schema.json',
      'sample/1.0/item/item.schema.json',
      'sample/1.0/item/message.schema.json',
      'sample/1.0/item/note.schema.json',
      'sample/1.0/part.schema.json',
      'sample/1.0/request.schema.json',
    ]);
    expect(data.map(({ path }) => path)).toEqual(['capability/features.json']);
  });

  it('[D-1] reads a folder of annotations as the family of that name', async () => {
    const { files } = await loadSchemas({ root: ANNOTATION_FIXTURE, prefix: 'annotation' });
    expect(files.map(({ path }) => path)).toEqual(['annotation/acme/review.schema.json']);
  });

  it('[D-1] says so when a folder is not there or holds no schema', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, [{ path: 'notes.json', text: '{}' }]);
    for (const root of [folder, `${folder}/nowhere`]) {
      const loading = loadSchemas({ root });
      await expect(loading).rejects.toThrow(SchemaError);
      await expect(loading).rejects.toThrow(`There is no schema in the folder ${root}.`);
    }
  });

  it('[D-1] finds the same paths however the root is written', async () => {
    const written = [`${FIXTURE}/`, relative('.', FIXTURE), `./${relative('.', FIXTURE)}`];
    const { files } = await loadSchemas({ root: FIXTURE });
    for (const root of written) {
      const loaded = await loadSchemas({ root });
      expect(loaded.files.map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    }
  });

  it.each([
    ['a missing comma', '{\n  "a": 1\n  "b": 2\n}', 'a/b.schema.json:3', 'Line 3, column 3: expected a comma'],
    ['a comma too many', '{\n  "a": 1,\n}', 'a/b.schema.json:3', 'expected a property name in double quotes'],
    ['an end too early', '{\n  "a": [1', 'a/b.schema.json:2', 'expected a comma or a closing bracket'],
    ['an open string', '{\n  "a": "b\n}', 'a/b.schema.json:2', 'expected the closing quote of the string'],
    ['a comment', '{\n  // why\n  "a": 1\n}', 'a/b.schema.json:2', 'expected no comment'],
    ['an empty file', '', 'a/b.schema.json:1', 'expected a value'],
    ['a name twice', '{\n  "a": 1,\n  "a": 2\n}', 'a/b.schema.json:3 at /a', 'The name "a" stands twice'],
    ['a list', '[]', 'a/b.schema.json:1', 'The file is no object.'],
  ])('[D-1] ends in one finding with its place for %s', (_title, text, place, message) => {
    const error = syntaxError(text);
    expect(error).toContain(place);
    expect(error).toContain(message);
    expect(error.match(/\[[a-z-]+\]/g)).toHaveLength(1);
  });

  it('[D-1] names the line on which a fault stands', async () => {
    const sources = edited(
      await fixtureSources(),
      MESSAGE,
      '/$defs/SampleMessageItem/properties/role/$ref',
      '#/$defs/X',
    );
    const [finding] = findingsOf(sources);
    const text = sources.find(({ path }) => path === MESSAGE)?.text ?? '';
    expect(text.split('\n')[(finding?.line ?? 0) - 1]).toContain('"$ref": "#/$defs/X"');
  });
});
