import type {
  UnifiedAudioOutputIntent,
  UnifiedJsonSchemaOutput,
  UnifiedModalitiesIntent,
  UnifiedOutputFormatIntent,
  UnifiedRequirement,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { IdentifierTable } from '../../shared/identifier-table.ts';
import { loseSchemaChanges } from '../../shared/schema-loss.ts';
import { loseIntent, type RequestWriting } from './request-writing.ts';
import { strictSchema } from './schema-rules.ts';
import { OUTPUT_AUDIO, OUTPUT_MODALITIES } from './wire.ts';

/** Writes what form the answer shall have. */
export function writeOutput(writing: RequestWriting): void {
  const { format, modalities, audio } = writing.request.output ?? {};
  if (format !== undefined) writeFormat(writing, format);
  if (modalities !== undefined) writeModalities(writing, modalities);
  if (audio !== undefined) writeAudio(writing, audio);
}

function writeFormat(
  { wire, ...writing }: RequestWriting,
  { value: format, requirement }: UnifiedOutputFormatIntent,
): void {
  if (format.type === 'text') wire['response_format'] = { type: 'text' };
  else if (format.type === 'json-object') wire['response_format'] = { type: 'json_object' };
  else if (format.type === 'json-schema') {
    wire['response_format'] = {
      type: 'json_schema',
      json_schema: writeSchema({ wire, ...writing }, format, requirement),
    };
  }
}

function writeSchema(
  writing: RequestWriting,
  format: UnifiedJsonSchemaOutput,
  requirement: UnifiedRequirement,
): WireDraft {
  const { description, strict } = format;
  const { schema, isStrict } = enforcedSchema(writing, format, requirement);
  return {
    ...writeName(writing, format),
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { schema }),
    ...(strict === undefined || !isStrict ? {} : { strict }),
  };
}

/** The name that a format gets when its source gave none: this wire demands one. */
const FORMAT_NAME = 'response';

function writeName(writing: RequestWriting, { name }: UnifiedJsonSchemaOutput): { name?: string } {
  if (writing.own) return name === undefined ? {} : { name };
  const path = '/output/format/value';
  const feature = 'output.json-schema.name';
  if (name === undefined) {
    const reason = `this wire demands a name: the format was called "${FORMAT_NAME}"`;
    loseIntent(writing, { path, feature, reason }, 'optional');
    return { name: FORMAT_NAME };
  }
  const fitting = new IdentifierTable(writing.context.limits.toolName).toWire(name);
  const reason = 'the name was rewritten to fit this wire';
  if (fitting !== name) loseIntent(writing, { path: `${path}/name`, feature, reason }, 'optional');
  return { name: fitting };
}

/** The schema as it is sent, and whether it can be enforced. */
function enforcedSchema(
  writing: RequestWriting,
  { strict, schema }: UnifiedJsonSchemaOutput,
  requirement: UnifiedRequirement,
): { readonly schema?: JsonValue; readonly isStrict: boolean } {
  if (schema === undefined) return { isStrict: true };
  if (writing.own || strict !== true) return { schema: schema.schema, isStrict: true };
  const restricted = strictSchema(schema);
  if (restricted !== undefined) {
    loseSchemaChanges(writing.context, restricted.changes, '/output/format/value/schema/schema', 'optional');
    return { schema: restricted.schema, isStrict: true };
  }
  const reason = 'the schema goes beyond what this wire can enforce strictly';
  const path = '/output/format/value/strict';
  loseIntent(writing, { path, feature: 'output.json-schema.strict', reason }, requirement);
  return { schema: schema.schema, isStrict: false };
}

function writeModalities(writing: RequestWriting, { value, requirement }: UnifiedModalitiesIntent): void {
  const kept = value.filter((modality, index) => {
    if (writing.own || OUTPUT_MODALITIES.includes(modality)) return true;
    const path = `/output/modalities/value/${index}`;
    const reason = `this wire answers with ${OUTPUT_MODALITIES.join(' and ')} only`;
    loseIntent(writing, { path, feature: 'output.modalities', reason }, requirement);
    return false;
  });
  if (writing.own || kept.length > 0) writing.wire['modalities'] = kept;
}

function writeAudio(writing: RequestWriting, { value, voice, voiceId, requirement }: UnifiedAudioOutputIntent): void {
  if (!writing.own && !OUTPUT_AUDIO.includes(value)) {
    const reason = `this wire speaks in ${OUTPUT_AUDIO.join(', ')} only`;
    loseIntent(writing, { path: '/output/audio', feature: 'output.audio', reason }, requirement);
    return;
  }
  const spoken = voice ?? (voiceId === undefined ? undefined : { id: voiceId });
  writing.wire['audio'] = { format: value, ...(spoken === undefined ? {} : { voice: spoken }) };
}
