import { copyFile, mkdir, readdir } from 'node:fs/promises';

/** Families that are released under a version of their own. */
const FAMILIES = ['unified', 'aimatey'];

/**
 * Keeps the current bundles as those of the last release: `schema/baseline/<family>-<version>.bundle.json`.
 * Every later schema edit is compared with them (compat.ts). Run it when a version is released, and not before.
 */
async function releaseBaseline(): Promise<void> {
  await mkdir('schema/baseline', { recursive: true });
  for (const family of FAMILIES) {
    for (const version of await readdir(`schema/${family}`)) {
      const target = `schema/baseline/${family}-${version}.bundle.json`;
      await copyFile(`generated/${family}/bundle.json`, target);
      console.log(`written  ${target}`);
    }
  }
}

await releaseBaseline();
