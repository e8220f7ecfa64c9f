import type { ObjectPlan, Plan, UnionPlan, ValuePlan } from '../../generated/unified/plan.ts';
import { type Kind, TYPES_OF_KIND } from './kind.ts';

/** How to read an object of one type: the generated plan, linked, with the kinds that the rules know the type by. */
export interface TypePlan {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly slots: ReadonlyMap<string, Slot>;
}

/** How to read a union: the member that is meant stands behind the tag. */
export interface UnionTypes {
  readonly name: string;
  readonly tag: string;
  readonly members: ReadonlyMap<string, TypePlan>;
}

/** What may stand in a property; in a list or a map, it holds for each entry. */
export interface Slot {
  readonly type: TypePlan | undefined;
  readonly union: UnionTypes | undefined;
  /** An object here is a map: its names are data, and the rest of the slot holds for each of its values. */
  readonly isMap: boolean;
  /** A text here may be any, also by mistake; otherwise the schema lists all that it can be. */
  readonly isFreeText: boolean;
  /** A text here may hold a credential; media cannot. */
  readonly mayHoldSecret: boolean;
}

/** What stands where any JSON may, and in properties that the plan does not know. */
export const JSON_SLOT: Slot = {
  type: undefined,
  union: undefined,
  isMap: false,
  isFreeText: true,
  mayHoldSecret: true,
};

/** The type of an object that stands in a slot; nothing where no type is asked for or the tag is unknown. */
export function typeOf(value: object, { type, union }: Slot): TypePlan | undefined {
  if (union === undefined) return type;
  // Any object may be asked for any member.
  const tag = (value as Readonly<Record<string, unknown>>)[union.tag];
  return typeof tag === 'string' ? union.members.get(tag) : undefined;
}

/** A generated plan, linked as far as values were met, so that a walk along it looks nothing up by type name. */
export class LinkedPlan {
  readonly #plan: Plan;
  readonly #types = new Map<string, TypePlan>();
  readonly #unions = new Map<string, UnionTypes>();
  readonly #kinds = kindsByType();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** What stands where the definition of that name is asked for. */
  slot(name: string): Slot {
    return this.#slotOf({ child: name });
  }

  #slotOf(value: ValuePlan): Slot {
    const entry = value.child === undefined ? undefined : this.#plan[value.child];
    const isFreeText = value.text === true || value.json === true || entry !== undefined;
    return {
      type: entry?.kind === 'object' ? this.#type(value.child ?? '', entry) : undefined,
      union: entry?.kind === 'union' ? this.#union(value.child ?? '', entry) : undefined,
      isMap: value.map === true,
      isFreeText,
      mayHoldSecret: isFreeText && value.noSecretScan !== true,
    };
  }

  #type(name: string, plan: ObjectPlan): TypePlan {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    const link = () =>
      new Map(Object.entries(plan.properties).map(([property, value]) => [property, this.#slotOf(value)]));
    const type = new LinkedType(name, this.#kinds.get(name) ?? [], link);
    this.#types.set(name, type);
    return type;
  }

  #union(name: string, plan: UnionPlan): UnionTypes {
    const known = this.#unions.get(name);
    if (known !== undefined) return known;
    const members = new Map<string, TypePlan>();
    const union = { name, tag: plan.property, members };
    this.#unions.set(name, union);
    for (const [tag, member] of Object.entries(plan.tags)) {
      const entry = this.#plan[member];
      if (entry?.kind === 'object') members.set(tag, this.#type(member, entry));
    }
    return union;
  }
}

/** A type whose slots are linked when its first value is read: types refer to each other in circles. */
class LinkedType implements TypePlan {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly #link: () => ReadonlyMap<string, Slot>;
  #slots: ReadonlyMap<string, Slot> | undefined;

  constructor(name: string, kinds: readonly Kind[], link: () => ReadonlyMap<string, Slot>) {
    this.name = name;
    this.kinds = kinds;
    this.#link = link;
  }

  get slots(): ReadonlyMap<string, Slot> {
    this.#slots ??= this.#link();
    return this.#slots;
  }
}

function kindsByType(): ReadonlyMap<string, readonly Kind[]> {
  const kinds = new Map<string, Kind[]>();
  // The table has one entry per kind, and nothing else.
  for (const kind of Object.keys(TYPES_OF_KIND) as Kind[]) {
    for (const name of TYPES_OF_KIND[kind]) kinds.set(name, [...(kinds.get(name) ?? []), kind]);
  }
  return kinds;
}
