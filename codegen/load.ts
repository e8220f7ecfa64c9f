import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Finding, SchemaError } from './finding.ts';
import { compareText, type DataFile, isJsonObject, type Json, type SourceFile } from './model.ts';
import { joinPointer, splitPointer } from './pointer.ts';

/** The files below a schema root, parsed. */
export interface LoadedSchemas {
  readonly files: readonly SourceFile[];
  readonly data: readonly DataFile[];
}

export interface LoadOptions {
  /** The folder to read: every `*.schema.json` below it is a schema, every other `*.json` is data. */
  readonly root: string;
  /** Put before each path: `annotation` reads a folder of annotations as the family of that name. */
  readonly prefix?: string;
}

const SCHEMA_ENDING = '.schema.json';
const NESTING_OF_ARRAY_OR_OBJECT = new Set(['array', 'object']);

/** The text of one JSON file: its path below the schema root, and where it is for a human. */
export interface Source {
  readonly path: string;
  readonly display: string;
  readonly text: string;
}

/** Reads a schema folder. Throws a SchemaError as parseSources does, or if no schema is there, and what the disk throws. */
export async function loadSchemas({ root: named, prefix }: LoadOptions): Promise<LoadedSchemas> {
  // A path that is made relative to its own folder is empty.
  const root = named === '' ? '.' : named;
  const sources: Source[] = [];
  for (const name of await jsonFilesBelow(root)) {
    const text = await readFile(join(root, name), 'utf8');
    const path = prefix === undefined ? name : posix.join(prefix, name);
    sources.push({ path, display: join(root, name), text });
  }
  if (!sources.some(({ path }) => path.endsWith(SCHEMA_ENDING))) throw new SchemaError([nothingThere(root)]);
  return parseSources(sources);
}

/** Parses the texts. Throws a SchemaError with one finding per text that is no JSON, repeats a name, or is no schema. */
export function parseSources(sources: readonly Source[]): LoadedSchemas {
  const findings: Finding[] = [];
  const files: SourceFile[] = [];
  const data: DataFile[] = [];
  for (const { path, display, text } of sources) {
    const parsed = parseFile(display, text);
    if ('finding' in parsed) findings.push(parsed.finding);
    else if (!path.endsWith(SCHEMA_ENDING)) data.push({ path, text, json: parsed.json });
    else if (isJsonObject(parsed.json)) files.push({ path, display, text, json: parsed.json, lineAt: parsed.lineAt });
    else findings.push(notAnObject(display));
  }
  if (findings.length > 0) throw new SchemaError(findings);
  return { files, data };
}

async function jsonFilesBelow(root: string): Promise<readonly string[]> {
  if (!existsSync(root) || !statSync(root).isDirectory()) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort(compareText);
}

function nothingThere(root: string): Finding {
  return {
    file: root,
    line: 1,
    pointer: '',
    rule: 'schema-folder',
    message: `There is no schema in the folder ${root}.`,
    advice: `Name a folder that holds files ending in "${SCHEMA_ENDING}".`,
  };
}

type Parsed = { readonly json: Json; readonly lineAt: (pointer: string) => number } | { readonly finding: Finding };

function parseFile(display: string, text: string): Parsed {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const first = errors[0];
  if (first !== undefined || tree === undefined) return { finding: syntaxFinding(display, text, first) };
  const repeated = repeatedName(tree, '');
  if (repeated !== undefined) return { finding: repeatedFinding(display, text, repeated) };
  // The parser accepted the text strictly, so JSON.parse gives the value that every other reader sees.
  return { json: JSON.parse(text) as Json, lineAt: (pointer) => lineOf(text, offsetOf(tree, pointer)) };
}

function syntaxFinding(display: string, text: string, error: ParseError | undefined): Finding {
  const offset = error?.offset ?? 0;
  const line = lineOf(text, offset);
  const column = offset - text.lastIndexOf('\n', offset - 1);
  const expected = error === undefined ? 'a JSON value' : (EXPECTED[printParseErrorCode(error.error)] ?? 'valid JSON');
  return {
    file: display,
    line,
    pointer: '',
    rule: 'json-syntax',
    message: `Line ${line}, column ${column}: expected ${expected}.`,
    advice: 'Mend the JSON at this place.',
  };
}

const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a property name in double quotes',
  ValueExpected: 'a value',
  ColonExpected: 'a colon after the property name',
  CommaExpected: 'a comma or the end of the object or array',
  CloseBraceExpected: 'a comma or a closing brace',
  CloseBracketExpected: 'a comma or a closing bracket',
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'no comment: JSON has none',
  UnexpectedEndOfString: 'the closing quote of the string',
  InvalidEscapeCharacter: 'a valid escape in the string',
  InvalidCharacter: 'no control character in the string',
};

interface RepeatedName {
  readonly name: string;
  readonly pointer: string;
  readonly offset: number;
}

function repeatedName(node: Node, pointer: string): RepeatedName | undefined {
  if (!NESTING_OF_ARRAY_OR_OBJECT.has(node.type)) return undefined;
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = node.type === 'object' ? (child.children ?? []) : [undefined, child];
    const token: string | number = key === undefined ? index : String(key.value);
    const path = joinPointer(pointer, token);
    if (key !== undefined && seen.has(String(token))) return { name: String(token), pointer: path, offset: key.offset };
    seen.add(String(token));
    const below = value === undefined ? undefined : repeatedName(value, path);
    if (below !== undefined) return below;
  }
  return undefined;
}

function repeatedFinding(display: string, text: string, { name, pointer, offset }: RepeatedName): Finding {
  return {
    file: display,
    line: lineOf(text, offset),
    pointer,
    rule: 'json-repeated-name',
    message: `The name "${name}" stands twice in this object, and JSON readers keep only the last.`,
    advice: 'Remove or rename one of them.',
  };
}

function notAnObject(display: string): Finding {
  return {
    file: display,
    line: 1,
    pointer: '',
    rule: 'file-shape',
    message: 'The file is no object.',
    advice: 'A schema file is an object with "$schema", "$id", "title", "description" and "$defs".',
  };
}

function offsetOf(tree: Node, pointer: string): number {
  let node = tree;
  let offset = tree.offset;
  for (const token of splitPointer(pointer)) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(token) : token]);
    if (next === undefined) break;
    node = next;
    offset = next.parent?.type === 'property' ? next.parent.offset : next.offset;
  }
  return offset;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
