import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/index.ts';
import { ROOT } from '../support/imports.ts';
import { run } from './support/run.ts';

const record = readFileSync(join(ROOT, 'test/cli/input/record.json'), 'utf8');

describe('urtext validate', () => {
  it('[U-VAL-1] finds out what a document is, and prints its fingerprints', async () => {
    const { exit, stdout, stderr } = await run(['validate', 'record.json']);
    expect({ exit, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "exit": 0,
        "stderr": "",
        "stdout": "valid: a request
      record   sha256:86035aec31f0383092265415cf092bb3c4fff91e39acec669c0163d1a346b799
      content  sha256:340f3230780dfe8bbf9ee8b3662edb787381ee450ecd2833af33d64fa099d0ee
      ",
      }
    `);
    expect(stdout).toContain(fingerprint(JSON.parse(record)));
  });

  it('[U-VAL-1] reads standard input for "-", and prints one document with --json', async () => {
    const { exit, stdout, stderr } = await run(['validate', '--json', '-'], record);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      kind: 'request',
      fingerprint: { record: expect.stringMatching(/^sha256:/), content: expect.stringMatching(/^sha256:/) },
      issues: [],
    });
  });

  it('[U-VER-3] says that a record of a later minor version was read tolerantly, and what of it was not judged', async () => {
    const later = JSON.stringify({ ...JSON.parse(record), schemaVersion: '2.1', mood: 'cheerful' });
    const { exit, stdout, stderr } = await run(['validate', '-'], later);
    expect({ exit, valid: stdout.split('\n')[0] }).toEqual({ exit: 0, valid: 'valid: a request' });
    expect(stderr.split('\n')).toEqual([
      'note: the record is of version 2.1; it was read tolerantly, as 2.0 knows it.',
      'note: /mood is not known to 2.0; it is kept, and was not judged.',
      '',
    ]);
    const { stdout: document } = await run(['validate', '--json', '-'], later);
    expect(JSON.parse(document)).toMatchObject({ ok: true, issues: [], retained: ['/mood'] });
  });

  it('[U-VAL-1] shows where a record breaks its schema', async () => {
    expect(await run(['validate', 'bad-record.json'])).toMatchInlineSnapshot(`
      {
        "exit": 3,
        "stderr": "error schema-type: The value must be a string.
        at /conversation/items/0/content/0/text (bad-record.json:24:21)
        22 |             "id": "request.item.0.part.0",
        23 |             "type": "text",
      > 24 |             "text": 7
           |                     ^
        25 |           }
        expected: a string
        found:    integer
        help:     Give it the type that the issue names. What is unknown is left out: null is never used for it.

      bad-record.json is not a request: 1 issue.
      ",
        "stdout": "",
      }
    `);
  });

  it('[U-VAL-1] shows where a record breaks an invariant', async () => {
    expect(await run(['validate', 'headless-record.json'])).toMatchInlineSnapshot(`
      {
        "exit": 3,
        "stderr": "error branch-head: The head is not in the history.
        at /conversation/headItemId (headless-record.json:7:19)
        5 |     "conversationId": "request.conversation.0",
        6 |     "branchId": "main",
      > 7 |     "headItemId": "request.item.9",
          |                   ^^^^^^^^^^^^^^^^
        8 |     "completeness": "complete",
        expected: the id of the last item
        help:     The head is the last item of its branch, a branch leaves an existing branch at one of its items, and items name the declared conversation and branches.

      headless-record.json is not a request: 1 issue.
      ",
        "stdout": "",
      }
    `);
  });

  it('[U-VAL-1] gives issues as data with --json, and exits with 3', async () => {
    const { exit, stdout } = await run(['validate', '--json', 'bad-record.json']);
    expect(exit).toBe(3);
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      kind: 'request',
      issues: [
        {
          path: '/conversation/items/0/content/0/text',
          rule: 'schema-type',
          message: 'The value must be a string.',
          expected: 'a string',
          found: 'integer',
        },
      ],
    });
  });

  it('[U-VAL-1] says where a text breaks off, and quotes it in the code frame only', async () => {
    const { exit, stdout, stderr } = await run(['validate', 'truncated.txt']);
    expect({ exit, stdout, stderr }).toMatchInlineSnapshot(`
      {
        "exit": 3,
        "stderr": "error json-truncated: The JSON text breaks off at line 4, column 66, where the closing quote of a string should follow.
        at /messages/0/content (truncated.txt:4:66)
        2 |   "model": "gpt-5.1",
        3 |   "messages": [
      > 4 |     { "role": "user", "content": "The password of the safe is pel
          |                                                                  ^
        expected: the closing quote of a string
        found:    the end of the text
        help:     The text is good up to its end: look for a connection that closed early, an output limit, or a chunk that is missing.

      truncated.txt is not JSON: 1 issue.
      ",
        "stdout": "",
      }
    `);
    expect(withoutFrames(stderr)).not.toContain('pel');
  });

  it('[U-VAL-1] takes --as where the document does not say what it is', async () => {
    const part = '{ "id": "p", "type": "text", "text": "hi" }';
    expect(await run(['validate', '--as', 'part', '-'], part)).toMatchObject({ exit: 0 });
    expect(await run(['validate', '--as', 'item', '-'], part)).toMatchObject({ exit: 3 });
  });

  it('[D-5] recognises each record by the members that nothing else has', async () => {
    const documents = {
      part: { id: 'p', type: 'text', text: 'hi' },
      tool: { type: 'web-search', name: 'w' },
      'loss-report': { disposition: 'lossless', entries: [] },
      'chat-request': { messages: [], metadata: {} },
      'chat-response': { message: {}, finishReason: 'stop' },
      'decision-request': { state: {}, questions: [] },
      'event-log': [{ type: 'heartbeat', schemaVersion: '2.0' }],
      event: { type: 'heartbeat', schemaVersion: '2.0' },
      annotation: { scope: 'portable', profile: {}, schema: 's', resourceId: 'r' },
      operation: { schemaVersion: '2.0', operationId: 'o', cancellation: 'none' },
    };
    for (const [kind, document] of Object.entries(documents)) {
      const { stdout } = await run(['validate', '--json', '-'], JSON.stringify(document));
      expect(JSON.parse(stdout)).toMatchObject({ kind });
    }
  });

  it('[U-VAL-1] lists the kinds where a document shows none', async () => {
    expect(await run(['validate', 'chat.json'])).toMatchInlineSnapshot(`
      {
        "exit": 2,
        "stderr": "error record-kind: The document does not show which record it is.
        help: Name it with --as: request, result, item, part, event, event-log, conversation, operation, checkpoint, annotation, loss-report, transport, tool, chat-request, chat-response, stream-chunk, decision-request, decision-response, capabilities.
      ",
        "stdout": "",
      }
    `);
  });

  it('[U-VAL-1] lets no control character of a document through to the terminal', async () => {
    const { exit, stderr } = await run(['validate', '-'], '{ "\\u001b[2J": 1e999 }');
    expect(exit).toBe(3);
    expect(stderr).toContain('at / [2J');
    expect(stderr).not.toContain('\u001b');
  });

  it('[U-VAL-1] says when a fingerprint is of a rounded number', async () => {
    const part = '{ "id": "p", "type": "json", "value": { "n": 12345678901234567890 } }';
    const { exit, stderr } = await run(['validate', '--as', 'part', '-'], part);
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: 'note: /value/n has more digits than a double holds; the fingerprints are of it as rounded.\n',
    });
  });

  it('[U-VAL-1] hides a credential in the code frame', async () => {
    const key = ['sk', 'ant', 'api03', 'Zk3vQ9xT7mB2nW8cR5yL1pD6hJ4gF0sAaUeOiXwVtKq'].join('-');
    const { exit, stderr } = await run(
      ['validate', '--as', 'part', '-'],
      `{ "type": "text", "text": "${key}", "id": 7 }`,
    );
    expect(exit).toBe(3);
    expect(stderr).toContain('"text": "****');
    expect(stderr).not.toContain(key.slice(8));
  });
});

function withoutFrames(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^[> ] +\d* ?\|/.test(line))
    .join('\n');
}
