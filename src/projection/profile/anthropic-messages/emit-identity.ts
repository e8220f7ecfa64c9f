import type { UnifiedCaller, UnifiedItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { isOwn, type Placed } from './emit-basics.ts';
import type { Writing } from './emit-writing.ts';

type Call = Extract<UnifiedItem, { readonly callId: string; readonly name: string; readonly executionOwner: string }>;

/** The identifier of a call on this wire: the provider's own where it fits. A changed one is reported. */
export function callIdOf(context: EmitContext, { item, path }: Placed<Call>): string {
  const preferred = item.provenance.providerCallId;
  const wire = context.callIds.toWire(preferred ?? item.callId, item.callId);
  if (preferred !== undefined && wire !== preferred) {
    const why = context.callIds.fits(preferred) ? 'was used before' : 'does not fit this wire';
    const reason = `the identifier of the call ${why}, and was replaced in the call and in its result`;
    context.loss.lose({ path: `${path}/callId`, feature: 'tool-call.id', reason, sourceItemId: item.id });
  }
  return wire;
}

/** The identifier that a result repeats. One that answers nothing which is sent keeps what its own dialect wrote. */
export function answeredIdOf(
  context: EmitContext,
  item: Extract<UnifiedItem, { readonly callId: string; readonly executionOwner: string }>,
): string {
  const { providerCallId } = item.provenance;
  if (providerCallId !== undefined && isOwn(item)) return context.callIds.adopt(providerCallId, item.callId);
  return context.callIds.toWire(providerCallId ?? item.callId, item.callId);
}

/** Writes who called: the model itself, or code that the provider runs. */
export function writeCaller(
  { context, withheld, inAnswer }: Writing,
  caller: UnifiedCaller | undefined,
  draft: WireDraft,
  { item, path, own }: Placed,
): void {
  // A client of this dialect takes for granted that calls name their caller.
  const isUnsaid = caller === undefined && inAnswer === true && !own;
  if (isUnsaid || caller?.kind === 'direct') {
    draft['caller'] = { type: 'direct' };
    return;
  }
  if (caller === undefined) return;
  const lose = (reason: string): void => {
    context.loss.lose({ path: `${path}/caller`, feature: 'tool-call.caller', reason, sourceItemId: item.id });
  };
  if (caller.kind !== 'code-execution' || caller.version === undefined) {
    lose('calls come from the model or from code of a known version here');
    return;
  }
  if (caller.callId !== undefined && withheld.isAbsentCall(caller.callId)) {
    lose('the code that called is not sent, and so nobody is named as the caller');
    return;
  }
  const type = `code_execution_${caller.version}`;
  draft['caller'] = caller.callId === undefined ? { type } : { type, tool_id: context.callIds.toWire(caller.callId) };
}
