import type {
  UnifiedContentPart,
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedReasoningItem,
  UnifiedRequestV2,
  UnifiedToolCallItem,
  UnifiedToolResultItem,
} from '../../generated/unified/types.ts';

type Given = 'id' | 'conversationId' | 'branchId' | 'sequence' | 'createdAt' | 'visibility' | 'status' | 'provenance';
type Sketch<Item> = Item extends UnifiedItem ? Omit<Item, Given> & Partial<Pick<Item, Given>> : never;

/** An item without what every item has. */
export type ItemSketch = Sketch<UnifiedItem>;

/** Parts as texts or as they are, without identifiers. */
type PartSketch =
  | string
  | (UnifiedContentPart extends infer Part ? (Part extends UnifiedContentPart ? Omit<Part, 'id'> : never) : never);

/** A valid record of these items, as another dialect of the family would have given it. */
export function sampleRecord(
  items: readonly ItemSketch[],
  more: Partial<UnifiedRequestV2> = {},
  family = 'anthropic-messages',
): UnifiedRequestV2 {
  const profile = { family };
  const made = items.map((item, sequence) => {
    const id = `i${sequence}`;
    const base = {
      id,
      conversationId: 'conv',
      branchId: 'main',
      sequence,
      createdAt: '2026-11-30T12:00:00.000Z',
      visibility: 'model',
      status: 'completed',
      provenance: { origin: 'client', profile },
    };
    const placed = { ...base, ...item, ...withPartIds(item, id) };
    // A sketch of an item and what every item has make an item.
    return placed as UnifiedItem;
  });
  const head = made.at(-1);
  return {
    schemaVersion: '2.0',
    requestId: 'req',
    conversation: {
      conversationId: 'conv',
      branchId: 'main',
      ...(head === undefined ? {} : { headItemId: head.id }),
      completeness: 'complete',
      items: made,
    },
    model: { id: 'model-a' },
    generation: {},
    tools: [],
    source: { profile },
    ...more,
  };
}

function withPartIds(item: ItemSketch, id: string): object {
  const named = (parts: readonly object[]) => parts.map((part, index) => ({ id: `${id}p${index}`, ...part }));
  if ('content' in item && Array.isArray(item.content)) return { content: named(item.content) };
  return item.type === 'tool-result' && item.output !== undefined ? { output: named(item.output) } : {};
}

function parts(sketches: readonly PartSketch[]): UnifiedContentPart[] {
  // The identifiers come with the record.
  return sketches.map((part) =>
    typeof part === 'string' ? { type: 'text', text: part } : part,
  ) as UnifiedContentPart[];
}

type Role = NonNullable<UnifiedMessageItem['role']>;

/** A message of these texts and parts. */
export function message(role: Role, ...content: readonly PartSketch[]): Sketch<UnifiedMessageItem> {
  return { type: 'message', role, content: parts(content) };
}

/** A call of a function by the client. */
export function call(callId: string, name = 'look', input: object = {}): Sketch<UnifiedToolCallItem> {
  const json = { value: input as NonNullable<UnifiedToolCallItem['input']>['value'] }; // tests give JSON
  return {
    type: 'tool-call',
    role: 'assistant',
    kind: 'function',
    callId,
    name,
    input: json,
    state: 'arguments-ready',
    executionOwner: 'client',
  };
}

/** A result of a call. */
export function result(callId: string, ...output: readonly PartSketch[]): Sketch<UnifiedToolResultItem> {
  return { type: 'tool-result', role: 'tool', callId, executionOwner: 'client', output: parts(output) };
}

/** Disclosed reasoning. */
export function reasoning(text: string): Sketch<UnifiedReasoningItem> {
  const part = { id: 'reasoning-part', type: 'reasoning', channel: 'text', state: 'disclosed', text } as const;
  return { type: 'reasoning', role: 'assistant', content: [part] };
}
