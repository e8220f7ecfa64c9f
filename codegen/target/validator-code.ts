/**
 * Text passes over the code that the standalone generator writes. Each is exact: it changes no verdict, and no error but for its wording.
 * They make the module free of `require`, fast on text lengths, about half as long, and shakeable by bundlers.
 */
export function compactValidatorCode(code: string): string {
  const passes = [
    withoutDirective,
    runtimeNames,
    lengthFastPath,
    plainPath,
    sharedErrors,
    nameSets,
    withoutUnusedSchemas,
    pureConstants,
    onePerLine,
    withImports,
  ];
  const compact = passes.reduce((text, pass) => pass(text), code);
  if (/\brequire\(/.test(compact)) throw new Error('The generated validators still load a module at run time.');
  return compact;
}

function withoutDirective(code: string): string {
  return code.replace(/^"use strict";/, '');
}

/** What the generator loads from libraries, by the name of the runtime function that stands in for it. */
const RUNTIME_SOURCES: readonly (readonly [source: string, name: string])[] = [
  ['require("ajv/dist/runtime/ucs2length").default', 'codePointLength'],
  ['require("ajv/dist/runtime/equal").default', 'deepEqual'],
  ['Object.prototype.hasOwnProperty', 'hasOwn'],
  ['runtimeFormats["date-time"]', 'isDateTime'],
];

function runtimeNames(code: string): string {
  return RUNTIME_SOURCES.reduce((text, [source, name]) => {
    const declaration = new RegExp(`const (\\w+) = ${escapeText(source)};`, 'g');
    const locals = [...text.matchAll(declaration)].map((match) => match[1] ?? '');
    return locals.reduce(
      (rest, local) => rest.replaceAll(new RegExp(`\\b${local}\\b`, 'g'), name),
      text.replace(declaration, ''),
    );
  }, code);
}

/** A code point is one or two units long, so most texts need no counting. */
function lengthFastPath(code: string): string {
  return code
    .replaceAll(/codePointLength\((\w+)\) > (\d+)/g, '($1.length > $2 && codePointLength($1) > $2)')
    .replaceAll(/codePointLength\((\w+)\) < (\d+)/g, (_all, data: string, least: string) =>
      least === '1'
        ? `${data}.length < 1`
        : `(${data}.length < ${2 * Number(least)} && codePointLength(${data}) < ${least})`,
    );
}

/** No keyword of ours looks at the parent or the root: functions take the value and its path, nothing else. */
function plainPath(code: string): string {
  return code
    .replaceAll('{instancePath="", parentData, parentDataProperty, rootData=data}={}', 'instancePath=""')
    .replaceAll('{instancePath,parentData,parentDataProperty,rootData}', 'instancePath')
    .replaceAll(
      /\{instancePath:((?:(?!\{instancePath|schemaPath:).)*?),parentData:(?:(?!\{instancePath).)*?,rootData\}/g,
      '$1',
    );
}

/** One function of the runtime makes the error objects, and words their messages. */
function sharedErrors(code: string): string {
  let rest = code;
  let done = '';
  for (let at = rest.indexOf(ERROR_START); at !== -1; at = rest.indexOf(ERROR_START)) {
    const { fields, end } = readObject(rest, at);
    const passed = ['instancePath', 'keyword', 'params'].map((name) => fields.get(name));
    if (passed.includes(undefined))
      throw new Error(`The validators make an error of unknown form: ${rest.slice(at, end)}`);
    done += `${rest.slice(0, at)}fault(${passed.join(', ')})`;
    rest = rest.slice(end);
  }
  return done + rest;
}

const ERROR_START = '{instancePath';

function readObject(
  code: string,
  start: number,
): { readonly fields: ReadonlyMap<string, string>; readonly end: number } {
  const fields = new Map<string, string>();
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < code.length; at += 1) {
    const character = code[at] ?? '';
    if (character === '"') at = endOfString(code, at);
    else if ('{[('.includes(character)) depth += 1;
    else if ('}])'.includes(character)) depth -= 1;
    if ((depth === 1 && character === ',') || depth === 0) {
      const [, name = '', value = name] = /^(\w+)(?::(.*))?$/s.exec(code.slice(from, at)) ?? [];
      fields.set(name, value);
      from = at + 1;
    }
    if (depth === 0) return { fields, end: at + 1 };
  }
  throw new Error('The generated validators hold an object that does not end.');
}

function endOfString(code: string, start: number): number {
  let at = start + 1;
  while (code[at] !== '"') at += code[at] === '\\' ? 2 : 1;
  return at;
}

/** A set of the known names in place of a search in the schema, which is then not needed. */
function nameSets(code: string): string {
  const sets = new Set<string>();
  const searching = code.replaceAll(
    /hasOwn\.call\((schema\d+)\.properties, (\w+)\)/g,
    (_all, schema: string, key: string) => {
      sets.add(schema);
      return `${schema}Names.has(${key})`;
    },
  );
  return [...sets].reduce((text, schema) => {
    const start = text.indexOf(`const ${schema} = {`);
    const { end } = readObject(text, text.indexOf('{', start));
    const { properties } = JSON.parse(text.slice(text.indexOf('{', start), end));
    const names = JSON.stringify(Object.keys(properties));
    return `${text.slice(0, start)}const ${schema}Names = /* @__PURE__ */ new Set(${names});${text.slice(start)}`;
  }, searching);
}

/** Schemas are quoted in the code for nothing else than their lists of allowed values. */
function withoutUnusedSchemas(code: string): string {
  const uses = new Map<string, number>();
  for (const [name] of code.matchAll(/\bschema\d+\b/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return withoutObjects(code, (name) => uses.get(name) === 1);
}

function withoutObjects(code: string, isUnused: (name: string) => boolean): string {
  let rest = code;
  let done = '';
  for (let match = SCHEMA_START.exec(rest); match !== null; match = SCHEMA_START.exec(rest)) {
    const [head, name = ''] = match;
    const { end } = readObject(rest, match.index + head.length - 1);
    done += isUnused(name) ? rest.slice(0, match.index) : rest.slice(0, end + 1);
    rest = rest.slice(end + 1);
  }
  return done + rest;
}

const SCHEMA_START = /const (schema\d+) = \{/;

/** Bundlers may drop an expression that is not known to be pure only when it says so. */
function pureConstants(code: string): string {
  return code.replaceAll(/const (\w+) = new RegExp\(/g, 'const $1 = /* @__PURE__ */ new RegExp(');
}

function onePerLine(code: string): string {
  return code.replaceAll(
    /(?<=[;}])(?=function validate\d+\(|const (?:schema|pattern)\d+(?:Names)? = |export const )/g,
    '\n',
  );
}

function withImports(code: string): string {
  const names = ['codePointLength', 'deepEqual', 'fault', 'hasOwn', 'isDateTime'];
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const imports = used.length === 0 ? '' : `import { ${used.join(', ')} } from './runtime.js';\n`;
  return `${imports}${code.trim()}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
