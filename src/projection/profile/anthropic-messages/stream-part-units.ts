import type { UnifiedContentPart, UnifiedEventV2, UnifiedReasoningItem } from '../../../../generated/unified/types.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { fillNulls } from './emit-basics.ts';
import { writeCitation } from './emit-citations.ts';
import { writeParts } from './emit-parts.ts';
import { writeShownThinking } from './emit-thinking.ts';
import { formOf, restoreEmpty } from './forms.ts';
import { type BlockWriter, readWhole, restOf, type Unit } from './stream-unit.ts';

/** A text, live: its words go out as they come. A refusal is a text here. */
export class TextUnit implements Unit {
  isDone = false;
  readonly #blocks: BlockWriter;
  readonly #itemId: string;
  readonly #partId: string;
  #hasBegun = false;
  #sent = 0;
  #cited = 0;

  constructor(blocks: BlockWriter, itemId: string, partId: string) {
    this.#blocks = blocks;
    this.#itemId = itemId;
    this.#partId = partId;
  }

  readonly begin = (): void => {
    const { part, own } = this.#part() ?? {};
    // A text of another dialect that stays empty is no block.
    if (part === undefined || (!own && wordsOf(part) === '' && citationsOf(part).length === 0)) return;
    this.#start(part);
    this.#catchUp(part);
  };

  readonly event = (event: UnifiedEventV2): void => {
    if ((event.type === 'text-delta' || event.type === 'refusal-delta') && this.#hasBegun) {
      this.#send(event.delta);
      return;
    }
    const { part } = this.#part() ?? {};
    if (part === undefined || event.type === 'part-completed') return;
    if (!this.#hasBegun) this.begin();
    else this.#catchUp(part);
  };

  readonly finish = (): void => {
    if (!this.#hasBegun) this.begin();
    if (!this.#hasBegun) return;
    const { part } = this.#part() ?? {};
    if (part !== undefined) {
      this.#catchUp(part);
      this.#restoreCitations(part);
    }
    this.#blocks.stop();
    if (part?.type !== 'refusal') return;
    const { context } = this.#blocks;
    const path = this.#part()?.path ?? '';
    const reason = 'the words of the refusal are sent as plain text';
    context.loss.lose({ path, feature: 'part.refusal', reason, sourceItemId: this.#itemId });
  };

  #start(part: UnifiedContentPart): void {
    this.#hasBegun = true;
    const draft: WireDraft = { type: 'text', text: '' };
    if (citationsOf(part).length === 0 && part.type === 'text' && part.annotations !== undefined)
      draft['citations'] = [];
    const { own, path = '' } = this.#part() ?? {};
    if (own !== true) fillNulls(draft, ['citations']);
    if (own && part.providerData !== undefined) {
      restoreEmpty(draft, formOf(part.providerData, 'part-form'));
      restoreUnknown(this.#blocks.context, part.providerData, draft, `${path}/providerData`);
    }
    this.#blocks.start(draft);
  }

  #catchUp(part: UnifiedContentPart): void {
    for (const [index, citation] of citationsOf(part).entries()) if (index >= this.#cited) this.#cite(citation, index);
    const rest = restOf(wordsOf(part), this.#sent);
    if (rest !== '') this.#send(rest);
  }

  #send(text: string): void {
    this.#sent += text.length;
    this.#blocks.delta({ type: 'text_delta', text });
  }

  #cite(citation: ReturnType<typeof citationsOf>[number], index: number): void {
    this.#cited = index + 1;
    const placed = this.#blocks.place(this.#itemId);
    const { part, path = '', own = false } = this.#part() ?? {};
    if (placed === undefined || part === undefined) return;
    const { loss } = this.#blocks.context;
    const at = `${path}/annotations/${index}`;
    if (citation.type === 'document-citation' && citation.documentIndex === undefined) {
      const reason = 'the place of the cited document is not known here';
      loss.lose({ path: at, feature: 'citation.document', reason, sourceItemId: this.#itemId });
      return;
    }
    const { absentMembers: absent = [] } = formOf(part.providerData, 'part-form');
    const writing = this.#blocks.writing(placed);
    const draft = writeCitation(citation, { writing, own, path: at, block: {}, absent }, index);
    if (draft !== undefined) this.#blocks.delta({ type: 'citations_delta', citation: draft });
  }

  /** Citations that nobody knows go back to their own dialect; what one of them held besides came too late for it. */
  #restoreCitations({ providerData = [] }: UnifiedContentPart): void {
    const { path = '', own } = this.#part() ?? {};
    if (!own) return;
    const { context } = this.#blocks;
    for (const [index, reference] of providerData.entries()) {
      if (reference.scope !== 'owner-private' || reference.wirePointer?.startsWith('/citations/') !== true) continue;
      const place = `${path}/providerData/${index}`;
      if (reference.placement !== 'part') {
        const reason = 'the citation was sent before this was known of it';
        context.loss.lose({ path: place, feature: 'wire.unknown-content', reason, sourceItemId: this.#itemId });
        continue;
      }
      const citation = readWhole(context, reference, place);
      if (citation !== undefined) this.#blocks.delta({ type: 'citations_delta', citation });
    }
  }

  #part() {
    const placed = this.#blocks.place(this.#itemId);
    if (placed?.item.type !== 'message') return undefined;
    const index = placed.item.content.findIndex(({ id }) => id === this.#partId);
    const part = placed.item.content[index];
    return part === undefined ? undefined : { part, path: `${placed.path}/content/${index}`, own: placed.own };
  }
}

function wordsOf(part: UnifiedContentPart): string {
  if (part.type === 'text') return part.text;
  return part.type === 'refusal' && part.synthetic !== true ? part.refusal : '';
}

function citationsOf(part: UnifiedContentPart) {
  return part.type === 'text' ? (part.annotations ?? []) : [];
}

/** A part that comes whole. */
export class PartUnit implements Unit {
  isDone = false;
  readonly #blocks: BlockWriter;
  readonly #itemId: string;
  readonly #partId: string;

  constructor(blocks: BlockWriter, itemId: string, partId: string) {
    this.#blocks = blocks;
    this.#itemId = itemId;
    this.#partId = partId;
  }

  readonly begin = nothing;
  readonly event = nothing;

  readonly finish = (): void => {
    const placed = this.#blocks.place(this.#itemId);
    if (placed?.item.type !== 'message') return;
    const { item, path, own } = placed;
    const index = item.content.findIndex(({ id }) => id === this.#partId);
    const holder = { writing: this.#blocks.writing(placed), itemId: item.id, own, byAssistant: true };
    // The other parts are units of their own: the list keeps their places.
    const only = item.content.slice(index, index + 1);
    for (const block of writeParts(only, holder, `${path}/content`)) this.#blocks.whole(block);
  };
}

export function nothing(): void {
  // What comes later says it all.
}

/** Thinking, live; its signature comes last. */
export class ThinkingUnit implements Unit {
  isDone = false;
  readonly #blocks: BlockWriter;
  readonly #itemId: string;
  readonly #index: number;
  #hasBegun = false;
  #sent = 0;

  constructor(blocks: BlockWriter, itemId: string, index: number) {
    this.#blocks = blocks;
    this.#itemId = itemId;
    this.#index = index;
  }

  readonly begin = (): void => {
    const { item, own } = this.#placed() ?? {};
    const part = item?.content[this.#index];
    if (part === undefined || part.state === 'redacted') return;
    const { text = '' } = part;
    if (text === '' && !own) return;
    this.#hasBegun = true;
    const draft: WireDraft = { type: 'thinking', thinking: '', signature: '' };
    if (own && item?.providerData !== undefined && item.content.length === 1) {
      const path = this.#placed()?.path ?? '';
      restoreUnknown(this.#blocks.context, item.providerData, draft, `${path}/providerData`);
    }
    this.#blocks.start(draft);
    if (text !== '') this.#send(text, part.estimatedTokens);
  };

  readonly event = (event: UnifiedEventV2): void => {
    if (event.type !== 'reasoning-delta') return;
    if (this.#hasBegun) this.#send(event.delta, event.estimatedTokens);
    else this.begin();
  };

  readonly finish = (): void => {
    if (!this.#hasBegun) this.begin();
    const placed = this.#placed();
    if (placed === undefined) return;
    const block = writeShownThinking(this.#blocks.writing(placed), placed, this.#index);
    if (!this.#hasBegun) {
      if (block !== undefined) this.#blocks.whole(block);
      return;
    }
    const { thinking = '', signature = '' } = block ?? {};
    const rest = typeof thinking === 'string' ? restOf(thinking, this.#sent) : '';
    if (rest !== '') this.#send(rest);
    if (signature !== '') this.#blocks.delta({ type: 'signature_delta', signature });
    this.#blocks.stop();
  };

  #send(thinking: string, estimate?: number): void {
    this.#sent += thinking.length;
    this.#blocks.delta({
      type: 'thinking_delta',
      thinking,
      ...(estimate === undefined ? {} : { estimated_tokens: estimate }),
    });
  }

  #placed() {
    const placed = this.#blocks.place(this.#itemId);
    if (placed?.item.type !== 'reasoning') return undefined;
    const item: UnifiedReasoningItem = placed.item;
    return { ...placed, item };
  }
}
