import type { UnifiedToolCallItem, UnifiedToolResultItem } from '../../../../generated/unified/types.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';
import { argumentsText } from '../../shared/tool-arguments.ts';
import { itemForm } from './forms.ts';
import type { Placed } from './grouping.ts';

/** A call on this wire, in the present or the deprecated spelling; absent when this wire has no such call. */
export interface WrittenCall {
  readonly call: WireDraft;
  readonly legacy: boolean;
}

export function writeCall(
  context: EmitContext,
  { item, path, own }: Placed<UnifiedToolCallItem>,
): WrittenCall | undefined {
  if (item.kind !== 'function' && item.kind !== 'custom') {
    const reason = 'this wire has calls of functions and custom tools only';
    context.loss.lose({ path, feature: 'item.tool-call', reason, sourceItemId: item.id });
    return undefined;
  }
  const name = toolName(context, item.name, path);
  const form = itemForm(item.providerData);
  const inside =
    item.kind === 'custom' ? { input: item.rawArguments ?? '' } : writtenArguments(context, item, path, own);
  if (form.legacyFunction === true) return { call: { name, ...inside }, legacy: true };
  const identified = own && item.provenance.providerCallId === undefined ? {} : { id: wireCallId(context, item, path) };
  const typed = form.callTypeAbsent === true ? {} : { type: item.kind };
  return { call: { ...identified, ...typed, [item.kind]: { name, ...inside } }, legacy: false };
}

function writtenArguments(context: EmitContext, item: UnifiedToolCallItem, path: string, own: boolean): WireDraft {
  const text = argumentsText(item);
  if (text !== undefined) return { arguments: text };
  if (own) return {};
  const reason = 'a call without arguments was given an empty object, which this wire demands';
  context.loss.lose({ path, feature: 'tool-call.arguments', reason, sourceItemId: item.id });
  return { arguments: '{}' };
}

/** The identifier of a call on this wire; the provider's own where it fits. */
export function wireCallId(
  context: EmitContext,
  item: UnifiedToolCallItem | UnifiedToolResultItem,
  path: string,
): string {
  const preferred = item.provenance.providerCallId ?? item.callId;
  const wire = context.callIds.toWire(preferred, item.callId);
  if (wire !== preferred) {
    context.loss.lose({
      path: `${path}/callId`,
      feature: 'tool-call.id',
      reason: 'the identifier was rewritten to fit this wire',
      sourceItemId: item.id,
    });
  }
  return wire;
}

function toolName(context: EmitContext, name: string, path: string): string {
  const wire = context.toolNames.toWire(name);
  if (wire !== name)
    context.loss.lose({
      path: `${path}/name`,
      feature: 'tool.name',
      reason: 'the name was rewritten to fit this wire',
    });
  return wire;
}
