import type { StreamForm } from '../../stream/stream-form.ts';

/** How two streams of Chat Completions are compared: every frame repeats what it says of the answer as a whole. */
export const STREAM_FORM: StreamForm = {
  frames: 'patches',
  deltas: [
    '/choices/*/delta/content',
    '/choices/*/delta/refusal',
    '/choices/*/delta/reasoning',
    '/choices/*/delta/reasoning_content',
    '/choices/*/delta/tool_calls/*/function/arguments',
    '/choices/*/delta/tool_calls/*/custom/input',
    '/choices/*/delta/function_call/arguments',
    '/choices/*/delta/audio/data',
    '/choices/*/delta/audio/transcript',
  ],
  apart: ['/choices/*/delta/reasoning_details/*/text', '/choices/*/delta/reasoning_details/*/summary'],
  settled: [['/id'], ['/created'], ['/model'], ['/usage']],
  appended: ['/choices/*/delta/annotations'],
  demands: ['/choices/*/delta/role'],
  positions: ['/choices/*/delta/tool_calls/*/index'],
  // Every frame calls itself a chunk, where it says anything.
  padding: ['/object', '/obfuscation'],
  keepalives: [],
};
