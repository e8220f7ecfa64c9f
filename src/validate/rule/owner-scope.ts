import type {
  UnifiedOperation,
  UnifiedProtocolProfile,
  UnifiedResourceOwner,
} from '../../../generated/unified/types.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { Place } from '../place.ts';
import type { RecordIndex } from '../record-index.ts';
import type { Rule, RuleContext } from '../rule.ts';

/**
 * What belongs to one owner belongs to it wherever the record names it: references to one resource agree in their owner,
 * private state agrees in its profile with the resource of its id, and the job of an operation is its owner's. Whether
 * somebody may use a resource is decided where it is used (Unified v2, Provider-private checkpoints).
 */
export const ownerScope: Rule = {
  id: 'owner-scope',
  applies: ['resource', 'private-reference', 'operation'],
  check(record, context) {
    const owners = checkOwners(record, context);
    checkPrivateReferences(record, owners, context);
    for (const place of record.of('operation')) checkJob(place, context);
  },
};

function checkOwners(record: RecordIndex, { report }: RuleContext): ReadonlyMap<string, UnifiedResourceOwner> {
  const owners = new Map<string, UnifiedResourceOwner>();
  for (const place of record.of('resource')) {
    const { resourceId, owner } = place.value;
    const first = owners.get(resourceId);
    if (first === undefined) owners.set(resourceId, owner);
    else if (canonicalJson(first) !== canonicalJson(owner)) {
      const message = 'Another reference to this resource names another owner.';
      report({ path: place.path('owner'), message, expected: 'one owner for each resource' });
    }
  }
  return owners;
}

function checkPrivateReferences(
  record: RecordIndex,
  owners: ReadonlyMap<string, UnifiedResourceOwner>,
  { report }: RuleContext,
): void {
  const profiles = new Map<string, UnifiedProtocolProfile>();
  for (const place of record.of('private-reference')) {
    const { resourceId, profile } = place.value;
    const expected = owners.get(resourceId)?.profile ?? profiles.get(resourceId);
    if (expected === undefined) profiles.set(resourceId, profile);
    else if (!agree(expected, profile)) {
      const message = 'The record names another profile as the owner of this private state.';
      report({ path: place.path('profile'), message, expected: 'the profile of the owner' });
    }
  }
}

function checkJob(place: Place<UnifiedOperation>, { report }: RuleContext): void {
  const { owner, providerJob } = place.value;
  if (providerJob === undefined) return;
  const { profile, ...scope } = owner;
  const { profile: jobProfile, ...jobScope } = providerJob.owner;
  if (agree(profile, jobProfile) && agree(scope, jobScope)) return;
  const message = 'The job belongs to another owner than the operation.';
  report({ path: place.path('providerJob', 'owner'), message, expected: 'the owner of the operation' });
}

/** Whether everything that both say is equal. */
function agree(one: object, other: object): boolean {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, value]) => {
    const otherValue = values.get(name);
    return value === undefined || otherValue === undefined || canonicalJson(value) === canonicalJson(otherValue);
  });
}
