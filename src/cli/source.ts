import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { JsonValue } from '../core/json.ts';
import { type ExactNumbers, parseJson } from '../core/parse-json.ts';
import { repeatedName } from '../core/repeated-name.ts';
import type { Issue } from '../index.ts';
import { EXIT } from './exit-code.ts';
import { CliFailure } from './failure.ts';
import type { CliIo } from './io.ts';

/** What a file argument named: its bytes, so that digits survive, and its text, so that places can be shown. */
export interface Source {
  /** The name as it was given, or `<stdin>`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Without a byte order mark; bytes that are not UTF-8 show as U+FFFD. */
  readonly text: string;
}

/** Reads a file, or standard input for `-`. Throws CliFailure for a file that cannot be read. */
export async function readSource(file: string, io: CliIo): Promise<Source> {
  const bytes = file === '-' ? await io.readStdin() : await readNamed(file, io.cwd);
  return { name: file === '-' ? '<stdin>' : file, bytes, text: new TextDecoder('utf-8').decode(bytes) };
}

async function readNamed(file: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
    const [code, message, help] = FAULTS[reason] ?? [];
    if (code === undefined || message === undefined || help === undefined) throw error;
    throw new CliFailure(EXIT.usage, code, `${file}: ${message}`, help, error);
  }
}

const FAULTS: Readonly<Record<string, readonly [code: string, message: string, help: string]>> = {
  ENOENT: [
    'file-missing',
    'there is no such file.',
    'Check the path; it starts from the working directory. "-" reads standard input.',
  ],
  ENOTDIR: [
    'file-missing',
    'there is no such file.',
    'Check the path; it starts from the working directory. "-" reads standard input.',
  ],
  EISDIR: ['file-is-folder', 'this is a folder.', 'Name a file, or "-" for standard input.'],
  EACCES: ['file-unreadable', 'this file may not be read.', 'Check the permissions of the file.'],
};

export type ParsedSource =
  | { readonly ok: true; readonly value: JsonValue; readonly exactNumbers: ExactNumbers }
  | { readonly ok: false; readonly issue: Issue };

/** The JSON of a source, or the issue that says where it stops being JSON. */
export function parseSource(source: Source): ParsedSource {
  const parsed = parseJson(source.bytes);
  const path = parsed.ok ? repeatedName(source.text) : undefined;
  return path === undefined ? parsed : { ok: false, issue: repeated(path) };
}

function repeated(path: string): Issue {
  const message = 'An object has two members of this name.';
  return { path, rule: 'json-repeated-name', message, expected: 'one member of each name' };
}

/** A record that no file holds, as a source whose places can be shown. */
export function recordSource(record: unknown): Source {
  const text = JSON.stringify(record, null, 2);
  return { name: '<record>', bytes: new TextEncoder().encode(text), text };
}
