import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import type { OutputFile } from '../../../../codegen/target/target.ts';

/** An empty folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'urtext-codegen-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files below a folder; the folders between are made. */
export async function writeFiles(folder: string, files: readonly OutputFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Loads a written module as Node does. */
export async function importFrom(folder: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
}
