import { describe, expect, it } from 'vitest';
import { run } from './support/run.ts';

const DEEP = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const TWICE = '{"model":"m","messages":[{"role":"user","content":"A"}],"messages":[{"role":"user","content":"B"}]}';
const LARGE = `{"a":"${'x'.repeat(70 * 1024 * 1024)}"}`;

describe('hostile input on the command line', () => {
  it.each([
    ['validate', ['validate', '--as', 'request', '-']],
    ['project', ['project', '--from', 'openai-chat', '--to', 'anthropic-messages', '-']],
    ['matrix', ['matrix', '--from', 'openai-chat', '-']],
  ])('[U-SEC-5] ends in one clear error of %s at a depth of 10,000', async (_verb, argv) => {
    const { exit, stderr } = await run(argv, DEEP);
    expect(exit).toBe(3);
    expect(stderr).toContain('json-depth');
  });

  it('[U-SEC-5] ends in one clear error when a text is larger than the limit', async () => {
    const { exit, stderr } = await run(['validate', '--as', 'request', '-'], LARGE);
    expect(exit).toBe(3);
    expect(stderr).toContain('json-bytes');
    expect(stderr.length).toBeLessThan(2000);
  });

  it('[U-LOSS-1] does not lose one of two members with one name: it names the second', async () => {
    const { exit, stdout, stderr } = await run(['project', '--from', 'openai-chat', '--to', 'openai-chat', '-'], TWICE);
    expect([exit, stdout]).toEqual([3, '']);
    expect(stderr).toContain('at /messages');
  });
});
