/**
 * Run by each supported Node on the built package: the doors open, and the main job gives what it gives elsewhere.
 * Usage: node test/runtimes/smoke.js FINGERPRINT (prints it where none is given).
 */
import { fingerprint } from '../../dist/src/index.js';
import { projectRequest } from '../../dist/src/projection/index.js';
import { anthropicMessages } from '../../dist/src/projection/profile/anthropic-messages/index.js';
import { openaiChat } from '../../dist/src/projection/profile/openai-chat/index.js';
import { validateRequest } from '../../dist/src/validate/index.js';

const body = JSON.stringify({
  model: 'm',
  seed: 7,
  messages: [
    { role: 'system', content: 'Grüße, 世界' },
    { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    {
      role: 'assistant',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"n":12345678901234567890}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'done' },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
});
const projection = projectRequest({ from: { profile: openaiChat }, to: { profile: anthropicMessages } }, body);
if (!projection.ok || !validateRequest(projection.value).ok) throw new Error('The main job fails on this runtime.');
if (!projection.text().includes('12345678901234567890')) throw new Error('Digits are lost on this runtime.');
const found = fingerprint({ record: projection.value, wire: projection.wire, loss: projection.loss });
const [expected = found] = process.argv.slice(2);
if (found !== expected) throw new Error(`${process.version} gives ${found}, expected ${expected}.`);
console.log(found);
