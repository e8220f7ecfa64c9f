import type {
  UnifiedCodeExecutionResultItem,
  UnifiedContentPart,
  UnifiedFileEdit,
  UnifiedGroundingSourcePart,
  UnifiedProviderDataRef,
  UnifiedServerToolResultItem,
  UnifiedToolReference,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { canonicalToolName } from '../../answer-context.ts';
import { from } from '../../ingest-context.ts';
import { providerResource } from '../../shared/provider-resource.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding, NOTHING } from './holding.ts';
import { readCaller } from './ingest-calls.ts';
import { type History, keepOpaque, keepUnknownBlock, type Message, optional, provenance } from './ingest-history.ts';
import { readDocument, readParts, textPart } from './ingest-parts.ts';
import { isToolReference, readToolReference } from './ingest-results.ts';
import { CODE_RUNNER, isTimestamp, outcomeOf, serverRunner } from './wire.ts';

type ResultMembers = Partial<
  Pick<
    UnifiedServerToolResultItem,
    'output' | 'toolReferences' | 'privateState' | 'stopReason' | 'isError' | 'errorCode'
  >
> & {
  readonly unknown?: readonly UnifiedProviderDataRef[];
  readonly wireForm?: UnifiedWireForm;
};

type CodeMembers = ResultMembers &
  Partial<Pick<UnifiedCodeExecutionResultItem, 'standardOutput' | 'standardError' | 'exitCode' | 'edit'>>;

/** Blocks with the result of a tool that the provider ran, and how their content is read. */
const SERVER_RESULTS: Readonly<
  Record<string, { readonly kind: string; readonly read: (history: History, holding: Holding) => ResultMembers }>
> = {
  web_search_tool_result: { kind: 'web-search', read: readSearchResults },
  web_fetch_tool_result: { kind: 'web-fetch', read: readFetchedPage },
  tool_search_tool_result: { kind: 'tool-search', read: readFoundTools },
  advisor_tool_result: { kind: 'advisor', read: readAdvice },
  mcp_tool_result: { kind: 'mcp', read: readMcpContent },
};

/** Blocks with the result of code that the provider ran: what ran it, and the types that the content can have. */
const CODE_RESULTS: Readonly<Record<string, { readonly tool: string; readonly content: readonly string[] }>> = {
  code_execution_tool_result: { tool: 'code', content: ['code_execution_result', 'encrypted_code_execution_result'] },
  bash_code_execution_tool_result: { tool: 'bash', content: ['bash_code_execution_result'] },
  text_editor_code_execution_tool_result: {
    tool: 'text-editor',
    content: [
      'text_editor_code_execution_view_result',
      'text_editor_code_execution_create_result',
      'text_editor_code_execution_str_replace_result',
    ],
  },
};

export const SERVER_RESULT_TYPES: readonly string[] = [...Object.keys(SERVER_RESULTS), ...Object.keys(CODE_RESULTS)];

/** Reads the result of a tool that the provider ran. */
export function readServerResult(history: History, message: Message, wire: WireObject): void {
  const type = wire.requiredText('type');
  const holding = new Holding(history.context, wire, history.items.nextId());
  const providerCallId = wire.name('tool_use_id', 512);
  const code = CODE_RESULTS[type];
  const runner = code === undefined ? serverRunner(SERVER_RESULTS[type]?.kind ?? type) : CODE_RUNNER;
  const callId = history.calls.answer(providerCallId, undefined, runner);
  const read: CodeMembers =
    code === undefined ? (SERVER_RESULTS[type]?.read(history, holding) ?? {}) : readCode(history, holding, type, code);
  const { unknown, wireForm, ...members } = read;
  const shared = {
    role: message.role,
    groupId: message.groupId,
    callId,
    executionOwner: 'provider',
    provenance: provenance(history, { providerCallId, ...optional('wireForm', wireForm) }),
    ...members,
    ...readCaller(history, holding),
    ...holding.cache(),
    ...holding.providerData('item-form', NOTHING, unknown),
  } as const;
  if (code === undefined) {
    history.items.add(wire, { ...shared, type: 'server-tool-result', kind: SERVER_RESULTS[type]?.kind ?? type });
    return;
  }
  history.items.add(wire, { ...shared, type: 'code-execution-result', tool: code.tool, outcome: outcomeOf(members) });
}

/** The failure of a tool, when the content is one. */
function readFailure(history: History, holding: Holding, type: string): ResultMembers | undefined {
  const content = holding.typed(holding.wire, 'content', [`${type}_error`]);
  if (content === undefined) return undefined;
  const message = content.text('error_message');
  return {
    isError: true,
    ...optional('errorCode', content.name('error_code')),
    ...(message === undefined ? {} : { output: [textPart(history, content, partId(holding.id, 0), message)] }),
  };
}

function readSearchResults(history: History, holding: Holding): ResultMembers {
  const { wire, id } = holding;
  if (!Array.isArray(wire.peek('content'))) return readFailure(history, holding, 'web_search_tool_result') ?? {};
  const output: UnifiedGroundingSourcePart[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wire.requiredObjects('content').forEach((entry, index) => {
    if (entry.peek('type') !== 'web_search_result')
      unknown.push(keepUnknownBlock(history, id, entry, `/content/${index}`));
    else output.push(readFoundPage(history, entry, partId(id, output.length)));
  });
  return { output, unknown };
}

function readFoundPage(history: History, wire: WireObject, id: string): UnifiedGroundingSourcePart {
  const holding = new Holding(history.context, wire, id);
  wire.take('type');
  const opaque = wire.text('encrypted_content');
  return from(history.context, wire, {
    id,
    type: 'grounding-source',
    source: { ...optional('url', wire.name('url')), ...optional('title', wire.text('title')) },
    ...optional('pageAge', wire.text('page_age')),
    ...optional('privateState', keepOpaque(history, id, 'encrypted-content', 'encrypted-content', opaque)),
    ...holding.providerData('part-form', NOTHING),
  });
}

function readFetchedPage(history: History, holding: Holding): ResultMembers {
  const failure = readFailure(history, holding, 'web_fetch_tool_result');
  if (failure !== undefined) return failure;
  const page = holding.typed(holding.wire, 'content', ['web_fetch_result']);
  const inner = page?.objectIf('content', ({ type }) => type === 'document');
  if (page === undefined || inner === undefined) return {};
  const document = readDocument(history, new Holding(history.context, inner, partId(holding.id, 0)));
  if (document === undefined) return { unknown: [keepUnknownBlock(history, holding.id, inner, '/content/content')] };
  const retrievedAt = isTimestamp(page.peek('retrieved_at')) ? page.text('retrieved_at') : undefined;
  return {
    output: [
      from(history.context, inner, {
        ...document,
        ...optional('url', page.name('url')),
        ...optional('retrievedAt', retrievedAt),
      }),
    ],
  };
}

function readFoundTools(history: History, holding: Holding): ResultMembers {
  const failure = readFailure(history, holding, 'tool_search_tool_result');
  if (failure !== undefined) return failure;
  const found = holding.typed(holding.wire, 'content', ['tool_search_tool_search_result']);
  const wires = found?.objects('tool_references');
  if (wires === undefined) return {};
  const toolReferences: UnifiedToolReference[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const place = `/content/tool_references/${index}`;
    if (!isToolReference(wire)) unknown.push(keepUnknownBlock(history, holding.id, wire, place));
    else {
      const { name, ...rest } = readToolReference(holding, wire);
      const known = history.answer === undefined ? name : name && canonicalToolName(history.answer, name);
      toolReferences.push(from(history.context, wire, { ...rest, ...optional('name', known) }));
    }
  });
  return { toolReferences, unknown };
}

function readAdvice(history: History, holding: Holding): ResultMembers {
  const failure = readFailure(history, holding, 'advisor_tool_result');
  if (failure !== undefined) return failure;
  const advice = holding.typed(holding.wire, 'content', ['advisor_result', 'advisor_redacted_result']);
  if (advice === undefined) return {};
  const text = advice.text('text');
  const opaque = advice.text('encrypted_content');
  return {
    ...(text === undefined ? {} : { output: [textPart(history, advice, partId(holding.id, 0), text)] }),
    ...optional('privateState', keepOpaque(history, holding.id, 'encrypted-advice', 'encrypted-content', opaque)),
    ...optional('stopReason', advice.name('stop_reason')),
  };
}

function readMcpContent(history: History, holding: Holding): ResultMembers {
  const { wire, id } = holding;
  const isError = optional('isError', wire.boolean('is_error'));
  if (typeof wire.peek('content') === 'string') {
    const output = [textPart(history, wire, partId(id, 0), wire.requiredText('content'))];
    return { output, wireForm: 'text', ...isError };
  }
  const wires = wire.objects('content');
  if (wires === undefined) return isError;
  const { parts, unknown } = readParts(history, wires, id, '/content');
  return { output: parts, unknown, wireForm: 'parts', ...isError };
}

function readCode(
  history: History,
  holding: Holding,
  type: string,
  { tool, content: types }: { readonly tool: string; readonly content: readonly string[] },
): CodeMembers {
  const failure = readFailure(history, holding, type);
  if (failure !== undefined) return failure;
  const content = holding.typed(holding.wire, 'content', types);
  if (content === undefined) return {};
  if (tool === 'text-editor') return readEdit(content);
  const prefix = type.slice(0, -'_tool_result'.length);
  const opaque = content.text('encrypted_stdout');
  return {
    ...optional('standardOutput', content.text('stdout')),
    ...optional('standardError', content.text('stderr')),
    ...optional('exitCode', content.integer('return_code')),
    ...optional('privateState', keepOpaque(history, holding.id, 'encrypted-output', 'encrypted-output', opaque)),
    ...readFiles(history, holding, content, `${prefix}_output`),
  };
}

function readFiles(history: History, holding: Holding, content: WireObject, type: string): ResultMembers {
  const wires = content.objects('content');
  if (wires === undefined) return {};
  const output: UnifiedContentPart[] = [];
  const unknown: UnifiedProviderDataRef[] = [];
  wires.forEach((wire, index) => {
    const id = partId(holding.id, output.length);
    const file = wire.peek('type') === type ? wire.name('file_id') : undefined;
    if (file === undefined) {
      unknown.push(keepUnknownBlock(history, holding.id, wire, `/content/content/${index}`));
      return;
    }
    wire.take('type');
    const source = {
      kind: 'provider-resource',
      resource: providerResource(history.context, id, 'file', file),
    } as const;
    const data = new Holding(history.context, wire, id).providerData('part-form', NOTHING);
    output.push(from(history.context, wire, { id, type: 'artifact-reference', source, purpose: 'output', ...data }));
  });
  return { output, unknown };
}

function readEdit(content: WireObject): CodeMembers {
  if (content.value['type'] === 'text_editor_code_execution_view_result') return { edit: readView(content) };
  if (content.value['type'] === 'text_editor_code_execution_create_result') {
    return { edit: { kind: 'create', ...optional('updated', content.boolean('is_file_update')) } };
  }
  const edit: UnifiedFileEdit = {
    kind: 'replace',
    ...optional('lines', content.texts('lines')),
    ...optional('oldStart', content.count('old_start')),
    ...optional('oldLines', content.count('old_lines')),
    ...optional('newStart', content.count('new_start')),
    ...optional('newLines', content.count('new_lines')),
  };
  return { edit };
}

function readView(content: WireObject): UnifiedFileEdit {
  return {
    kind: 'view',
    ...optional('fileType', content.name('file_type')),
    ...optional('content', content.text('content')),
    ...optional('startLine', content.count('start_line')),
    ...optional('lineCount', content.count('num_lines')),
    ...optional('totalLines', content.count('total_lines')),
  };
}
