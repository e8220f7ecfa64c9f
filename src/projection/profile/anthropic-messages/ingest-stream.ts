import { childId } from '../../../core/id.ts';
import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { keepUnread } from '../../ingest-context.ts';
import {
  completeAnswer,
  type DecodeContext,
  failAnswer,
  interruptAnswer,
  type StreamDecoder,
} from '../../stream/decode-context.ts';
import type { WireFrame } from '../../stream/frame.ts';
import type { WireObject } from '../../wire-object.ts';
import { readDiagnostics, readModel } from './answer-envelope.ts';
import { AnswerItems } from './answer-items.ts';
import { AnswerMembers } from './answer-members.ts';
import { isErrorBody, readError } from './error.ts';
import { startHistory } from './ingest-history.ts';
import { answerGroup, nameOf, passOn } from './ingest-response.ts';
import { hasMore } from './stream-block.ts';
import { StreamBlocks } from './stream-blocks.ts';
import { StreamEnvelope } from './stream-envelope.ts';
import { readUsage } from './usage.ts';

/** Reads a stream of a message. */
export function decoder(context: DecodeContext): StreamDecoder {
  return new MessageDecoder(context);
}

class MessageDecoder implements StreamDecoder {
  #context: DecodeContext;
  readonly #operation: DecodeContext;
  /** The message so far, without its content. */
  #message: WireDraft | undefined;
  #blocks: StreamBlocks | undefined;
  #envelope: StreamEnvelope | undefined;
  #restarts = 0;

  constructor(context: DecodeContext) {
    this.#operation = context;
    this.#context = context;
  }

  readonly frame = (frame: WireFrame): void => {
    const { data } = frame;
    const type = data['type'] ?? frame.event;
    if (type === 'content_block_delta' && this.#delta(data, frame)) return;
    switch (type) {
      case 'message_start':
        this.#start(frame);
        return;
      case 'content_block_start':
      case 'content_block_stop':
        this.#bound(frame, type);
        return;
      case 'message_delta':
        this.#update(frame);
        return;
      case 'message_stop':
        this.#finish(frame);
        return;
      case 'ping':
        this.#context.events.heartbeat();
        return;
      default:
        if (isErrorBody(this.#context.open(frame))) this.#fail(frame);
        else this.#unknown(frame, unknownType(frame, type));
    }
  };

  readonly end = (): void => {
    if (this.#message?.['stop_reason'] !== undefined && this.#message['stop_reason'] !== null) {
      this.#finish({ data: {} });
      return;
    }
    this.#blocks?.cut();
    this.#tellUnfinished();
    const items = this.#blocks?.items ?? this.#items(this.#context, {});
    interruptAnswer(this.#context, items.history.items.place());
  };

  /** The hot path: a delta of an open block with nothing beside it. */
  #delta(data: JsonObject, frame: WireFrame): boolean {
    const { index, delta } = data;
    if (!isPlainObject(delta)) return false;
    // What is in the payload of a frame is JSON.
    const isKnown = this.#blocks?.delta(index, delta as JsonObject, frame) === true;
    if (!isKnown) return false;
    if (hasMore(data, 3) || hasMore(delta, 2)) this.#loseBeside(data, delta as JsonObject, frame);
    return true;
  }

  #loseBeside(data: JsonObject, delta: JsonObject, frame: WireFrame): void {
    const wire = this.#context.open(frame);
    const beside = [
      ...Object.keys(data)
        .filter((key) => !FRAME_MEMBERS.has(key))
        .map((key) => wire.pointer(key)),
      ...Object.keys(delta)
        .filter((key) => !DELTA_MEMBERS.has(key))
        .map((key) => `${wire.pointer('delta')}/${key}`),
    ];
    for (const path of beside) {
      const reason = 'nobody knows this member of a delta; it is not kept';
      this.#context.loss.lose({ path, feature: 'wire.unknown-content', reason });
    }
  }

  #start(frame: WireFrame): void {
    const wire = this.#context.open(frame).requiredObject('message');
    const id = wire.peek('id');
    if (this.#message !== undefined) {
      if (this.#message['id'] === id) return; // the same beginning twice is one beginning
      this.#restart();
    }
    const { content, ...message } = wire.value;
    this.#message = { ...message };
    if (isPlainObject(message['usage'])) this.#message['usage'] = { ...message['usage'] } as JsonObject;
    this.#begin(wire);
    const items = this.#items(this.#context, message);
    this.#blocks = new StreamBlocks({ context: this.#context, items });
    if (!Array.isArray(content)) {
      const reason = 'a message begins with the list of its content, be it empty';
      const path = wire.pointer('content');
      this.#context.loss.lose({ path, feature: 'stream.contract', requirement: 'optional', reason });
      return;
    }
    for (const [index, block] of wire.requiredObjects('content').entries()) {
      this.#blocks.start(block, index);
      this.#blocks.stop(index);
    }
  }

  /** Another answer begins in place of this one: identifiers that were given are not given again. */
  #restart(): void {
    this.#restarts += 1;
    const { operationId } = this.#operation;
    this.#context = {
      ...this.#operation,
      requestId: childId(operationId, 'restart', this.#restarts),
      responseId: childId(operationId, 'response', this.#restarts),
    };
  }

  #begin(wire: WireObject): void {
    const { events, profile, responseId } = this.#context;
    const body = new AnswerMembers(wire);
    const providerResponseId = nameOf(wire.peek('id'));
    this.#envelope = new StreamEnvelope(this.#context, wire);
    const { providerData } = this.#envelope;
    const provenance = {
      profile,
      ...(providerResponseId === undefined ? {} : { providerResponseId }),
      ...(providerData.length === 0 ? {} : { providerData }),
    };
    const began = { responseId, model: readModel(this.#context, body), provenance };
    if (this.#restarts === 0) events.write({ type: 'response-started', ...began });
    else events.write({ type: 'response-restarted', ...began, reason: 'another message began in the stream' });
    this.#tellUsage();
    const cacheDiagnostics = readDiagnostics(body);
    if (cacheDiagnostics !== undefined) events.write({ type: 'response-metadata', cacheDiagnostics });
  }

  #items(context: DecodeContext, { id, model }: JsonObject): AnswerItems {
    const { toolNames, wrappedTools } = context;
    const wire = context.open({ data: {} });
    const answer = { toolNames, wrappedTools, model: nameOf(model), providerResponseId: nameOf(id) };
    const history = startHistory({ ...context, wire }, [], answer);
    return new AnswerItems(history, { wire, role: 'assistant', groupId: answerGroup(context) }, context);
  }

  #bound(frame: WireFrame, type: string): void {
    const { index } = frame.data;
    const wire = this.#context.open(frame);
    if (this.#blocks === undefined || typeof index !== 'number') {
      this.#unknown(frame, type);
      return;
    }
    if (type === 'content_block_stop') {
      if (!this.#blocks.stop(index)) this.#unknown(frame, type);
      return;
    }
    const block = wire.requiredObject('content_block');
    this.#blocks.start(block, index);
    passOn(this.#blocks.items.history, block);
    const { answer } = this.#blocks.items.history;
    if (this.#message !== undefined && block.peek('type') === 'fallback' && answer?.model !== undefined)
      this.#message['model'] = answer.model;
  }

  /** Merges what a message is said to be in the meantime: the last word on each member holds. */
  #update(frame: WireFrame): void {
    const message = this.#message;
    if (message === undefined) {
      this.#unknown(frame, 'message_delta');
      return;
    }
    const { type: _type, delta, usage, ...members } = frame.data;
    merge(message, members);
    if (isPlainObject(delta)) merge(message, delta as JsonObject);
    if (!isPlainObject(usage)) return;
    const known = message['usage'];
    // The message is a copy that only this decoder has.
    const counters = isPlainObject(known) ? (known as WireDraft) : {};
    merge(counters, usage as JsonObject);
    message['usage'] = counters;
    this.#tellUsage();
  }

  #tellUsage(): void {
    const usage = this.#message?.['usage'];
    if (!isPlainObject(usage)) return;
    const read = readUsage(new AnswerMembers(this.#context.open({ data: usage as JsonObject })));
    this.#context.events.write({ type: 'usage-updated', usage: read });
  }

  #finish(frame: WireFrame): void {
    if (this.#message === undefined || this.#blocks === undefined || this.#envelope === undefined) {
      this.#unknown(frame, 'message_stop');
      return;
    }
    const { events } = this.#context;
    this.#blocks.finish();
    this.#blocks.items.closeMessage();
    const { status, usage: _usage, ...envelope } = this.#envelope.read(this.#message);
    events.write({ type: 'response-metadata', ...envelope });
    completeAnswer(this.#context, status);
  }

  /** What a message said before it broke off, beside its content; how it ended nobody said. */
  #tellUnfinished(): void {
    if (this.#message === undefined || this.#envelope === undefined) return;
    const { status: _status, usage: _usage, ...envelope } = this.#envelope.read(this.#message);
    this.#context.events.write({ type: 'response-metadata', ...envelope });
  }

  #fail(frame: WireFrame): void {
    const wire = this.#context.open(frame);
    const { error, wires } = readError(wire, this.#context);
    this.#blocks?.cut();
    this.#tellUnfinished();
    const { profile, responseId } = this.#context;
    const providerData = keepUnread({ ...this.#context, wire }, childId(responseId, 'error', 0), wire, wires);
    if (providerData.length > 0)
      this.#context.events.write({ type: 'response-metadata', provenance: { profile, providerData } });
    failAnswer(this.#context, error);
  }

  #unknown(frame: WireFrame, type: string): void {
    const { events, loss } = this.#context;
    const providerType = type.slice(0, TYPE_LENGTH).toWellFormed() || 'untyped';
    events.write({ type: 'unknown-provider-event', providerType });
    const reason = 'nobody knows this event of the stream, or nothing that it belongs to is open';
    loss.lose({ path: this.#context.open(frame).pointer(), feature: 'stream.event', requirement: 'optional', reason });
  }
}

/** What the wire calls a thing that nobody knows: of a delta, its own type. */
function unknownType({ data }: WireFrame, type: unknown): string {
  const { delta } = data;
  const own = type === 'content_block_delta' && isPlainObject(delta) ? delta['type'] : type;
  return typeof own === 'string' ? own : 'untyped';
}

const TYPE_LENGTH = 256;
const FRAME_MEMBERS: ReadonlySet<string> = new Set(['type', 'index', 'delta']);
const DELTA_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'text',
  'thinking',
  'estimated_tokens',
  'signature',
  'partial_json',
  'citation',
  'content',
  'encrypted_content',
]);

/** Members whose null is a last word as well. */
const SETTLED: ReadonlySet<string> = new Set(['stop_reason', 'stop_sequence', 'stop_details']);

function merge(draft: WireDraft, members: JsonObject): void {
  for (const [key, value] of Object.entries(members)) if (value !== null || SETTLED.has(key)) draft[key] = value;
}
