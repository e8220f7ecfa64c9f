import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { PrivateStateSet } from '../../../../../src/core/private-state.ts';
import { emitResponse } from '../../../../../src/projection/emit-response.ts';
import { ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { createStreamDecoder } from '../../../../../src/projection/stream/decode-stream.ts';
import { createStreamEncoder } from '../../../../../src/projection/stream/encode-stream.ts';
import { begin, end, start, stop } from './streams.ts';
import { back, body, OWNER, USER } from './support.ts';

/** More digits than a double has; the one that is nearest stands in its place where a body is made. */
const DIGITS = '9007199254740993';
const SCHEMA = { type: 'object', properties: { n: { type: 'integer', maximum: 9007199254740992 } } };
const LISTING = {
  type: 'mcp_tool_listing',
  mcp_server_name: 'tides',
  tools: [{ name: 'now', input_schema: SCHEMA }],
};

function exact(wire: JsonObject): string {
  return JSON.stringify(wire).replaceAll('9007199254740992', DIGITS);
}

describe('numbers that a double does not hold', () => {
  it.each([
    ['the format of an answer', { output_config: { format: { type: 'json_schema', schema: SCHEMA } } }],
    [
      'the format of an answer of another model',
      { fallbacks: [{ model: 'model-b', output_config: { format: { type: 'json_schema', schema: SCHEMA } } }] },
    ],
    [
      'the tools of a server',
      {
        mcp_servers: [{ type: 'url', name: 'tides', url: 'https://tides.test' }],
        tools: [{ type: 'mcp_toolset', mcp_server_name: 'tides', tools: LISTING.tools }],
      },
    ],
  ])('[U-VAL-3] keep every digit in %s', (_, more) => {
    const text = exact(body([USER], more));
    const emission = back(text);
    expect(emission.loss.entries).toEqual([]);
    expect(emission.ok && JSON.parse(emission.text())).toEqual(JSON.parse(text));
    expect(emission.ok && emission.text().split(DIGITS).length).toBe(2);
  });

  it('[U-VAL-3] keep every digit in what a server listed, in a request, an answer and a stream', () => {
    const said = { role: 'assistant', content: [LISTING, { type: 'text', text: 'a' }] };
    const asked = back(exact(body([USER, said, USER])));
    expect(asked.ok && asked.text()).toContain(DIGITS);

    const message = {
      ...said,
      id: 'm',
      type: 'message',
      model: 'c',
      stop_reason: 'end_turn',
      usage: { output_tokens: 1 },
    };
    const { value, privateState } = ingestResponse(anthropicMessages, exact(message), { owner: OWNER });
    const answer = emitResponse(anthropicMessages, value, { owner: OWNER, privateState });
    expect(answer.ok && answer.text()).toContain(DIGITS);

    const decoder = createStreamDecoder(anthropicMessages, { owner: OWNER });
    const frames = [start(), begin(0, LISTING), stop(0), ...end()];
    const text = frames.map((frame) => `data: ${exact(frame)}\n\n`).join('');
    const decoded = [...decoder.push(text), ...decoder.end()];
    const states = new PrivateStateSet(decoded.flatMap(({ privateState: found = [] }) => found));
    const encoder = createStreamEncoder(anthropicMessages, { owner: OWNER, privateState: states });
    const written = decoded.flatMap(({ event }) => encoder.push(event));
    expect(written.flatMap((frame) => ('text' in frame ? [frame.text] : [])).join()).toContain(DIGITS);
  });
});
