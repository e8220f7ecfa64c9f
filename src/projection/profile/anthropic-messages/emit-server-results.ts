import type {
  UnifiedCodeExecutionResultItem,
  UnifiedContentPart,
  UnifiedFileEdit,
  UnifiedGroundingSourcePart,
  UnifiedServerToolResultItem,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { type Placed, put } from './emit-basics.ts';
import { answeredIdOf, writeCaller } from './emit-identity.ts';
import { writeParts } from './emit-parts.ts';
import { fileIdOf, type Holder, losePartMembers, loseSource } from './emit-place.ts';
import { writeToolReference } from './emit-results.ts';
import { plainText } from './emit-whole-texts.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';
import { outcomeOf } from './wire.ts';

type ServerResult = UnifiedServerToolResultItem | UnifiedCodeExecutionResultItem;

/** The types of blocks with results, by the kind of the tool; the first part of each is the name of the tool. */
const SERVER_BLOCKS: Readonly<Record<string, string>> = {
  'web-search': 'web_search_tool_result',
  'web-fetch': 'web_fetch_tool_result',
  'tool-search': 'tool_search_tool_result',
  advisor: 'advisor_tool_result',
  mcp: 'mcp_tool_result',
};

const CODE_BLOCKS: Readonly<Record<string, string>> = {
  code: 'code_execution_tool_result',
  bash: 'bash_code_execution_tool_result',
  'text-editor': 'text_editor_code_execution_tool_result',
};

/** Writes the result of a tool that the provider ran: it goes back to the provider that ran it, and to nobody else. */
export function writeServerToolResult(writing: Writing, placed: Placed<UnifiedServerToolResultItem>): WireDraft[] {
  const { item } = placed;
  const type = SERVER_BLOCKS[item.kind];
  if (type === undefined || isWithheld(writing, placed)) return type === undefined ? loseResult(writing, placed) : [];
  const draft: WireDraft = { type, tool_use_id: answeredIdOf(writing.context, item) };
  put(draft, 'content', failureOf(placed, type) ?? CONTENTS[item.kind]?.(writing, placed));
  if (item.kind === 'mcp') put(draft, 'is_error', item.isError);
  finish(writing, placed, draft);
  return [draft];
}

/** Writes the result of code that the provider ran. */
export function writeCodeExecutionResult(
  writing: Writing,
  placed: Placed<UnifiedCodeExecutionResultItem>,
): WireDraft[] {
  const { item, path } = placed;
  const type = CODE_BLOCKS[item.tool];
  if (type === undefined || isWithheld(writing, placed)) return type === undefined ? loseResult(writing, placed) : [];
  const draft: WireDraft = { type, tool_use_id: answeredIdOf(writing.context, item) };
  put(draft, 'content', failureOf(placed, type) ?? codeContent(writing, placed, type));
  if (item.outcome !== outcomeOf(item)) {
    const reason = 'how code ended follows from its exit code or its failure here';
    const feature = 'item.code-execution-result.outcome';
    writing.context.loss.lose({ path: `${path}/outcome`, feature, reason, sourceItemId: item.id });
  }
  finish(writing, placed, draft);
  return [draft];
}

function finish(writing: Writing, placed: Placed<ServerResult>, draft: WireDraft): void {
  const { item, path } = placed;
  writeCaller(writing, item.caller, draft, placed);
  if (item.error !== undefined) {
    const reason = 'a failure is a code of the provider here';
    writing.context.loss.lose({ path: `${path}/error`, feature: 'tool-result.error', reason, sourceItemId: item.id });
  }
  if (item.executionOwner !== 'provider') {
    const reason = 'the result is sent as one that the provider gave';
    const feature = 'tool-call.execution-owner';
    writing.context.loss.lose({ path: `${path}/executionOwner`, feature, reason, sourceItemId: item.id });
  }
  if (item.name === undefined) return;
  const reason = 'a result is told apart by its call only here';
  writing.context.loss.lose({ path: `${path}/name`, feature: 'tool-result.name', reason, sourceItemId: item.id });
}

/** Whether a result cannot be told to this target; then it is reported. */
function isWithheld(writing: Writing, placed: Placed<ServerResult>): boolean {
  const { item, own, path } = placed;
  if (own && !writing.withheld.call(item.callId)) {
    if (writing.names.isProviderCall(item.callId)) return false;
    const reason = 'a result without its call is refused by the target and left out';
    writing.context.loss.lose({ path, feature: 'tool-result.orphan', reason, sourceItemId: item.id });
    return true;
  }
  loseResult(writing, placed);
  return true;
}

function loseResult({ context }: Writing, { item, path }: Placed<ServerResult>): [] {
  const reason =
    'the result of a tool that a provider ran goes back to that provider only, together with its private state';
  context.loss.lose({ path, feature: `item.${item.type}`, reason, sourceItemId: item.id });
  return [];
}

/** The failure of a tool; nothing when it did not fail. */
function failureOf({ item }: Placed<ServerResult>, type: string): WireDraft | undefined {
  if (type === 'mcp_tool_result' || !(item.isError ?? item.errorCode !== undefined)) return undefined;
  const draft: WireDraft = { type: `${type}_error` };
  put(draft, 'error_code', item.errorCode);
  const [message] = item.output ?? [];
  if (message?.type === 'text') draft['error_message'] = message.text;
  return draft;
}

type WriteContent = (writing: Writing, placed: Placed<UnifiedServerToolResultItem>) => JsonValue | undefined;

const CONTENTS: Readonly<Record<string, WriteContent>> = {
  'web-search': foundPages,
  'web-fetch': fetchedPage,
  'tool-search': foundTools,
  advisor: advice,
  mcp: mcpContent,
};

function foundPages(writing: Writing, { item, path }: Placed<UnifiedServerToolResultItem>): JsonValue | undefined {
  return item.output?.flatMap((part, index) => {
    const place = `${path}/output/${index}`;
    if (part.type === 'grounding-source') return [foundPage(writing, part, place, item.id)];
    const reason = 'a search gives pages only here';
    writing.context.loss.lose({ path: place, feature: 'item.server-tool-result', reason, sourceItemId: item.id });
    return [];
  });
}

function foundPage(writing: Writing, part: UnifiedGroundingSourcePart, path: string, itemId: string): WireDraft {
  losePartMembers(
    part,
    { writing, path, itemId },
    {
      blocks: 'part.grounding-source.blocks',
      citations: 'part.document.citations',
      retrievedAt: 'part.document.retrieved-at',
    },
  );
  const draft: WireDraft = { type: 'web_search_result' };
  put(draft, 'url', part.source.url);
  put(draft, 'title', part.source.title);
  put(draft, 'page_age', part.pageAge);
  put(draft, 'encrypted_content', writing.withheld.payload(part.privateState));
  restoreEmpty(draft, formOf(part.providerData, 'part-form'));
  restoreUnknown(writing.context, part.providerData, draft, `${path}/providerData`);
  return draft;
}

function fetchedPage(
  writing: Writing,
  { item, path, own }: Placed<UnifiedServerToolResultItem>,
): JsonValue | undefined {
  const [part] = item.output ?? [];
  if (part === undefined) return item.output === undefined ? undefined : { type: 'web_fetch_result' };
  const [content] = writeParts([part], { writing, itemId: item.id, own, inFetch: true }, `${path}/output`);
  const draft: WireDraft = { type: 'web_fetch_result' };
  put(draft, 'content', content);
  if (part.type !== 'document') return draft;
  put(draft, 'url', part.url);
  put(draft, 'retrieved_at', part.retrievedAt);
  return draft;
}

function foundTools(writing: Writing, { item, path }: Placed<UnifiedServerToolResultItem>): JsonValue | undefined {
  if (item.toolReferences === undefined) return undefined;
  const references = item.toolReferences.map((reference, index) => {
    return writeToolReference(writing, reference, `${path}/toolReferences/${index}`);
  });
  return { type: 'tool_search_tool_search_result', tool_references: references };
}

function advice(writing: Writing, { item }: Placed<UnifiedServerToolResultItem>): JsonValue | undefined {
  const [part] = item.output ?? [];
  if (item.privateState === undefined && part === undefined && item.stopReason === undefined) return undefined;
  const draft: WireDraft = { type: item.privateState === undefined ? 'advisor_result' : 'advisor_redacted_result' };
  if (part?.type === 'text') draft['text'] = part.text;
  put(draft, 'encrypted_content', writing.withheld.payload(item.privateState));
  put(draft, 'stop_reason', item.stopReason);
  return draft;
}

function mcpContent(writing: Writing, { item, path, own }: Placed<UnifiedServerToolResultItem>): JsonValue | undefined {
  if (item.output === undefined) return undefined;
  const holder: Holder = { writing, itemId: item.id, own, inResult: true };
  const parts = writeParts(item.output, holder, `${path}/output`);
  const [only] = parts;
  const isNamed = writing.marks.isNamed(item.output[0]?.id);
  const asText = item.provenance.wireForm === 'text' && parts.length === 1 && !isNamed;
  return (asText ? plainText(only) : undefined) ?? parts;
}

function codeContent(
  writing: Writing,
  placed: Placed<UnifiedCodeExecutionResultItem>,
  type: string,
): JsonValue | undefined {
  const { item } = placed;
  const prefix = type.slice(0, -'_tool_result'.length);
  if (item.tool === 'text-editor') return item.edit === undefined ? undefined : editContent(item.edit, prefix);
  const draft: WireDraft = {
    type: item.privateState === undefined ? `${prefix}_result` : `encrypted_${prefix}_result`,
  };
  put(draft, 'stdout', item.standardOutput);
  put(draft, 'stderr', item.standardError);
  put(draft, 'return_code', item.exitCode);
  put(draft, 'encrypted_stdout', writing.withheld.payload(item.privateState));
  put(
    draft,
    'content',
    item.output === undefined ? undefined : files(writing, placed, item.output, `${prefix}_output`),
  );
  return Object.keys(draft).length === 1 ? undefined : draft;
}

function files(
  writing: Writing,
  { item, path, own }: Placed<UnifiedCodeExecutionResultItem>,
  output: readonly UnifiedContentPart[],
  type: string,
): WireDraft[] {
  return output.flatMap((part, index) => {
    const place = { writing, itemId: item.id, own, path: `${path}/output/${index}`, form: {}, writeParts: () => [] };
    const resource =
      part.type === 'artifact-reference' && part.source.kind === 'provider-resource' ? part.source.resource : undefined;
    const fileId = resource === undefined ? undefined : fileIdOf(place, resource);
    if (fileId === undefined) {
      loseSource(place, 'source.provider-resource', 'the file that the code made is not one of this target');
      return [];
    }
    if (part.type === 'artifact-reference' && part.purpose !== 'output') {
      losePartMembers(part, place, { purpose: 'part.artifact-reference.purpose' });
    }
    const draft: WireDraft = { type, file_id: fileId };
    restoreUnknown(writing.context, part.providerData, draft, `${place.path}/providerData`);
    return [draft];
  });
}

function editContent(edit: UnifiedFileEdit, prefix: string): WireDraft {
  if (edit.kind === 'create') {
    const created: WireDraft = { type: `${prefix}_create_result` };
    put(created, 'is_file_update', edit.updated);
    return created;
  }
  const draft: WireDraft = { type: edit.kind === 'view' ? `${prefix}_view_result` : `${prefix}_str_replace_result` };
  put(draft, 'file_type', edit.fileType);
  put(draft, 'content', edit.content);
  put(draft, 'start_line', edit.startLine);
  put(draft, 'num_lines', edit.lineCount);
  put(draft, 'total_lines', edit.totalLines);
  put(draft, 'lines', edit.lines);
  put(draft, 'old_start', edit.oldStart);
  put(draft, 'old_lines', edit.oldLines);
  put(draft, 'new_start', edit.newStart);
  put(draft, 'new_lines', edit.newLines);
  return draft;
}
