import { ANNOTATIONS, type RegisteredAnnotation } from '../../generated/annotation/registry.ts';
import { UsageError } from '../core/errors.ts';

export type { RegisteredAnnotation } from '../../generated/annotation/registry.ts';

const NAME = /^[a-z0-9][a-z0-9.-]{0,127}\/[a-z0-9][a-z0-9.-]{0,127}$/;

/** The annotations that records may carry: a value that is passed to the validators, never a global. */
export interface AnnotationRegistry {
  /** In the order in which they were registered. */
  readonly entries: readonly RegisteredAnnotation[];
  /** The annotation that is registered under a name, as in `openai-chat/request-form`. */
  get(name: string): RegisteredAnnotation | undefined;
  /** A registry with these entries as well. Throws as `createRegistry`. */
  with(entries: readonly RegisteredAnnotation[]): AnnotationRegistry;
}

/**
 * Makes a registry of annotations: pairs of schema and validator, generated ahead of time or made by `compileAnnotation`.
 * Throws UsageError `annotation-name` for a name that is not `<profile>/<name>` in lower case, and `annotation-registered`
 * for a name that stands twice.
 * Source: Unified v2, Provider data and projection loss.
 */
export function createRegistry(entries: readonly RegisteredAnnotation[] = []): AnnotationRegistry {
  const byName = new Map<string, RegisteredAnnotation>();
  for (const entry of entries) {
    requireAnnotationName(entry.name);
    if (byName.has(entry.name)) {
      const message = `The annotation "${entry.name}" is registered twice.`;
      throw new UsageError('annotation-registered', message, { details: { name: entry.name } });
    }
    byName.set(entry.name, entry);
  }
  return Object.freeze({
    entries: [...entries],
    get: (name: string) => byName.get(name),
    with: (more: readonly RegisteredAnnotation[]) => createRegistry([...entries, ...more]),
  });
}

/** The annotations of the profiles that this package brings. */
export const DEFAULT_REGISTRY: AnnotationRegistry = createRegistry(ANNOTATIONS);

/** Throws UsageError `annotation-name` for a name that no record could refer to. */
export function requireAnnotationName(name: string): void {
  if (NAME.test(name)) return;
  const message = 'The name of an annotation is a profile, a slash and a name, all in lower case: "acme/review".';
  throw new UsageError('annotation-name', message, { details: { field: 'name' } });
}
