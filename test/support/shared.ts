import { existsSync } from 'node:fs';

const FOLDER = new URL('../../../shared/', import.meta.url);

/**
 * Recordings of providers and the schemas that providers publish. They lie beside the project and are no part of it:
 * what needs them is skipped, with a title that says so, where they are absent.
 */
export const SHARED: URL | undefined = existsSync(new URL('corpus/manifest.json', FOLDER)) ? FOLDER : undefined;

/** The end of the title of every group that is skipped without them. */
export const NEEDS_RECORDINGS = '(skipped where the recordings are absent)';

/** A place below that folder. Throws where the folder is absent: ask `SHARED` first. */
export function sharedPath(path: string): URL {
  if (SHARED === undefined) throw new Error(`The recordings are absent: ${path} cannot be read.`);
  return new URL(path, SHARED);
}
