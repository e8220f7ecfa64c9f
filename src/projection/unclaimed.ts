import { FEATURES, type FeatureCode } from '../../generated/features.ts';
import type { Neutral } from '../../generated/unified/plan.ts';
import type {
  UnifiedItem,
  UnifiedProviderDataRef,
  UnifiedRequestV2,
  UnifiedRequirement,
  UnifiedResultV2,
} from '../../generated/unified/types.ts';
import { pointer } from '../core/pointer.ts';
import type { EmitContext } from './emit-context.ts';
import { type FeatureObject, type FeaturePlan, type FeatureStep, featurePlan } from './feature-plan.ts';
import { isNeutral } from './neutral.ts';
import { loseProviderData } from './provider-data.ts';

/**
 * Reports every feature that a request uses and that the target does not claim: losses are found by construction, not by
 * each emitter's memory. Walks the record once along the plan that is generated from the schemas; what is reported
 * whole is not entered. An item that the model may not see is never sent, and reported.
 */
export function reportUnclaimed(request: UnifiedRequestV2, context: EmitContext): void {
  const { conversation } = request;
  const walk = new UnclaimedWalk(context, ['conversation', 'items']);
  const plan = featurePlan(context.claims, 'UnifiedItem');
  conversation.items.forEach((item, index) => {
    walk.item(item, index, plan);
  });
  // A member that is undefined is absent: this way of leaving one out is faster than a copy of the others.
  const inputPlan = featurePlan(context.claims, 'UnifiedConversationInput');
  new UnclaimedWalk(context, ['conversation']).value({ ...conversation, items: undefined }, inputPlan, undefined);
  const requestPlan = featurePlan(context.claims, 'UnifiedRequestV2');
  new UnclaimedWalk(context, []).value({ ...request, conversation: undefined }, requestPlan, undefined);
}

/** As `reportUnclaimed`, for an answer. What earlier projections lost travels beside the answer, never on its wire. */
export function reportUnclaimedAnswer(result: UnifiedResultV2, context: EmitContext): void {
  const itemPlan = featurePlan(context.claims, 'UnifiedItem');
  const report = (items: readonly UnifiedItem[], path: readonly (string | number)[]) => {
    const walk = new UnclaimedWalk(context, path);
    for (const [index, item] of items.entries()) walk.item(item, index, itemPlan);
  };
  report(result.output, ['output']);
  if (context.claims['result.candidates'] !== undefined) {
    for (const [index, { output }] of (result.candidates ?? []).entries())
      report(output, ['candidates', index, 'output']);
  }
  const candidates = result.candidates?.map((candidate) => ({ ...candidate, output: [] }));
  const rest = { ...result, output: undefined, loss: undefined, candidates };
  new UnclaimedWalk(context, []).value(rest, featurePlan(context.claims, 'UnifiedResultV2'), undefined);
  // Where an answer came from is bookkeeping, which the plan leaves out; what came with it is not.
  loseProviderData(context, result.provenance.providerData ?? [], '/provenance/providerData');
}

class UnclaimedWalk {
  readonly #context: EmitContext;
  /** Where the walk stands; a pointer is made of it only when there is something to report. */
  readonly #path: (string | number)[];
  #itemId: string | undefined;

  constructor(context: EmitContext, path: readonly (string | number)[]) {
    this.#context = context;
    this.#path = [...path];
  }

  item(item: UnifiedItem, index: number, plan: FeaturePlan): void {
    this.#path.push(index);
    this.#itemId = item.id;
    if (item.visibility === 'model') this.value(item, plan, undefined);
    else this.#lose('item.hidden', undefined, 'an item that the model may not see is not sent');
    this.#path.pop();
  }

  /** A value of a planned type; `requirement` is what the intent around it says. */
  value(value: object, plan: FeaturePlan, requirement: UnifiedRequirement | undefined): void {
    let type: FeaturePlan | undefined = plan;
    // An unknown tag ends in no type.
    while (type?.kind === 'union') type = type.members.get((value as Members)[type.property]);
    if (type === undefined) return;
    if (type.unclaimed === undefined) this.#members(value as Members, type, requirement);
    else this.#loseFeature(type.unclaimed, requirementIn(value) ?? requirement);
  }

  #members(
    members: Members,
    { steps, handsDownRequirement }: FeatureObject,
    requirement: UnifiedRequirement | undefined,
  ): void {
    const found = inPlannedOrder(members, steps);
    if (found === NONE) return;
    const inherited = handsDownRequirement ? (requirementIn(members) ?? requirement) : undefined;
    for (const step of found) {
      this.#path.push(step.key);
      this.#member(members[step.key], step, inherited);
      this.#path.pop();
    }
  }

  #member(
    member: unknown,
    { unclaimed, neutralValue, providerData, child, list }: FeatureStep,
    inherited: UnifiedRequirement | undefined,
  ): void {
    if (unclaimed !== undefined && !asksNothing(member, neutralValue)) {
      this.#loseFeature(unclaimed, requirementIn(member) ?? inherited);
    } else if (providerData) {
      // The schema says what a list of provider data holds; records are valid before they are emitted.
      loseProviderData(this.#context, member as readonly UnifiedProviderDataRef[], pointer(...this.#path));
    } else if (child !== undefined && list && Array.isArray(member)) {
      for (let index = 0; index < member.length; index++) {
        this.#path.push(index);
        if (isObject(member[index])) this.value(member[index], child, inherited);
        this.#path.pop();
      }
    } else if (child !== undefined && !list && isObject(member)) this.value(member, child, inherited);
  }

  #loseFeature(feature: FeatureCode, requirement: UnifiedRequirement | undefined): void {
    this.#lose(feature, requirement, `the target has no place for this: ${FEATURES[feature].title}`);
  }

  #lose(feature: FeatureCode, requirement: UnifiedRequirement | undefined, reason: string): void {
    this.#context.loss.lose({
      path: pointer(...this.#path),
      feature,
      reason,
      ...(requirement === undefined ? {} : { requirement }),
      ...(this.#itemId === undefined ? {} : { sourceItemId: this.#itemId }),
    });
  }
}

/** The members of a record's object, read by names of the plan only. */
type Members = Readonly<Record<string, unknown>>;

const NONE: readonly FeatureStep[] = [];

/** The members that matter, in the order of the schema: a report does not depend on the order of a record's members. */
function inPlannedOrder(members: Members, steps: FeatureObject['steps']): readonly FeatureStep[] {
  let found: FeatureStep[] | undefined;
  for (const key in members) {
    const step = steps.get(key);
    const member = members[key];
    if (step === undefined || member === undefined || isNeutral(member, step.neutral)) continue;
    if (found === undefined) found = [step];
    else found.push(step);
  }
  if (found === undefined || found.length === 1) return found ?? NONE;
  return found.sort((left, right) => left.order - right.order);
}

/** Whether an intent asks for nothing: what it says beside its value is looked at all the same. */
function asksNothing(member: unknown, neutralValue: Neutral | undefined): boolean {
  return neutralValue !== undefined && isObject(member) && isNeutral((member as Members)['value'], neutralValue);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function requirementIn(value: unknown): UnifiedRequirement | undefined {
  if (!isObject(value) || !('requirement' in value)) return undefined;
  // Only intents and tools have a member of this name, and the schema gives it this type.
  return value.requirement as UnifiedRequirement | undefined;
}
