import type {
  UnifiedContentPart,
  UnifiedDataSource,
  UnifiedDocumentPart,
  UnifiedGroundingSourcePart,
} from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { membersBeside } from '../../shared/data-source.ts';
import { lose, loseMediaType, type PartWriting } from './emit-media.ts';
import { loseMediaName } from './lost-names.ts';

/** Writes one part of a document as the parts that it is on this wire. */
export type WriteBlock = (block: UnifiedContentPart, path: string) => readonly WireDraft[];

/** Whether all of a part is text on this wire, so that it may stand where text alone is taken. */
export function isTextHere(part: UnifiedContentPart): boolean {
  if (part.type === 'document') return part.blocks?.every(isTextHere) ?? isTextDocument(part);
  return part.type === 'text' || part.type === 'json' || part.type === 'grounding-source';
}

/** Whether a document is the text of its source. */
export function isTextDocument({ source }: UnifiedDocumentPart): boolean {
  return source.kind === 'inline' && source.encoding === 'utf8';
}

/** Writes what a search found as text that says where it is from. */
export function writeGroundingSource(
  writing: PartWriting,
  { source, blocks = [] }: UnifiedGroundingSourcePart,
  path: string,
  write: WriteBlock,
): readonly WireDraft[] {
  const { title, name, url } = source;
  const head = [
    ...line('Title', title),
    ...line('Source', name ?? url),
    ...(name === undefined ? [] : line('URL', url)),
  ];
  const drafts = joined([heading(head), ...writeBlocks(writing, blocks, path, write)]);
  const reason = 'a source without a name and without text cannot be written as text';
  if (drafts.length === 0) lose(writing, path, 'part.grounding-source', reason);
  else lose(writing, path, 'part.grounding-source.as-text', 'the source was written as text');
  return drafts;
}

/** Writes a document that is text, or that is made of blocks, as text under its title; blocks of other kinds follow. */
export function writeReadableDocument(
  writing: PartWriting,
  part: UnifiedDocumentPart,
  path: string,
  write: WriteBlock,
): readonly WireDraft[] {
  const { title, context, name, source, blocks } = part;
  lose(writing, path, 'part.document.as-text', 'the document was written as text');
  loseMediaName(writing.context, name, path);
  const head = heading([...line('Title', title), ...line('Context', context)]);
  if (blocks !== undefined) {
    loseBytes(writing, source, path);
    return joined([head, ...writeBlocks(writing, blocks, path, write)]);
  }
  if (source.kind !== 'inline') return [];
  if (source.mediaType !== 'text/plain') loseMediaType(writing, path, 'plain text names no media type');
  return joined([head, { type: 'text', text: source.data }]);
}

/** A document that is made of blocks is written as its blocks: what its source holds besides is not. */
function loseBytes({ context }: PartWriting, source: UnifiedDataSource, path: string): void {
  const reason = 'the blocks of the document were written in place of its bytes';
  for (const member of membersBeside(source)) {
    const at = { path: `${path}/source${member}`, feature: 'part.document.blocks', requirement: 'optional' } as const;
    context.loss.lose({ ...at, reason });
  }
}

function line(label: string, value: string | undefined): readonly string[] {
  return value === undefined || value === '' ? [] : [`${label}: ${value}`];
}

/** Lines that stand above a text, with an empty one between; nothing where there are none. */
function heading(lines: readonly string[]): WireDraft | undefined {
  return lines.length === 0 ? undefined : { type: 'text', text: `${lines.join('\n')}\n` };
}

function writeBlocks(
  writing: PartWriting,
  blocks: readonly UnifiedContentPart[],
  path: string,
  write: WriteBlock,
): readonly WireDraft[] {
  return blocks.flatMap((block, index) => {
    const at = `${path}/blocks/${index}`;
    const reason = 'a block inside a part has no cache mark of its own on this wire';
    if (block.cache !== undefined) lose(writing, `${at}/cache`, 'cache.breakpoint', reason);
    return write(block, at);
  });
}

/** Texts that follow each other as one text, a line each. */
function joined(drafts: readonly (WireDraft | undefined)[]): readonly WireDraft[] {
  const together: WireDraft[] = [];
  for (const draft of drafts) {
    if (draft === undefined) continue;
    const last = together.at(-1);
    if (last === undefined || !isPlain(last) || !isPlain(draft)) together.push(draft);
    else together[together.length - 1] = { type: 'text', text: `${String(last['text'])}\n${String(draft['text'])}` };
  }
  return together;
}

function isPlain(draft: WireDraft): boolean {
  return draft['type'] === 'text' && Object.keys(draft).length === 2;
}
