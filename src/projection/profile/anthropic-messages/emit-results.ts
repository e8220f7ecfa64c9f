import type {
  UnifiedBrowserState,
  UnifiedToolReference,
  UnifiedToolResultItem,
} from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import type { WireDraft } from '../../emit-context.ts';
import { type Placed, put } from './emit-basics.ts';
import { writeToolset } from './emit-calls.ts';
import { answeredIdOf } from './emit-identity.ts';
import { writeParts } from './emit-parts.ts';
import type { Holder } from './emit-place.ts';
import { plainText } from './emit-whole-texts.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';
import { CONTENT_ORDER } from './wire.ts';

/** What a failed result says when it has no words: the target refuses a failure without content. */
const FAILED_WITHOUT_WORDS = 'The tool failed and said nothing.';

/** Writes the result of a tool that the client ran. */
export function writeToolResult(writing: Writing, placed: Placed<UnifiedToolResultItem>): WireDraft[] {
  const { context } = writing;
  const { item, path, own } = placed;
  const draft: WireDraft = { type: 'tool_result', tool_use_id: answeredIdOf(context, item) };
  put(draft, 'content', writeContent(writing, placed));
  put(draft, 'is_error', item.isError);
  if (!own && item.isError === true && draft['content'] === undefined) {
    draft['content'] = FAILED_WITHOUT_WORDS;
    const reason = 'the target refuses a failure without content; a documented sentence stands in its place';
    context.loss.lose({ path, feature: 'tool-result.error', requirement: 'optional', reason, sourceItemId: item.id });
  }
  writeToolset(writing, item.namespace, draft, placed);
  loseRest(writing, placed);
  return [draft];
}

type Content = JsonValue | undefined;

function writeContent(writing: Writing, { item, path, own }: Placed<UnifiedToolResultItem>): Content {
  const holder: Holder = { writing, itemId: item.id, own, inResult: true };
  const parts = writeParts(item.output ?? [], holder, `${path}/output`);
  const references = (item.toolReferences ?? []).map((entry, index) => {
    return writeToolReference(writing, entry, `${path}/toolReferences/${index}`);
  });
  const state =
    item.browserState === undefined ? [] : [writeBrowserState(writing, item.browserState, `${path}/browserState`)];
  if (references.length === 0 && state.length === 0) {
    const [only] = parts;
    const asText = own ? item.provenance.wireForm === 'text' : parts.length === 1;
    const isPlain = asText && parts.length === 1 && !writing.marks.isNamed(item.output?.[0]?.id);
    const text = isPlain ? plainText(only) : undefined;
    if (text !== undefined) return text;
  }
  const content = inOrder(item, { part: parts, 'tool-reference': references, 'browser-state': state });
  if (content.length === 0 && (own ? item.output === undefined : true)) return undefined;
  return content;
}

type ContentKind = (typeof CONTENT_ORDER)[number];

function inOrder(
  item: UnifiedToolResultItem,
  content: Readonly<Record<ContentKind, readonly WireDraft[]>>,
): WireDraft[] {
  const { contentOrder = [] } = formOf(item.providerData, 'item-form');
  const queues = {
    part: [...content.part],
    'tool-reference': [...content['tool-reference']],
    'browser-state': [...content['browser-state']],
  };
  const ordered = contentOrder.flatMap((kind) => queues[kind].splice(0, 1));
  return [...ordered, ...CONTENT_ORDER.flatMap((kind) => queues[kind])];
}

/** Writes a tool that becomes available. */
export function writeToolReference(writing: Writing, reference: UnifiedToolReference, path: string): WireDraft {
  const draft: WireDraft = { type: 'tool_reference' };
  put(draft, 'tool_name', reference.name === undefined ? undefined : writing.context.toolNames.toWire(reference.name));
  if (reference.cache !== undefined) writing.marks.directive(draft, reference.cache, path);
  const others = (['serverLabel', 'namespace'] as const).filter((key) => reference[key] !== undefined);
  for (const key of reference.kind === 'function' ? others : (['kind', ...others] as const)) {
    const reason = 'tools are referred to by their names only here';
    writing.context.loss.lose({ path: `${path}/${key}`, feature: 'tool-result.tool-references', reason });
  }
  return draft;
}

function writeBrowserState(writing: Writing, state: UnifiedBrowserState, path: string): WireDraft {
  const draft: WireDraft = {
    type: 'browser_state',
    tabs: state.tabs.map(({ tabId, title, url, active }) => {
      const tab: WireDraft = { tab_id: tabId };
      put(tab, 'title', title);
      put(tab, 'url', url);
      put(tab, 'active', active);
      return tab;
    }),
  };
  put(draft, 'state_changes', state.changes?.value);
  if (state.cache !== undefined) writing.marks.directive(draft, state.cache, path);
  return draft;
}

function loseRest({ context, names }: Writing, { item, path }: Placed<UnifiedToolResultItem>): void {
  const at = { sourceItemId: item.id };
  if (item.error !== undefined) {
    const reason = 'a failure is a mark and its words here';
    context.loss.lose({ ...at, path: `${path}/error`, feature: 'tool-result.error', reason });
  }
  if (item.privateState !== undefined) {
    const reason = 'results of the client carry no private state here';
    context.loss.lose({ ...at, path: `${path}/privateState`, feature: 'tool-result.private-state', reason });
  }
  if (item.executionOwner !== 'client') {
    const reason = 'the result is sent as one that the client gave';
    context.loss.lose({ ...at, path: `${path}/executionOwner`, feature: 'tool-call.execution-owner', reason });
  }
  if (item.caller !== undefined) {
    const reason = 'a result says nothing of who called here';
    context.loss.lose({ ...at, path: `${path}/caller`, feature: 'tool-call.caller', reason });
  }
  if (item.name === undefined) return;
  if (names.ofCall(item.callId) === item.name) return;
  const reason = 'a result is told apart by its call only here';
  context.loss.lose({ ...at, path: `${path}/name`, feature: 'tool-result.name', reason });
}
