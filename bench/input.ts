import type { JsonObject } from '../src/core/json.ts';

const WORDS =
  'the gateway keeps a conversation that began elsewhere and goes on with another provider without losing what was said so far while tools answer and images arrive'.split(
    ' ',
  );

/** Text of about so many characters, the same every time, and different from place to place. */
function text(length: number, seed: number): string {
  let made = '';
  for (let index = seed; made.length < length; index += 7) made += `${WORDS[index % WORDS.length]} `;
  return made.slice(0, length);
}

function turn(index: number, length: number): JsonObject[] {
  const id = `call_${String(index).padStart(6, '0')}`;
  const call = {
    id,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: `src/module-${index}.ts`, lines: [1, 80] }) },
  };
  return [
    { role: 'user', content: text(length / 4, index) },
    { role: 'assistant', content: text(length / 4, index + 3), tool_calls: [call] },
    { role: 'tool', tool_call_id: id, content: text(length, index + 5) },
    { role: 'assistant', content: text(length / 3, index + 9) },
  ];
}

/** A Chat Completions body of so many turns with tools, each of about so many characters. */
export function chatBody(turns: number, length: number): JsonObject {
  const parameters = {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Where the file is.' },
      lines: { type: 'array', items: { type: 'integer' } },
    },
    required: ['path'],
  };
  return {
    model: 'gpt-5.6',
    messages: [
      { role: 'system', content: text(600, 1) },
      ...Array.from({ length: turns }, (_, index) => turn(index, length)).flat(),
      { role: 'user', content: text(200, 2) },
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
