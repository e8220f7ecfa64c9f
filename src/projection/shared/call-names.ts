import type { UnifiedItem } from '../../../generated/unified/types.ts';
import type { IdentifierTable } from './identifier-table.ts';

/** An identifier that was derived from a call's position in its request, whole or cut down to a digest. */
const DERIVED = /\.call\.([0-9]+)$/;
const CUT = /~[0-9a-f]{64}$/;

/**
 * Names the calls of a history that had no identifier on the wire that they came from: by their position there. What our
 * identifiers hold of the request stays out, so that equal histories have equal bytes in every request, and prompt
 * caches keep their prefix. Calls of an answer keep our identifiers, which are those of no other answer.
 */
export function nameAnonymousCalls(items: readonly UnifiedItem[], callIds: IdentifierTable): void {
  if (!items.some(isAnonymous)) return;
  const named = new Set(
    items
      .filter(isPaired)
      .filter(isNamed)
      .map(({ callId }) => callId),
  );
  for (const item of items) {
    if (!isPaired(item) || named.has(item.callId)) continue;
    const stable = stableName(item.callId);
    if (stable !== undefined) callIds.toWire(stable, item.callId);
  }
}

type Paired = Extract<UnifiedItem, { readonly callId: string }>;

function isPaired(item: UnifiedItem): item is Paired {
  return 'callId' in item && item.callId !== undefined;
}

function isNamed({ provenance }: UnifiedItem): boolean {
  return provenance.providerCallId !== undefined;
}

function isAnonymous(item: UnifiedItem): boolean {
  return isPaired(item) && !isNamed(item);
}

function stableName(callId: string): string | undefined {
  const position = DERIVED.exec(callId)?.[1];
  if (position !== undefined) return `call_at_${position}`;
  return CUT.test(callId) ? 'call_at' : undefined;
}
