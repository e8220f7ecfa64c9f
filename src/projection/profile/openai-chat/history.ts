import type { UnifiedItemProvenance, UnifiedWireForm } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
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

/** The longest identifier of a call that a record takes. */
const MAX_CALL_ID = 512;

/** What the wire calls a call: a name of its own, or an empty text, which names nothing and is derived anew. */
export interface CallName {
  readonly providerCallId?: string;
  readonly derivedIds?: true;
}

/** As `callName`, for an identifier that was taken out already. */
export function knownName(id: JsonValue | undefined): CallName {
  if (typeof id !== 'string') return {};
  return id === '' ? { derivedIds: true } : { providerCallId: id };
}

export function callName(wire: WireObject, key: 'id' | 'tool_call_id'): CallName {
  if (wire.peek(key) === '') {
    wire.take(key);
    return { derivedIds: true };
  }
  const providerCallId = wire.name(key, MAX_CALL_ID);
  return providerCallId === undefined ? {} : { providerCallId };
}

/** Where the items of a message come from, how its content was written, and what the wire calls the call. */
export function provenance(
  { profile }: IngestContext,
  wireForm?: UnifiedWireForm,
  call: CallName = {},
): UnifiedItemProvenance {
  const made: Draft<UnifiedItemProvenance> = { origin: 'client', profile, ...call };
  if (wireForm !== undefined) made.wireForm = wireForm;
  return made;
}
