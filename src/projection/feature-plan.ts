import type { FeatureCode } from '../../generated/features.ts';
import { type Neutral, type ObjectPlan, PLAN, type UnionPlan, type ValuePlan } from '../../generated/unified/plan.ts';
import type { CapabilityTable } from './capability.ts';

/** An object type as one target sees it: only what that target may have to report. */
export interface FeatureObject {
  readonly kind: 'object';
  /** The feature of the type itself, when the target does not claim it. */
  readonly unclaimed?: FeatureCode;
  /** Whether what the value says of its requirement holds for its members: an intent's does, a tool's is about the tool. */
  readonly handsDownRequirement: boolean;
  /** By member. */
  readonly steps: ReadonlyMap<string, FeatureStep>;
}

/** A union: the type is behind the tag. */
interface FeatureUnion {
  readonly kind: 'union';
  readonly property: string;
  /** By tag. */
  readonly members: ReadonlyMap<unknown, FeatureObject | FeatureUnion>;
}

export type FeaturePlan = FeatureObject | FeatureUnion;

/** What may have to be reported of one member. */
export interface FeatureStep {
  readonly key: string;
  /** The place of the member in its schema. */
  readonly order: number;
  /** The feature of the member, when the target does not claim it. */
  readonly unclaimed?: FeatureCode;
  /** The value that asks for nothing. */
  readonly neutral?: Neutral;
  /** The value of an intent that asks for nothing. */
  readonly neutralValue?: Neutral;
  readonly list: boolean;
  readonly providerData: boolean;
  readonly child?: FeaturePlan;
}

const REFERENCE = 'UnifiedProviderDataRef';
const NOTHING: FeatureObject = { kind: 'object', handsDownRequirement: false, steps: new Map() };
const made = new WeakMap<CapabilityTable, ReadonlyMap<string, FeaturePlan>>();

/** The plan of a type for a target that claims these features. Made once per table of claims. */
export function featurePlan(claims: CapabilityTable, type: string): FeaturePlan {
  let plans = made.get(claims);
  if (plans === undefined) {
    plans = plansFor(claims);
    made.set(claims, plans);
  }
  return plans.get(type) ?? NOTHING;
}

type Builder =
  | { -readonly [K in keyof FeatureObject]: FeatureObject[K] }
  | { -readonly [K in keyof FeatureUnion]: FeatureUnion[K] };

/** Types refer to each other in cycles: all are made first and filled then. */
function plansFor(claims: CapabilityTable): ReadonlyMap<string, FeaturePlan> {
  const reporting = reportingTypes(claims);
  const plans = new Map<string, Builder>();
  for (const [type, plan] of Object.entries(PLAN)) {
    if (!reporting.has(type)) continue;
    if (plan.kind === 'union') plans.set(type, { kind: 'union', property: plan.property, members: new Map() });
    else plans.set(type, { kind: 'object', handsDownRequirement: !TOOL_TYPES.has(type), steps: new Map() });
  }
  for (const [type, builder] of plans) {
    const plan = PLAN[type];
    if (builder.kind === 'union' && plan?.kind === 'union') builder.members = membersOf(plan, plans);
    if (builder.kind !== 'object' || plan?.kind !== 'object') continue;
    builder.steps = stepsOf(plan, plans, claims);
    const feature = unclaimed(plan.feature, claims);
    if (feature !== undefined) builder.unclaimed = feature;
  }
  return plans;
}

function membersOf({ tags }: UnionPlan, plans: ReadonlyMap<string, FeaturePlan>): FeatureUnion['members'] {
  const members = Object.entries(tags).flatMap(([tag, type]) => {
    const plan = plans.get(type);
    return plan === undefined ? [] : [[tag, plan] as const];
  });
  return new Map(members);
}

function stepsOf(
  { properties }: ObjectPlan,
  plans: ReadonlyMap<string, FeaturePlan>,
  claims: CapabilityTable,
): FeatureObject['steps'] {
  const steps = Object.entries(properties).flatMap(([key, value], order) => {
    const step = stepOf(value, plans, claims);
    return step === undefined ? [] : [[key, { ...step, key, order }] as const];
  });
  return new Map(steps);
}

function stepOf(
  value: ValuePlan,
  plans: ReadonlyMap<string, FeaturePlan>,
  claims: CapabilityTable,
): Omit<FeatureStep, 'key' | 'order'> | undefined {
  if (value.bookkeeping === true) return undefined;
  const feature = unclaimed(value.feature, claims);
  const providerData = value.child === REFERENCE && value.list === true;
  const child = value.child === undefined || providerData ? undefined : plans.get(value.child);
  if (feature === undefined && child === undefined && !providerData) return undefined;
  return {
    list: value.list === true,
    providerData,
    ...(feature === undefined ? {} : { unclaimed: feature }),
    ...(value.neutral === undefined ? {} : { neutral: value.neutral }),
    ...(value.neutralValue === undefined ? {} : { neutralValue: value.neutralValue }),
    ...(child === undefined ? {} : { child }),
  };
}

/** Feature codes of schemas are checked against the vocabulary when the plan is generated. */
function unclaimed(feature: string | undefined, claims: CapabilityTable): FeatureCode | undefined {
  return feature === undefined || claims[feature as FeatureCode] !== undefined ? undefined : (feature as FeatureCode);
}

const TOOL_TYPES: ReadonlySet<string> = new Set(Object.values((PLAN['UnifiedToolDefinition'] as UnionPlan).tags));

/** The types of which something may have to be reported, and those that lead to one. */
function reportingTypes(claims: CapabilityTable): ReadonlySet<string> {
  const found = new Set<string>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [type, plan] of Object.entries(PLAN)) if (mayReport(plan, claims, found)) found.add(type);
  }
  return found;
}

function mayReport(plan: ObjectPlan | UnionPlan, claims: CapabilityTable, found: ReadonlySet<string>): boolean {
  if (plan.kind === 'union') return Object.values(plan.tags).some((member) => found.has(member));
  if (unclaimed(plan.feature, claims) !== undefined) return true;
  return Object.values(plan.properties).some(
    ({ bookkeeping, feature, child }) =>
      bookkeeping !== true &&
      (unclaimed(feature, claims) !== undefined || child === REFERENCE || (child !== undefined && found.has(child))),
  );
}
