import { type Neutral, type ObjectPlan, PLAN, type UnionPlan, type ValuePlan } from '../../generated/unified/plan.ts';
import { isPlainObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import { isNeutral } from '../projection/index.ts';
import { type Leaf, leavesOf, type Tokens } from './leaves.ts';
import { isRequired, wordsOf } from './record-words.ts';

/** A leaf of a record, as the plan that is generated from the schemas knows it. */
export interface RecordLeaf extends Leaf {
  /** Other pointers of the same thing: an intent is its value. */
  readonly names: readonly string[];
  /** Pointers of what a loss report may name in its stead: the items, parts, tools, intents and features around it. */
  readonly units: readonly string[];
  /** The other words of the closed list that it is one of. */
  readonly words: readonly string[];
  /** It asks for nothing: its absence means the same. */
  readonly neutral: boolean;
  /** The leaf can only be there or not: a reference to private state, which is one thing, or an empty container. */
  readonly presenceOnly: boolean;
  /** It says how something else was spelled: without that it has no meaning. */
  readonly spelling?: true;
}

/** What says nothing to a model or a provider: how strongly things are meant, how far they travel, which format this is. */
const MECHANICS = ['requirement', 'portability', 'schemaVersion'];

/**
 * Members that say nothing of their own: the identifier that we gave to somebody's resource; the dialect of a schema,
 * which shows in its keywords; how much of a reasoning is disclosed, which shows in what it holds; the kind of a tool
 * that is named; the identifier of a call for which no wire has a name; a role that the type of the item implies; the text
 * of arguments that is what anybody writes for the parsed ones. Of a counter, what it counts over and who counted, and its value where we did; of a result, the report that came with it.
 */
function isMechanics(named: string, key: string, value: JsonObject): boolean {
  if (MECHANICS.includes(key)) return true;
  if (named === 'UnifiedCounter') return key !== 'value' || value['source'] === 'derived';
  if (named === 'UnifiedCost') return key === 'source' || key === 'scope';
  if (named === 'UnifiedUsageIteration') return key === 'includedInTotals';
  if (named === 'UnifiedResultV2') return key === 'loss';
  if (named === 'UnifiedProviderResourceRef') return key === 'resourceId';
  if (named === 'UnifiedJsonSchema') return key === 'dialect';
  if (named === 'UnifiedReasoningPart') return key === 'state';
  if (key === 'callId') return !hasProviderCallId(value);
  if (key === 'rawArguments') return isPlainText(value);
  if (named === 'UnifiedToolReference') return key === 'kind' && value['name'] !== undefined;
  return key === 'role' && named.endsWith('Item') && named !== 'UnifiedMessageItem';
}

/** Whether the text of arguments is the one that follows from what it says. */
function isPlainText({ input, rawArguments }: JsonObject): boolean {
  return isPlainObject(input) && JSON.stringify(input['value']) === rawArguments;
}

function hasProviderCallId({ provenance }: JsonObject): boolean {
  return isPlainObject(provenance) && provenance['providerCallId'] !== undefined;
}

/**
 * Seen from a provider, what the client runs and what we run for the client is the same; and so is caching marked
 * prefixes alone and caching nothing, where no mark is left to write.
 */
function isSameOutside(key: string, one: JsonValue, other: JsonValue): boolean {
  const same: readonly JsonValue[] | undefined = SAME_OUTSIDE[key];
  return same?.includes(one) === true && same.includes(other);
}

const SAME_OUTSIDE: Readonly<Record<string, readonly JsonValue[]>> = {
  execution: ['client', 'ccr'],
  executionOwner: ['client', 'ccr'],
  mode: ['explicit', 'disabled'],
  // What a span counts is the same wherever the text is of ASCII.
  unit: ['utf16-code-units', 'unicode-code-points', 'utf8-bytes'],
};

/**
 * Every leaf of a record of a type that a target must carry or report. Left out: what the schemas mark as bookkeeping, the tags
 * of unions, constants, profiles (they say who wrote, not what), the mechanics below, and how another dialect spelled
 * things (annotations named as forms), which has no meaning for the target family.
 */
export function recordLeavesOf(record: object, type: string, targetFamily: string): readonly RecordLeaf[] {
  const walk = new RecordWalk(targetFamily, type === 'UnifiedResultV2' ? IMPLIED_IN_ANSWERS : []);
  // A record is JSON: that is what its validator checks first.
  walk.object(record as JsonObject, type, { tokens: [], units: [] });
  return walk.leaves.map((leaf) => (walk.spellings.has(leaf) ? { ...leaf, spelling: true } : leaf));
}

/** Members of items that follow from their being an answer: who speaks, and in which candidate they stand. */
const IMPLIED_IN_ANSWERS = ['role', 'candidateIndex'];

interface Place {
  /** What asks for nothing as the value of the intent that stands here. */
  readonly neutralValue?: Neutral;
  readonly tokens: Tokens;
  readonly units: readonly string[];
}

class RecordWalk {
  readonly leaves: RecordLeaf[] = [];
  /** Leaves that say how something was spelled. */
  readonly spellings = new Set<RecordLeaf>();
  readonly #targetFamily: string;
  readonly #implied: readonly string[];

  constructor(targetFamily: string, implied: readonly string[]) {
    this.#targetFamily = targetFamily;
    this.#implied = implied;
  }

  object(value: JsonObject, named: string, place: Place, skipped: readonly string[] = []): void {
    const plan = PLAN[named];
    if (plan === undefined) this.#json(value, place);
    else if (plan.kind === 'union') this.#union(value, plan, place);
    else if (named === 'UnifiedOwnerPrivateRef') this.#presence(value, place);
    else if (named === 'UnifiedPortableAnnotation') this.#annotation(value, place);
    else if (named !== 'UnifiedProtocolProfile') this.#members(value, { named, plan, place, skipped });
  }

  #members(value: JsonObject, { named, plan, place, skipped }: PlannedObject): void {
    // A reference to a resource is one thing.
    const isThing = Object.hasOwn(value, 'requirement') || named === 'UnifiedProviderResourceRef';
    const isUnit = isThing || plan.feature !== undefined;
    const around = isUnit ? withUnit(place) : place;
    for (const [key, member] of Object.entries(value)) {
      const isImplied = named.endsWith('Item') && this.#implied.includes(key);
      if (isImplied || skipped.includes(key) || isMechanics(named, key, value)) continue;
      const slot = key === 'value' ? intentValue(memberPlan(plan, key), place) : memberPlan(plan, key);
      this.#member(member, { named, key, plan: slot }, below(around, key));
    }
  }

  #union(value: JsonObject, plan: UnionPlan, place: Place): void {
    const tag = value[plan.property];
    const member = typeof tag === 'string' && Object.hasOwn(plan.tags, tag) ? plan.tags[tag] : undefined;
    if (member === undefined) this.#json(value, place);
    else this.object(value, member, place, [plan.property]);
  }

  #member(value: JsonValue, slot: Slot, place: Place): void {
    const { plan } = slot;
    if (plan.bookkeeping === true || (typeof value === 'object' && isNeutral(value, plan.neutral))) return;
    const around = plan.feature === undefined ? place : withUnit(place);
    if (plan.json === true) this.#json(value, around);
    else if (Array.isArray(value) && value.length > 0) this.#entries(value, slot, around);
    else this.#single(value, slot, around);
  }

  #entries(list: readonly JsonValue[], slot: Slot, place: Place): void {
    list.forEach((entry, index) => {
      const inside = below(place, index);
      // An object of a list can be left out whole, as a part can.
      const isUnit = slot.plan.feature !== undefined || slot.plan.child !== undefined;
      this.#single(entry, slot, isUnit ? withUnit(inside) : inside);
    });
  }

  #single(value: JsonValue, slot: Slot, place: Place): void {
    const { plan } = slot;
    if (!isPlainObject(value) || Object.keys(value).length === 0) {
      this.#leaf(value, slot, place);
      return;
    }
    // Every object of a JSON value is a plain one.
    const object = value as JsonObject;
    if (plan.map === true) this.#map(object, slot, place);
    else if (plan.child === undefined) this.#json(object, place);
    else this.object(object, plan.child, intentPlace(place, plan));
  }

  #map(value: JsonObject, slot: Slot, place: Place): void {
    const { map: _, ...entry } = slot.plan;
    for (const [key, member] of Object.entries(value))
      this.#single(member, { ...slot, plan: entry }, below(place, key));
  }

  #annotation(value: JsonObject, place: Place): void {
    const profile = value['profile'];
    const isForeign = isPlainObject(profile) && profile['family'] !== this.#targetFamily;
    const isForm = typeof value['schema'] === 'string' && value['schema'].endsWith('-form');
    if (isForeign && isForm) return;
    const before = this.leaves.length;
    this.#json(value['value'] ?? null, below(withUnit(place), 'value'));
    if (isForm) for (const leaf of this.leaves.slice(before)) this.spellings.add(leaf);
  }

  #presence(value: JsonValue, place: Place): void {
    const leaf = { tokens: place.tokens, pointer: pointer(...place.tokens), value };
    this.leaves.push({ ...leaf, names: [], units: place.units, words: [], neutral: false, presenceOnly: true });
  }

  #json(value: JsonValue, place: Place): void {
    for (const leaf of leavesOf(value, place.tokens)) {
      this.leaves.push({
        ...leaf,
        names: [],
        units: place.units,
        words: [],
        neutral: false,
        presenceOnly: isEmpty(leaf.value),
      });
    }
  }

  #leaf(value: JsonValue, slot: Slot, place: Place): void {
    if (isEmpty(value)) {
      // A list or an object that must be there says nothing when it is empty.
      if (!isRequired(slot.named, slot.key)) this.#presence(value, place);
      return;
    }
    const words = wordsOf(slot.named, slot.key);
    if (words.length === 1 && words[0] === value) return; // a constant
    const leaf = { tokens: place.tokens, pointer: pointer(...place.tokens), value };
    const names = slot.key === 'value' ? [pointer(...place.tokens.slice(0, -1))] : [];
    const others = words.filter((word) => word !== value && !isSameOutside(slot.key, word, value));
    this.leaves.push({
      ...leaf,
      names,
      units: place.units,
      words: others,
      neutral: value === slot.plan.neutral,
      presenceOnly: false,
    });
  }
}

/** An object of a type that the plan knows. */
interface PlannedObject {
  readonly named: string;
  readonly plan: ObjectPlan;
  readonly place: Place;
  readonly skipped: readonly string[];
}

/** A member of a type, and what the plan says about it. */
interface Slot {
  readonly named: string;
  readonly key: string;
  readonly plan: ValuePlan;
}

function memberPlan(plan: ObjectPlan, key: string): ValuePlan {
  return (Object.hasOwn(plan.properties, key) ? plan.properties[key] : undefined) ?? { json: true };
}

function intentPlace(place: Place, { neutralValue }: ValuePlan): Place {
  return neutralValue === undefined ? place : { ...place, neutralValue };
}

function intentValue(plan: ValuePlan, { neutralValue }: Place): ValuePlan {
  return neutralValue === undefined ? plan : { ...plan, neutral: neutralValue };
}

function below(place: Place, token: string | number): Place {
  return { tokens: [...place.tokens, token], units: place.units };
}

function withUnit(place: Place): Place {
  return { tokens: place.tokens, units: [...place.units, pointer(...place.tokens)] };
}

function isEmpty(value: JsonValue): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0;
}
