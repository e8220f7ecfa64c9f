import { ChatCompletionStream } from 'openai/lib/ChatCompletionStream';
import type { JsonObject } from '../../src/core/json.ts';

/** What the official client makes of the frames of a stream. Throws as the client throws. */
export async function clientCompletion(frames: readonly JsonObject[]): Promise<JsonObject> {
  const lines = `${frames.map((frame) => JSON.stringify(frame)).join('\n')}\n`;
  const completion = await ChatCompletionStream.fromReadableStream(new Blob([lines]).stream()).finalChatCompletion();
  return withoutOwn(JSON.parse(JSON.stringify(completion)));
}

/** What the client adds of its own. */
const OWN = ['parsed', 'parsed_arguments'];

function withoutOwn<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutOwn) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key]) => !OWN.includes(key));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutOwn(member)])) as Value;
}
