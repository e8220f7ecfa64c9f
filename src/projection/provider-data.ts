import type {
  UnifiedOwnerPrivateRef,
  UnifiedPortableAnnotation,
  UnifiedProviderDataRef,
} from '../../generated/unified/types.ts';
import type { EmitContext } from './emit-context.ts';

/**
 * Reports provider data that the target cannot use because it is of another dialect. An annotation that says only how
 * its own wire spelled something loses nothing when it stays behind.
 */
export function loseForeignProviderData(
  context: EmitContext,
  references: readonly UnifiedProviderDataRef[],
  path: string,
): void {
  references.forEach((reference, index) => {
    if (reference.profile.family === context.profile.family) return;
    if (reference.scope === 'owner-private') loseForeignState(context, reference, `${path}/${index}`);
    else loseForeignAnnotation(context, reference, `${path}/${index}`);
  });
}

function loseForeignState(context: EmitContext, reference: UnifiedOwnerPrivateRef, path: string): void {
  if (reference.kind !== 'unknown-wire-content') {
    context.loss.lose({
      path,
      feature: 'reasoning.private-state',
      reason: 'private state goes back to its owner only',
    });
    return;
  }
  const reason = 'content that only its own dialect knows stays behind';
  const place = reference.placement === 'part' ? ({ requirement: 'required' } as const) : {};
  context.loss.lose({ path, feature: 'wire.unknown-content', reason, ...place });
}

function loseForeignAnnotation(context: EmitContext, annotation: UnifiedPortableAnnotation, path: string): void {
  if (annotation.schema.endsWith(FORM_SUFFIX)) return;
  context.loss.lose({
    path,
    feature: 'annotation.portable',
    reason: 'the target has no place for an annotation of another dialect',
  });
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
