import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/imports.ts';
import { run } from './support/run.ts';

const input = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const SIGNATURE = 'bWFkZS11cC1zaWduYXR1cmU=';

const project = (from: string, to: string, ...rest: readonly string[]) => [
  'project',
  '--from',
  from,
  '--to',
  to,
  ...rest,
];

describe('urtext project', () => {
  it('[U-LOSS-3] prints the wire body on stdout, and every loss with a verdict in words on stderr', async () => {
    expect(await run(project('openai-chat', 'anthropic-messages', 'chat.json'))).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "severity  feature                               place                                     reason
      warning   generation.seed                       /seed                                     the target has no place for this: The random seed
      info      generation.max-output-tokens.default  record:/generation/maxOutputTokens/value  the target demands a limit of output, and the caller set none: 4096 tokens were sent
      (record: a place in the provider-neutral record, which --unified prints)

      degraded: anthropic-messages@2023-06-01 takes the request, but 2 things differ from what was asked (1 preferred, 1 optional).
      ",
        "stdout": "{
        "model": "gpt-5.1",
        "messages": [
          {
            "role": "user",
            "content": "Which apples keep until spring?"
          }
        ],
        "max_tokens": 4096
      }
      ",
      }
    `);
  });

  it('[U-LOSS-2] writes nothing and exits with 4 when something required would be lost', async () => {
    const argv = project('openai-chat', 'anthropic-messages', 'chat.json', '--requirement', 'generation.seed=required');
    const { exit, stdout, stderr } = await run(argv);
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
    expect(stderr).toMatch(/^error +generation\.seed /m);
    expect(stderr).toContain('unsupported: anthropic-messages@2023-06-01 cannot carry 1 required thing');
    const { stdout: document } = await run([...argv, '--json']);
    expect(JSON.parse(document)).toEqual({
      ok: false,
      loss: expect.objectContaining({ disposition: 'unsupported' }),
    });
  });

  it('[U-LOSS-2] prints the record that was read with --unified, also where the target refuses it', async () => {
    const refusing = ['--requirement', 'generation.seed=required', '--unified'];
    const argv = project('openai-chat', 'anthropic-messages', 'chat.json', ...refusing);
    const { exit, stdout, stderr } = await run(argv);
    expect(exit).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: '2.0', generation: { seed: expect.anything() } });
    expect(stderr).toMatch(/^error +generation\.seed /m);
    expect(JSON.parse((await run([...argv, '--json'])).stdout)).toMatchObject({
      ok: false,
      unified: { schemaVersion: '2.0' },
      loss: { disposition: 'unsupported' },
    });
  });

  it('[U-LOSS-1] prints { ok, wire, loss } with --json', async () => {
    const { exit, stdout } = await run(
      project('openai-chat', 'anthropic-messages', '--json', '-'),
      input('test/cli/input/chat.json'),
    );
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      wire: { model: 'gpt-5.1', messages: [{ role: 'user' }] },
      loss: {
        disposition: 'degraded',
        entries: expect.arrayContaining([expect.objectContaining({ feature: 'generation.seed' })]),
      },
    });
  });

  it.each(['--json', '--compact'])('[U-LOSS-1] keeps every digit of a number beyond 2^53 with %s', async (option) => {
    const body = '{"model":"m","messages":[{"role":"user","content":"hi"}],"seed":12345678901234567890}';
    const { stdout } = await run(project('openai-chat', 'openai-chat', option, '-'), body);
    expect(stdout).toContain('12345678901234567890');
  });

  it('[U-REAS-2] sends a signature back to the profile and revision that issued it', async () => {
    const { exit, stdout } = await run(project('anthropic-messages', 'anthropic-messages', 'messages.json'));
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(input('test/cli/input/messages.json')));
  });

  it.each([
    ['another profile', project('anthropic-messages', 'openai-chat')],
    ['another revision', project('anthropic-messages@2023-06-01', 'anthropic-messages@2026-10-21')],
    ['another owner', project('anthropic-messages', 'anthropic-messages', '--target-owner', 'somebody-else')],
  ])('[U-REAS-2] sends no signature to %s, and reports it', async (_title, argv) => {
    const { stdout, stderr } = await run([...argv, 'messages.json']);
    expect(stdout).not.toContain(SIGNATURE);
    expect(stderr).not.toContain(SIGNATURE);
    expect(stderr).toMatch(/^(error|warning|info) +(item\.reasoning|reasoning\.private-state) /m);
  });

  it('[U-REAS-2] keeps signatures between two targets that are said to be of one owner', async () => {
    const argv = project('anthropic-messages', 'anthropic-messages', '--owner', 'proxy', '--target-owner', 'proxy');
    expect((await run([...argv, 'messages.json'])).stdout).toContain(SIGNATURE);
  });

  it('[U-LOSS-1] prints the provider-neutral record with --unified, without private payloads', async () => {
    const { exit, stdout } = await run(
      project('anthropic-messages', 'openai-chat', '--unified', 'messages.json', '--request-id', 'r1'),
    );
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: '2.0', requestId: 'r1' });
    expect(stdout).not.toContain(SIGNATURE);
    expect((await run(['validate', '-'], stdout)).exit).toBe(0);
  });

  it('[U-LOSS-1] shows where a body is not of its profile, and quotes it in the code frame only', async () => {
    const { exit, stdout, stderr } = await run(project('openai-chat', 'anthropic-messages', 'bad-chat.json'));
    expect({ exit, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "exit": 3,
        "stderr": "error wire-format: /messages/1/content: expected a string or a list of objects, found integer
        at /messages/1/content (bad-chat.json:3:116)
        1 | {
        2 |   "model": "gpt-5.1",
      > 3 |   "messages": [{ "role": "user", "content": "The password of the safe is pelican." }, { "role": "user", "content": 7 }]
          |                                                                                                                    ^
        4 | }
        expected: a string or a list of objects
        found:    integer
        help:     Correct the place that the message names, or choose the profile that the body is of.

      bad-chat.json is not a request of openai-chat.
      ",
        "stdout": "",
      }
    `);
    expect(
      stderr
        .split('\n')
        .filter((line) => line.includes('can.'))
        .every((line) => /^> \d+ \|/.test(line)),
    ).toBe(true);
  });

  it('[U-LOSS-1] gives a malformed body as one error with --json', async () => {
    const { exit, stdout } = await run(project('openai-chat', 'anthropic-messages', 'bad-chat.json', '--json'));
    expect(exit).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: {
        code: 'wire-format',
        path: '/messages/1/content',
        expected: expect.any(String),
        found: 'integer',
        message: expect.stringContaining('/messages/1/content'),
      },
    });
    expect(stdout).not.toContain('pelican');
  });

  it('[U-LOSS-1] says where a truncated body breaks off', async () => {
    const { exit, stdout, stderr } = await run(project('openai-chat', 'openai-chat', 'truncated.txt'));
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('json-truncated: The JSON text breaks off at line 4');
    expect(stderr).toContain('expected: the closing quote of a string');
    const { stdout: document } = await run(project('openai-chat', 'openai-chat', 'truncated.txt', '--json'));
    expect(JSON.parse(document)).toMatchObject({ ok: false, error: { code: 'json-truncated' } });
  });

  it('[U-LOSS-1] projects the inputs of the demonstration', async () => {
    const chat = await run(project('openai-chat', 'openai-chat', '-'), input('demo/input/chat-request.json'));
    expect(JSON.parse(chat.stdout)).toEqual(JSON.parse(input('demo/input/chat-request.json')));
    const messages = await run(
      project('anthropic-messages', 'anthropic-messages', '-'),
      input('demo/input/anthropic-request.json'),
    );
    expect(JSON.parse(messages.stdout)).toEqual(JSON.parse(input('demo/input/anthropic-request.json')));
  });
});

describe('urtext project, asked for what is not there', () => {
  it.each([
    ['profile', project('openai-cat', 'openai-chat', 'chat.json'), 'profile-unknown', 'Did you mean openai-chat?'],
    [
      'revision',
      project('anthropic-messages@2023-06-02', 'openai-chat', 'chat.json'),
      'profile-revision',
      '2023-06-01',
    ],
    [
      'revision of a profile without',
      project('openai-chat@1', 'openai-chat', 'chat.json'),
      'profile-revision',
      'it has no revisions',
    ],
    [
      'feature',
      project('openai-chat', 'openai-chat', 'chat.json', '--requirement', 'generation.sed=required'),
      'feature-unknown',
      'Did you mean generation.seed',
    ],
    [
      'level',
      project('openai-chat', 'openai-chat', 'chat.json', '--requirement', 'generation.seed=must'),
      'requirement-level',
      'generation.seed=required',
    ],
    [
      'level with more behind it',
      project('openai-chat', 'openai-chat', 'chat.json', '--requirement', 'generation.seed=required=not'),
      'requirement-level',
      'generation.seed=required',
    ],
    ['file', project('openai-chat', 'openai-chat', 'nowhere.json'), 'file-missing', 'Check the path'],
    ['folder', project('openai-chat', 'openai-chat', '.'), 'file-is-folder', 'Name a file'],
  ])('[U-LOSS-1] names a %s that does not exist, and exits with 2', async (_title, argv, code, help) => {
    const { exit, stdout, stderr } = await run(argv);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain(`error ${code}: `);
    expect(stderr).toContain(help);
    expect(JSON.parse((await run([...argv, '--json'])).stdout)).toMatchObject({ ok: false, error: { code } });
  });
});

describe('urtext project, of answers', () => {
  it('[U-LOSS-1] knows an answer by its content, and prints it as the answer of the target', async () => {
    const answer = 'recordings/openai-chat/answered/response.json';
    const { exit, stdout, stderr } = await run(project('openai-chat', 'anthropic-messages', answer));
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Keepers.' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 9, output_tokens: 3 },
    });
    expect(stderr).toContain('anthropic-messages@2023-06-01 carries all that the model sees');
    const back = await run(project('anthropic-messages', 'openai-chat', '--kind', 'response', '-'), stdout);
    expect(JSON.parse(back.stdout)).toMatchObject({ choices: [{ message: { content: 'Keepers.' } }] });
  });

  it('[U-LOSS-1] prints a stream as the stream of the target, as it would be sent', async () => {
    const lines = 'recordings/anthropic-messages/streamed/stream.ndjson';
    const { exit, stdout, stderr } = await run(project('anthropic-messages', 'openai-chat', lines));
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^data: \{"id":"msg_1","object":"chat.completion.chunk"/m);
    expect(stdout).toMatch(/\n\ndata: \[DONE\]\n\n$/);
    expect(stderr).toContain('openai-chat carries all that the model sees');
    const folded = await run(['fold', '-'], stdout);
    expect(JSON.parse(folded.stdout).output[0].content[0].text).toBe('Keepers.');
    const there = await run(project('openai-chat', 'anthropic-messages', '-'), stdout);
    expect(there.stdout).toMatch(/^event: message_start\ndata: /m);
  });

  it('[U-LOSS-1] prints the result of a stream with --unified, and its text in the document of --json', async () => {
    const argv = project('openai-chat', 'openai-chat', 'recordings/openai-chat/streamed/stream.sse');
    const { stdout: record } = await run([...argv, '--unified', '--request-id', 'o1']);
    expect(JSON.parse(record)).toMatchObject({ operationId: 'o1', output: [{ content: [{ text: 'Keepers.' }] }] });
    expect((await run(['validate', '-'], record)).exit).toBe(0);
    const { stdout: document } = await run([...argv, '--json']);
    expect(JSON.parse(document)).toMatchObject({ ok: true, loss: { disposition: 'lossless' } });
    expect(JSON.parse(document).wire).toBe((await run(argv)).stdout);
  });

  it.each([
    ['response', '{"messages": 7}'],
    ['stream', 'data: {"id": oops}\n\n'],
  ])('[U-LOSS-1] says where a %s is not of its profile', async (kind, text) => {
    const { exit, stdout, stderr } = await run(project('openai-chat', 'openai-chat', '--kind', kind, '-'), text);
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
    expect(stderr).toContain('error wire-format: ');
    expect(stderr).toContain(`<stdin> is not a ${kind} of openai-chat.`);
  });

  it('[U-LOSS-1] shows where an answer is no JSON, as for any body', async () => {
    const { exit, stderr } = await run(project('openai-chat', 'openai-chat', '--kind', 'response', '-'), '{"id": }');
    expect(exit).toBe(3);
    expect(stderr).toContain('error json-syntax: ');
  });
});
