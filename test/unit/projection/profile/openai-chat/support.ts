import { expect } from 'vitest';
import { ANNOTATIONS } from '../../../../../generated/annotation/registry.ts';
import type {
  UnifiedLossEntry,
  UnifiedRequestV2,
  UnifiedResourceOwner,
} from '../../../../../generated/unified/types.ts';
import * as validators from '../../../../../generated/unified/validators.js';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { walkJson } from '../../../../../src/core/walk.ts';
import { type Emission, type EmitOptions, emitRequest } from '../../../../../src/projection/emit.ts';
import { type Ingestion, type IngestOptions, ingestRequest } from '../../../../../src/projection/ingest.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';

export const OWNER: UnifiedResourceOwner = { profile: { family: 'openai-chat' }, provider: 'openai' };

/** A body with these messages, and what else. */
export function body(messages: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { model: 'model-a', messages, ...more };
}

/** A body with one message of the user, and what else. */
export function asked(more: JsonObject): JsonObject {
  return body([{ role: 'user', content: 'q' }], more);
}

/** Reads a body of the owner's; the record is valid, and so is each annotation in it. */
export function read(wire: JsonValue | Uint8Array, options: IngestOptions = {}): Ingestion<UnifiedRequestV2> {
  const made = ingestRequest(openaiChat, wire, { requestId: 'req', owner: OWNER, ...options });
  expectValid(made.value);
  return made;
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

/** Reads a body and writes it for its owner. */
export function back(wire: JsonValue | Uint8Array): Emission {
  const { value, privateState } = read(wire);
  return emitRequest(openaiChat, value, { owner: OWNER, privateState });
}

/** Writes a record; fails where it is refused. */
export function write(record: UnifiedRequestV2, options: EmitOptions = {}): Written {
  expectValid(record);
  const emission = emitRequest(openaiChat, record, options);
  if (!emission.ok) throw new Error(`Refused: ${JSON.stringify(emission.loss.entries)}`);
  return { wire: emission.wire, entries: emission.loss.entries, emission };
}

/** A record of another dialect that is refused; gives the reasons. */
export function refusal(record: UnifiedRequestV2, options: EmitOptions = {}): readonly UnifiedLossEntry[] {
  expectValid(record);
  const emission = emitRequest(openaiChat, record, options);
  expect(emission.ok).toBe(false);
  return emission.loss.entries.filter(({ severity }) => severity === 'error');
}

export interface Written {
  readonly wire: JsonObject;
  readonly entries: readonly UnifiedLossEntry[];
  readonly emission: Extract<Emission, { ok: true }>;
}

/** Where and what, of each entry. */
export function places(entries: readonly UnifiedLossEntry[]): readonly string[] {
  return entries.map(({ path, feature, severity }) => `${severity} ${feature} ${path}`);
}
