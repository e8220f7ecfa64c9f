import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import { type ObjectPlan, PLAN, type UnionPlan, type ValuePlan } from '../../generated/unified/plan.ts';
import type {
  UnifiedItem,
  UnifiedProviderDataRef,
  UnifiedRequestV2,
  UnifiedRequirement,
} from '../../generated/unified/types.ts';
import { escapeToken } from '../core/pointer.ts';
import type { EmitContext } from './emit-context.ts';
import { loseProviderData } from './provider-data.ts';

/**
 * Reports every feature that a request uses and that the target does not claim: losses are found by construction, not by
 * each emitter's memory. Walks the record once along the plan that is generated from the schemas; what is reported
 * whole is not entered. An item that the model may not see is never sent, and reported.
 */
export function reportUnclaimed(request: UnifiedRequestV2, context: EmitContext): void {
  const walk = new UnclaimedWalk(context);
  const { conversation, ...rest } = request;
  const { items, ...around } = conversation;
  items.forEach((item, index) => {
    walk.item(item, `/conversation/items/${index}`);
  });
  walk.object({ ...around, items: [] }, planned('UnifiedConversationInput'), '/conversation', undefined);
  walk.object(rest, planned('UnifiedRequestV2'), '', undefined);
}

/** A type of the plan with its members resolved, and without what no feature depends on. */
interface PlannedObject {
  readonly feature?: FeatureCode;
  /** A tool's own requirement is about the tool, not about its members; an intent's is about all of them. */
  readonly handsDownRequirement: boolean;
  readonly steps: readonly PlannedStep[];
}

interface PlannedStep {
  readonly key: string;
  readonly feature?: FeatureCode;
  readonly neutral?: string | boolean;
  readonly list: boolean;
  readonly providerData: boolean;
  readonly child?: string;
}

class UnclaimedWalk {
  readonly #context: EmitContext;

  constructor(context: EmitContext) {
    this.#context = context;
  }

  item(item: UnifiedItem, path: string): void {
    if (item.visibility === 'model') {
      this.value(item, 'UnifiedItem', path, undefined, item.id);
      return;
    }
    const reason = 'an item that the model may not see is not sent';
    this.#context.loss.lose({ path, feature: 'item.hidden', reason, sourceItemId: item.id });
  }

  /** A value of a named type; `requirement` is what the intent around it says. */
  value(value: object, type: string, path: string, requirement: UnifiedRequirement | undefined, itemId?: string): void {
    const plan = planned(memberType(value, type));
    if (plan.feature !== undefined && !this.#claims(plan.feature)) {
      this.#lose(path, plan.feature, requirementIn(value) ?? requirement, itemId);
      return;
    }
    this.object(value, plan, path, requirement, itemId);
  }

  object(
    value: object,
    plan: PlannedObject,
    path: string,
    requirement: UnifiedRequirement | undefined,
    itemId?: string,
  ): void {
    // Members are read by names of the plan only; what they are is told apart below.
    const members = value as Readonly<Record<string, unknown>>;
    const inherited = plan.handsDownRequirement ? (requirementIn(value) ?? requirement) : undefined;
    for (const step of plan.steps) {
      const member = members[step.key];
      if (member === undefined || member === step.neutral) continue;
      this.#member(member, step, `${path}/${step.key}`, inherited, itemId);
    }
  }

  #member(
    member: unknown,
    step: PlannedStep,
    path: string,
    inherited: UnifiedRequirement | undefined,
    itemId?: string,
  ): void {
    if (step.feature !== undefined && !this.#claims(step.feature)) {
      this.#lose(path, step.feature, requirementIn(member) ?? inherited, itemId);
      return;
    }
    if (step.providerData) {
      // The schema says what a list of provider data holds; records are valid before they are emitted.
      loseProviderData(this.#context, member as readonly UnifiedProviderDataRef[], path);
      return;
    }
    const { child } = step;
    if (child === undefined) return;
    if (!step.list) {
      if (isObject(member)) this.value(member, child, path, inherited, itemId);
      return;
    }
    if (!Array.isArray(member)) return;
    member.forEach((entry, index) => {
      if (isObject(entry)) this.value(entry, child, `${path}/${escapeToken(index)}`, inherited, itemId);
    });
  }

  #claims(feature: FeatureCode): boolean {
    return this.#context.claims[feature] !== undefined;
  }

  #lose(
    path: string,
    feature: FeatureCode,
    requirement: UnifiedRequirement | undefined,
    itemId: string | undefined,
  ): void {
    const reason = `the target has no place for this: ${FEATURES[feature].title}`;
    const known = requirement === undefined ? {} : { requirement };
    this.#context.loss.lose({
      path,
      feature,
      reason,
      ...known,
      ...(itemId === undefined ? {} : { sourceItemId: itemId }),
    });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function requirementIn(value: unknown): UnifiedRequirement | undefined {
  if (!isObject(value) || !('requirement' in value)) return undefined;
  // Only intents and tools have a member of this name, and the schema gives it this type.
  return value.requirement as UnifiedRequirement | undefined;
}

function memberType(value: object, type: string): string {
  const plan = PLAN[type];
  if (plan?.kind !== 'union') return type;
  // The tag is a string in every valid record; an unknown one ends in a type without steps.
  const tag = (value as Readonly<Record<string, unknown>>)[plan.property] as string;
  const member = Object.hasOwn(plan.tags, tag) ? plan.tags[tag] : undefined;
  return member === undefined ? type : memberType(value, member);
}

const PLANNED = new Map<string, PlannedObject>();
const NOTHING: PlannedObject = { handsDownRequirement: false, steps: [] };

function planned(type: string): PlannedObject {
  const known = PLANNED.get(type);
  if (known !== undefined) return known;
  const plan = PLAN[type];
  const made = plan?.kind === 'object' ? plannedObject(type, plan) : NOTHING;
  PLANNED.set(type, made);
  return made;
}

function plannedObject(type: string, plan: ObjectPlan): PlannedObject {
  const steps = Object.entries(plan.properties).flatMap(([key, value]) => plannedStep(key, value));
  const shape = { handsDownRequirement: !TOOL_TYPES.has(type), steps };
  // Feature codes in schemas are checked against the vocabulary when the plan is generated.
  return plan.feature === undefined ? shape : { ...shape, feature: plan.feature as FeatureCode };
}

function plannedStep(key: string, value: ValuePlan): readonly PlannedStep[] {
  const child = value.child !== undefined && INTERESTING.has(value.child) ? value.child : undefined;
  const providerData = value.child === 'UnifiedProviderDataRef' && value.list === true;
  if (value.bookkeeping === true || (value.feature === undefined && child === undefined && !providerData)) return [];
  return [
    {
      key,
      list: value.list === true,
      providerData,
      ...(value.feature === undefined ? {} : { feature: value.feature as FeatureCode }),
      ...(value.neutral === undefined ? {} : { neutral: value.neutral }),
      ...(child === undefined ? {} : { child }),
    },
  ];
}

const TOOL_TYPES: ReadonlySet<string> = new Set(Object.values((PLAN['UnifiedToolDefinition'] as UnionPlan).tags));

/** The types that hold a feature or provider data, or that lead to one that does. */
const INTERESTING: ReadonlySet<string> = interestingTypes();

function interestingTypes(): ReadonlySet<string> {
  const found = new Set<string>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [type, plan] of Object.entries(PLAN)) if (isInteresting(plan, found)) found.add(type);
  }
  return found;
}

function isInteresting(plan: ObjectPlan | UnionPlan, found: ReadonlySet<string>): boolean {
  if (plan.feature !== undefined) return true;
  if (plan.kind === 'union') return Object.values(plan.tags).some((member) => found.has(member));
  return Object.values(plan.properties).some(
    (value) =>
      value.bookkeeping !== true &&
      (value.feature !== undefined ||
        value.child === 'UnifiedProviderDataRef' ||
        (value.child !== undefined && found.has(value.child))),
  );
}
