import type { UnifiedCacheDirective, UnifiedReasoningPart } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { isPlainObject, type JsonValue } from '../../../core/json.ts';
import { isDuration } from '../../shared/duration.ts';
import type { WireObject } from '../../wire-object.ts';

/**
 * A cache mark in the manner of Anthropic on a Chat part or tool.
 * 2026-11: OpenRouter's prompt caching guide; recorded in requests to it.
 */
export function readVendorCacheControl(
  wire: WireObject,
): { directive: UnifiedCacheDirective; vendor: true; places: readonly { wire: WireObject; at: string }[] } | undefined {
  const raw = wire.peek('cache_control');
  if (!isPlainObject(raw) || raw['type'] !== 'ephemeral') return undefined;
  const control = wire.requiredObject('cache_control');
  control.word('type', ['ephemeral']);
  const lasting = isDuration(control.peek('ttl')) ? { ttl: control.requiredText('ttl') } : {};
  return { directive: lasting, vendor: true, places: [{ wire: control, at: '/cache_control' }] };
}

/** Where compatible servers put disclosed reasoning. */
export type ReasoningField = 'reasoning_content' | 'reasoning';

/**
 * Reasoning as a text beside the content of an assistant message.
 * 2026-11: `reasoning_content` by DeepSeek's and Z.AI's API references (thinking mode), `reasoning` by OpenRouter's and
 * Groq's; both are recorded in requests that send it back.
 */
export function readVendorReasoning(wire: WireObject): { field: ReasoningField; text: string } | undefined {
  for (const field of ['reasoning_content', 'reasoning'] as const) {
    if (typeof wire.peek(field) === 'string') return { field, text: wire.text(field) ?? '' };
  }
  return undefined;
}

/**
 * OpenRouter's list of reasoning blocks, some of them encrypted or signed; opaque, to be sent back as it came.
 * 2026-11: OpenRouter's reasoning token guide, "Preserving reasoning blocks".
 */
export function readReasoningDetails(wire: WireObject): string | undefined {
  if (!Array.isArray(wire.peek('reasoning_details'))) return undefined;
  return JSON.stringify(wire.json('reasoning_details'));
}

/**
 * Mistral's thinking part: a part of the content whose `thinking` is a list of texts.
 * 2026-11: Mistral's reasoning documentation; recorded in requests that send it back.
 */
export function isThinkingPart(value: JsonValue | undefined): boolean {
  if (!isPlainObject(value) || value['type'] !== 'thinking' || !Array.isArray(value['thinking'])) return false;
  if (!Object.keys(value).every((key) => key === 'type' || key === 'thinking' || key === 'closed')) return false;
  return value['thinking'].every(isPlainText);
}

function isPlainText(value: JsonValue): boolean {
  return (
    isPlainObject(value) &&
    value['type'] === 'text' &&
    typeof value['text'] === 'string' &&
    Object.keys(value).length === 2
  );
}

/** Reads a part that `isThinkingPart` accepts. */
export function readThinkingPart(
  wire: WireObject,
  itemId: string,
): { content: UnifiedReasoningPart[]; closed?: boolean } {
  wire.text('type');
  const closed = wire.boolean('closed');
  const content = wire.requiredObjects('thinking').map((entry, index): UnifiedReasoningPart => {
    entry.text('type');
    const id = childId(itemId, 'part', index);
    return { id, type: 'reasoning', channel: 'text', state: 'disclosed', text: entry.requiredText('text') };
  });
  return closed === undefined ? { content } : { content, closed };
}
