import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';
import { run } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'urtext-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('urtext compat', () => {
  it('[U-VER-2] groups the changes by what they break, and says which version step they need', async () => {
    expect(await run(['compat', 'old.bundle.json', 'new.bundle.json'])).toMatchInlineSnapshot(`
      {
        "exit": 3,
        "stderr": "",
        "stdout": "breaking (breaks readers or writers): 1 change
        PROPERTY_REMOVED  /$defs/Note/properties/colour  The property "colour" was removed; reserve it in reserved.json.

      additive (adds): 1 change
        OPTIONAL_PROPERTY_ADDED  /$defs/Note/properties/page  The optional property "page" was added.

      doc (describes): 1 change
        DOC_CHANGED  /$defs/Note  Documentation changed: description.

      major: something breaks; the next version must be a new major.
      ",
      }
    `);
  });

  it('[U-VER-2] exits with 0 when nothing breaks', async () => {
    const same = await run(['compat', 'old.bundle.json', 'old.bundle.json']);
    expect(same).toMatchObject({
      exit: 0,
      stdout: 'patch: nothing changes for readers or writers; a patch will do.\n',
    });
  });

  it('[U-VER-2] prints one document with --json', async () => {
    const { exit, stdout } = await run(['compat', 'old.bundle.json', 'new.bundle.json', '--json']);
    expect(exit).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      verdict: 'major',
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'PROPERTY_REMOVED', level: 'breaking' })]),
    });
  });

  it('[U-VER-2] refuses files that are no bundles', async () => {
    expect(await run(['compat', 'old.bundle.json', 'chat.json'])).toMatchObject({ exit: 3, stdout: '' });
    expect(await run(['compat', 'truncated.txt', 'old.bundle.json'])).toMatchObject({ exit: 3, stdout: '' });
  });
});

describe('urtext generate', () => {
  const annotations = join(ROOT, 'test/unit/codegen/fixture-annotation');

  it('[D-5] writes types and validators of annotations, and tells when they are no longer current', async () => {
    const out = join(folder, 'annotations');
    const argv = ['generate', '--annotations', annotations, '--out', out];
    const written = await run(argv);
    expect(written).toMatchObject({ exit: 0, stderr: '' });
    expect(written.stdout).toContain('written  annotation/types.ts\n');
    expect(await run([...argv, '--check'])).toMatchObject({ exit: 0 });
    writeFileSync(join(out, 'annotation/types.ts'), '');
    const stale = await run([...argv, '--check']);
    expect(stale).toMatchObject({ exit: 3, stderr: '' });
    expect(stale.stdout).toMatch(/^stale {4}annotation\/types\.ts\n/);
    expect(JSON.parse((await run([...argv, '--check', '--json'])).stdout)).toMatchObject({
      ok: false,
      stale: ['annotation/types.ts'],
    });
  });

  it('[D-5] tells what is wrong with schemas on stderr, and writes nothing', async () => {
    const { exit, stdout, stderr } = await run(['generate', '--schema', 'nowhere', '--out', join(folder, 'none')]);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('1 finding: nothing generated.');
  });
});

describe('urtext explain', () => {
  it('[U-LOSS-1] explains a feature', async () => {
    expect((await run(['explain', 'generation.seed'])).stdout).toMatchInlineSnapshot(`
      "generation.seed: The random seed
      Do not rely on repeatable answers from this target.
      Unless the input says otherwise it is preferred; losing it is a warning.
      A projection without it is degraded, even where it is optional.
      "
    `);
  });

  it('[U-VAL-1] explains an error code', async () => {
    expect((await run(['explain', 'json-syntax'])).stdout).toMatchInlineSnapshot(`
      "json-syntax: A text is not JSON
      Look at the line and column that the message names. Comments, trailing commas, single quotes and NaN are not JSON.
      "
    `);
    expect(JSON.parse((await run(['explain', 'profile-unknown', '--json'])).stdout)).toMatchObject({
      ok: true,
      kind: 'error-code',
      code: 'profile-unknown',
    });
  });

  it('[U-LOSS-1] suggests the nearest names for one that is unknown', async () => {
    expect(await run(['explain', 'json-sintax'])).toMatchInlineSnapshot(`
      {
        "exit": 2,
        "stderr": "error explain-unknown: Neither an error code nor a feature has the name "json-sintax".
        help: Did you mean json-syntax?
      ",
        "stdout": "",
      }
    `);
  });
});

describe('urtext matrix', () => {
  it('[U-LOSS-1] shows what each profile and revision claims of each feature that one of them claims', async () => {
    const { exit, stdout } = await run(['matrix', '--json']);
    const { profiles, features } = JSON.parse(stdout);
    expect(exit).toBe(0);
    expect(profiles).toEqual(['anthropic-messages@2023-06-01', 'anthropic-messages@2026-10-21', 'openai-chat']);
    expect(features['generation.seed']).toEqual({ 'openai-chat': 'full' });
    expect(Object.values(features).every((claims) => Object.keys(claims as object).length > 0)).toBe(true);
  });

  it('[U-LOSS-1] prints a table, and with --all the features that nobody carries', async () => {
    const { stdout } = await run(['matrix', '--from', 'openai-chat']);
    expect(stdout).toMatch(/^feature +openai-chat\n/);
    expect(stdout).toMatch(/^generation\.seed +full$/m);
    expect(stdout).not.toMatch(/ –$/m);
    expect((await run(['matrix', '--from', 'openai-chat', '--all'])).stdout).toMatch(/^\S+ +–$/m);
  });

  it('[U-LOSS-3] shows what every target makes of a request', async () => {
    expect(await run(['matrix', '--from', 'openai-chat', 'chat.json'])).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "",
        "stdout": "target                         disposition  error  warning  info
      anthropic-messages@2023-06-01  degraded     0      1        1
      anthropic-messages@2026-10-21  degraded     0      1        1
      openai-chat                    lossless     0      0        0
      ",
      }
    `);
    expect(JSON.parse((await run(['matrix', '--from', 'openai-chat', 'chat.json', '--json'])).stdout)).toMatchObject({
      ok: true,
      targets: expect.arrayContaining([
        { target: 'openai-chat', disposition: 'lossless', error: 0, warning: 0, info: 0 },
      ]),
    });
  });

  it('[U-LOSS-1] is narrowed by --from and --to', async () => {
    const columns = await run(['matrix', '--from', 'openai-chat', '--to', 'anthropic-messages']);
    expect(columns.stdout).toMatch(/^feature +openai-chat +anthropic-messages@2023-06-01\n/);
    const once = await run(['matrix', '--from', 'openai-chat', '--to', 'openai-chat', '--json']);
    expect(JSON.parse(once.stdout).profiles).toEqual(['openai-chat']);
    const targets = await run(['matrix', '--from', 'openai-chat', '--to', 'openai-chat', 'chat.json', '--json']);
    expect(JSON.parse(targets.stdout).targets).toEqual([
      { target: 'openai-chat', disposition: 'lossless', error: 0, warning: 0, info: 0 },
    ]);
    expect(await run(['matrix', '--to', 'openai-cat'])).toMatchObject({ exit: 2, stdout: '' });
  });

  it('[U-LOSS-1] refuses a body that is malformed or whose profile is not named', async () => {
    expect(await run(['matrix', '--from', 'openai-chat', 'bad-chat.json'])).toMatchObject({ exit: 3, stdout: '' });
    expect(await run(['matrix', 'chat.json'])).toMatchObject({ exit: 2, stdout: '' });
  });
});

describe('the command line', () => {
  it('[D-5] prints its version and its help on stdout', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await run(['--version'])).toEqual({ exit: 0, stdout: `${version}\n`, stderr: '' });
    const { exit, stdout, stderr } = await run(['--help']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    for (const verb of ['validate', 'project', 'generate', 'compat', 'explain', 'matrix']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${verb} `, 'm'));
      expect(await run([verb, '--help'])).toMatchObject({ exit: 0, stderr: '' });
    }
    expect((await run(['project', '--help'])).stdout).toContain('goes back to its owner only');
  });

  it.each([
    [['projekt'], 'Did you mean project?'],
    [['matrix', '--jsn'], 'Did you mean --json?'],
    [['validate'], 'missing required argument'],
    [['project', 'chat.json'], '--from'],
    [[], 'Usage: urtext'],
  ])('[D-5] answers %j with 2 and a hint on stderr', async (argv, hint) => {
    const { exit, stdout, stderr } = await run(argv);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });

  it('[D-5] tells of a crash by code and message, with the stack only for --debug', async () => {
    const broken = { readStdin: () => Promise.reject(new Error('the pipe is gone')) };
    const crashed = await run(['validate', '-'], '', broken);
    expect(crashed).toEqual({ exit: 1, stdout: '', stderr: 'error Error: the pipe is gone\n' });
    expect((await run(['validate', '-', '--debug'], '', broken)).stderr).toMatch(/^ {4}at /m);
  });

  it('[D-5] paints stderr only, and only when it is asked to', async () => {
    const argv = ['project', '--from', 'openai-chat', '--to', 'anthropic-messages', 'chat.json'];
    const plain = await run(argv);
    const painted = await run(argv, '', { colour: true });
    expect(painted.stdout).toBe(plain.stdout);
    expect(painted.stderr).toContain('\u001b[33mwarning\u001b[39m');
    expect(plain.stderr).not.toContain('\u001b');
  });
});
