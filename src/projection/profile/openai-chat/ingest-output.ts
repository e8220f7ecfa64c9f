import type {
  UnifiedAudioOutputIntent,
  UnifiedJsonSchema,
  UnifiedOutputFormat,
  UnifiedOutputIntent,
} from '../../../../generated/unified/types.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import { readSchemaMember } from '../../shared/schema-digits.ts';
import type { WireObject } from '../../wire-object.ts';
import { keepWholeMember } from './forms.ts';
import type { Draft, Gathered } from './gathered.ts';
import { isName } from './ingest-generation.ts';

/** Reads what form the answer shall have. */
export function readOutput(context: IngestContext, gathered: Gathered): UnifiedOutputIntent | undefined {
  const output: Draft<UnifiedOutputIntent> = {};
  const format = readFormat(context, gathered);
  if (format !== undefined) {
    const intent = { value: format, requirement: context.requirement(`output.${format.type}`) };
    output.format = from(context, context.wire.at('response_format'), intent);
  }
  const modalities = readModalities(context.wire);
  if (modalities !== undefined) {
    const intent = { value: modalities, requirement: context.requirement('output.modalities') };
    output.modalities = from(context, context.wire.at('modalities'), intent);
  }
  const audio = readAudioOutput(context, gathered);
  if (audio !== undefined) output.audio = audio;
  return Object.keys(output).length === 0 ? undefined : output;
}

type ReadFormat = Extract<UnifiedOutputFormat, { type: 'text' | 'json-object' | 'json-schema' }>;

function readFormat(context: IngestContext, gathered: Gathered): ReadFormat | undefined {
  const wire = context.wire.objectIf('response_format', isKnownFormat);
  if (wire === undefined) {
    keepWholeMember(context, gathered, 'response_format');
    return undefined;
  }
  gathered.inner.push(wire);
  const type = wire.text('type');
  if (type === 'text') return from<ReadFormat>(context, wire, { type: 'text' });
  if (type === 'json_object') return from<ReadFormat>(context, wire, { type: 'json-object' });
  const inside = wire.requiredObject('json_schema');
  gathered.inner.push(inside);
  const name = inside.name('name');
  const description = inside.text('description');
  const schema = readSchema(inside, 'schema');
  const strict = inside.boolean('strict');
  return from<ReadFormat>(context, wire, {
    type: 'json-schema',
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(strict === undefined ? {} : { strict }),
  });
}

function isKnownFormat({ type, json_schema: schema }: JsonObject): boolean {
  return type === 'text' || type === 'json_object' || (type === 'json_schema' && isPlainObject(schema));
}

/** A JSON Schema under a member: an object, or true or false. */
export function readSchema(wire: WireObject, key: string): UnifiedJsonSchema | undefined {
  const value = wire.look(key);
  if (value === undefined) return undefined;
  if (!isPlainObject(value) && typeof value !== 'boolean') return wire.fault(key, 'a JSON Schema');
  return readSchemaMember(wire, key);
}

function readModalities(wire: WireObject): readonly string[] | undefined {
  const value = wire.look('modalities');
  if (Array.isArray(value) && value.some(isEmptyText)) return undefined;
  return wire.texts('modalities');
}

function isEmptyText(value: JsonValue): boolean {
  return typeof value === 'string' && !isName(value, 1024);
}

function readAudioOutput(context: IngestContext, { inner }: Gathered): UnifiedAudioOutputIntent | undefined {
  const wire = context.wire.objectIf('audio', ({ format }) => isName(format, 64));
  if (wire === undefined) return undefined;
  inner.push(wire);
  const intent = { value: wire.requiredText('format'), requirement: context.requirement('output.audio') };
  if (typeof wire.peek('voice') === 'string') {
    const voice = wire.name('voice', 256);
    return from(context, wire, { ...intent, ...(voice === undefined ? {} : { voice }) });
  }
  const custom = wire.objectIf('voice', ({ id }) => isName(id, 512));
  if (custom === undefined) return from(context, wire, intent);
  inner.push(custom);
  return from(context, wire, { ...intent, voiceId: custom.requiredText('id') });
}
