import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';

/** An empty project with nothing in it but the packed package and its runtime dependencies. */
const consumer = mkdtempSync(join(tmpdir(), 'urtext-consumer-'));
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const run = (command: string, options: readonly string[], cwd: string) =>
  execFileSync(command, options, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  run('make', ['build'], ROOT);
  run('npm', ['pack', '--silent', '--pack-destination', consumer], ROOT);
  const modules = join(consumer, 'node_modules');
  mkdirSync(join(modules, 'urtext'), { recursive: true });
  const [tarball = ''] = readdirSync(consumer).filter((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', join(consumer, tarball), '-C', join(modules, 'urtext'), '--strip-components=1'], consumer);
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(consumer, { recursive: true }));

describe('the packed package', () => {
  it('[D-4] is imported by every subpath, without the source tree and without development dependencies', () => {
    const doors = ['urtext', 'urtext/validate', 'urtext/validate/compile', 'urtext/projection', 'urtext/aimatey'];
    const profiles = ['urtext/profile/openai-chat', 'urtext/profile/anthropic-messages'];
    const script = `
      ${[...doors, ...profiles].map((door) => `await import('${door}');`).join('\n')}
      const bundle = (await import('urtext/bundle/UnifiedRequestV2', { with: { type: 'json' } })).default;
      const { openaiChat } = await import('urtext/profile/openai-chat');
      const { ingestRequest } = await import('urtext/projection');
      const { validateRequest } = await import('urtext/validate');
      const { value } = ingestRequest(openaiChat, { model: 'm', messages: [{ role: 'user', content: 'hi' }] });
      console.log(validateRequest(value).ok, bundle.$schema);`;
    writeFileSync(join(consumer, 'use.js'), script);
    expect(run(process.execPath, ['use.js'], consumer)).toBe('true https://json-schema.org/draft/2020-12/schema\n');
  });

  it('[D-4] type-checks in a strict project that checks libraries as well', () => {
    const code = `
      import type { UnifiedItem, UnifiedRequestV2 } from 'urtext';
      import { ingestRequest } from 'urtext/projection';
      import { anthropicMessages } from 'urtext/profile/anthropic-messages';
      import { validateRequest } from 'urtext/validate';
      const request: UnifiedRequestV2 = ingestRequest(anthropicMessages, '{}').value;
      const first: UnifiedItem | undefined = request.conversation.items[0];
      if (first?.type === 'tool-call') console.log(first.callId, validateRequest(request).ok);
      // @ts-expect-error a record is read-only
      request.tools.push();`;
    writeFileSync(join(consumer, 'use.ts'), code);
    const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--lib',
      'es2024,esnext.disposable,dom',
    ];
    expect(run(process.execPath, [tsc, ...options, 'use.ts'], consumer)).toBe('');
  });

  it('[D-4] runs its command line', () => {
    const main = join(consumer, 'node_modules/urtext', manifest.bin.urtext);
    expect(run(process.execPath, [main, '--version'], consumer).trim()).toBe(manifest.version);
  });

  it('[D-4] is a package that publint finds nothing wrong with', async () => {
    const { publint } = await import('publint');
    const { messages } = await publint({ pkgDir: join(consumer, 'node_modules/urtext'), strict: true, pack: false });
    expect(messages).toEqual([]);
  });
});
