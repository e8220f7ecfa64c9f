import type { Validate } from '../../generated/unified/runtime.js';
import type { Issue } from '../core/issue.ts';
import { isPlainObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import { type Fault, faultIssue, meantFault, type UnionTags } from './fault-issue.ts';
import { type Slot, typeOf, type UnionTypes } from './type-plan.ts';

/** What schema faults are found and named with: the generated validators and unions of a family, by name. */
export interface SchemaTables {
  readonly validators: Readonly<Record<string, unknown>>;
  readonly unions: UnionTags;
}

/**
 * Finds what is wrong with a value that its validator refused: at least one issue, at most `limit`. A validator stops at
 * the first fault; so that more than one can be told at a time, each member of a union below (each item, part, tool and
 * event) is asked for its own.
 */
export function schemaIssues(
  value: unknown,
  slot: Slot,
  validate: Validate<unknown>,
  tables: SchemaTables,
  limit: number,
): readonly Issue[] {
  const search = new FaultSearch(tables, limit);
  search.explain({ value, slot, path: '' }, validate);
  return search.issues;
}

interface Spot {
  readonly value: unknown;
  readonly slot: Slot;
  readonly path: string;
}

class FaultSearch {
  readonly issues: Issue[] = [];
  readonly #tables: SchemaTables;
  readonly #limit: number;

  constructor(tables: SchemaTables, limit: number) {
    this.#tables = tables;
    this.#limit = limit;
  }

  /** Adds the issues of a value that its validator refuses; tells whether there are any. */
  explain(spot: Spot, validate: Validate<unknown>): boolean {
    if (validate(spot.value)) return false;
    const fault = meantFault(validate.errors ?? []);
    const faultyMembers: string[] = [];
    for (const member of membersBelow(spot)) {
      if (this.issues.length >= this.#limit) return true;
      const own = this.#validatorOf(member.slot.union);
      if (own !== undefined && this.explain(member, own)) faultyMembers.push(member.path);
    }
    const place = `${spot.path}${fault?.instancePath ?? ''}/`;
    if (!faultyMembers.some((path) => place.startsWith(`${path}/`))) this.#add(fault, spot);
    return true;
  }

  #add(fault: Fault | undefined, { value, path }: Spot): void {
    if (this.issues.length >= this.#limit) return;
    const issue = fault && faultIssue(fault, value, this.#tables.unions);
    this.issues.push(
      issue === undefined
        ? { path, rule: 'schema', message: 'The value is not valid under its schema.' }
        : { ...issue, path: `${path}${issue.path}` },
    );
  }

  #validatorOf(union: UnionTypes | undefined): Validate<unknown> | undefined {
    const validator = this.#tables.validators[union?.name ?? ''];
    // The modules export validators alone, one for each union.
    return typeof validator === 'function' ? (validator as Validate<unknown>) : undefined;
  }
}

/** The members of unions in a value, but not those inside of other members. */
function* membersBelow({ value, slot, path }: Spot): Generator<Spot> {
  if (value === null || typeof value !== 'object') return;
  const type = typeOf(value, slot);
  if (Array.isArray(value) || slot.isMap) yield* membersOf(value, { ...slot, isMap: false }, path);
  else if (type !== undefined) {
    for (const [key, member] of Object.entries(value)) {
      const own = type.slots.get(key);
      if (own !== undefined) yield* membersAt({ value: member, slot: own, path: `${path}${pointer(key)}` });
    }
  }
}

function* membersOf(container: object, slot: Slot, path: string): Generator<Spot> {
  for (const [key, value] of Object.entries(container))
    yield* membersAt({ value, slot, path: `${path}${pointer(key)}` });
}

/** The JSON type of a value decides what it is: an object is the member of a union, or a map of them. */
function membersAt(spot: Spot): Iterable<Spot> {
  return spot.slot.union !== undefined && !spot.slot.isMap && isPlainObject(spot.value) ? [spot] : membersBelow(spot);
}
