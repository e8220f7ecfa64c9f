import { pointer } from '../core/pointer.ts';
import type { TypePlan } from './type-plan.ts';

/** One typed object of a record, and the way to it. Its JSON Pointer is written only when an issue needs one. */
export class Place<Value = unknown> {
  readonly value: Value;
  readonly type: TypePlan;
  /** The typed object that holds this one; absent at the root. */
  readonly parent: Place | undefined;
  /** The property of the parent that holds it; absent at the root and in a list that is the root. */
  readonly property: string | undefined;
  /** Its number in the list, or its name in the map, that the property is. */
  readonly member: string | number | undefined;

  constructor(value: Value, type: TypePlan, parent?: Place, property?: string, member?: string | number) {
    this.value = value;
    this.type = type;
    this.parent = parent;
    this.property = property;
    this.member = member;
  }

  /** The pointer of the object, or of what `tokens` lead to from it. */
  path(...tokens: readonly (string | number)[]): string {
    const way = [this.property, this.member].filter((token) => token !== undefined);
    return (this.parent?.path() ?? '') + pointer(...way, ...tokens);
  }
}
