import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule, { type FormatsPlugin } from 'ajv-formats';
import { isPlainObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { sharedPath } from './shared.ts';

// ajv-formats is CommonJS whose export is its default: that value is the plugin, whatever the module types say.
const addFormats = addFormatsModule as unknown as FormatsPlugin;

/** What of Chat Completions the description describes, by what it calls it. */
const SCHEMAS = {
  request: 'CreateChatCompletionRequest',
  answer: 'CreateChatCompletionResponse',
  frame: 'CreateChatCompletionStreamResponse',
} as const;

/**
 * Judges a Chat Completions body by OpenAI's published API description: ranges, lengths and counts, which the client's
 * types do not know. Gives faults in words, none when it fits. Needs the recordings beside the project.
 */
export function judgeChatByOpenapi(wire: JsonObject, kind: keyof typeof SCHEMAS = 'request'): readonly string[] {
  const validate = chatValidator(SCHEMAS[kind]);
  if (validate(wire)) return [];
  return (validate.errors ?? []).filter(isTelling).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

const VALIDATORS = new Map<string, ValidateFunction>();

function chatValidator(schema: string): ValidateFunction {
  const known = VALIDATORS.get(schema);
  if (known !== undefined) return known;
  const document: JsonObject = JSON.parse(readFileSync(sharedPath('oracles/openai/openapi.stripped.json'), 'utf8'));
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats(ajv);
  // A JSON Schema keyword would make ajv look for schemas where the document has parameters: only `components` is used.
  ajv.addSchema({ $id: ID, components: inDialect(document['components'] ?? {}) });
  const made = ajv.compile({ $ref: `${ID}#/components/schemas/${schema}` });
  VALIDATORS.set(schema, made);
  return made;
}

const ID = 'openai-openapi';

/** Formats that name a range of numbers or a binary body, and check nothing. */
const EMPTY_FORMATS: readonly JsonValue[] = ['unixtime', 'binary', 'int64', 'double', 'float'];

/** Turns what the document has of older dialects into JSON Schema 2020-12. */
function inDialect(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inDialect);
  if (!isPlainObject(value)) return value;
  const { discriminator: _, nullable, $recursiveAnchor: __, $recursiveRef, ...rest } = value as JsonObject;
  const made: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(rest)) {
    if (key === 'format' && EMPTY_FORMATS.includes(member)) continue;
    made[key] = inDialect(member);
  }
  if ($recursiveRef !== undefined) made['$ref'] = '#/components/schemas/CompoundFilter';
  return nullable === true ? orNull(made) : made;
}

function orNull(schema: Record<string, JsonValue>): JsonValue {
  return { anyOf: [schema, { type: 'null' }] };
}

/** Of the errors of a union only those about values say something: that no branch fits is their consequence. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf' && keyword !== 'oneOf' && keyword !== 'if';
}
