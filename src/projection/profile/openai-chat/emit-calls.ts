import type { UnifiedToolCallItem, UnifiedToolResultItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import type { Placed } from '../../shared/placed.ts';
import { argumentsText } from '../../shared/tool-arguments.ts';
import { itemForm } from './forms.ts';
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
  if (kind !== item.kind) loseKind(context, placed);
  if (!isCallHere(item)) return undefined;
  loseRest(context, placed);
  const name = wireToolName(context, item.name, path, own);
  const said = kind === 'custom' ? writeInput(context, placed) : writeArguments(context, placed);
  const form = itemForm(item.providerData);
  if (form.legacyFunction === true) return { call: { name, ...said }, isLegacy: true };
  const identified = isAnonymous(placed) ? {} : { id: wireCallId(context, placed) };
  const typed = form.callTypeAbsent === true ? {} : { type: kind };
  return { call: { ...identified, ...typed, [kind]: { name, ...said } }, isLegacy: false };
}

/** Writes what a call is answered with that nobody answered: in the spelling and with the identifier of the call. */
export function writeMissingResult(
  context: EmitContext,
  placed: Placed<UnifiedToolCallItem>,
  content: string,
): WireDraft {
  const { item, path, own } = placed;
  if (own && itemForm(item.providerData).legacyFunction === true) {
    return { role: 'function', name: wireToolName(context, item.name, path, own), content };
  }
  // What became of the identifier is reported with the call.
  const identified = isAnonymous(placed) ? {} : { tool_call_id: writtenCallId(context, placed) };
  return { role: 'tool', ...identified, content };
}

/** Whether the wire that a call or a result came from, which is this one, did without the member of an identifier. */
export function isAnonymous({ item, own }: Placed<UnifiedToolCallItem | UnifiedToolResultItem>): boolean {
  return own && item.provenance.providerCallId === undefined && item.provenance.derivedIds !== true;
}

/** Whether a call has a place here: that of a tool of another kind has one if its arguments are known. */
export function isCallHere(item: UnifiedToolCallItem): boolean {
  return item.kind === 'custom' || item.kind === 'function' || argumentsText(item) !== undefined;
}

/** Reports that this wire has no tools of a kind. */
export function loseKind({ loss }: EmitContext, { item, path }: Placed<UnifiedToolCallItem>): void {
  const feature = 'item.tool-call';
  if (isCallHere(item)) {
    const reason = 'this wire has no tools of this kind: the call was written as the call of a function';
    loss.lose({ path: `${path}/kind`, feature, requirement: 'preferred', reason, sourceItemId: item.id });
  } else {
    const reason = 'this wire has calls of functions and custom tools only';
    loss.lose({ path, feature, reason, sourceItemId: item.id });
  }
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
export function wireCallId(context: EmitContext, placed: Placed<UnifiedToolCallItem | UnifiedToolResultItem>): string {
  const { loss } = context;
  const { item, path, own } = placed;
  const { providerCallId } = item.provenance;
  const wire = writtenCallId(context, placed);
  if (own && providerCallId === undefined && !isEmptyAgain(context, placed) && item.type === 'tool-call') {
    const reason = 'an empty identifier names nothing: one was derived from where the call stands';
    loss.lose({
      path: `${path}/callId`,
      feature: 'tool-call.id',
      requirement: 'optional',
      reason,
      sourceItemId: item.id,
    });
  }
  if (!own && providerCallId !== undefined && wire !== providerCallId) {
    const reason = 'the identifier was rewritten to fit this wire';
    loss.lose({ path: `${path}/callId`, feature: 'tool-call.id', reason, sourceItemId: item.id });
  }
  return wire;
}

function writtenCallId(context: EmitContext, placed: Placed<UnifiedToolCallItem | UnifiedToolResultItem>): string {
  const { callIds } = context;
  const { item, own } = placed;
  const { providerCallId } = item.provenance;
  if (isEmptyAgain(context, placed)) return '';
  if (own && providerCallId !== undefined) return callIds.adopt(providerCallId, item.callId);
  return callIds.toWire(providerCallId ?? item.callId, item.callId);
}

/** Whether an empty identifier goes back as it came: to a server that is known, which wrote it or takes it. */
function isEmptyAgain(
  { owner }: EmitContext,
  { item, own }: Placed<UnifiedToolCallItem | UnifiedToolResultItem>,
): boolean {
  return own && owner !== undefined && item.provenance.derivedIds === true;
}
