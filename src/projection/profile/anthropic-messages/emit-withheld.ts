import type { FeatureCode } from '../../../../generated/features.ts';
import type {
  UnifiedContentPart,
  UnifiedItem,
  UnifiedOwnerPrivateRef,
  UnifiedReasoningItem,
} from '../../../../generated/unified/types.ts';
import { type EmitContext, readPrivate } from '../../emit-context.ts';
import { isOwn, type Placed } from './emit-basics.ts';

/**
 * What cannot be sent because private state that belongs to it cannot: a run of thinking goes back whole or not at all,
 * and so does a call that the provider ran with its result.
 */
export class Withheld {
  /** Whether thinking may be missing: some stays behind, some is hidden, or another dialect wrote a part of the history. */
  readonly leavesGaps: boolean;
  readonly #context: EmitContext;
  readonly #payloads = new Map<string, string>();
  readonly #reasoning = new Set<string>();
  readonly #calls = new Set<string>();
  /** Every call of the provider that the history holds, and those of this dialect that the model may see. */
  readonly #held: ReadonlySet<string>;
  readonly #shown: ReadonlySet<string>;

  /** `items` is the whole history, `placed` what of it the model may see. */
  constructor(context: EmitContext, items: readonly UnifiedItem[], placed: readonly Placed[]) {
    this.#context = context;
    for (const run of thinkingRuns(placed)) this.#readRun(run);
    for (const entry of placed) this.#readResult(entry);
    this.#held = new Set(items.flatMap(providerCall));
    this.#shown = new Set(placed.flatMap(({ item, own }) => (own ? providerCall(item) : [])));
    this.leavesGaps = this.#reasoning.size > 0 || placed.length < items.length || placed.some(({ own }) => !own);
  }

  /** A payload that was read for this target. */
  payload(reference: UnifiedOwnerPrivateRef | undefined): string | undefined {
    return reference === undefined ? undefined : this.#payloads.get(reference.resourceId);
  }

  /** Whether thinking must stay behind. */
  reasoning(itemId: string): boolean {
    return this.#reasoning.has(itemId);
  }

  /** Whether a call of the provider and its result must stay behind. */
  call(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** Whether the history holds a call of the provider that is not sent: left behind, hidden, or of another dialect. */
  isAbsentCall(callId: string): boolean {
    return this.#held.has(callId) && (this.#calls.has(callId) || !this.#shown.has(callId));
  }

  #readRun(run: readonly Placed<UnifiedReasoningItem>[]): void {
    // Every piece is tried, so that each one that is missing is reported.
    const complete = run.map((entry) => this.#readThinking(entry)).every((read) => read);
    if (!complete) for (const { item } of run) this.#reasoning.add(item.id);
  }

  #readThinking({ item, path, own }: Placed<UnifiedReasoningItem>): boolean {
    if (!own) return false;
    return item.content
      .map((part, index) => {
        const place = `${path}/content/${index}/privateState`;
        return this.#read(part.privateState, place, 'reasoning.private-state');
      })
      .every((read) => read);
  }

  #readResult({ item, path, own }: Placed): void {
    if (!own || (item.type !== 'server-tool-result' && item.type !== 'code-execution-result')) return;
    const states = (item.output ?? []).map((part, index) => this.#readSource(part, `${path}/output/${index}`));
    if (item.privateState !== undefined) {
      states.push(this.#read(item.privateState, `${path}/privateState`, 'tool-result.private-state'));
    }
    if (!states.every((read) => read)) this.#calls.add(item.callId);
  }

  #readSource(part: UnifiedContentPart, path: string): boolean {
    if (part.type !== 'grounding-source' || part.privateState === undefined) return true;
    return this.#read(part.privateState, `${path}/privateState`, 'part.grounding-source.private-state');
  }

  #read(reference: UnifiedOwnerPrivateRef | undefined, path: string, feature: FeatureCode): boolean {
    if (reference === undefined) return false;
    const payload = readPrivate(this.#context, reference, path, feature);
    if (payload !== undefined) this.#payloads.set(reference.resourceId, payload);
    return payload !== undefined;
  }
}

function providerCall(item: UnifiedItem): readonly string[] {
  return item.type === 'server-tool-call' || item.type === 'code-execution' ? [item.callId] : [];
}

/** Thinking that stands together in one message. */
function thinkingRuns(placed: readonly Placed[]): readonly (readonly Placed<UnifiedReasoningItem>[])[] {
  const runs: Placed<UnifiedReasoningItem>[][] = [];
  let run: Placed<UnifiedReasoningItem>[] = [];
  for (const { item, path, own } of placed) {
    const continues = item.type === 'reasoning' && run.at(-1)?.item.groupId === item.groupId && run.at(-1)?.own === own;
    if (!continues && run.length > 0) {
      runs.push(run);
      run = [];
    }
    if (item.type === 'reasoning') run.push({ item, path, own });
  }
  return run.length === 0 ? runs : [...runs, run];
}

/** Places the items that the model may see. */
export function placeItems(items: readonly UnifiedItem[]): readonly Placed[] {
  const placed: Placed[] = [];
  for (const [index, item] of items.entries()) {
    if (item.visibility === 'model') placed.push({ item, path: `/conversation/items/${index}`, own: isOwn(item) });
  }
  return placed;
}
