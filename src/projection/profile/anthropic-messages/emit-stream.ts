import type {
  UnifiedContentPart,
  UnifiedError,
  UnifiedEventV2,
  UnifiedItem,
  UnifiedProviderDataRef,
  UnifiedResultV2,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { EncodeContext, StreamEncoder } from '../../stream/encode-context.ts';
import { fillNulls, isOwn } from './emit-basics.ts';
import { isOwnAnswer, loseUnfinished, writeEnvelope, writeStart } from './emit-envelope.ts';
import { loseReasoningState } from './emit-thinking.ts';
import { writeUsage } from './emit-usage.ts';
import { writeError } from './error.ts';
import { isCallItem } from './stream-call-block.ts';
import { CallUnit, ItemUnit, UnknownUnit } from './stream-item-units.ts';
import { PartUnit, TextUnit, ThinkingUnit } from './stream-part-units.ts';
import { BlockWriter, isComplete, readWhole, type Unit } from './stream-unit.ts';
import { FAMILY } from './wire.ts';

/** Writes a stream of a message. */
export function encoder(context: EncodeContext): StreamEncoder {
  return new MessageEncoder(context);
}

/**
 * Blocks never overlap on this wire. What arrives at the same time stands in a queue: the first of it goes out live, and
 * the others when it is their turn.
 */
class MessageEncoder implements StreamEncoder {
  readonly #context: EncodeContext;
  readonly #blocks: BlockWriter;
  #queue: Unit[] = [];
  readonly #parts = new Map<string, Unit>();
  readonly #items = new Map<string, Unit[]>();
  #hasStarted = false;
  #hasEnded = false;
  /** The first of the queue, when it has begun. */
  #live: Unit | undefined;
  #usage: WireDraft = {};
  /** The model that the beginning named. */
  #model: JsonValue | undefined;
  /** How many references to unknown content the beginning restored. */
  #told = 0;

  constructor(context: EncodeContext) {
    this.#context = context;
    this.#blocks = new BlockWriter(context);
  }

  readonly event = (event: UnifiedEventV2): void => {
    if (this.#hasEnded) return;
    switch (event.type) {
      case 'text-delta':
      case 'refusal-delta':
      case 'reasoning-delta':
      case 'citation-ready':
        this.#tell(this.#parts.get(event.partId ?? ''), event);
        return;
      case 'tool-arguments-delta':
        this.#tell(this.#items.get(event.itemId ?? '')?.[0], event);
        return;
      default:
        this.#rare(event);
    }
  };

  readonly end = (): void => {
    if (this.#hasEnded) return;
    const { error } = this.#context.fold.view();
    this.#fail(error ?? CUT);
  };

  #tell(unit: Unit | undefined, event: UnifiedEventV2): void {
    if (unit !== undefined && unit === this.#live) unit.event(event);
  }

  #rare(event: UnifiedEventV2): void {
    switch (event.type) {
      case 'usage-updated':
        this.#start();
        return;
      case 'response-restarted':
        this.#restart();
        return;
      case 'item-started':
        this.#startItem(event.item, event.candidateIndex);
        break;
      case 'part-started':
      case 'artifact-ready':
        this.#startPart(event.itemId, event.part);
        break;
      case 'source-ready':
        this.#startPart(event.itemId, event.source);
        break;
      case 'part-completed':
        this.#done(this.#parts.get(event.partId ?? event.part?.id ?? ''));
        break;
      case 'item-delta':
        this.#restoreBlocks(event.itemId, event.providerData);
        if (event.status !== undefined && event.status !== 'in-progress') this.#doneItem(event.itemId);
        break;
      case 'item-completed':
      case 'item-failed':
        this.#doneItem(event.itemId ?? (event.type === 'item-completed' ? event.item?.id : undefined));
        break;
      case 'operation-completed':
      case 'operation-requires-action':
        this.#complete();
        return;
      case 'operation-failed':
        this.#fail(event.error);
        return;
      case 'operation-cancelled':
        this.#fail(CANCELLED);
        return;
      case 'operation-expired':
        this.#fail(event.error ?? CUT);
        return;
      default:
        return;
    }
    this.#advance();
  }

  #startItem(item: UnifiedItem, candidateIndex: number | undefined): void {
    // How an answer broke off is told by its error.
    if (item.type === 'interruption' || item.visibility !== 'model') return;
    if ((item.candidateIndex ?? candidateIndex ?? 0) > 0) return;
    this.#items.set(item.id, []);
    if (item.type === 'message' && (item.role === 'assistant' || item.role === undefined)) {
      for (const part of item.content) this.#startPart(item.id, part);
    } else if (item.type === 'reasoning') for (const part of item.content) this.#startPart(item.id, part);
    else
      this.#add(item.id, isCallItem(item) ? new CallUnit(this.#blocks, item.id) : new ItemUnit(this.#blocks, item.id));
    this.#restoreBlocks(item.id, item.providerData);
    if (isComplete(item)) this.#doneItem(item.id);
  }

  #startPart(itemId: string | undefined, part: UnifiedContentPart): void {
    const item = itemId === undefined ? undefined : this.#context.fold.item(itemId);
    if (item === undefined || !this.#items.has(item.id) || this.#parts.has(part.id)) return;
    if (item.type === 'reasoning') {
      const index = item.content.findIndex(({ id }) => id === part.id);
      this.#add(item.id, new ThinkingUnit(this.#blocks, item.id, index), part.id);
    } else if (item.type === 'message') {
      const isText = part.type === 'text' || part.type === 'refusal';
      this.#add(item.id, new (isText ? TextUnit : PartUnit)(this.#blocks, item.id, part.id), part.id);
    }
  }

  #add(itemId: string, unit: Unit, partId?: string): void {
    this.#queue.push(unit);
    if (partId !== undefined) this.#parts.set(partId, unit);
    this.#items.get(itemId)?.push(unit);
  }

  /** Blocks that nobody knows go back to their own dialect. */
  #restoreBlocks(itemId: string | undefined, references: readonly UnifiedProviderDataRef[] | undefined): void {
    const placed = itemId === undefined ? undefined : this.#blocks.place(itemId);
    if (placed === undefined || references === undefined || !isOwn(placed.item)) return;
    for (const reference of references) {
      if (reference.scope !== 'owner-private' || reference.profile.family !== FAMILY) continue;
      if (reference.placement !== 'part' || !/^\/content\/\d+$/.test(reference.wirePointer ?? '')) continue;
      const index = placed.item.providerData?.findIndex(({ resourceId }) => resourceId === reference.resourceId) ?? 0;
      const path = `${placed.path}/providerData/${index}`;
      const block = readWhole(this.#context, reference, path);
      if (block !== undefined) this.#queue.push(new UnknownUnit(this.#blocks, block));
    }
  }

  #done(unit: Unit | undefined): void {
    if (unit !== undefined) unit.isDone = true;
  }

  #doneItem(itemId: string | undefined): void {
    const placed = itemId === undefined ? undefined : this.#blocks.place(itemId);
    if (placed?.item.type === 'reasoning') loseReasoningState(this.#context, { ...placed, item: placed.item });
    for (const unit of this.#items.get(itemId ?? '') ?? []) unit.isDone = true;
  }

  /** Begins the first of the queue, and goes on as long as the first is done. */
  #advance(): void {
    for (let unit = this.#queue[0]; unit !== undefined; unit = this.#queue[0]) {
      if (unit !== this.#live) {
        this.#start();
        this.#live = unit;
        unit.begin();
      }
      if (!unit.isDone) return;
      unit.finish();
      this.#queue.shift();
      this.#live = undefined;
    }
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const result = this.#context.fold.view();
    this.#usage = writeUsage(result.usage);
    const message = fillNulls({ ...writeStart(result), usage: this.#usage }, [
      'stop_reason',
      'diagnostics',
      ...NULLABLE,
    ]);
    this.#model = message['model'];
    restoreUnknown(this.#context, result.provenance.providerData, message, PROVIDER_DATA);
    this.#told = result.provenance.providerData?.length ?? 0;
    this.#context.write({ type: 'message_start', message }, 'message_start');
  }

  #complete(): void {
    for (const unit of this.#queue) unit.isDone = true;
    this.#advance();
    this.#start();
    const envelope: WireDraft = {};
    const result = this.#context.fold.view();
    writeEnvelope(result, this.#context, envelope, this.#told);
    this.#loseModel(result);
    const { usage, context_management: management, input_transformations: transformations, ...delta } = envelope;
    delete delta['diagnostics'];
    const data: WireDraft = {
      type: 'message_delta',
      delta: fillNulls(delta, NULLABLE),
      usage: isPlainObject(usage) ? this.#news(usage as WireDraft) : {},
    };
    if (management !== undefined) data['context_management'] = management;
    if (transformations !== undefined) data['input_transformations'] = transformations;
    this.#context.write(data, 'message_delta');
    this.#context.write({ type: 'message_stop' }, 'message_stop');
    this.#hasEnded = true;
  }

  /** Usage without what the beginning said already and an end never says. */
  #news(usage: WireDraft): WireDraft {
    const isOld = (key: string): boolean => JSON.stringify(usage[key]) === JSON.stringify(this.#usage[key]);
    return Object.fromEntries(Object.entries(usage).filter(([key]) => !START_ONLY.has(key) || !isOld(key)));
  }

  /** What was sent cannot be taken back on this wire: the client is told to begin anew. */
  #restart(): void {
    this.#queue = [];
    this.#live = undefined;
    this.#parts.clear();
    this.#items.clear();
    if (this.#blocks.count === 0) return;
    const reason = 'the answer began anew, and what was sent of it cannot be taken back';
    this.#context.loss.lose({ path: '/output', feature: 'stream.contract', reason });
    this.#fail(RESTARTED);
  }

  #fail(error: UnifiedError): void {
    this.#hasEnded = true;
    const result = this.#context.fold.view();
    const body = writeError(this.#context, error, isOwnAnswer(result), true);
    restoreUnknown(this.#context, result.provenance.providerData, body, PROVIDER_DATA, this.#told);
    this.#context.write(body, 'error');
    loseUnfinished(this.#context, result);
    if (this.#hasStarted) this.#loseModel(result);
  }

  /** The beginning names the model; of another one that went on, only a block about that tells. */
  #loseModel(result: UnifiedResultV2): void {
    const { model } = writeStart(result);
    if (model === this.#model || result.output.some(({ type }) => type === 'model-fallback')) return;
    const reason = 'the name of the model was sent before this one was known';
    this.#context.loss.lose({ path: '/model/resolved', feature: 'result.model', reason });
  }
}

const PROVIDER_DATA = '/provenance/providerData';
const NULLABLE = ['stop_sequence', 'stop_details', 'container'];
const START_ONLY: ReadonlySet<string> = new Set(['cache_creation', 'service_tier', 'inference_geo', 'speed']);

const CUT: UnifiedError = {
  category: 'interrupted',
  code: 'stream-truncated',
  message: 'The stream ended before the answer did.',
  retryable: true,
};

const CANCELLED: UnifiedError = {
  category: 'cancelled',
  code: 'cancelled',
  message: 'The operation was cancelled.',
  retryable: false,
};

const RESTARTED: UnifiedError = {
  category: 'interrupted',
  code: 'response-restarted',
  message: 'The answer began anew; ask again.',
  retryable: true,
};
