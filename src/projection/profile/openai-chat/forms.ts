import type {
  OpenaiChatItemForm,
  OpenaiChatPartForm,
  OpenaiChatRequestForm,
  OpenaiChatRequestOptions,
  OpenaiChatToolForm,
} from '../../../../generated/annotation/types.ts';
import type {
  UnifiedItem,
  UnifiedPortableAnnotation,
  UnifiedProviderDataRef,
} from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { type IngestContext, keepWhole } from '../../ingest-context.ts';
import { annotationValue } from '../../provider-data.ts';
import type { Gathered } from './gathered.ts';

export const REQUEST_FORM = 'openai-chat/request-form';
export const REQUEST_OPTIONS = 'openai-chat/request-options';
export const ITEM_FORM = 'openai-chat/item-form';
export const PART_FORM = 'openai-chat/part-form';
export const TOOL_FORM = 'openai-chat/tool-form';

/** An annotation of this dialect, or nothing when it would say nothing. */
export function annotate(
  context: IngestContext,
  holderId: string,
  schema: string,
  value:
    | OpenaiChatItemForm
    | OpenaiChatPartForm
    | OpenaiChatRequestForm
    | OpenaiChatRequestOptions
    | OpenaiChatToolForm,
): readonly UnifiedPortableAnnotation[] {
  if (Object.keys(value).length === 0) return [];
  const resourceId = childId(holderId, 'annotation', schema);
  // A form is closed and of scalars and lists of texts: it is JSON.
  const json = { ...value } as UnifiedPortableAnnotation['value'];
  return [{ scope: 'portable-annotation', profile: context.profile, schema, resourceId, value: json }];
}

/** Keeps a member of the body whose kind this dialect does not know, whole; nothing when it is not there. */
export function keepWholeMember(context: IngestContext, { unknown }: Gathered, key: string): void {
  const { wire, requestId } = context;
  const value = wire.peek(key);
  const payload = value === undefined || value === null ? undefined : wire.opaque(key);
  if (payload === undefined) return;
  unknown.push(keepWhole(context, requestId, wire, { payload, wireType: key, wirePointer: `/${key}` }));
}

/** What an item holds beside it, with more said of its form. */
export function withItemForm(
  context: IngestContext,
  { id, providerData = [] }: UnifiedItem,
  form: OpenaiChatItemForm,
): readonly UnifiedProviderDataRef[] {
  const others = providerData.filter(({ schema }) => schema !== ITEM_FORM);
  return [...annotate(context, id, ITEM_FORM, { ...itemForm(providerData), ...form }), ...others];
}

type References = readonly UnifiedProviderDataRef[] | undefined;

/** How this wire spelled a request; empty when it came from another dialect. */
export function requestForm(references: References): OpenaiChatRequestForm {
  // The annotation was validated under the registered schema of this very name, or made by this profile.
  return (annotationValue(references, REQUEST_FORM) ?? {}) as OpenaiChatRequestForm;
}

/** How this wire spelled a message; empty when it came from another dialect. */
export function itemForm(references: References): OpenaiChatItemForm {
  // As above.
  return (annotationValue(references, ITEM_FORM) ?? {}) as OpenaiChatItemForm;
}

/** How this wire spelled a part; empty when it came from another dialect. */
export function partForm(references: References): OpenaiChatPartForm {
  // As above.
  return (annotationValue(references, PART_FORM) ?? {}) as OpenaiChatPartForm;
}

/** How this wire spelled a tool; empty when it came from another dialect. */
export function toolForm(references: References): OpenaiChatToolForm {
  // As above.
  return (annotationValue(references, TOOL_FORM) ?? {}) as OpenaiChatToolForm;
}

/** Options of a request that have no place in the language. */
export function requestOptions(references: References): OpenaiChatRequestOptions {
  // As above.
  return (annotationValue(references, REQUEST_OPTIONS) ?? {}) as OpenaiChatRequestOptions;
}
