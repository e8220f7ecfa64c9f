import type { UnifiedConversation, UnifiedItem } from '../../generated/unified/types.ts';

/** The items of a branch from the beginning of the conversation: what it shares with the branches that it left, and its own. */
export function branchItems({ branches, items }: UnifiedConversation, branchId: string): readonly UnifiedItem[] {
  const forks = new Map(branches.map((branch) => [branch.branchId, branch.forkItemId]));
  const branchOf = new Map(items.map((item) => [item.id, item.branchId]));
  /** By branch of the line: its last item on the line; of the branch itself, all belong to it. */
  const lastItems = new Map<string, string | undefined>([[branchId, undefined]]);
  for (let fork = forks.get(branchId); fork !== undefined; ) {
    const left = branchOf.get(fork);
    if (left === undefined || lastItems.has(left)) break;
    lastItems.set(left, fork);
    fork = forks.get(left);
  }
  const passed = new Set<string>();
  return items.filter((item) => {
    if (!lastItems.has(item.branchId) || passed.has(item.branchId)) return false;
    if (lastItems.get(item.branchId) === item.id) passed.add(item.branchId);
    return true;
  });
}
