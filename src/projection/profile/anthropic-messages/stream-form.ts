import type { StreamForm } from '../../stream/stream-form.ts';

/** How two streams of Messages are compared: the end repeats counters that the start had, and pings mean nothing. */
export const STREAM_FORM: StreamForm = {
  frames: 'events',
  deltas: ['/delta/text', '/delta/thinking', '/delta/partial_json'],
  apart: [],
  settled: [['/message/usage', '/usage']],
  appended: [],
  demands: [],
  positions: ['/index'],
  padding: [],
  keepalives: ['ping'],
  // A whole message has the input of a call as JSON, without the text that it came in (U-TOOL-5).
  streamOnly: ['/output/*/rawArguments'],
};
