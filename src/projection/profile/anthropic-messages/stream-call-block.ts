import type { UnifiedItem } from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import { parseJson } from '../../../core/parse-json.ts';
import { argumentsFromText, type ToolArguments } from '../../shared/tool-arguments.ts';
import type { WireFrame } from '../../stream/frame.ts';
import { recordJsonDepth } from '../../wire-json.ts';
import type { WireObject } from '../../wire-object.ts';
import { codeIn, unwrapped } from './ingest-calls.ts';
import type { Answer, OpenBlock } from './stream-block.ts';
import { CODE_MEMBERS } from './wire.ts';

/** An item that is a call. */
export type CallItem = Extract<UnifiedItem, { readonly type: 'tool-call' | 'server-tool-call' | 'code-execution' }>;

export function isCallItem(item: UnifiedItem): item is CallItem {
  return item.type === 'tool-call' || item.type === 'server-tool-call' || item.type === 'code-execution';
}

/** A call whose arguments arrive in pieces; or at once, as those of calls that code made do. */
export class CallBlock implements OpenBlock {
  readonly #answer: Answer;
  /** The call as it is without what comes in pieces. */
  readonly #item: CallItem;
  readonly #isWrapped: boolean;
  /** Whether the arguments were not there when the block began. */
  readonly #isAwaited: boolean;
  #text = '';

  constructor(answer: Answer, wire: WireObject, item: CallItem) {
    this.#answer = answer;
    this.#item = item;
    const name = wire.value['name'];
    const { answer: facts } = answer.items.history;
    this.#isWrapped = item.type === 'tool-call' && typeof name === 'string' && facts?.wrappedTools.has(name) === true;
    this.#isAwaited = isEmpty(wire.value['input']);
    if (wire.value['input'] === undefined) {
      const reason = 'a call begins with its input, be it empty';
      const path = wire.pointer('input');
      answer.context.loss.lose({ path, feature: 'stream.contract', requirement: 'optional', reason });
    }
    const started = { ...(this.#isAwaited ? streaming(item) : item), status: 'in-progress' } as const;
    answer.context.events.write({ type: 'item-started', itemId: item.id, callId: item.callId, item: started });
  }

  readonly delta = ({ type, partial_json: fragment }: JsonObject, frame: WireFrame): boolean => {
    if (type !== 'input_json_delta' || typeof fragment !== 'string') return false;
    if (fragment === '') return true;
    if (!this.#isAwaited && this.#text === '') this.#loseFirst(frame);
    this.#text += fragment;
    // Text of a custom call is known when the JSON around it is complete.
    if (!this.#isAwaited || this.#isWrapped) return true;
    const { id: itemId, callId } = this.#item;
    const delta = { kind: 'text', fragment } as const;
    this.#answer.context.events.write({ type: 'tool-arguments-delta', itemId, callId, delta });
    return true;
  };

  readonly stop = (): void => {
    const { events } = this.#answer.context;
    const { id: itemId, callId } = this.#item;
    if (this.#item.type !== 'tool-call' || !this.#isAwaited) {
      events.write({ type: 'item-completed', itemId, callId, item: this.#whole() });
      return;
    }
    const { rawArguments, input } = this.#text === '' ? argumentsOf(this.#item) : this.#read();
    events.write({
      type: 'tool-arguments-ready',
      itemId,
      callId,
      ...(rawArguments === undefined ? {} : { rawArguments }),
      ...(input === undefined ? {} : { input }),
    });
    events.write({ type: 'item-completed', itemId, callId, item: this.#whole() });
  };

  readonly cut = (): void => {
    // What arrived is told already; that of a custom call is told as it is.
    if (!this.#isWrapped || this.#text === '') return;
    const { id: itemId, callId } = this.#item;
    const delta = { kind: 'text', fragment: this.#text } as const;
    this.#answer.context.events.write({ type: 'tool-arguments-delta', itemId, callId, delta });
  };

  #loseFirst(frame: WireFrame): void {
    const { context } = this.#answer;
    const reason = 'the arguments that the call began with are replaced by those that come in pieces';
    const path = context.open(frame).pointer();
    context.loss.lose({ path, feature: 'stream.contract', requirement: 'optional', reason });
  }

  #read(): ToolArguments {
    const read = this.#parsed();
    return this.#isWrapped ? unwrapped(read) : read;
  }

  #parsed(): ToolArguments {
    const { context } = this.#answer;
    const text = this.#text.toWellFormed();
    const wire = context.open({ data: { partial_json: text } });
    return argumentsFromText({ ...context, wire }, wire, 'partial_json');
  }

  /**
   * The call as it is in the end. The text of its arguments is kept beside what it says (U-TOOL-5); code that was asked for
   * is a text itself, so that it stands in one place.
   */
  #whole(): CallItem {
    if (this.#text === '') return this.#item;
    const { input: _input, rawArguments: _raw, ...rest } = this.#item;
    if (rest.type !== 'code-execution') return { ...rest, ...this.#read() };
    const { code: _code, ...execution } = rest;
    return { ...execution, ...codeIn(this.#plainArguments(), CODE_MEMBERS[rest.tool]) };
  }

  /** The arguments without their text, unless that says more: so has them who reads the whole answer. */
  #plainArguments(): ToolArguments {
    const read = this.#parsed();
    const { limits } = this.#answer.context;
    const parsed = parseJson(this.#text, limits, recordJsonDepth(limits));
    const isExact = parsed.ok && parsed.exactNumbers.size === 0 && read.input !== undefined;
    return isExact ? { input: read.input } : read;
  }
}

function isEmpty(input: unknown): boolean {
  return input === undefined || (isPlainObject(input) && Object.keys(input).length === 0);
}

/** A call whose arguments are still to come. */
function streaming({ input: _input, rawArguments: _raw, ...item }: CallItem): CallItem {
  return { ...item, state: 'arguments-streaming' };
}

function argumentsOf({ input, rawArguments }: CallItem): ToolArguments {
  if (input?.value !== undefined) return { input };
  return rawArguments === undefined || rawArguments === '{}' ? {} : { rawArguments };
}
