import type { JsonObject } from '../../../../../../src/core/json.ts';
import { answered, asked, body, ran, said, told, USER } from '../support.ts';

/** Content that nobody knows yet, wherever it can stand. */
export const UNKNOWN: Readonly<Record<string, JsonObject>> = {
  'a block and a member of another one': told(
    { type: 'text', text: 'a' },
    { type: 'hologram', data: 1 },
    { type: 'text', text: 'b', glow: true },
  ),
  'the only block': told({ type: 'hologram' }),
  'members of messages, calls and results': body([
    { role: 'user', content: 'q', mood: 'x' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {}, extra: 1 }], mood: { a: 1 } },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'hologram' }, { type: 'text', text: 'x', y: 1 }],
          z: [],
        },
      ],
    },
  ]),
  'a tool and a member of another one': asked({
    tools: [
      { type: 'oven_20300101', name: 'oven', heat: 3 },
      { name: 'f', input_schema: {}, shape: 1 },
    ],
  }),
  'the only tool': asked({ tools: [{ type: 'oven_20300101' }] }),
  'members and types of settings': asked({
    future: { a: [1] },
    thinking: { type: 'hyper', x: 1 },
    tool_choice: { type: 'maybe' },
    output_config: { glow: 1 },
    metadata: { other: 1 },
  }),
  'an edit of the context': asked({ context_management: { edits: [{ type: 'forget_20300101', x: 1 }] } }),
  'a server and a member of another one': asked({
    mcp_servers: [
      { type: 'pipe', x: 1 },
      { type: 'url', name: 'a', url: 'https://a.test', glow: 2 },
    ],
  }),
  'a citation': said({ type: 'text', text: 'x', citations: [{ type: 'star_location', x: 1 }] }),
  'a result of the provider': ran('web_search', 'web_search_tool_result', { type: 'odd', x: 1 }),
  'a source': told({ type: 'image', source: { type: 'cloud', x: 1 } }),
  'a kind of cache mark': told({ type: 'text', text: 'x', cache_control: { type: 'forever', ttl: '9y' } }),
  'a time to live': told({ type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: 'long' } }),
  'a system block': asked({ system: [{ type: 'text', text: 'a' }, { type: 'hologram' }] }),
  'the only system block': asked({ system: [{ type: 'hologram' }] }),
  'a reference to no tool': answered([{ type: 'tool_reference', tool_name: '', a: 1 }]),
  'what a search for tools found': ran('tool_search_tool_regex', 'tool_search_tool_result', {
    type: 'tool_search_tool_search_result',
    tool_references: [{ type: 'wand', name: 'x' }],
  }),
  'two forms of the output at once': asked({
    output_format: { type: 'json_schema', schema: { a: 1 } },
    output_config: { format: { type: 'json_schema', schema: {} } },
  }),
  'a time that is none': ran('web_fetch', 'web_fetch_tool_result', {
    type: 'web_fetch_result',
    url: 'https://a.test',
    retrieved_at: 'yesterday',
    content: { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' } },
  }),
  'a message of another kind': body([USER, { role: 'assistant', content: [{ type: 'hologram', x: 1 }] }, USER]),
};
