import type {
  AnthropicMessagesItemForm,
  AnthropicMessagesPartForm,
  AnthropicMessagesRequestForm,
  AnthropicMessagesToolForm,
} from '../../../../generated/annotation/types.ts';
import type { UnifiedPortableAnnotation, UnifiedProviderDataRef } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
import { isPlainObject } from '../../../core/json.ts';
import { parsePointer } from '../../../core/pointer.ts';
import type { WireDraft } from '../../emit-context.ts';
import type { IngestContext } from '../../ingest-context.ts';
import { annotationValue } from '../../provider-data.ts';
import { FAMILY } from './wire.ts';

/** The annotations of this dialect: how it spelled things, by what they are bound to. */
export interface Forms {
  readonly 'request-form': AnthropicMessagesRequestForm;
  readonly 'item-form': AnthropicMessagesItemForm;
  readonly 'part-form': AnthropicMessagesPartForm;
  readonly 'tool-form': AnthropicMessagesToolForm;
}

export type FormName = keyof Forms;

/** An annotation of this dialect, or nothing when it would say nothing. */
export function annotate<Name extends FormName>(
  context: IngestContext,
  holderId: string,
  name: Name,
  form: Forms[Name],
): readonly UnifiedPortableAnnotation[] {
  if (Object.keys(form).length === 0) return [];
  const resourceId = childId(holderId, 'annotation', name);
  // A form is closed, and its members are scalars and lists of texts: it is JSON.
  const value = form as UnifiedPortableAnnotation['value'];
  return [{ scope: 'portable-annotation', profile: context.profile, schema: `${FAMILY}/${name}`, resourceId, value }];
}

/** How this wire spelled a thing; empty when the thing came from another dialect. */
export function formOf<Name extends FormName>(
  references: readonly UnifiedProviderDataRef[] | undefined,
  name: Name,
): Forms[Name] {
  // The annotation is valid under the registered schema of this very name.
  return (annotationValue(references, `${FAMILY}/${name}`) ?? {}) as Forms[Name];
}

/** Writes objects and lists that had nothing in them where nothing else was written. */
export function restoreEmpty(
  draft: WireDraft,
  form: { readonly emptyObjects?: readonly string[]; readonly emptyLists?: readonly string[] },
): void {
  for (const pointer of form.emptyObjects ?? []) setMissing(draft, pointer, () => ({}));
  for (const pointer of form.emptyLists ?? []) setMissing(draft, pointer, () => []);
}

const POINTER = /^(?:\/(?:[^~/]|~[01])*)+$/;

function setMissing(draft: WireDraft, pointer: string, make: () => WireDraft | []): void {
  if (!POINTER.test(pointer)) return; // an annotation is data of others: it may say anything
  const tokens = parsePointer(pointer);
  let place: unknown = draft;
  for (const token of tokens.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, token)) return;
    // Its own member of this name is there.
    place = (place as Readonly<Record<string, unknown>>)[token];
  }
  const last = tokens.at(-1);
  if (last === undefined || last === '__proto__' || !isPlainObject(place) || Object.hasOwn(place, last)) return;
  // What a draft holds on the way to such a place was made by this emitter.
  (place as WireDraft)[last] = make();
}
