import type {
  UnifiedCustomTool,
  UnifiedFunctionTool,
  UnifiedJsonSchema,
  UnifiedToolDefinition,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { isJsonObject } from '../../shared/json-object.ts';
import { restrictSchema } from '../../shared/json-schema-dialect.ts';
import { loseSchemaChanges } from '../../shared/schema-loss.ts';
import { isOwnRequest, put } from './emit-basics.ts';
import { writeHostedTool } from './emit-hosted-tools.ts';
import { loseDialect } from './emit-schema-dialect.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';
import { STRICT_SCHEMA } from './schema-rules.ts';

/** Writes a definition; nothing when the dialect has no such tool, which is reported. */
export function writeTool(writing: Writing, tool: UnifiedToolDefinition, path: string): WireDraft | undefined {
  const draft = writeDefinition(writing, tool, path);
  if (draft === undefined) {
    writing.marks.moved(tool.cache, path);
    return undefined;
  }
  writing.marks.directive(draft, tool.cache, path);
  restoreEmpty(draft, formOf(tool.providerData, 'tool-form'));
  restoreUnknown(writing.context, tool.providerData, draft, `${path}/providerData`);
  return draft;
}

function writeDefinition(writing: Writing, tool: UnifiedToolDefinition, path: string): WireDraft | undefined {
  const draft = writeByType(writing, tool, path);
  if (draft !== undefined && (tool.execution === 'provider') !== PROVIDER_RUN.has(tool.type)) {
    const reason = 'who runs the tool follows from its type here';
    writing.context.loss.lose({
      path: `${path}/execution`,
      feature: `tool.${tool.type}`,
      requirement: 'optional',
      reason,
    });
  }
  return draft;
}

function writeByType(writing: Writing, tool: UnifiedToolDefinition, path: string): WireDraft | undefined {
  if (tool.type === 'function') return writeFunction(writing, tool, path);
  return tool.type === 'custom' ? writeCustom(writing, tool, path) : writeHostedTool(writing, tool, path);
}

/** Tools that the provider runs; the client runs the others. */
const PROVIDER_RUN: ReadonlySet<UnifiedToolDefinition['type']> = new Set([
  'web-search',
  'web-fetch',
  'code-execution',
  'tool-search',
  'advisor',
]);

function writeFunction(writing: Writing, tool: UnifiedFunctionTool, path: string): WireDraft {
  const draft: WireDraft = {};
  if (formOf(tool.providerData, 'tool-form').explicitType === true) draft['type'] = 'custom';
  writeName(writing, tool.name, draft, path);
  put(draft, 'description', tool.description);
  put(draft, 'input_schema', inputSchema(writing, tool, path));
  put(draft, 'strict', tool.strict);
  put(
    draft,
    'input_examples',
    tool.inputExamples?.map(({ value }) => value),
  );
  put(draft, 'eager_input_streaming', tool.eagerArguments);
  put(draft, 'defer_loading', tool.deferLoading);
  put(draft, 'allowed_callers', tool.allowedCallers);
  return draft;
}

/** A tool that takes free text becomes a function with one text, and the answer's reader is told whose calls to unwrap. */
function writeCustom(writing: Writing, tool: UnifiedCustomTool, path: string): WireDraft {
  const reason = 'the target has no tools that take free text: it gets a function with one text as its input';
  const requirement = tool.grammar === undefined ? ({ requirement: 'optional' } as const) : {};
  writing.context.loss.lose({ path, feature: 'tool.custom.wrapped', reason, ...requirement });
  const draft: WireDraft = {};
  writing.context.wrappedTools.add(writeName(writing, tool.name, draft, path));
  put(draft, 'description', tool.description);
  draft['input_schema'] = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] };
  put(draft, 'defer_loading', tool.deferLoading);
  put(draft, 'allowed_callers', tool.allowedCallers);
  return draft;
}

function writeName({ context }: Writing, name: string, draft: WireDraft, path: string): string {
  const wire = context.toolNames.toWire(name);
  draft['name'] = wire;
  if (wire === name) return wire;
  const why = context.toolNames.fits(name) ? 'another tool has the name here' : 'the name does not fit this wire';
  const reason = `${why}; it was replaced in the definition and in every call`;
  context.loss.lose({ path: `${path}/name`, feature: 'tool.name', reason });
  return wire;
}

/** The schema of the input. A strict one is reduced to what the dialect enforces; any other passes as it is. */
function inputSchema(writing: Writing, tool: UnifiedFunctionTool, path: string): JsonValue | undefined {
  const { context, request } = writing;
  const place = `${path}/inputSchema`;
  loseDialect(context, tool.inputSchema, place);
  if (isOwnRequest(request)) return tool.inputSchema?.schema;
  const schema = objectSchema(writing, tool.inputSchema, place);
  if (tool.strict !== true) return schema;
  const restricted = restrictSchema(schema, STRICT_SCHEMA);
  loseSchemaChanges(context, restricted.changes, `${place}/schema`);
  return restricted.schema;
}

/** The target demands that the input of a function is an object, and that its schema says so. */
function objectSchema({ context }: Writing, given: UnifiedJsonSchema | undefined, path: string): JsonValue {
  const schema = given?.schema;
  if (isJsonObject(schema) && schema['type'] === 'object') return schema;
  const lose = (at: string, reason: string, requirement: 'optional' | 'required') => {
    context.loss.lose({ path: at, feature: 'schema.keyword', requirement, reason });
  };
  if (schema === undefined || schema === true) {
    lose(path, 'the target demands a schema, and got one that takes any object', 'optional');
    return { type: 'object' };
  }
  if (!isJsonObject(schema)) {
    lose(`${path}/schema`, 'the input of a function is an object here', 'required');
    return schema;
  }
  const { type } = schema;
  if (type === undefined || (Array.isArray(type) && type.includes('object'))) {
    lose(
      `${path}/schema/type`,
      'the target demands that the input is an object, and the schema says so now',
      'optional',
    );
    return { ...schema, type: 'object' };
  }
  lose(`${path}/schema/type`, 'the input of a function is an object here', 'required');
  return schema;
}
