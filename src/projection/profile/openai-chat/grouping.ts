import type {
  UnifiedItem,
  UnifiedMessageItem,
  UnifiedRequestV2,
  UnifiedToolResultItem,
} from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/** An item with its place in the record. */
export interface Placed<Item extends UnifiedItem = UnifiedItem> {
  readonly item: Item;
  readonly path: string;
  /** Whether it came from this dialect, which then grouped it and wrote it acceptably. */
  readonly own: boolean;
}

/** What one message of the model is made of. */
export interface AssistantRun {
  readonly type: 'assistant';
  readonly members: readonly Placed[];
  readonly own: boolean;
}

/** What becomes a message of someone else. */
export interface MessageRun {
  readonly type: 'message';
  readonly member: Placed<UnifiedMessageItem>;
  readonly own: boolean;
}

export interface ResultRun {
  readonly type: 'result';
  readonly member: Placed<UnifiedToolResultItem>;
  readonly own: boolean;
}

export type Run = AssistantRun | MessageRun | ResultRun;

/** Groups the visible items that this wire can write: neighbours of the model's side become one message. */
export function runsOf({ conversation }: UnifiedRequestV2, context: EmitContext): readonly Run[] {
  const runs: Run[] = [];
  let open: Placed[] = [];
  const close = () => {
    const [first] = open;
    if (first !== undefined) runs.push({ type: 'assistant', members: open, own: first.own });
    open = [];
  };
  conversation.items.forEach((item, index) => {
    if (item.visibility !== 'model') return;
    const own = item.provenance.profile?.family === context.profile.family;
    const path = `/conversation/items/${index}`;
    if (isOfTheModel(item)) {
      const placed = { item, path, own };
      const previous = open.at(-1);
      if (previous !== undefined && !isTogether(previous, placed)) close();
      open.push(placed);
      return;
    }
    if (item.type !== 'message' && item.type !== 'tool-result') return; // unclaimed, and reported with all that is
    close();
    if (item.type === 'message') runs.push({ type: 'message', member: { item, path, own }, own });
    else runs.push({ type: 'result', member: { item, path, own }, own });
  });
  close();
  return runs;
}

function isOfTheModel(item: UnifiedItem): boolean {
  if (item.type === 'message') return item.role === 'assistant';
  return item.type === 'reasoning' || item.type === 'tool-call';
}

/** What came from this dialect keeps its messages; everything else is grouped by this wire's own rule. */
function isTogether(previous: Placed, next: Placed): boolean {
  return previous.own || next.own ? previous.item.groupId === next.item.groupId : true;
}
