import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkedModel } from '../../../../codegen/checked-model.ts';
import { type Finding, SchemaError } from '../../../../codegen/finding.ts';
import { parseSources, type Source } from '../../../../codegen/load.ts';
import { type Family, isJsonObject, type Json, type Model } from '../../../../codegen/model.ts';
import { splitPointer } from '../../../../codegen/pointer.ts';

/** A small schema folder in the authored style: bases, unions, lists open and closed, boxes, maps, two roots. */
export const FIXTURE = fileURLToPath(new URL('../fixture', import.meta.url));

/** A folder of annotations as somebody else would write it. */
export const ANNOTATION_FIXTURE = fileURLToPath(new URL('../fixture-annotation', import.meta.url));

/** The texts of the fixture. */
export async function fixtureSources(): Promise<readonly Source[]> {
  const entries = await readdir(FIXTURE, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (path) => {
      const name = relative(FIXTURE, path).replaceAll('\\', '/');
      return { path: name, display: name, text: await readFile(path, 'utf8') };
    }),
  );
}

/** The model of the fixture. */
export async function fixtureModel(): Promise<Model> {
  return checkedModel(parseSources(await fixtureSources()), { ownAddresses: false });
}

/** The one family of the fixture. */
export async function fixtureFamily(): Promise<Family> {
  const [family] = (await fixtureModel()).families;
  if (family === undefined) throw new Error('The fixture has no family.');
  return family;
}

/** A copy in which one file has another value at a pointer; with `undefined` the value is taken away. */
export function edited(
  sources: readonly Source[],
  path: string,
  pointer: string,
  value: Json | undefined,
): readonly Source[] {
  return sources.map((source) => {
    if (source.path !== path) return source;
    const json: Json = JSON.parse(source.text);
    return { ...source, text: JSON.stringify(replaced(json, splitPointer(pointer), value), null, 2) };
  });
}

function replaced(json: Json, tokens: readonly string[], value: Json | undefined): Json | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(json)) {
    const list: readonly Json[] = json;
    return list.map((entry, index) => (String(index) === token ? (replaced(entry, rest, value) ?? null) : entry));
  }
  if (!isJsonObject(json)) throw new Error(`Nothing stands at ${token}.`);
  const { [token]: old, ...others } = json;
  const next = replaced(old ?? {}, rest, value);
  const entries = Object.entries(json).map(([key, entry]) => [key, key === token ? next : entry] as const);
  if (next === undefined) return others;
  return old === undefined
    ? { ...json, [token]: next }
    : Object.fromEntries(entries.map(([key, entry]) => [key, entry ?? null]));
}

/** What is wrong with the sources, by the same path as a run of the generator. */
export function findingsOf(sources: readonly Source[], ownAddresses = false): readonly Finding[] {
  try {
    checkedModel(parseSources(sources), { ownAddresses });
    return [];
  } catch (error) {
    if (error instanceof SchemaError) return error.findings;
    throw error;
  }
}
