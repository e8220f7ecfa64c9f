import type { UnifiedCacheDirective, UnifiedReasoningPart } from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { isDuration } from '../../shared/duration.ts';
import type { WireObject } from '../../wire-object.ts';

/** A cache mark, and the object that spelled it. */
export interface ReadMark {
  readonly directive: UnifiedCacheDirective;
  readonly wire: WireObject;
}

/**
 * A cache mark in the manner of Anthropic on a Chat part or tool.
 * 2026-11: OpenRouter's prompt caching guide; recorded in requests to it.
 */
export function readVendorCacheControl(wire: WireObject): ReadMark | undefined {
  const control = wire.objectIf('cache_control', (value) => value['type'] === 'ephemeral');
  if (control === undefined) return undefined;
  control.take('type');
  const lasting = isDuration(control.look('ttl')) ? { ttl: control.requiredText('ttl') } : {};
  return { directive: lasting, wire: control };
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
    if (typeof wire.look(field) === 'string') return { field, text: wire.requiredText(field) };
  }
  return undefined;
}

/**
 * OpenRouter's list of reasoning blocks, some of them encrypted or signed: the exact text, to be sent back as it came.
 * 2026-11: OpenRouter's reasoning token guide, "Preserving reasoning blocks".
 */
export function readReasoningDetails(wire: WireObject): string | undefined {
  const value = wire.look('reasoning_details');
  return Array.isArray(value) && value.length > 0 ? wire.opaque('reasoning_details') : undefined;
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
  if (!isPlainObject(value) || value['type'] !== 'text' || typeof value['text'] !== 'string') return false;
  return Object.keys(value).length === 2;
}

/** Reads a part that `isThinkingPart` accepts. */
export function readThinkingPart(
  wire: WireObject,
  itemId: string,
): { content: UnifiedReasoningPart[]; closed?: boolean } {
  const closed = wire.boolean('closed');
  const content = wire.requiredObjects('thinking').map((entry, index): UnifiedReasoningPart => {
    const text = entry.requiredText('text');
    return { id: partId(itemId, index), type: 'reasoning', channel: 'text', state: 'disclosed', text };
  });
  return closed === undefined ? { content } : { content, closed };
}

/**
 * Usage that stands in Groq's own member alone, as in the last chunk of its streams. It is read without being taken, so
 * that the member goes back whole.
 * 2026-11: recorded in streams of Groq.
 */
export function readGroqUsage<Read>(wire: WireObject, read: (usage: WireObject) => Read): Read | undefined {
  const own = wire.peek('x_groq');
  if (!isPlainObject(own) || !isPlainObject(own['usage'])) return undefined;
  const usage = wire.aside('x_groq')?.objectIf('usage', () => true);
  return usage === undefined ? undefined : read(usage);
}

/** The longest name that a record takes. */
const MAX_NAME = 1024;

/**
 * A choice of a function that does not say that it is one.
 * 2026-11: Hugging Face's chat completion schema (Text Generation Inference and its client), which has no such member.
 */
export function isUntypedChoice({ function: named }: JsonObject): boolean {
  if (!isPlainObject(named)) return false;
  const { name } = named;
  return typeof name === 'string' && name !== '' && name.length <= MAX_NAME;
}
