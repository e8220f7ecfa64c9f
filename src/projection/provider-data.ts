import type {
  UnifiedOwnerPrivateRef,
  UnifiedPortableAnnotation,
  UnifiedProviderDataRef,
} from '../../generated/unified/types.ts';
import { type EmitContext, unknownContentFeature } from './emit-context.ts';

/**
 * Reports provider data that the target cannot use: private state of another dialect, and annotations that it does not
 * write. An annotation that says only how its own wire spelled something loses nothing when it stays behind.
 */
export function loseProviderData(
  context: EmitContext,
  references: readonly UnifiedProviderDataRef[],
  path: string,
): void {
  references.forEach((reference, index) => {
    if (reference.scope === 'portable-annotation') loseAnnotation(context, reference, `${path}/${index}`);
    else if (reference.profile.family !== context.profile.family)
      loseForeignState(context, reference, `${path}/${index}`);
  });
}

function loseForeignState(context: EmitContext, reference: UnifiedOwnerPrivateRef, path: string): void {
  if (reference.kind === 'unknown-wire-content') {
    const reason = 'content that only its own dialect knows stays behind';
    context.loss.lose({ path, feature: unknownContentFeature(reference), reason });
    return;
  }
  const reason = 'private state goes back to its owner only';
  context.loss.lose({ path, feature: 'reasoning.private-state', reason });
}

function loseAnnotation(context: EmitContext, { schema }: UnifiedPortableAnnotation, path: string): void {
  if (schema.endsWith(FORM_SUFFIX) || context.annotations.includes(schema)) return;
  const reason = 'the target has no place for this annotation';
  context.loss.lose({ path, feature: 'annotation.portable', reason });
}

/** Annotations of this name say only how a wire spelled things (a registered convention, documented in the schemas). */
const FORM_SUFFIX = '-form';

/** The value of the dialect's own annotation of one name, where the list holds it. */
export function annotationValue(references: readonly UnifiedProviderDataRef[] | undefined, schema: string): unknown {
  const found = references?.find(
    (reference) => reference.scope === 'portable-annotation' && reference.schema === schema,
  );
  return found?.scope === 'portable-annotation' ? found.value : undefined;
}
