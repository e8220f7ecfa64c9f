import type {
  UnifiedProviderResourceRef,
  UnifiedResourceOwner,
  UnifiedResourceType,
} from '../../../generated/unified/types.ts';
import { childId } from '../../core/id.ts';
import { ownersMatch } from '../../core/owner.ts';
import type { EmitContext } from '../emit-context.ts';
import type { IngestContext } from '../ingest-context.ts';

/** The name of a provider that nobody vouched for. */
const UNVERIFIED = 'unverified';

/** A reference to something that the provider of the body holds. */
export function providerResource(
  context: IngestContext,
  holderId: string,
  resourceType: UnifiedResourceType,
  providerId: string,
): UnifiedProviderResourceRef {
  const owner: UnifiedResourceOwner = context.owner ?? { profile: context.profile, provider: UNVERIFIED };
  return { resourceType, resourceId: childId(holderId, 'resource', resourceType), providerId, owner };
}

/** The provider's identifier of a resource, when the target is its owner; a resource never crosses owners. */
export function usableProviderId(context: EmitContext, resource: UnifiedProviderResourceRef): string | undefined {
  const { owner, modelsCompatible } = context;
  if (owner === undefined || resource.owner.provider === UNVERIFIED) return undefined;
  return ownersMatch(resource.owner, owner, modelsCompatible) ? resource.providerId : undefined;
}
