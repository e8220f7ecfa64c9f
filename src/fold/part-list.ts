import { PLAN } from '../../generated/unified/plan.ts';
import type { ItemDraft, PartDraft } from './draft.ts';

/** The members that hold the parts of an item, one to a type. */
const PART_MEMBERS = ['content', 'output', 'results'] as const;
type PartMember = (typeof PART_MEMBERS)[number];
type WithParts = ItemDraft & { [K in PartMember]?: PartDraft[] };

/** By tag: the member that holds the parts, and whether private state has a member of its own. */
interface ItemShape {
  readonly parts?: PartMember;
  readonly hasPrivateState: boolean;
}

const ITEM_SHAPES = shapesOf('UnifiedItem');
const PART_SHAPES = shapesOf('UnifiedContentPart');

function shapesOf(union: string): ReadonlyMap<string, ItemShape> {
  const plan = PLAN[union];
  const tags = plan?.kind === 'union' ? Object.entries(plan.tags) : [];
  return new Map(tags.map(([tag, type]) => [tag, shapeOf(type)]));
}

function shapeOf(type: string): ItemShape {
  const plan = PLAN[type];
  const properties = plan?.kind === 'object' ? plan.properties : {};
  const parts = PART_MEMBERS.find((member) => properties[member]?.list === true);
  const hasPrivateState = properties['privateState'] !== undefined;
  return parts === undefined ? { hasPrivateState } : { parts, hasPrivateState };
}

/** Whether items or parts of this type hold private state in a member of its own. */
export function hasPrivateState({ type }: ItemDraft | PartDraft): boolean {
  return (ITEM_SHAPES.get(type) ?? PART_SHAPES.get(type))?.hasPrivateState === true;
}

/** The parts of an item as they are; absent where it has none, or where its type can have none. */
export function partsOf(item: ItemDraft): readonly PartDraft[] | undefined {
  const member = ITEM_SHAPES.get(item.type)?.parts;
  // The schemas give the member this type.
  return member === undefined ? undefined : (item as WithParts)[member];
}

/** Adds a part at the end; false where the type of the item can have none. */
export function addPart(item: ItemDraft, part: PartDraft): boolean {
  const member = ITEM_SHAPES.get(item.type)?.parts;
  if (member === undefined) return false;
  // As above; the list is the draft's own.
  const holder = item as WithParts;
  const parts = holder[member];
  if (parts === undefined) holder[member] = [part];
  else parts.push(part);
  return true;
}

/** Puts copies in the place of the parts of an item, in a list of the item's own. */
export function setParts(item: ItemDraft, copy: (part: PartDraft) => PartDraft): void {
  const member = ITEM_SHAPES.get(item.type)?.parts;
  const parts = partsOf(item);
  // As above.
  if (member !== undefined && parts !== undefined) (item as WithParts)[member] = parts.map(copy);
}
