import type { UnifiedProviderDataRef } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { keepUnread } from '../../ingest-context.ts';
import type { DecodeContext } from '../../stream/decode-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { type Envelope, isKnownMember, readEnvelope } from './answer-envelope.ts';

/**
 * What a message that arrives as a stream says beside its content. What nobody knows of it is told with its beginning,
 * since its end may never come; what is known by then is told once more in the end, as the last word on it.
 */
export class StreamEnvelope {
  /** What the beginning holds for the provider alone. */
  readonly providerData: readonly UnifiedProviderDataRef[];
  readonly #context: DecodeContext;
  readonly #told: JsonObject;

  /** `wire` is the message as it begins. */
  constructor(context: DecodeContext, wire: WireObject) {
    this.#context = context;
    this.#told = Object.fromEntries(Object.entries(wire.value).filter(([key]) => !isKnownMember(key)));
    const unknown = context.open({ data: this.#told });
    this.providerData = keepUnread({ ...context, wire }, context.responseId, unknown, [unknown]);
  }

  /** Reads the message as it is by now, without what the beginning told for good. */
  read(message: WireDraft): Envelope {
    const known: WireDraft = {};
    const changed: WireDraft = {};
    for (const [key, value] of Object.entries(message)) {
      if (!Object.hasOwn(this.#told, key)) known[key] = value;
      else if (JSON.stringify(this.#told[key]) !== JSON.stringify(value)) changed[key] = value;
    }
    const wire = this.#context.open({ data: known });
    const context = { ...this.#context, wire };
    const envelope = readEnvelope(context, wire);
    const news = this.#context.open({ data: changed });
    const kept = keepUnread(context, childId(context.responseId, 'change', 0), news, [news]);
    if (kept.length === 0) return envelope;
    const { provenance } = envelope;
    return { ...envelope, provenance: { ...provenance, providerData: [...(provenance.providerData ?? []), ...kept] } };
  }
}
