/**
 * The main job on embedded inputs: generate from the schemas, validate a conversation, take a request from OpenAI to
 * Anthropic and back, show what was lost on the way and whom private state goes to, and hand a streamed answer on.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '../src/cli/run.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'urtext-demo-'));
process.on('exit', () => rmSync(scratch, { recursive: true }));

/** Says what happens next, runs a command line as a user would, and gives what it printed as its result. */
async function step(sentence: string, argv: readonly string[], shown: 'result' | 'report' = 'report'): Promise<string> {
  console.log(`\n# ${sentence}\n$ urtext ${argv.map((word) => word.replace(scratch, '…')).join(' ')}`);
  let result = '';
  const code = await runCli(argv, {
    stdout: (text) => {
      result += text;
    },
    stderr: (text) => process.stdout.write(text),
    readStdin: async () => new Uint8Array(),
    cwd: ROOT,
    now: () => '2026-11-30T12:00:00.000Z',
    colour: false,
  });
  if (shown === 'result') process.stdout.write(result);
  if (code !== 0) throw new Error(`The step ended with exit code ${code}.`);
  return result;
}

function save(name: string, text: string): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

const CHAT = 'demo/input/chat-request.json';
const MESSAGES = 'demo/input/anthropic-request.json';
const STREAM = 'demo/input/anthropic-stream.sse';

await step('Types, validators and documentation come from the schemas.', ['generate'], 'result');
await step(
  'A stored conversation is valid, and has two fingerprints.',
  ['validate', 'demo/input/conversation.json'],
  'result',
);

const there = await step('A request for OpenAI goes to Anthropic. Every difference is reported.', [
  ...['project', '--from', 'openai-chat', '--to', 'anthropic-messages'],
  CHAT,
]);
const messages = save('messages.json', there);
const back = await step('What arrived there goes back to OpenAI.', [
  ...['project', '--from', 'anthropic-messages', '--to', 'openai-chat'],
  messages,
]);
const chat = save('chat.json', back);

const FINGERPRINTS = {
  before: '… and its fingerprints.',
  after:
    '… and its fingerprints. Both differ from those before, by what the reports said: the seed, the detail of the image and the name of the schema did not come back.',
};

for (const [where, file, family] of [
  ['before', CHAT, 'openai-chat'],
  ['after', chat, 'openai-chat'],
] as const) {
  const record = await step(`The conversation ${where} the detour, as a record:`, [
    ...['project', '--unified', '--from', family, '--to', family],
    file,
  ]);
  await step(FINGERPRINTS[where], ['validate', save(`record-${where}.json`, record)], 'result');
}

const home = await step('A body with a signature goes to its own provider: the signature goes along, byte for byte.', [
  ...['project', '--from', 'anthropic-messages', '--to', 'anthropic-messages'],
  MESSAGES,
]);
const away = await step('The same body goes to another provider: the signature stays, and the report says so.', [
  ...['project', '--from', 'anthropic-messages', '--to', 'openai-chat'],
  MESSAGES,
]);
const [, signature = ''] = /"signature": "([^"]+)"/.exec(readFileSync(join(ROOT, MESSAGES), 'utf8')) ?? [];
console.log(
  `\nsignature in the body for its owner: ${home.includes(signature)}; in the body for the other: ${away.includes(signature)}`,
);

await step('A stream of Anthropic is cut anywhere, and comes to the same items.', ['fold', '--items', STREAM]);
await step(
  'The same stream goes to a client of OpenAI, event by event.',
  ['project', '--from', 'anthropic-messages', '--to', 'openai-chat', STREAM],
  'result',
);
