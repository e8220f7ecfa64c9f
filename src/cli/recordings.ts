import { type Dirent, existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isPlainObject } from '../core/json.ts';
import { parseJson } from '../core/parse-json.ts';
import type { Recording } from '../fidelity/index.ts';
import { usageFailure } from './failure.ts';

/** Where a recording lies, and what a manifest says about it. */
export interface RecordingPlace {
  readonly profile: string;
  readonly case: string;
  readonly folder: string;
  readonly status?: number;
  readonly endpoint?: string;
}

/** The files of a recording, by what they hold. */
const FILES = ['request.json', 'response.json', 'stream.sse', 'stream.ndjson'];

/**
 * The recordings of a folder that is laid out as `<profile>/<case>/request.json | response.json | stream.sse |
 * stream.ndjson`, sorted by their names. A `manifest.json` beside the profiles is optional: it is a list of
 * `{ profile, case, status?, endpoint? }`. Throws a usage failure for a folder that is none, or that holds none.
 */
export async function findRecordings(name: string, cwd: string): Promise<readonly RecordingPlace[]> {
  const root = resolve(cwd, name);
  if (!existsSync(root)) throw usageFailure('file-missing', `${name}: there is no such folder.`, LAYOUT);
  if (!statSync(root).isDirectory()) throw usageFailure('recordings-missing', `${name}: this is no folder.`, LAYOUT);
  const told = await readManifest(root);
  const found: RecordingPlace[] = [];
  for (const profile of await foldersOf(root)) {
    for (const entry of await foldersOf(join(root, profile))) {
      const folder = join(root, profile, entry);
      if (!FILES.some((file) => existsSync(join(folder, file)))) continue;
      found.push({ profile, case: entry, folder, ...told.get(`${profile}/${entry}`) });
    }
  }
  if (found.length > 0) return found;
  throw usageFailure('recordings-missing', `${name}: there are no recordings in this folder.`, LAYOUT);
}

const LAYOUT = 'Name a folder that holds <profile>/<case>/request.json, response.json, stream.sse or stream.ndjson.';

/** Reads the bodies of a recording. */
export async function readRecording({ folder, ...place }: RecordingPlace): Promise<Recording> {
  const [request, response, sse, ndjson] = await Promise.all(FILES.map((file) => readOptional(join(folder, file))));
  const bytes = sse ?? ndjson;
  const framing = sse === undefined ? 'ndjson' : 'sse';
  return {
    ...place,
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
    ...(bytes === undefined ? {} : { stream: { framing, bytes } }),
  };
}

async function readOptional(file: string): Promise<Uint8Array | undefined> {
  return existsSync(file) ? await readFile(file) : undefined;
}

async function foldersOf(folder: string): Promise<readonly string[]> {
  const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

type Told = Pick<RecordingPlace, 'status' | 'endpoint'>;

async function readManifest(root: string): Promise<ReadonlyMap<string, Told>> {
  const bytes = await readOptional(join(root, 'manifest.json'));
  const parsed = bytes === undefined ? undefined : parseJson(bytes);
  if (parsed === undefined) return new Map();
  if (!parsed.ok || !Array.isArray(parsed.value)) {
    throw usageFailure('recordings-missing', 'The manifest.json of the folder is no list of recordings.', LAYOUT);
  }
  const entries: readonly unknown[] = parsed.value;
  return new Map(entries.flatMap(entryOf));
}

function entryOf(entry: unknown): readonly (readonly [string, Told])[] {
  if (!isPlainObject(entry)) return [];
  const { profile, case: name, status, endpoint } = entry;
  const told = {
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
  };
  return [[`${String(profile)}/${String(name)}`, told]];
}
