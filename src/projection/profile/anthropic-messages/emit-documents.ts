import { isPlainObject } from '../../../core/json.ts';
import type { EmitContext, WireDraft } from '../../emit-context.ts';

/** A citation that was written before the place of its document on the wire was known. */
interface Cited {
  readonly partId: string;
  readonly citation: WireDraft;
  /** The block whose citations it is among. */
  readonly block: WireDraft;
  /** The pointer of the citation in the record. */
  readonly path: string;
}

/**
 * The documents of a body and the citations of them. Citations count the documents that are on the wire, in its order:
 * what is hidden, left out or moved is known when everything is written, and so the numbers are filled in at the end.
 */
export class Documents {
  readonly #partIds = new Map<object, string>();
  readonly #cited: Cited[] = [];

  /** Notes the block that a part became. */
  written(draft: WireDraft, partId: string): void {
    if (draft['type'] === 'document') this.#partIds.set(draft, partId);
  }

  /** Notes a citation whose number is still to come. */
  cite(cited: Cited): void {
    this.#cited.push(cited);
  }

  /** Fills in the numbers. A citation of a document that is not on the wire is taken away, with an entry. */
  finish({ loss }: EmitContext, { messages }: WireDraft): void {
    if (this.#cited.length === 0) return;
    const numbers = new Map<string | undefined, number>();
    for (const [number, draft] of documentsIn(messages).entries()) {
      const partId = this.#partIds.get(draft);
      if (partId !== undefined && !numbers.has(partId)) numbers.set(partId, number);
    }
    for (const { partId, citation, block, path } of this.#cited) {
      const number = numbers.get(partId);
      if (number === undefined) {
        takeAway(citation, block);
        loss.lose({ path, feature: 'citation.document', reason: 'the cited document is not in the request' });
      } else citation['document_index'] = number;
    }
  }
}

function takeAway(citation: WireDraft, block: WireDraft): void {
  const { citations } = block;
  const kept = Array.isArray(citations) ? citations.filter((entry) => entry !== citation) : [];
  if (kept.length > 0) block['citations'] = kept;
  else delete block['citations'];
}

/** Blocks that can hold documents. */
const HOLDERS: ReadonlySet<unknown> = new Set([undefined, 'tool_result', 'web_fetch_tool_result', 'web_fetch_result']);

/** Every document of the messages, in the order in which they are counted: outer ones first. */
function documentsIn(value: unknown, found: object[] = []): readonly object[] {
  if (Array.isArray(value)) {
    for (const entry of value) documentsIn(entry, found);
    return found;
  }
  if (!isPlainObject(value)) return found;
  const { type, content, source } = value;
  if (type === 'document') {
    found.push(value);
    return isPlainObject(source) ? documentsIn(source['content'], found) : found;
  }
  return HOLDERS.has(type) ? documentsIn(content, found) : found;
}
