import type {
  UnifiedArtifactReferencePart,
  UnifiedContentPart,
  UnifiedGroundingSourcePart,
  UnifiedRefusalPart,
  UnifiedTextPart,
} from '../../../../generated/unified/types.ts';
import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { fillNulls, put } from './emit-basics.ts';
import { writeCitations } from './emit-citations.ts';
import { writeDocument, writeFile, writeImage } from './emit-media.ts';
import { fileIdOf, type Holder, losePartMembers, loseSource, type PartPlace } from './emit-place.ts';
import { formOf, restoreEmpty } from './forms.ts';

/** Writes parts as blocks; `path` is the pointer of their list. */
export function writeParts(parts: readonly UnifiedContentPart[], holder: Holder, path: string): WireDraft[] {
  const drafts: WireDraft[] = [];
  for (const [index, part] of parts.entries()) {
    const draft = plainBlock(part, holder) ?? writePart(part, holder, `${path}/${index}`);
    if (draft === undefined) continue;
    holder.writing.marks.block(draft, part.id, holder.itemId);
    drafts.push(draft);
  }
  return drafts;
}

/** A text that is nothing else: most parts are, and nothing can happen to them on the way. */
function plainBlock(part: UnifiedContentPart, { writing }: Holder): WireDraft | undefined {
  if (writing.inAnswer === true || part.type !== 'text' || part.cache !== undefined || part.annotations !== undefined)
    return undefined;
  return part.providerData !== undefined || isBlank(part.text) ? undefined : { type: 'text', text: part.text };
}

function writePart(part: UnifiedContentPart, holder: Holder, path: string): WireDraft | undefined {
  const { writing } = holder;
  const form = formOf(part.providerData, 'part-form');
  const place = {
    ...holder,
    path,
    form,
    writeParts: (parts: readonly UnifiedContentPart[], at: string) => writeParts(parts, holder, at),
  };
  const draft = admitted(part, place) ? writerOf(part)?.(part, place) : undefined;
  if (draft === undefined) {
    writing.marks.moved(part.cache, path);
    return undefined;
  }
  writing.documents.written(draft, part.id);
  writing.marks.directive(draft, part.cache, path);
  restoreEmpty(draft, form);
  restoreUnknown(writing.context, part.providerData, draft, `${path}/providerData`);
  return draft;
}

/** Whether the dialect takes such a part at such a place; what it does not take is reported and left out. */
function admitted(part: UnifiedContentPart, place: PartPlace): boolean {
  if (place.own) return true;
  const { loss } = place.writing.context;
  const at = { path: place.path, sourceItemId: place.itemId };
  if (place.inSystem && part.type !== 'text' && part.type !== 'json' && WRITERS[part.type] !== undefined) {
    loss.lose({ ...at, feature: 'item.role.system-content', reason: 'system content is text here' });
    return false;
  }
  if (place.byAssistant && (part.type === 'image' || part.type === 'document' || part.type === 'file')) {
    loss.lose({
      ...at,
      feature: `part.${part.type}`,
      requirement: 'preferred',
      reason: 'what a model said is text here',
    });
    return false;
  }
  return true;
}

type Writer<Part> = (part: Part, place: PartPlace) => WireDraft | undefined;

type Writers = {
  readonly [Type in UnifiedContentPart['type']]?: Writer<Extract<UnifiedContentPart, { readonly type: Type }>>;
};

const WRITERS: Writers = {
  text: writeText,
  refusal: writeRefusal,
  image: writeImage,
  document: writeDocument,
  file: writeFile,
  json: writeJson,
  'grounding-source': writeSearchResult,
  'artifact-reference': writeContainerUpload,
  reasoning: loseReasoning,
};

function writerOf(part: UnifiedContentPart): Writer<UnifiedContentPart> | undefined {
  // Each writer stands under the tag of the parts that it takes.
  return WRITERS[part.type] as Writer<UnifiedContentPart> | undefined;
}

function writeText(part: UnifiedTextPart, place: PartPlace): WireDraft | undefined {
  if (place.writing.inAnswer === true && !place.own && part.text === '') return undefined;
  if (place.writing.inAnswer !== true && !place.own && isBlank(part.text)) {
    const reason = 'a text without words is refused by the target and left out';
    place.writing.context.loss.lose({
      path: place.path,
      feature: 'part.empty-text',
      reason,
      sourceItemId: place.itemId,
    });
    return undefined;
  }
  const draft: WireDraft = { type: 'text', text: part.text };
  const absent = place.form.absentMembers ?? [];
  const { writing, own, path } = place;
  put(draft, 'citations', writeCitations(part.annotations, { writing, own, path, absent, block: draft }));
  return writing.inAnswer === true && !own ? fillNulls(draft, ['citations']) : draft;
}

/** Whether a text has no words. Looks at the ends only, unless it is all white. */
function isBlank(text: string): boolean {
  return text.trimStart() === '';
}

function writeRefusal(part: UnifiedRefusalPart, place: PartPlace): WireDraft | undefined {
  const { loss } = place.writing.context;
  const at = { path: place.path, feature: 'part.refusal', sourceItemId: place.itemId } as const;
  if (part.synthetic === true || isBlank(part.refusal)) {
    loss.lose({ ...at, requirement: 'optional', reason: 'a refusal without words of its own is not sent' });
    return undefined;
  }
  loss.lose({ ...at, reason: 'the words of the refusal are sent as plain text' });
  const draft = { type: 'text', text: part.refusal };
  return place.writing.inAnswer === true ? fillNulls(draft, ['citations']) : draft;
}

function writeJson(part: Extract<UnifiedContentPart, { readonly type: 'json' }>, place: PartPlace): WireDraft {
  const feature = place.inResult ? 'tool-result.json' : 'part.json.as-text';
  const reason = 'structured data is sent as its text';
  place.writing.context.loss.lose({ path: place.path, feature, reason, sourceItemId: place.itemId });
  return { type: 'text', text: JSON.stringify(part.value) };
}

function writeSearchResult(part: UnifiedGroundingSourcePart, place: PartPlace): WireDraft | undefined {
  const source = part.source.name ?? part.source.url;
  if (!place.own && (source === undefined || part.blocks === undefined)) {
    const reason = 'a search result needs a source and its text here';
    place.writing.context.loss.lose({
      path: place.path,
      feature: 'part.grounding-source',
      reason,
      sourceItemId: place.itemId,
    });
    return undefined;
  }
  losePartMembers(part, place, {
    privateState: 'part.grounding-source.private-state',
    pageAge: 'part.grounding-source.page-age',
    retrievedAt: 'part.document.retrieved-at',
  });
  const draft: WireDraft = { type: 'search_result' };
  put(draft, 'source', source);
  put(draft, 'title', part.source.title ?? (place.own ? undefined : source));
  put(draft, 'content', part.blocks === undefined ? undefined : place.writeParts(part.blocks, `${place.path}/blocks`));
  if (part.citations !== undefined) draft['citations'] = { enabled: part.citations };
  return draft;
}

function writeContainerUpload(part: UnifiedArtifactReferencePart, place: PartPlace): WireDraft | undefined {
  const { source, purpose } = part;
  if (source.kind === 'artifact') return undefined; // reported with everything else that is unclaimed
  if (source.kind !== 'provider-resource' || purpose !== 'container-upload') {
    return loseSource(place, 'part.artifact-reference', 'only files of the provider can be put into its container');
  }
  const fileId = fileIdOf(place, source.resource);
  if (fileId !== undefined) return { type: 'container_upload', file_id: fileId };
  return loseSource(place, 'source.provider-resource', 'a file that another owner holds cannot be used here');
}

function loseReasoning(_part: UnifiedContentPart, place: PartPlace): undefined {
  const reason = 'reasoning without a signature of the target is not sent';
  place.writing.context.loss.lose({
    path: place.path,
    feature: 'item.reasoning.unsigned',
    reason,
    sourceItemId: place.itemId,
  });
  return undefined;
}
