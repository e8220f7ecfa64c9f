import { EXIT } from './exit-code.ts';
import { CliFailure } from './failure.ts';

/** Loads a part that needs optional packages. Throws CliFailure with the command to install the one that is missing. */
export async function withPeers<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const name = missingPackage(error);
    if (name === undefined) throw error;
    throw new CliFailure(
      EXIT.usage,
      'package-missing',
      `This needs the package ${name}, which is not installed.`,
      'Run "npm install --save-dev ajv json-schema-to-typescript".',
      error,
    );
  }
}

function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') return undefined;
  return /^Cannot find package '([^']+)'/.exec(error.message)?.[1];
}
