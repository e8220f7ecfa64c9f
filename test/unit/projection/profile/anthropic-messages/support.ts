import { expect } from 'vitest';
import { ANNOTATIONS } from '../../../../../generated/annotation/registry.ts';
import type {
  UnifiedItem,
  UnifiedLossEntry,
  UnifiedRequestV2,
  UnifiedResourceOwner,
} from '../../../../../generated/unified/types.ts';
import * as validators from '../../../../../generated/unified/validators.js';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { walkJson } from '../../../../../src/core/walk.ts';
import { type Emission, type EmitOptions, emitRequest } from '../../../../../src/projection/emit.ts';
import { type Ingestion, type IngestOptions, ingestRequest } from '../../../../../src/projection/ingest.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';

export const OWNER: UnifiedResourceOwner = { profile: { family: 'anthropic-messages' }, provider: 'anthropic' };
export const OTHER: UnifiedResourceOwner = { profile: { family: 'anthropic-messages' }, provider: 'lookalike' };
const CHAT: UnifiedResourceOwner = { profile: { family: 'openai-chat' }, provider: 'openai' };

/** Reads a body of the owner's; the record is valid, and so is each annotation in it. */
export function read(wire: JsonValue | Uint8Array, options: IngestOptions = {}): Ingestion<UnifiedRequestV2> {
  const made = ingestRequest(anthropicMessages, wire, { requestId: 'req', owner: OWNER, ...options });
  expectValid(made.value);
  return made;
}

/** The items of a body. */
export function itemsOf(wire: JsonObject): readonly UnifiedItem[] {
  return read(wire).value.conversation.items;
}

/** Fails for a record that is not valid. */
export function expectValid(record: UnifiedRequestV2): void {
  const isValid = validators.UnifiedRequestV2(record);
  expect(isValid ? [] : validators.UnifiedRequestV2.errors).toEqual([]);
  walkJson(record, (value) => {
    if (!isAnnotation(value)) return undefined;
    const registered = ANNOTATIONS.find(({ name }) => name === value.schema);
    expect([value.schema, registered?.validate(value.value)]).toEqual([value.schema, true]);
    return undefined;
  });
}

function isAnnotation(value: unknown): value is { schema: string; value: unknown } {
  return typeof value === 'object' && value !== null && 'scope' in value && value.scope === 'portable-annotation';
}

/** Reads a body and writes it, for its owner unless another one is named. */
export function back(wire: JsonValue | Uint8Array, options: EmitOptions = {}): Emission {
  const { value, privateState } = read(wire);
  return emitRequest(anthropicMessages, value, { owner: OWNER, privateState, ...options });
}

/** The body that an emission made; fails where it was refused. */
export function written(emission: Emission): Written {
  if (!emission.ok) throw new Error(`Refused: ${JSON.stringify(emission.loss.entries)}`);
  return { wire: emission.wire, entries: emission.loss.entries, emission };
}

/** Writes a record; fails where it is refused. */
export function write(record: UnifiedRequestV2, options: EmitOptions = {}): Written {
  expectValid(record);
  return written(emitRequest(anthropicMessages, record, options));
}

/** Why a record is refused; fails where it is not. */
export function refusal(record: UnifiedRequestV2, options: EmitOptions = {}): readonly string[] {
  expectValid(record);
  const emission = emitRequest(anthropicMessages, record, options);
  expect(emission.ok).toBe(false);
  return places(emission.loss.entries.filter(({ severity }) => severity === 'error'));
}

export interface Written {
  readonly wire: JsonObject;
  readonly entries: readonly UnifiedLossEntry[];
  readonly emission: Extract<Emission, { ok: true }>;
}

/** Reads a Chat body and writes it as one of Messages. */
export function fromChat(messages: readonly JsonValue[], more: JsonObject = {}, options: EmitOptions = {}): Written {
  return write(chatRecord(messages, more), options);
}

/** The record of a Chat body with a limit of output, so that no entry is about that. */
export function chatRecord(messages: readonly JsonValue[], more: JsonObject = {}): UnifiedRequestV2 {
  const body = { model: 'model-a', max_completion_tokens: 4000, messages, ...more };
  return ingestRequest(openaiChat, body, { requestId: 'req', owner: CHAT }).value;
}

/** Where and what, of each entry. */
export function places(entries: readonly UnifiedLossEntry[]): readonly string[] {
  return entries.map(({ path, feature, severity }) => `${severity} ${feature} ${path}`);
}

/** A body with these messages, and what else. */
export function body(messages: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { model: 'model-a', max_tokens: 4000, messages, ...more };
}

export const USER: JsonObject = { role: 'user', content: 'q' };

/** A body with one message of the user, and what else. */
export function asked(more: JsonObject): JsonObject {
  return body([USER], more);
}

/** A body whose only message holds these blocks. */
export function told(...content: readonly JsonValue[]): JsonObject {
  return body([{ role: 'user', content }]);
}

/** A body in which the model said these blocks, and the user goes on. */
export function said(...content: readonly JsonValue[]): JsonObject {
  return body([USER, { role: 'assistant', content }, { role: 'user', content: 'and?' }]);
}

/** A body in which a call was answered with this content; without it where there is none. */
export function answered(content?: JsonValue, more: JsonObject = {}): JsonObject {
  const result = {
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    ...(content === undefined ? {} : { content }),
    ...more,
  };
  return body([
    USER,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
    { role: 'user', content: [result] },
  ]);
}

/** A body in which the provider ran a tool. */
export function ran(name: string, type: string, content: JsonValue, more: JsonObject = {}): JsonObject {
  return said(
    { type: 'server_tool_use', id: 'srvtoolu_1', name, input: { a: 1 } },
    { type, tool_use_id: 'srvtoolu_1', content, ...more },
    { type: 'text', text: 'so' },
  );
}
