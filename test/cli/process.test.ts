import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';

const start = (argv: readonly string[], input = '') =>
  spawnSync(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...argv], { input, encoding: 'utf8' });

describe('the program', () => {
  it('[U-LOSS-1] runs as it is, reads standard input, and keeps the result apart from what is said about it', () => {
    const body = '{"model":"m","messages":[{"role":"user","content":"hi"}]}';
    const { status, stdout, stderr } = start(
      ['project', '--from', 'openai-chat', '--to', 'openai-chat', '--compact', '-'],
      body,
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `${body}\n`,
      stderr: 'lossless: openai-chat carries everything.\n',
    });
  });

  it('[D-5] names the optional package that a verb needs, and how to install it', () => {
    const script = `
      import { withPeers } from ${JSON.stringify(join(ROOT, 'src/cli/lazy.ts'))};
      await withPeers(() => import('a-package-that-is-missing')).catch(({ exit, code, message, help }) =>
        console.log(JSON.stringify({ exit, code, message, help })));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual({
      exit: 2,
      code: 'package-missing',
      message: 'This needs the package a-package-that-is-missing, which is not installed.',
      help: 'Run "npm install --save-dev ajv json-schema-to-typescript".',
    });
  });

  it('[U-VAL-1] ends with the exit code of the run', () => {
    expect(start(['validate', '-'], '{').status).toBe(3);
    expect(start(['explain', 'no-such-code']).status).toBe(2);
  });
});
