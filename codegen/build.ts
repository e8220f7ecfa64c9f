import { posix } from 'node:path';
import { type AuthoredDefinition, type AuthoredFamily, isBase } from './authored.ts';
import { classify } from './classify.ts';
import { type Report, withFindings } from './finding.ts';
import { flattenDefinition } from './flatten.ts';
import type { LoadedSchemas } from './load.ts';
import {
  compareText,
  type Definition,
  type Family,
  isJsonObject,
  type Json,
  type Model,
  type SchemaObject,
  type SourceFile,
} from './model.ts';
import { joinPointer } from './pointer.ts';

/**
 * Resolves, flattens and classifies the loaded files.
 * Throws a SchemaError with all findings of the first stage that has any: names and references, bases, kinds.
 */
export function buildModel({ files, data }: LoadedSchemas): Model {
  const collected = withFindings((report) => collectFamilies(files, report));
  const families = withFindings((report) => collected.map((family) => buildFamily(family, report)));
  return { families, data };
}

interface CollectedFamily {
  readonly name: string;
  readonly version?: string;
  readonly files: readonly SourceFile[];
  readonly authored: AuthoredFamily;
}

function collectFamilies(files: readonly SourceFile[], report: Report): readonly CollectedFamily[] {
  const byFamily = Map.groupBy(files, (file) => familyOf(file.path));
  return [...byFamily]
    .sort(([left], [right]) => compareText(left, right))
    .map(([name, members]) => {
      const versions = new Set(members.map((file) => versionOf(file.path)));
      const [version] = versions;
      const last = members.at(-1);
      if (versions.size > 1 && last !== undefined)
        report(last, '', 'family-version', `The family ${name} has files of several versions.`, 'Keep one folder.');
      const authored = collectDefinitions(members, report);
      return { name, files: members, authored, ...(version === undefined ? {} : { version }) };
    });
}

function familyOf(path: string): string {
  return path.split('/')[0] ?? path;
}

function versionOf(path: string): string | undefined {
  const folder = path.split('/')[1] ?? '';
  return /^\d+(\.\d+)*$/.test(folder) ? folder : undefined;
}

function collectDefinitions(files: readonly SourceFile[], report: Report): AuthoredFamily {
  const homes = new Map<string, SourceFile>();
  const byPath = new Map(files.map((file) => [file.path, file]));
  const authored = new Map<string, AuthoredDefinition>();
  for (const file of files) {
    for (const [name, schema] of Object.entries(definitionsIn(file))) {
      const pointer = joinPointer('/$defs', name);
      const home = homes.get(name);
      if (home !== undefined) {
        const message = `The name ${name} is already taken in ${home.display}.`;
        report(file, pointer, 'duplicate-name', message, 'Names are unique in a family: rename one of them.');
        continue;
      }
      homes.set(name, file);
      const resolved = resolveReferences(schema, pointer, file, byPath, report);
      if (isJsonObject(resolved)) authored.set(name, { name, file, pointer, schema: resolved });
    }
  }
  return new Map([...authored].sort(([left], [right]) => compareText(left, right)));
}

/** The `$defs` of a file; empty where it has none. */
export function definitionsIn(file: SourceFile): SchemaObject {
  const definitions = file.json['$defs'];
  return isJsonObject(definitions) ? definitions : {};
}

/** Keywords whose values are data, in which `$ref` is no reference. */
const DATA_KEYWORDS = new Set(['examples', 'x-unified-invalid-examples', 'const', 'enum', 'default']);

function resolveReferences(
  value: Json,
  pointer: string,
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
  report: Report,
): Json {
  if (Array.isArray(value))
    return value.map((entry, index) => resolveReferences(entry, joinPointer(pointer, index), file, byPath, report));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const path = joinPointer(pointer, key);
      if (DATA_KEYWORDS.has(key) && !pointer.endsWith('/properties')) return [key, entry];
      if (key !== '$ref' || typeof entry !== 'string')
        return [key, resolveReferences(entry, path, file, byPath, report)];
      return [key, resolveReference(entry, path, file, byPath, report)];
    }),
  );
}

function resolveReference(
  reference: string,
  pointer: string,
  file: SourceFile,
  byPath: ReadonlyMap<string, SourceFile>,
  report: Report,
): string {
  const match = /^([^#]*)#\/\$defs\/([^/]+)$/.exec(reference);
  if (match === null) {
    const message = `The reference "${reference}" does not name a definition.`;
    report(file, pointer, 'reference-form', message, 'Write "file.schema.json#/$defs/Name", relative to this file.');
    return reference;
  }
  const [, address = '', name = ''] = match;
  const path = address === '' ? file.path : posix.join(posix.dirname(file.path), address);
  const target = byPath.get(path);
  if (familyOf(path) !== familyOf(file.path)) {
    const message = `The reference "${reference}" leaves the family ${familyOf(file.path)}.`;
    report(file, pointer, 'reference-family', message, 'A family is self-contained: define the type in it.');
  } else if (target === undefined) {
    const message = `The reference "${reference}" leads to no file.`;
    report(file, pointer, 'reference-file', message, adviceForFile(path, file, byPath));
  } else if (!Object.hasOwn(definitionsIn(target), name)) {
    const message = `The reference "${reference}" leads to no definition: ${target.display} has none named ${name}.`;
    report(file, pointer, 'reference-name', message, adviceForName(name, target, byPath));
  }
  return `#/$defs/${name}`;
}

function adviceForFile(path: string, file: SourceFile, byPath: ReadonlyMap<string, SourceFile>): string {
  const sameName = [...byPath.keys()].find((candidate) => posix.basename(candidate) === posix.basename(path));
  if (sameName === undefined) return 'Create the file, or correct the path.';
  return `Did you mean "${posix.relative(posix.dirname(file.path), sameName)}"?`;
}

function adviceForName(name: string, target: SourceFile, byPath: ReadonlyMap<string, SourceFile>): string {
  const home = [...byPath.values()].find((file) => Object.hasOwn(definitionsIn(file), name));
  if (home !== undefined) return `${name} is defined in ${home.display}.`;
  const names = Object.keys(definitionsIn(target));
  return names.length === 0 ? 'The file defines nothing.' : `It has ${names.slice(0, 12).join(', ')}.`;
}

function buildFamily({ name, version, files, authored }: CollectedFamily, report: Report): Family {
  const definitions = new Map<string, Definition>();
  for (const definition of authored.values()) {
    if (isBase(definition)) continue;
    const schema = flattenDefinition(definition, authored, report);
    const classified = classify({ ...definition, schema }, name, authored, report);
    if (classified !== undefined) definitions.set(definition.name, classified);
  }
  for (const { name: user, file, pointer, references } of definitions.values()) {
    for (const reference of references) {
      const target = authored.get(reference);
      if (target === undefined || !isBase(target)) continue;
      const message = `${user} refers to ${reference}, which is only a base of others.`;
      report(file, pointer, 'base-reference', message, 'Refer to a definition that extends it.');
    }
  }
  return { name, files, definitions, ...(version === undefined ? {} : { version }) };
}
