import type { UnifiedReasoningItem } from '../../../../generated/unified/types.ts';
import { parseJson } from '../../../core/parse-json.ts';
import { type EmitContext, readPrivate, type WireDraft } from '../../emit-context.ts';
import { itemForm } from './forms.ts';
import type { Placed } from './grouping.ts';
import { loseParticipantName } from './lost-names.ts';

/** Reasoning as the server that disclosed it takes it back. */
export interface WrittenReasoning {
  /** Members of the message. */
  readonly members: WireDraft;
  /** A part of the content, and its index there. */
  readonly thinking?: { readonly index: number; readonly part: WireDraft };
}

/** Writes reasoning where a server of this dialect disclosed it; this wire has no other place for it. */
export function writeReasoning(
  context: EmitContext,
  placed: Placed<UnifiedReasoningItem>,
): WrittenReasoning | undefined {
  const { item, path, own } = placed;
  const form = itemForm(item.providerData);
  if (!own || (form.reasoningField === undefined && item.privateState === undefined)) {
    const reason = 'this wire takes reasoning back only from the server that disclosed it';
    context.loss.lose({ path, feature: 'item.reasoning', reason, sourceItemId: item.id });
    return undefined;
  }
  loseParticipantName(context, placed);
  loseRest(context, placed);
  const texts = item.content.map(({ text = '' }) => text);
  const members = { ...writeDetails(context, placed) };
  if (form.reasoningField === undefined) return { members };
  if (form.reasoningField !== 'thinking') return { members: { [form.reasoningField]: texts.join(''), ...members } };
  const closed = form.thinkingClosed === undefined ? {} : { closed: form.thinkingClosed };
  const part = { type: 'thinking', thinking: texts.map((text) => ({ type: 'text', text })), ...closed };
  return { members, thinking: { index: form.thinkingIndex ?? 0, part } };
}

/** Reports what parts of reasoning have beside their text. */
function loseRest(context: EmitContext, { item, path }: Placed<UnifiedReasoningItem>): void {
  const { loss } = context;
  item.content.forEach(({ channel, privateState }, index) => {
    const at = `${path}/content/${index}`;
    if (channel !== 'text') loseChannel(context, item, at);
    if (privateState === undefined) return;
    const reason = 'private state belongs to the whole of the reasoning on this wire';
    const feature = 'reasoning.private-state';
    loss.lose({ path: `${at}/privateState`, feature, reason, sourceItemId: item.id });
  });
}

/** Reports the channel of a part of reasoning, whose pointer is given. */
export function loseChannel({ loss }: EmitContext, { id }: UnifiedReasoningItem, path: string): void {
  const reason = 'reasoning has one channel on this wire';
  loss.lose({ path: `${path}/channel`, feature: 'part.reasoning', reason, sourceItemId: id });
}

function writeDetails(context: EmitContext, { item, path }: Placed<UnifiedReasoningItem>): WireDraft {
  if (item.privateState === undefined) return {};
  const payload = readPrivate(context, item.privateState, `${path}/privateState`);
  if (payload === undefined) return {};
  const details = parseJson(payload);
  if (!details.ok) {
    const reason = 'the private state is no JSON text';
    context.loss.lose({ path: `${path}/privateState`, feature: 'reasoning.private-state', reason });
    return {};
  }
  if (details.exactNumbers.size > 0 && typeof details.value === 'object' && details.value !== null) {
    context.exactNumbers.set(details.value, details.exactNumbers);
  }
  return { reasoning_details: details.value };
}
