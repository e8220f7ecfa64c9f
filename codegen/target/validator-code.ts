import { compareText } from '../model.ts';
import * as runtime from '../runtime/runtime.js';

/**
 * Text passes over the code that the standalone generator writes. Each is exact: it changes no verdict and no fault, but
 * for the wording of its message. They make the module free of `require`, of bookkeeping that nobody reads and of most of
 * its length, and shakeable by bundlers. Throws for code of a form that they do not know.
 */
export function compactValidatorCode(code: string): string {
  const passes = [
    withoutDirective,
    runtimeNames,
    withoutContext,
    directCalls,
    sharedErrors,
    lengthFastPath,
    plainNumbers,
    withoutUnusedSchemas,
    pureConstants,
    onePerLine,
    withoutCounting,
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
  ['runtimeFormats["date-time"]', 'isDateTime'],
  ...Object.keys(runtime).map((name) => [`runtime.${name}`, name] as const),
];

function runtimeNames(code: string): string {
  const stands = new Map(RUNTIME_SOURCES);
  const names = new Map<string, string>();
  const rest = code.replaceAll(/const (\w+) = ([^;{]+);/g, (declaration, local: string, source: string) => {
    const name = stands.get(source);
    if (name === undefined) return declaration;
    names.set(local, name);
    return '';
  });
  return rest.replaceAll(/\b(?:func|formats)\d+\b/g, (local) => names.get(local) ?? local);
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

/** No keyword of ours looks at the parent, the root or the pointer: functions take the value, nothing else. */
function withoutContext(code: string): string {
  return code.replaceAll(', {instancePath="", parentData, parentDataProperty, rootData=data}={}', '');
}

/** A function that calls itself, in whatever roundabout way, needs no wrapper here: declarations are hoisted. */
function directCalls(code: string): string {
  const names = new Map<string, string>();
  const rest = code.replaceAll(/const (wrapper\d+) = \{validate: (validate\d+)\};/g, (_all, wrapper, validate) => {
    names.set(wrapper, validate);
    return '';
  });
  return rest.replaceAll(/\b(wrapper\d+)\.validate\b/g, (all, wrapper) => names.get(wrapper) ?? all);
}

/** One function of the runtime makes the error objects, and words their messages. */
function sharedErrors(code: string): string {
  let rest = code;
  let done = '';
  for (let at = rest.indexOf(ERROR_START); at !== -1; at = rest.indexOf(ERROR_START)) {
    const { fields, end } = readObject(rest, at);
    const passed = ['keyword', 'params'].map((name) => fields.get(name));
    if (passed.includes(undefined) || fields.get('instancePath') !== 'instancePath')
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

/** The number of a schema is finite where it is compared, and engines know what an integer is. */
function plainNumbers(code: string): string {
  return code
    .replaceAll(
      /\(\(typeof (\w+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
      'Number.isInteger($1)',
    )
    .replaceAll(/((\w+) [<>]=? [-\w.]+) \|\| isNaN\(\2\)/g, '$1');
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
  return code.replaceAll(/(?<=[;}])(?=function validate\d+\(|const (?:schema|pattern)\d+ = |export const )/g, '\n');
}

/**
 * A function that returns at the first fault has none to count, and touches `errors` only where somebody reads them:
 * an exported function leaves null there, every function its faults.
 */
function withoutCounting(code: string): string {
  const exported = new Set([...code.matchAll(/^export const \w+ = (validate\d+);/gm)].map(([, name]) => name));
  return code.replaceAll(/^function (validate\d+)\(.*$/gm, (text: string, name: string) => {
    if (/(?<![.\w])errors(?:\+\+| = (?!0;))/.test(text)) return text;
    const plain = text
      .replace('let vErrors = null;let errors = 0;', '')
      .replaceAll(/const _errs\d+ = errors;/g, '')
      .replaceAll(/if\(errors === (?:0|_errs\d+)\)\{/g, '{')
      .replace(`${name}.errors = vErrors;return errors === 0;`, `${exported.has(name) ? clear(name) : ''}return true;`);
    if (/\bvErrors\b|(?<!\.)\berrors ===/.test(plain))
      throw new Error(`The validators count in an unknown form: ${text}`);
    return plain;
  });
}

function clear(name: string): string {
  return `${name}.errors = null;`;
}

function withImports(code: string): string {
  const names = Object.keys(runtime).sort(compareText);
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const imports = used.length === 0 ? '' : `import { ${used.join(', ')} } from './runtime.js';\n`;
  return `${imports}${code.trim()}\n`;
}
