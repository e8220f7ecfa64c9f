import type { UnifiedItem, UnifiedRequestV2 } from '../../../../generated/unified/types.ts';
import type { EmitContext } from '../../emit-context.ts';

/** An item with its place in the record. */
export interface Placed<Item extends UnifiedItem = UnifiedItem> {
  readonly item: Item;
  readonly path: string;
  /** Whether it came from this dialect, which then grouped it. */
  readonly own: boolean;
}

/** Items that become one message of the model, or one item that becomes a message of someone else. */
export type Run =
  | { readonly author: 'assistant'; readonly members: readonly Placed[] }
  | { readonly author: 'other'; readonly member: Placed };

/** Groups the visible items that this wire can write: neighbours of the model's side become one message. */
export function runsOf({ conversation }: UnifiedRequestV2, context: EmitContext): readonly Run[] {
  const runs: Run[] = [];
  let open: Placed[] = [];
  const close = () => {
    if (open.length > 0) runs.push({ author: 'assistant', members: open });
    open = [];
  };
  conversation.items.forEach((item, index) => {
    if (item.visibility !== 'model') return;
    const own = item.provenance.profile?.family === context.profile.family;
    const placed = { item, path: `/conversation/items/${index}`, own };
    if (isOfTheModel(item)) {
      const previous = open.at(-1);
      if (previous !== undefined && !together(previous, placed)) close();
      open.push(placed);
    } else if (item.type === 'message' || item.type === 'tool-result') {
      close();
      runs.push({ author: 'other', member: placed });
    }
  });
  close();
  return runs;
}

function isOfTheModel(item: UnifiedItem): boolean {
  return (
    item.type === 'reasoning' || item.type === 'tool-call' || (item.type === 'message' && item.role === 'assistant')
  );
}

/** What came from this dialect keeps its messages; everything else is grouped by this wire's own rule. */
function together(previous: Placed, next: Placed): boolean {
  return previous.own || next.own ? previous.item.groupId === next.item.groupId : true;
}
