import type { UnifiedLossEntry, UnifiedResourceOwner } from '../../../generated/unified/types.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/limits.ts';
import { PrivateStateSet } from '../../../src/core/private-state.ts';
import type { CapabilityTable } from '../../../src/projection/capability.ts';
import type { EmitContext } from '../../../src/projection/emit-context.ts';
import type { IngestContext } from '../../../src/projection/ingest-context.ts';
import { LossRecorder } from '../../../src/projection/loss.ts';
import { Origins } from '../../../src/projection/origins.ts';
import { requirementTable } from '../../../src/projection/requirement.ts';
import { IdentifierTable } from '../../../src/projection/shared/identifier-table.ts';
import { WireObject } from '../../../src/projection/wire-object.ts';

export const OWNER: UnifiedResourceOwner = { profile: { family: 'sample' }, provider: 'acme' };

const RULE = { alphabet: /[a-z0-9_-]/, maxLength: 24 };

/** What a reader of a dialect named `sample` works with. */
export function reading(
  body: JsonObject,
  { limits = {}, exactNumbers = new Map(), owner }: Reading = {},
): IngestContext & { readonly entries: () => readonly UnifiedLossEntry[] } {
  const loss = new LossRecorder('ingest', requirementTable());
  const bounds = { ...DEFAULT_LIMITS, ...limits };
  return {
    profile: { family: 'sample' },
    wire: new WireObject(body, { loss, exactNumbers, limits: bounds }),
    requestId: 'req',
    conversationId: 'conv',
    branchId: 'main',
    now: '2026-11-30T12:00:00.000Z',
    loss,
    privateState: new PrivateStateSet(),
    requirement: requirementTable(),
    limits: bounds,
    exactNumbers,
    origins: new Origins(),
    ...(owner === undefined ? {} : { owner }),
    entries: () => loss.report().entries,
  };
}

interface Reading {
  readonly limits?: Partial<Limits>;
  readonly exactNumbers?: ReadonlyMap<string, string>;
  readonly owner?: UnifiedResourceOwner;
}

/** What an emitter of a dialect named `sample` works with. */
export function writing({
  claims = {},
  annotations = [],
  ...given
}: Writing = {}): EmitContext & { readonly entries: () => readonly UnifiedLossEntry[] } {
  const loss = new LossRecorder('emit', requirementTable());
  return {
    profile: { family: 'sample' },
    claims,
    limits: { toolName: RULE, callId: RULE },
    annotations,
    loss,
    requirement: requirementTable(),
    toolNames: new IdentifierTable(RULE),
    callIds: new IdentifierTable(RULE),
    wrappedTools: new Set(),
    exactNumbers: new Map(),
    ...given,
    entries: () => loss.report().entries,
  };
}

interface Writing extends Partial<Pick<EmitContext, 'owner' | 'privateState'>> {
  readonly claims?: CapabilityTable;
  readonly annotations?: readonly string[];
}

/** Where and what, of each entry: what most tests are about. */
export function places(entries: readonly UnifiedLossEntry[]): readonly string[] {
  return entries.map(({ path, feature, severity }) => `${severity} ${feature} ${path}`);
}
