import type { UnifiedToolCallItem, UnifiedToolResultItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { argumentsText } from '../../shared/tool-arguments.ts';
import { itemForm } from './forms.ts';
import type { Placed } from './grouping.ts';
import { loseParticipantName } from './lost-names.ts';
import { wireToolName } from './tool-names.ts';

/** A call on this wire, in the present or the deprecated spelling. */
export interface WrittenCall {
  readonly call: WireDraft;
  readonly isLegacy: boolean;
}

/** Writes a call. A tool of a kind that this wire does not have is called as a function, if its arguments are known. */
export function writeCall(context: EmitContext, placed: Placed<UnifiedToolCallItem>): WrittenCall | undefined {
  const { item, path, own } = placed;
  const kind = item.kind === 'custom' ? 'custom' : 'function';
  if (kind !== item.kind && !mayBeFunction(context, placed)) return undefined;
  loseRest(context, placed);
  const name = wireToolName(context, item.name, path, own);
  const said = kind === 'custom' ? writeInput(context, placed) : writeArguments(context, placed);
  const form = itemForm(item.providerData);
  if (form.legacyFunction === true) return { call: { name, ...said }, isLegacy: true };
  const isAnonymous = own && item.provenance.providerCallId === undefined;
  const identified = isAnonymous ? {} : { id: wireCallId(context, placed) };
  const typed = form.callTypeAbsent === true ? {} : { type: kind };
  return { call: { ...identified, ...typed, [kind]: { name, ...said } }, isLegacy: false };
}

function mayBeFunction({ loss }: EmitContext, { item, path }: Placed<UnifiedToolCallItem>): boolean {
  const isPossible = argumentsText(item) !== undefined;
  const feature = 'item.tool-call';
  if (isPossible) {
    const reason = 'this wire has no tools of this kind: the call was written as the call of a function';
    loss.lose({ path: `${path}/kind`, feature, requirement: 'preferred', reason, sourceItemId: item.id });
  } else {
    const reason = 'this wire has calls of functions and custom tools only';
    loss.lose({ path, feature, reason, sourceItemId: item.id });
  }
  return isPossible;
}

function loseRest(context: EmitContext, placed: Placed<UnifiedToolCallItem>): void {
  const { item, path } = placed;
  loseParticipantName(context, placed);
  if (item.privateState === undefined) return;
  const reason = 'calls hold no private state on this wire';
  const feature = 'reasoning.private-state';
  context.loss.lose({ path: `${path}/privateState`, feature, reason, sourceItemId: item.id });
}

function writeArguments({ loss }: EmitContext, { item, path, own }: Placed<UnifiedToolCallItem>): WireDraft {
  const text = argumentsText(item);
  if (text !== undefined) return { arguments: text };
  if (own) return {};
  const reason = 'a call without arguments was given an empty object, which this wire demands';
  loss.lose({ path, feature: 'tool-call.arguments', reason, sourceItemId: item.id });
  return { arguments: '{}' };
}

function writeInput({ loss }: EmitContext, { item, path, own }: Placed<UnifiedToolCallItem>): WireDraft {
  const text = argumentsText(item);
  if (text !== undefined) return { input: text };
  if (own) return {};
  const reason = 'a call without input was given an empty text, which this wire demands';
  loss.lose({ path, feature: 'tool-call.arguments', reason, sourceItemId: item.id });
  return { input: '' };
}

/** The identifier of a call on this wire: as this dialect wrote it, or the provider's own where it fits. */
export function wireCallId(
  { callIds, loss }: EmitContext,
  { item, path, own }: Placed<UnifiedToolCallItem | UnifiedToolResultItem>,
): string {
  const preferred = item.provenance.providerCallId ?? item.callId;
  if (own && item.provenance.providerCallId !== undefined) return callIds.adopt(preferred, item.callId);
  const wire = callIds.toWire(preferred, item.callId);
  if (wire !== preferred) {
    const reason = 'the identifier was rewritten to fit this wire';
    loss.lose({ path: `${path}/callId`, feature: 'tool-call.id', reason, sourceItemId: item.id });
  }
  return wire;
}
