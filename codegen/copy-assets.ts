import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders with files that the compiler does not write: generated JavaScript with its declarations, and the runtime. */
const FOLDERS = ['generated', 'codegen/runtime'];

/** Copies them beside the compiled ones, so that `dist` is whole. Run by `make build`, after the compiler. */
async function copyAssets(): Promise<void> {
  for (const folder of FOLDERS) {
    for (const name of await readdir(folder, { recursive: true })) {
      if (name.endsWith('.js') || name.endsWith('.d.ts')) await cp(join(folder, name), join('dist', folder, name));
    }
  }
}

await copyAssets();
