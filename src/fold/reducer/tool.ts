import { patchArguments } from '../argument-patch.ts';
import { copyData } from '../copy.ts';
import { invalidEvent } from '../fault.ts';
import { checkCall } from '../lifecycle.ts';
import type { Reducers } from './reducer.ts';

/** The life of calls (Unified v2, Calls and results). */
export const toolReducers: Reducers<
  'tool-arguments-delta' | 'tool-arguments-ready' | 'tool-state-changed' | 'tool-output-delta'
> = {
  'tool-arguments-delta': (folding, { itemId, callId, delta }) => {
    const call = folding.call(itemId, callId);
    checkCall(call.state, 'arguments-streaming');
    if (delta.kind === 'text') {
      call.rawArguments = (call.rawArguments ?? '') + delta.fragment;
      folding.grow(call, call.rawArguments);
    } else call.input = patchArguments(call.input, delta);
    call.state = 'arguments-streaming';
  },
  'tool-arguments-ready': (folding, { itemId, callId, rawArguments, input }) => {
    const call = folding.call(itemId, callId);
    checkCall(call.state, 'arguments-ready');
    if (rawArguments !== undefined) call.rawArguments = rawArguments;
    if (input !== undefined) call.input = copyData(input);
    call.state = 'arguments-ready';
  },
  'tool-state-changed': (folding, { itemId, callId, state }) => {
    const call = folding.call(itemId, callId);
    checkCall(call.state, state);
    call.state = state;
  },
  'tool-output-delta': (folding, { itemId, channel, delta }) => {
    const item = folding.item(itemId);
    // Of calls it is a sign of progress: their result carries the whole output.
    if (item.type !== 'code-execution-result') return;
    if (item.status !== 'in-progress') {
      throw invalidEvent('event-order', '/itemId', 'The item has ended before this delta.', 'an item that is open');
    }
    if (channel === 'standard-output') item.standardOutput = (item.standardOutput ?? '') + delta;
    else if (channel === 'standard-error') item.standardError = (item.standardError ?? '') + delta;
  },
};
