import { isJsonObject, type Json } from '../../../../codegen/model.ts';
import { joinPointer } from '../../../../codegen/pointer.ts';

interface ValuePlan {
  readonly child?: string;
  readonly list?: true;
  readonly map?: true;
  readonly json?: true;
}

/** As in a generated plan.ts. */
export type Plan = Readonly<
  Record<
    string,
    | { readonly kind: 'object'; readonly properties: Readonly<Record<string, ValuePlan>> }
    | { readonly kind: 'union'; readonly property: string; readonly tags: Readonly<Record<string, string>> }
  >
>;

/** What a walk needs to know of a family. */
export interface WalkTables {
  readonly plan: Plan;
  readonly closedValues: Readonly<Record<string, Readonly<Record<string, readonly Json[]>>>>;
}

/** The walk that the documentation of the tolerant target prescribes: `required POINTER` or `optional POINTER` each. */
export function unknownIn(value: Json, type: string, tables: WalkTables, pointer = ''): readonly string[] {
  const entry = tables.plan[type];
  if (entry === undefined || !isJsonObject(value)) return [];
  if (entry.kind === 'union') {
    const tag = String(value[entry.property]);
    const member = Object.hasOwn(entry.tags, tag) ? entry.tags[tag] : undefined;
    if (member === undefined) return [`required ${joinPointer(pointer, entry.property)}`];
    return unknownIn(value, member, tables, pointer);
  }
  return Object.entries(value).flatMap(([name, below]) => {
    const at = joinPointer(pointer, name);
    const plan = Object.hasOwn(entry.properties, name) ? entry.properties[name] : undefined;
    if (plan === undefined) return [`optional ${at}`];
    const closed = tables.closedValues[type]?.[name];
    return membersOf(below, at, plan).flatMap(([member, place]) => {
      const known = closed === undefined || typeof member === 'object' || closed.includes(member);
      if (!known) return [`required ${place}`];
      return plan.json || plan.child === undefined ? [] : unknownIn(member, plan.child, tables, place);
    });
  });
}

function membersOf(value: Json, pointer: string, { list, map }: ValuePlan): readonly (readonly [Json, string])[] {
  if (list && Array.isArray(value)) return value.map((member, index) => [member, joinPointer(pointer, index)]);
  if (map && isJsonObject(value))
    return Object.entries(value).map(([name, member]) => [member, joinPointer(pointer, name)]);
  return [[value, pointer]];
}
