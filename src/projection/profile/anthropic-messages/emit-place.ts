import type { AnthropicMessagesPartForm } from '../../../../generated/annotation/types.ts';
import type { FeatureCode } from '../../../../generated/features.ts';
import type { UnifiedContentPart, UnifiedProviderResourceRef } from '../../../../generated/unified/types.ts';
import type { WireDraft } from '../../emit-context.ts';
import { usableProviderId } from '../../shared/provider-resource.ts';
import type { Writing } from './emit-writing.ts';

/** What a part belongs to. */
export interface Holder {
  readonly writing: Writing;
  readonly itemId: string;
  /** Whether the item was read from this dialect. */
  readonly own: boolean;
  /** Whether the parts are the content of a tool's result. */
  readonly inResult?: boolean;
  /** Whether the parts are what was fetched from an address, which stands beside them. */
  readonly inFetch?: boolean;
  /** Whether the parts are system text. */
  readonly inSystem?: boolean;
  /** Whether the parts are what a model said. */
  readonly byAssistant?: boolean;
}

/** A part, and where it stands in the record. */
export interface PartPlace extends Holder {
  readonly path: string;
  readonly form: AnthropicMessagesPartForm;
  readonly writeParts: (parts: readonly UnifiedContentPart[], path: string) => WireDraft[];
}

/** Reports that bytes cannot be sent; the part that holds them is left out whole. */
export function loseSource(place: PartPlace, feature: FeatureCode, reason: string): undefined {
  place.writing.context.loss.lose({
    path: place.path,
    feature,
    reason,
    sourceItemId: place.itemId,
  });
  return undefined;
}

/** Reports members of a part that its block has no place for, each by its feature. */
export function losePartMembers<Part extends UnifiedContentPart>(
  part: Part,
  { writing, path, itemId }: Pick<PartPlace, 'writing' | 'path' | 'itemId'>,
  features: { readonly [Key in keyof Part]?: FeatureCode },
): void {
  for (const [key, feature] of Object.entries(features)) {
    // The keys are those of the part, and each value is the code that its type demands.
    if (part[key as keyof Part] === undefined) continue;
    const reason = 'the block has no place for this';
    writing.context.loss.lose({
      path: `${path}/${key}`,
      feature: feature as FeatureCode,
      reason,
      sourceItemId: itemId,
    });
  }
}

/** The provider's identifier of a file that the target holds; anything else is no file of it. */
export function fileIdOf({ writing }: PartPlace, resource: UnifiedProviderResourceRef): string | undefined {
  return resource.resourceType === 'file' ? usableProviderId(writing.context, resource) : undefined;
}
