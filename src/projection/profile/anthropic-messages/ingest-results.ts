import type { AnthropicMessagesItemForm } from '../../../../generated/annotation/types.ts';
import type {
  UnifiedBrowserState,
  UnifiedBrowserTab,
  UnifiedContentPart,
  UnifiedProviderDataRef,
  UnifiedToolReference,
  UnifiedWireForm,
} from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { from } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { Holding } from './holding.ts';
import { type History, keepUnknownBlock, type Message, optional, provenance } from './ingest-history.ts';
import { readPart, textPart } from './ingest-parts.ts';
import { CONTENT_ORDER } from './wire.ts';

/** Reads the result of a tool that the client ran. */
export function readToolResult(history: History, message: Message, wire: WireObject): void {
  const holding = new Holding(history.context, wire, history.items.nextId());
  wire.take('type');
  const providerCallId = wire.name('tool_use_id', 512);
  const content = new ResultContent(history, holding);
  const wireForm = content.read();
  history.items.add(wire, {
    type: 'tool-result',
    role: message.role === 'user' ? 'tool' : message.role,
    groupId: message.groupId,
    callId: history.calls.answer(providerCallId, undefined),
    executionOwner: 'client',
    provenance: provenance(history, { providerCallId, wireForm }),
    ...(wireForm === 'absent' || content.hasNoParts() ? {} : { output: content.parts }),
    ...(content.references.length === 0 ? {} : { toolReferences: content.references }),
    ...optional('browserState', content.browserState),
    ...optional('isError', wire.boolean('is_error')),
    ...optional('namespace', wire.name('toolset_name')),
    ...holding.cache(),
    ...holding.providerData('item-form', content.form(), content.unknown),
  });
}

type ContentKind = NonNullable<AnthropicMessagesItemForm['contentOrder']>[number];

/** The content of a result: parts, tools that become available, and the state of a browser. */
class ResultContent {
  readonly parts: UnifiedContentPart[] = [];
  readonly references: UnifiedToolReference[] = [];
  readonly unknown: UnifiedProviderDataRef[] = [];
  browserState: UnifiedBrowserState | undefined;
  readonly #history: History;
  readonly #holding: Holding;
  readonly #kinds: ContentKind[] = [];

  constructor(history: History, holding: Holding) {
    this.#history = history;
    this.#holding = holding;
  }

  read(): UnifiedWireForm {
    const { wire, id } = this.#holding;
    if (!wire.has('content')) {
      wire.take('content');
      return 'absent';
    }
    if (typeof wire.peek('content') === 'string') {
      this.parts.push(textPart(this.#history, wire, partId(id, 0), wire.requiredText('content')));
      return 'text';
    }
    wire.objectsBesideText('content').forEach((block, index) => {
      const kind = this.#block(block);
      if (kind === undefined) this.unknown.push(keepUnknownBlock(this.#history, id, block, `/content/${index}`));
      else this.#kinds.push(kind);
    });
    return 'parts';
  }

  /** Whether everything that came is something else than parts. */
  hasNoParts(): boolean {
    return this.parts.length === 0 && this.#kinds.length + this.unknown.length > 0;
  }

  /** How the content was ordered, when it was not in the usual order. */
  form(): AnthropicMessagesItemForm {
    const usual = CONTENT_ORDER.flatMap((kind) => this.#kinds.filter((read) => read === kind));
    return usual.every((kind, index) => kind === this.#kinds[index]) ? {} : { contentOrder: this.#kinds };
  }

  #block(wire: WireObject): ContentKind | undefined {
    const type = wire.peek('type');
    if (isToolReference(wire)) return this.#reference(wire);
    if (type === 'browser_state' && this.browserState === undefined) return this.#state(wire);
    const part = readPart(this.#history, wire, partId(this.#holding.id, this.parts.length));
    if (part === undefined) return undefined;
    this.parts.push(part);
    return 'part';
  }

  #reference(wire: WireObject): ContentKind {
    const reference = readToolReference(this.#holding, wire);
    this.references.push(from(this.#history.context, wire, reference));
    return 'tool-reference';
  }

  #state(wire: WireObject): ContentKind {
    const holding = this.#holding.within(wire);
    wire.take('type');
    const changes = wire.has('state_changes') ? wire.json('state_changes') : undefined;
    this.browserState = from(this.#history.context, wire, {
      tabs: (holding.objects(wire, 'tabs') ?? []).map(readTab),
      ...(changes === undefined ? {} : { changes: { value: changes } }),
      ...holding.cache(wire),
    });
    return 'browser-state';
  }
}

/** Whether a block names a tool that becomes available. */
export function isToolReference({ value }: WireObject): boolean {
  const name = value['tool_name'];
  return value['type'] === 'tool_reference' && typeof name === 'string' && name !== '' && name.length <= 1024;
}

/** Reads a tool that a result or a search makes available. */
export function readToolReference(holding: Holding, wire: WireObject): UnifiedToolReference {
  holding.within(wire);
  wire.take('type');
  return { kind: 'function', name: wire.requiredText('tool_name'), ...holding.cache(wire) };
}

function readTab(wire: WireObject): UnifiedBrowserTab {
  return {
    tabId: wire.requiredText('tab_id'),
    ...optional('title', wire.text('title')),
    ...optional('url', wire.name('url')),
    ...optional('active', wire.boolean('active')),
  };
}
