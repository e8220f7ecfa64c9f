import type { JsonObject } from '../../src/core/json.ts';

const LINES = [
  'export function readSettings(path: string): Settings {',
  '  const text = readFileSync(path, "utf8");',
  '  if (text === "") throw new SettingsError("empty", { path });',
  '\treturn parse(text) as Settings; // “checked” by the caller — see §4',
  '}',
  '',
  'The gateway keeps a conversation that began elsewhere and goes on with another provider.',
  '- [x] nothing is lost: "signatures", citations, cache marks',
  '| name | value |\n| --- | --- |\n| retries | 3 |',
];

/** Text of about so many characters as agents meet it: code, prose and tables; the same every time. */
function text(length: number, seed: number): string {
  let made = '';
  for (let index = seed; made.length < length; index += 1) made += `${LINES[index % LINES.length]}\n`;
  return made.slice(0, length);
}

function turn(index: number, length: number): JsonObject[] {
  const id = `call_${String(index).padStart(6, '0')}`;
  const input = { path: `src/settings-${index}.ts`, lines: [1, 80], reason: 'to see how "settings" are read' };
  const call = { id, type: 'function', function: { name: 'read_file', arguments: JSON.stringify(input) } };
  return [
    { role: 'user', content: text(length / 8, index) },
    { role: 'assistant', content: text(length / 8, index + 3), tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: text(length, index + 5) },
    { role: 'assistant', content: text(length / 4, index + 9) },
  ];
}

/** A Chat Completions body of an agent at work: so many turns, each with a tool result of about so many characters. */
export function chatBody(turns: number, length: number): JsonObject {
  const path = { type: 'string', description: 'Where the file is.' };
  const parameters = {
    type: 'object',
    properties: { path, lines: { type: 'array', items: { type: 'integer' } } },
    required: ['path'],
  };
  return {
    model: 'gpt-5.6',
    messages: [
      { role: 'system', content: text(400, 1) },
      ...Array.from({ length: turns }, (_, index) => turn(index, length)).flat(),
      { role: 'user', content: text(120, 2) },
    ],
    tools: [{ type: 'function', function: { name: 'read_file', description: 'Reads a file.', parameters } }],
    tool_choice: 'auto',
    temperature: 0.2,
    max_completion_tokens: 4096,
    stop: ['END'],
    parallel_tool_calls: true,
    user: 'user-1',
  };
}
