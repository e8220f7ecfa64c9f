import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { run } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'urtext-recordings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with one recording: a file, and what it holds. */
function recorded(name: string, file: string, text: string): string {
  const place = join(folder, name, 'openai-chat', 'one');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, file), text);
  return join(folder, name);
}

describe('urtext fidelity', () => {
  it('[U-LOSS-1] prints a matrix with counts on stdout, and progress on stderr', async () => {
    expect(await run(['fidelity', 'recordings'])).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "5 recordings to anthropic-messages@2023-06-01, anthropic-messages@2026-10-21, openai-chat
      [1/5] anthropic-messages/streamed
      [2/5] openai-chat/answered
      [3/5] openai-chat/asked
      [4/5] openai-chat/streamed
      [5/5] some-day/asked
      ",
        "stdout": "from                to                             checked  lossless  reported  silent  refused  invalid
      anthropic-messages  anthropic-messages@2023-06-01  1        1         0         0       0        0
      anthropic-messages  anthropic-messages@2026-10-21  1        1         0         0       0        0
      anthropic-messages  openai-chat                    1        0         1         0       0        0
      openai-chat         anthropic-messages@2023-06-01  3        0         3         0       0        0
      openai-chat         anthropic-messages@2026-10-21  3        0         3         0       0        0
      openai-chat         openai-chat                    3        3         0         0       0        0

      identity  4 checked, 0 failed
      parity    2 checked, 0 failed
      leaves    93 changed of 93

      no such profile yet: 1 recording of some-day

      faithful: nothing of 4 recordings is lost in silence.
      ",
      }
    `);
  });

  it('[U-LOSS-1] audits one profile and one target, and prints one document with --json', async () => {
    const argv = ['fidelity', 'recordings', '--profile', 'openai-chat', '--target', 'anthropic-messages', '--json'];
    const { exit, stdout } = await run(argv);
    expect(exit).toBe(0);
    const cell = { checked: 3, lossless: 0, reported: 3, silent: 0, refused: 0, invalid: 0 };
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      cases: 3,
      crashes: [],
      identity: { checked: 3, failed: [] },
      parity: { checked: 1, failed: [] },
      matrix: { 'openai-chat': { 'anthropic-messages@2023-06-01': cell } },
      silent: [],
    });
  });

  it('[U-LOSS-1] exits with 3 where something is wrong, names its place, and quotes nothing of it', async () => {
    const body = '{"model":"m","messages":[{"role":"user","content":7,"secret":"pelican"}]}';
    const { exit, stdout, stderr } = await run(['fidelity', recorded('bad', 'request.json', body)]);
    expect(exit).toBe(3);
    expect(stdout).toMatch(/^crash +openai-chat\/one +request +WireFormatError: \/messages\/0\/content: expected/m);
    expect(stdout).toContain('unfaithful: 1 crash, 0 identity and 0 parity failures, 0 silent, of 1 recording.');
    expect(stderr).toContain('[1/1] openai-chat/one: 1 problem\n');
    expect(stdout + stderr).not.toContain('pelican');
  });

  it('[U-LOSS-1] counts recordings that cannot be read among those that were checked', async () => {
    const folder = recorded('mixed', 'response.json', '{"choices": [');
    const second = join(folder, 'openai-chat', 'two');
    mkdirSync(second);
    writeFileSync(join(second, 'request.json'), '{"model":"m","messages":[{"role":"user","content":"x"}]}');
    const { stdout } = await run(['fidelity', folder, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, cases: 2, crashes: [{ case: 'one' }] });
    const told = await run(['fidelity', folder]);
    expect(told.stdout).toContain('unfaithful: 1 crash, 0 identity and 0 parity failures, 0 silent, of 2 recordings.');
  });

  it('[U-SEC-5] takes what is no JSON for a finding, not for its own end', async () => {
    const { exit, stdout } = await run(['fidelity', recorded('broken', 'response.json', '{"choices": [')]);
    expect(exit).toBe(3);
    expect(stdout).toContain('the body is no JSON object');
  });

  it('[D-5] says what a folder of recordings is where there is none', async () => {
    const missing = await run(['fidelity', 'no-such-folder']);
    expect(missing).toMatchObject({ exit: 2, stdout: '' });
    expect(missing.stderr).toContain('error file-missing: no-such-folder: there is no such folder.');
    const file = await run(['fidelity', 'chat.json']);
    expect(file.stderr).toContain('error recordings-missing: chat.json: this is no folder.');
    const empty = await run(['fidelity', folder, '--json']);
    expect(empty).toMatchObject({ exit: 2 });
    expect(JSON.parse(empty.stdout)).toMatchObject({ ok: false, error: { code: 'recordings-missing' } });
    expect(empty.stderr).toContain('<profile>/<case>/request.json');
  });
});
