import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';
import { run } from './support/run.ts';

const CHAT = 'recordings/openai-chat/streamed/stream.sse';
const MESSAGES = 'recordings/anthropic-messages/streamed/stream.ndjson';
const textOf = (name: string) => readFileSync(join(ROOT, 'test/cli/input', name), 'utf8');

describe('urtext fold', () => {
  it('[U-FOLD-1] prints the result of a stream, and one line about it on stderr', async () => {
    const { exit, stdout, stderr } = await run(['fold', CHAT]);
    expect(exit).toBe(0);
    expect(stderr).toMatch(/^a stream of openai-chat: \d+ events, 1 item, stop\n$/);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: '2.0',
      status: { reason: 'stop' },
      output: [{ type: 'message', status: 'completed', content: [{ type: 'text', text: 'Keepers.' }] }],
    });
    expect((await run(['validate', '-'], stdout)).exit).toBe(0);
    expect((await run(['fold', CHAT, '--result'])).stdout).toBe(stdout);
  });

  it('[U-FOLD-1] folds lines of JSON of another profile to messages with roles', async () => {
    expect(await run(['fold', '--messages', MESSAGES])).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "a stream of anthropic-messages: 15 events, 1 item, stop
      ",
        "stdout": "[
        {
          "role": "assistant",
          "itemIds": [
            "operation.item.0"
          ],
          "content": [
            {
              "id": "operation.item.0.part.0",
              "type": "text",
              "text": "Keepers."
            }
          ],
          "text": "Keepers.",
          "calls": []
        }
      ]
      ",
      }
    `);
  });

  it('[U-FOLD-1] folds the events that it printed, from a file or from standard input, to the same items', async () => {
    const items = await run(['fold', '--items', MESSAGES]);
    const { stdout: log } = await run(['fold', '--events', '-'], textOf(MESSAGES));
    expect((await run(['validate', '--as', 'event-log', '-'], log)).exit).toBe(0);
    const lines = JSON.parse(log).map((event: unknown) => JSON.stringify(event));
    for (const text of [log, lines.join('\n')]) {
      const again = await run(['fold', '--items', '-'], text);
      expect(again.stdout).toBe(items.stdout);
      expect(again.stderr).toMatch(/^an event log: \d+ events, 1 item, stop$/m);
    }
  });

  it('[U-EVT-3] folds a stream that broke off as far as it came, and says so', async () => {
    const [first, second] = textOf(CHAT).split('\n\n');
    const { exit, stdout, stderr } = await run(['fold', '-'], `${first}\n\n${second}\n\n`);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout).status).toEqual({ reason: 'interrupted' });
    expect(stderr).toContain('interrupted; stream-truncated: The stream ended before the answer did.');
  });

  it('[U-EVT-2] names the event of a log that cannot follow the ones before', async () => {
    const { stdout: log } = await run(['fold', '--events', CHAT]);
    const torn = JSON.stringify(JSON.parse(log).toSpliced(3, 1));
    const { exit, stdout, stderr } = await run(['fold', '-'], torn);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('<stdin> is not an event log: ');
  });

  it.each([
    ['no stream at all', 'These are words.\n'],
    ['frames that are no JSON', 'data: {"id": oops}\n\n'],
    ['frames of no dialect', 'data: {"a":1}\n\ndata: {"b":2}\n\n'],
  ])('[D-5] asks for the profile of %s, and refuses it with one', async (_title, text) => {
    const unclear = await run(['fold', '-'], text);
    expect(unclear).toMatchObject({ exit: 2, stdout: '' });
    expect(unclear.stderr).toContain('error profile-unclear: The stream does not show of which profile it is.');
    expect(unclear.stderr).toContain('Add --profile: ');
  });

  it('[D-5] refuses what is not of the profile that was named', async () => {
    const { exit, stdout, stderr } = await run(['fold', '--profile', 'openai-chat', '-'], 'data: {"id": oops}\n\n');
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('<stdin> is not a stream of openai-chat: 1 issue.');
  });

  it.each(['items', 'result', 'messages', 'events'])('[D-5] prints one document with --json --%s', async (view) => {
    const plain = await run(['fold', `--${view}`, CHAT]);
    const { exit, stdout, stderr } = await run(['fold', `--${view}`, '--json', CHAT]);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ok: true, [view]: JSON.parse(plain.stdout) });
    expect(stderr).toBe(plain.stderr);
  });

  it('[D-5] prints the result or the issues as one document with --json', async () => {
    expect(JSON.parse((await run(['fold', '--json', CHAT])).stdout)).toMatchObject({
      ok: true,
      result: { status: { reason: 'stop' } },
    });
    const broken = await run(['fold', '--json', '--profile', 'openai-chat', '-'], 'data: {"id": oops}\n\n');
    expect(broken.exit).toBe(3);
    expect(JSON.parse(broken.stdout)).toMatchObject({ ok: false, issues: [{ rule: 'wire-format' }] });
    const missing = await run(['fold', '--json', 'missing.sse']);
    expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, error: { code: 'file-missing' } });
  });

  it('[D-5] prints one view only, of a file that is there', async () => {
    expect(await run(['fold', '--items', '--events', CHAT])).toMatchObject({ exit: 2, stdout: '' });
    expect((await run(['fold', 'missing.sse'])).stderr).toContain('error file-missing: missing.sse');
    expect((await run(['fold', '--profile', 'openai-cat', CHAT])).stderr).toContain('Did you mean');
  });
});
