import type { UnifiedEventV2, UnifiedMessageItem, UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { WireFormatError } from '../../src/core/errors.ts';
import { partId } from '../../src/core/id.ts';
import { PrivateState } from '../../src/core/private-state.ts';
import { readPrivate } from '../../src/projection/emit-context.ts';
import { defineProfile, type Profile } from '../../src/projection/profile.ts';
import { ItemFactory, type ItemPlace } from '../../src/projection/shared/item-factory.ts';
import {
  completeAnswer,
  type DecodeContext,
  failAnswer,
  interruptAnswer,
  type StreamDecoder,
} from '../../src/projection/stream/decode-context.ts';
import type { EncodeContext, StreamEncoder } from '../../src/projection/stream/encode-context.ts';
import type { Framing, WireFrame } from '../../src/projection/stream/frame.ts';

export const TINY_OWNER: UnifiedResourceOwner = { profile: { family: 'tiny' }, provider: 'acme' };

/**
 * The smallest dialect with streams: `{"say": text}` for text of the one message, `{"sign": payload}` for private state,
 * `{"ping": true}`, `{"lose": true}`, `{"fail": code}` and `{"stop": true}`; `[END]` ends the stream. It cannot carry
 * private state of others.
 */
export function tinyDialect(framing: Framing = 'sse'): Profile {
  return defineProfile({
    family: 'tiny',
    title: 'Tiny',
    revisions: [],
    capabilities: () => ({ 'item.message': 'full', 'part.text': 'full', 'reasoning.private-state': 'full' }),
    limits: {
      toolName: { alphabet: /[a-z]/, maxLength: 8 },
      callId: { alphabet: /[a-z0-9]/, maxLength: 8 },
    },
    stream: {
      framing,
      endMarker: '[END]',
      decoder: (context) => new TinyDecoder(context),
      encoder: (context) => new TinyEncoder(context),
    },
  });
}

class TinyDecoder implements StreamDecoder {
  readonly #context: DecodeContext;
  readonly #place: ItemPlace;
  #hasStarted = false;
  #hasStopped = false;

  constructor(context: DecodeContext) {
    this.#context = context;
    this.#place = placeOf(context, 0);
  }

  frame(frame: WireFrame): void {
    const { data } = frame;
    if ('ping' in data) this.#context.events.heartbeat();
    else this.#read(frame);
  }

  #read(frame: WireFrame): void {
    const { data } = frame;
    this.#start();
    const { events, loss, operationId } = this.#context;
    const itemId = this.#place.id;
    if (typeof data['say'] === 'string') {
      events.write({ type: 'text-delta', itemId, partId: partId(itemId, 0), delta: data['say'] });
    } else if (data['sign'] !== undefined) this.#sign(frame);
    else if (data['lose'] === true) {
      const path = this.#context.open(frame).pointer('lose');
      loss.lose({ path, feature: 'wire.unknown-content', reason: 'it was lost' });
    } else if (typeof data['fail'] === 'string') {
      failAnswer(this.#context, {
        category: 'provider',
        code: data['fail'],
        message: 'No.',
        retryable: false,
        operationId,
      });
    } else if (data['stop'] === true) this.#hasStopped = true;
    else throw new WireFormatError('wire-format', 'the frame: expected a member that is known');
  }

  marker(): void {
    this.end();
  }

  end(): void {
    if (this.#hasStopped) completeAnswer(this.#context, { reason: 'stop' });
    else interruptAnswer(this.#context, placeOf(this.#context, this.#hasStarted ? 1 : 0));
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const { events, responseId, profile } = this.#context;
    const item: UnifiedMessageItem = {
      ...this.#place,
      type: 'message',
      role: 'assistant',
      status: 'in-progress',
      provenance: { origin: 'provider', profile },
      content: [],
    };
    events.write({ type: 'response-started', responseId });
    events.write({ type: 'item-started', itemId: item.id, item });
    const part = { id: partId(item.id, 0), type: 'text', text: '' } as const;
    events.write({ type: 'part-started', itemId: item.id, part });
  }

  #sign(frame: WireFrame): void {
    const { privateState, owner, events, profile } = this.#context;
    const payload = this.#context.open(frame).requiredText('sign');
    const resourceId = `${this.#place.id}.signature`;
    const kind = 'reasoning-signature';
    privateState.add(new PrivateState({ resourceId, kind, payload, ...(owner === undefined ? {} : { owner }) }));
    const reference = { scope: 'owner-private', profile, schema: 'tiny/signature', resourceId, kind } as const;
    events.write({ type: 'signature-ready', itemId: this.#place.id, privateState: reference });
  }
}

function placeOf({ conversationId, branchId, now, requestId }: DecodeContext, index: number): ItemPlace {
  const place = new ItemFactory({ conversationId, branchId, now, requestId } as never).place();
  return index === 0 ? place : { ...place, id: `${requestId}.item.${index}`, sequence: index, parentId: place.id };
}

class TinyEncoder implements StreamEncoder {
  readonly #context: EncodeContext;
  #hasEnded = false;

  constructor(context: EncodeContext) {
    this.#context = context;
  }

  event(event: UnifiedEventV2): void {
    const { write, writeMarker } = this.#context;
    if (event.type === 'text-delta') write({ say: event.delta });
    else if (event.type === 'signature-ready') this.#sign(event);
    else if (event.type === 'operation-completed') write({ stop: true }, 'last');
    else if (event.type === 'operation-failed') write({ fail: event.error.code }, 'last');
    else if (event.type === 'stream-completed') {
      this.#hasEnded = true;
      writeMarker();
    }
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#context.write({ fail: 'stream-truncated' }, 'last');
    this.#context.writeMarker();
  }

  #sign(event: Extract<UnifiedEventV2, { readonly type: 'signature-ready' }>): void {
    const payload = readPrivate(this.#context, event.privateState, '/output/0/providerData/0');
    if (payload !== undefined) this.#context.write({ sign: payload });
  }
}
