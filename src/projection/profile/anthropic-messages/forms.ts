import type {
  AnthropicMessagesItemForm,
  AnthropicMessagesPartForm,
  AnthropicMessagesRequestForm,
  AnthropicMessagesToolForm,
} from '../../../../generated/annotation/types.ts';
import type { UnifiedPortableAnnotation, UnifiedProviderDataRef } from '../../../../generated/unified/types.ts';
import { childId } from '../../../core/id.ts';
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

export { restoreEmpty } from '../../shared/empty-containers.ts';
