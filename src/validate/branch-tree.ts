import type { UnifiedBranch } from '../../generated/unified/types.ts';

interface Span {
  readonly enter: number;
  exit: number;
}

/** The branches of a conversation by the branches that they left. Linear, whatever the input. */
export class BranchTree {
  readonly #spans = new Map<string, Span>();

  constructor(branches: readonly UnifiedBranch[]) {
    const declared = new Set(branches.map(({ branchId }) => branchId));
    const children = Map.groupBy(branches, ({ parentBranchId }) =>
      parentBranchId !== undefined && declared.has(parentBranchId) ? parentBranchId : undefined,
    );
    let time = 0;
    const open: { readonly span: Span; readonly rest: UnifiedBranch[] }[] = [];
    const enter = (branch: UnifiedBranch) => {
      const span = { enter: time++, exit: 0 };
      this.#spans.set(branch.branchId, span);
      open.push({ span, rest: [...(children.get(branch.branchId) ?? [])] });
    };
    for (const root of children.get(undefined) ?? []) {
      enter(root);
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const next = top.rest.pop();
        if (next !== undefined && !this.#spans.has(next.branchId)) enter(next);
        else if (next === undefined) {
          top.span.exit = time++;
          open.pop();
        }
      }
    }
  }

  /** Whether the branches that a branch left, one after the other, come to an end: at one that left none that is here. */
  isRooted(branchId: string): boolean {
    return this.#spans.has(branchId);
  }

  /** Whether `ancestor` is the branch `branchId` or one that it comes from. */
  isOnLine(ancestor: string, branchId: string): boolean {
    const [upper, lower] = [this.#spans.get(ancestor), this.#spans.get(branchId)];
    return upper !== undefined && lower !== undefined && upper.enter <= lower.enter && lower.exit <= upper.exit;
  }
}
