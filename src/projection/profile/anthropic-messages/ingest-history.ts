import type {
  UnifiedItemProvenance,
  UnifiedOwnerPrivateRef,
  UnifiedToolCallKind,
  UnifiedToolDefinition,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { type IngestContext, keepPrivate, keepWhole } from '../../ingest-context.ts';
import { CallLedger } from '../../shared/call-ledger.ts';
import { ItemFactory } from '../../shared/item-factory.ts';
import type { WireObject } from '../../wire-object.ts';
import { kindsOf } from './tool-kinds.ts';
import { FAMILY } from './wire.ts';

/** What the readers of one history share. */
export interface History {
  readonly context: IngestContext;
  readonly items: ItemFactory;
  readonly calls: CallLedger;
  /** Our identifiers of calls that were seen, by the wire's own. */
  readonly callIds: Map<string, string>;
  /** The kinds of the tools that the client runs, by the names of their calls. */
  readonly kinds: ReadonlyMap<string, UnifiedToolCallKind>;
  /** The documents of the request, in order: citations count them. One that nobody can read has no part. */
  readonly documents: (string | undefined)[];
  /** What is known of an answer whose items these are; a history that a request holds has none of it. */
  readonly answer?: AnswerHistory;
}

/** What the items of one answer have in common. */
export interface AnswerHistory extends Pick<AnswerContext, 'toolNames' | 'wrappedTools'> {
  /** The provider's identifier of the answer. */
  readonly providerResponseId?: string | undefined;
  /** The model that speaks; another one can take over in the middle. */
  model: string | undefined;
}

/** One message of the wire, and what its items share. */
export interface Message {
  readonly wire: WireObject;
  readonly role: 'system' | 'user' | 'assistant';
  readonly groupId: string;
}

export function startHistory(
  context: IngestContext,
  tools: readonly UnifiedToolDefinition[],
  answer?: AnswerHistory,
): History {
  return {
    context,
    items: new ItemFactory(context),
    calls: new CallLedger(context.requestId),
    callIds: new Map(),
    kinds: kindsOf(tools),
    documents: [],
    ...(answer === undefined ? {} : { answer }),
  };
}

/** Where an item of this body comes from. */
export function provenance(
  { context, answer }: History,
  { providerCallId, wireForm }: { readonly providerCallId?: string | undefined; readonly wireForm?: UnifiedWireForm },
): UnifiedItemProvenance {
  return {
    origin: answer === undefined ? 'client' : 'provider',
    profile: context.profile,
    ...(answer?.model === undefined ? {} : { model: answer.model }),
    ...(answer?.providerResponseId === undefined ? {} : { providerResponseId: answer.providerResponseId }),
    ...(providerCallId === undefined ? {} : { providerCallId }),
    ...(wireForm === undefined ? {} : { wireForm }),
  };
}

/** Keeps a whole block that nobody knows; `pointer` is its place below the thing that holds the reference. */
export function keepUnknownBlock(
  { context }: Pick<History, 'context'>,
  holderId: string,
  wire: WireObject,
  pointer: string,
): UnifiedOwnerPrivateRef {
  const type = wire.value['type'];
  const wireType = typeof type === 'string' ? type : 'untyped';
  return keepWhole(context, holderId, wire, { payload: wire.opaqueWhole(), wireType, wirePointer: pointer });
}

/** Keeps an opaque text of the provider beside the record. */
export function keepOpaque(
  { context }: History,
  holderId: string,
  slot: string,
  kind: UnifiedOwnerPrivateRef['kind'],
  payload: string | undefined,
): UnifiedOwnerPrivateRef | undefined {
  if (payload === undefined) return undefined;
  return keepPrivate(context, holderId, slot, { kind, schema: `${FAMILY}/${slot}`, payload, placement: 'part' });
}

/** A member of an object that is there only when its value is: absent is absent. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  // The computed key widens to string: the object has exactly the one member that the type says, or none.
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V });
}
