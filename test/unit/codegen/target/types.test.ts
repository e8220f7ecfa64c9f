import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../../codegen/model.ts';
import { guardsTarget } from '../../../../codegen/target/guards.ts';
import { planTarget } from '../../../../codegen/target/plan.ts';
import { typesTarget } from '../../../../codegen/target/types.ts';
import { validatorsTarget } from '../../../../codegen/target/validators.ts';
import { fixtureModel } from '../support/fixture.ts';
import { temporaryFolder, writeFiles } from '../support/written.ts';

const COMPILER = fileURLToPath(new URL('../../../../node_modules/typescript-native/bin/tsc', import.meta.url));

const OPTIONS = {
  compilerOptions: {
    target: 'ES2024',
    lib: ['ES2024'],
    module: 'nodenext',
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitReturns: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedModules: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['**/*.ts'],
};

/** What a user of the generated files may and may not write; the compiler fails on an expected error that is none. */
const USE = `
import { isSampleMessageItem, SAMPLE_LANGUAGE_VALUES, SAMPLE_VERSION, UNIONS } from './sample/guards.ts';
import { PLAN } from './sample/plan.ts';
import type { JsonObject, JsonValue, SampleItem, SampleLanguage, SampleMessageItem, SampleRequest } from './sample/types.ts';
import { SampleItem as validateItem } from './sample/validators.js';

export function nameOf(item: SampleItem): string {
  switch (item.type) {
    case 'message':
      return item.role;
    case 'note':
      return item.data === undefined ? '' : JSON.stringify(item.data.value);
    default:
      return item satisfies never;
  }
}

export const handlers: { readonly [Tag in SampleItem['type']]: (item: Extract<SampleItem, { type: Tag }>) => number } = {
  message: (item) => item.content.length,
  note: () => 0,
};

export const request: SampleRequest = { schemaVersion: SAMPLE_VERSION, id: 'r', items: [] };
export const known: SampleLanguage = SAMPLE_LANGUAGE_VALUES[0];
export const other: SampleLanguage = 'tlh';
export const value: JsonValue = [null, 1, 'a', { b: [true] }];
export const bag: JsonObject = { a: value };
export const tag: 'SampleNoteItem' = UNIONS.SampleItem.tags.note;
export const step = PLAN['SampleItem']?.kind;

export function narrow(input: unknown, item: SampleItem): readonly string[] {
  if (isSampleMessageItem(item)) return [item.role];
  if (validateItem(input)) return [input.id];
  return (validateItem.errors ?? []).map(({ message }) => message);
}

declare const message: SampleMessageItem;
// @ts-expect-error a list cannot be changed
message.content.push({ kind: 'text', text: '' });
// @ts-expect-error a property cannot be changed
message.id = 'other';
// @ts-expect-error a map cannot be changed
(message.labels ?? {})['a'] = 'b';
// @ts-expect-error absent is absent, not undefined
export const explicit: SampleRequest = { ...request, stream: undefined };
// @ts-expect-error there is no such property
export const surplus: SampleRequest = { ...request, streams: true };
// @ts-expect-error there is no such tag
export const unknown: SampleItem = { type: 'letter', id: 'i' };
// @ts-expect-error another version
export const version: SampleRequest = { ...request, schemaVersion: '2.0' };
// @ts-expect-error a closed list
export const role: SampleMessageItem = { ...message, role: 'robot' };
// @ts-expect-error no JSON
export const notJson: JsonValue = new Date();
`;

async function written(model: Model, use: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const target of [typesTarget, guardsTarget, planTarget, validatorsTarget])
    await writeFiles(folder, await target.emit(model));
  await writeFiles(folder, [
    { path: 'package.json', text: '{ "type": "module" }' },
    { path: 'tsconfig.json', text: JSON.stringify(OPTIONS) },
    { path: 'use.ts', text: use },
  ]);
  return folder;
}

function compilerOutput(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMPILER, '-p', join(folder, 'tsconfig.json')], (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

async function typesText(): Promise<string> {
  const files = await typesTarget.emit(await fixtureModel());
  return files[0]?.text ?? '';
}

describe('typesTarget', () => {
  it('[D-2] writes types, guards, plans and declarations that hold under the strictest settings', async () => {
    expect(await compilerOutput(await written(await fixtureModel(), USE))).toBe('');
  });

  it('[D-2] exports one type per definition, with none repeated or numbered', async () => {
    const model = await fixtureModel();
    const exported = [...(await typesText()).matchAll(/^export (?:type|interface) (\w+)/gm)].map(
      ([, name]) => name ?? '',
    );
    const defined = model.families.flatMap(({ definitions }) => [...definitions.keys()]);
    expect(exported.sort()).toEqual(defined);
  });

  it('[D-2] keeps the documentation, and says nothing of its own', async () => {
    const text = await typesText();
    expect(text).toContain('/**\n * What a client asks.\n *\n * The items are the history, oldest first.\n */');
    expect(text).toContain('   * @see SampleLabels');
    expect(text).not.toContain('This interface was referenced');
    expect(text).not.toContain('GeneratedTypes');
  });

  it('[D-2] makes every property and every list readonly', async () => {
    const text = await typesText();
    for (const [line] of text.matchAll(/^ {2}[^ ].*;$/gm)) expect(line).toMatch(/^ {2}readonly /);
    expect(text).not.toMatch(/(?<!readonly )\b\w+\[\]/);
  });
});
