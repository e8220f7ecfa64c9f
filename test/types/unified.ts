/**
 * What the compiler must say about the generated types. Checked by `make check`: a line that is marked as an error and is
 * none fails there. Nothing here runs.
 */
import {
  isUnifiedMessageItem,
  type UnifiedContentPart,
  type UnifiedEventV2,
  type UnifiedItem,
  type UnifiedRequestV2,
} from '../../src/index.ts';

/** [D-2] A switch over the tag reaches every member, and no other. */
export function partText(part: UnifiedContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return part.text ?? '';
    case 'refusal':
      return part.refusal;
    case 'json':
      return JSON.stringify(part.value);
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'file':
    case 'binary':
    case 'artifact-reference':
      return part.source.kind;
    case 'citation':
      return part.citation.type;
    case 'grounding-source':
      return part.source.url ?? '';
    default:
      return part satisfies never;
  }
}

/** [D-2] A table over the tag narrows each entry. */
type Handlers = {
  readonly [Type in UnifiedEventV2['type']]?: (event: Extract<UnifiedEventV2, { type: Type }>) => string;
};
export const handlers: Handlers = {
  'text-delta': (event) => event.delta,
  'usage-updated': (event) => String(event.usage.total?.value),
  // @ts-expect-error there is no event of this name
  'text-added': () => '',
};

/** [D-2] Guards narrow. */
export function contentOf(item: UnifiedItem): readonly UnifiedContentPart[] {
  return isUnifiedMessageItem(item) ? item.content : [];
}

/** [U-ITEM-3] Records cannot be changed. */
export function change(request: UnifiedRequestV2): void {
  // @ts-expect-error a property is read-only
  request.requestId = 'req_2';
  // @ts-expect-error a list is read-only
  request.conversation.items.push();
}

/** [U-VAL-3] Absent is not undefined, unknown members and unknown tags are refused. */
// @ts-expect-error an optional property is there or it is not
export const source: UnifiedRequestV2['source'] = { profile: { family: 'any-family' }, receivedAt: undefined };
export const part: UnifiedContentPart = {
  type: 'text',
  id: 'part_1',
  text: '',
  // @ts-expect-error there is no such property
  colour: 'red',
};
// @ts-expect-error there is no part of this type
export const unknown: UnifiedContentPart = { type: 'hologram', id: 'part_1' };

/** [U-PROF-9] Open lists take any name and keep the known ones. */
export const family: UnifiedRequestV2['source']['profile']['family'] = 'openai-chat';
