import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedContentPart, UnifiedWireForm } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { loseCitations } from './citations.ts';
import { writeMark } from './emit-cache.ts';
import { type PartWriting, writeAudio, writeDocument, writeFile, writeImage } from './emit-media.ts';
import { isTextDocument, type WriteBlock, writeGroundingSource, writeReadableDocument } from './emit-readable.ts';

/**
 * A part of a message on this wire: one part, or several for a document that is made of several; none when it has no
 * place here, which is reported. `path` points into the record.
 */
export function writePart(writing: PartWriting, part: UnifiedContentPart, path: string): readonly WireDraft[] {
  const drafts = bare(writing, part, path);
  const last = drafts.at(-1);
  if (last === undefined) return drafts;
  writeMark(writing.context, writing.marks, part, last, writing.own);
  restoreUnknown(writing.context, part.providerData, last, `${path}/providerData`);
  return drafts;
}

function bare(writing: PartWriting, part: UnifiedContentPart, path: string): readonly WireDraft[] {
  const write: WriteBlock = (block, at) => writePart(writing, block, at);
  if (part.type === 'grounding-source') return writeGroundingSource(writing, part, path, write);
  if (part.type === 'document' && (part.blocks !== undefined || isTextDocument(part))) {
    return writeReadableDocument(writing, part, path, write);
  }
  const draft = single(writing, part, path);
  return draft === undefined ? [] : [draft];
}

function single(
  writing: PartWriting,
  part: Exclude<UnifiedContentPart, { readonly type: 'grounding-source' }>,
  path: string,
): WireDraft | undefined {
  switch (part.type) {
    case 'text':
      if (writing.hasCitations !== true) loseCitations(writing.context, part.annotations, path);
      return { type: 'text', text: part.text };
    case 'refusal':
      return { type: 'refusal', refusal: part.refusal };
    case 'json':
      writing.context.loss.lose({ path, feature: 'part.json.as-text', reason: 'structured data was written as text' });
      return { type: 'text', text: JSON.stringify(part.value) };
    case 'image':
      return writeImage(writing, part, path);
    case 'audio':
      return writeAudio(writing, part, path);
    case 'file':
      return writeFile(writing, part, path);
    case 'document':
      return writeDocument(writing, part, path);
    case 'reasoning':
    case 'artifact-reference':
    case 'video':
    case 'binary':
    case 'citation':
      return leaveOut(writing, path, `part.${part.type}`);
    default:
      return part satisfies never;
  }
}

/** Leaves a part out that has no place at all; what is not even claimed is reported with everything else that is not. */
function leaveOut({ context }: PartWriting, path: string, feature: FeatureCode): undefined {
  if (context.claims[feature] === undefined) return undefined;
  context.loss.lose({ path, feature, reason: 'this wire has no place for such a part in a message' });
  return undefined;
}

/** Drafts of parts as content: one plain text may stand alone; nothing where there is nothing to write. */
export function asContent(written: readonly WireDraft[], form: UnifiedWireForm | undefined): JsonValue | undefined {
  const only = written.length === 1 ? written[0] : undefined;
  const plain = only?.['type'] === 'text' && Object.keys(only).length === 2 ? only['text'] : undefined;
  if (form !== 'parts' && plain !== undefined) return plain;
  if (form === 'parts' || written.length > 0) return [...written];
  return form === 'text' ? '' : undefined;
}
