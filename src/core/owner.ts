import type { UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { canonicalJson } from './canonical.ts';

/** Whether state that one model issued may go back to another. A profile declares it; equality is the default. */
export type ModelCompatibility = (issuer: string, user: string) => boolean;

const sameModel: ModelCompatibility = (issuer, user) => issuer === user;

/**
 * Whether `user` may use what `issuer` issued: every field of the two scopes is equal and absent equals only absent; the
 * models, where both name one, are compatible.
 * Source: Unified v2, Provider-private checkpoints (owner scope).
 */
export function ownersMatch(
  issuer: UnifiedResourceOwner,
  user: UnifiedResourceOwner,
  modelCompatible: ModelCompatibility = sameModel,
): boolean {
  const { model: issuerModel, ...issuerScope } = issuer;
  const { model: userModel, ...userScope } = user;
  // Comparing whole scopes, not listed fields, keeps a field that the schema gains from being ignored here.
  if (canonicalJson(issuerScope) !== canonicalJson(userScope)) return false;
  if (issuerModel === undefined || userModel === undefined) return issuerModel === userModel;
  return modelCompatible(issuerModel, userModel);
}
