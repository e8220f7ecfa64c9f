import type { UnifiedItemProvenance, UnifiedWireForm } from '../../../../generated/unified/types.ts';
import type { IngestContext } from '../../ingest-context.ts';
import type { CallLedger } from '../../shared/call-ledger.ts';
import type { ItemFactory } from '../../shared/item-factory.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Draft } from './gathered.ts';

/** What the readers of one history share. */
export interface History {
  readonly context: IngestContext;
  readonly items: ItemFactory;
  readonly calls: CallLedger;
}

/** One message, and the group that its items share. */
export interface Message {
  readonly wire: WireObject;
  readonly groupId: string;
}

/** Where the items of a message come from, how its content was written, and what the wire calls the call. */
export function provenance(
  { profile }: IngestContext,
  wireForm?: UnifiedWireForm,
  providerCallId?: string,
): UnifiedItemProvenance {
  const made: Draft<UnifiedItemProvenance> = { origin: 'client', profile };
  if (wireForm !== undefined) made.wireForm = wireForm;
  if (providerCallId !== undefined) made.providerCallId = providerCallId;
  return made;
}
