import { CLOSED_VALUES, type TolerantCheck } from '../../generated/unified/tolerant.js';
import { describeTag, type Issue } from '../core/issue.ts';
import { checkJson } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { pointer } from '../core/pointer.ts';
import { faultIssue, meantFault, type UnionTags } from './fault-issue.ts';
import { type Slot, type TypePlan, typeOf } from './type-plan.ts';

/** A tag or a value of a closed list that this version does not know: what it asks for cannot be done. */
export interface UnknownSemantics {
  readonly path: string;
  readonly found: string;
}

export type LaterReading =
  | { readonly ok: true; readonly unknown: readonly UnknownSemantics[]; readonly retained: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** What a record of another minor version is read with. */
export interface LaterReader {
  readonly check: TolerantCheck;
  readonly slot: Slot;
  readonly unions: UnionTags;
}

/**
 * Reads a record of another minor version: what this version knows must be as it says, data that it does not know is let
 * through, and tags and values that it does not know are listed (Unified v2, Versioning).
 */
export function readLaterMinor(value: unknown, { check, slot, unions }: LaterReader, limits: Limits): LaterReading {
  const issue = checkJson(value, limits, limits.recordDepth);
  if (issue !== undefined) return { ok: false, issues: [issue] };
  if (check(value)) {
    const found = new Beyond();
    found.look(value, slot, '');
    return { ok: true, ...found };
  }
  const fault = meantFault(check.errors ?? []);
  return { ok: false, issues: fault === undefined ? [REFUSED] : [faultIssue(fault, value, unions)] };
}

const REFUSED: Issue = { path: '', rule: 'schema', message: 'The value is not valid under its schema.' };

/** What a record holds beyond this version. */
class Beyond {
  readonly unknown: UnknownSemantics[] = [];
  /** The pointers of members that this version does not know. */
  readonly retained: string[] = [];

  look(value: unknown, slot: Slot, path: string): void {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value) || slot.isMap) {
      const entrySlot = Array.isArray(value) ? slot : { ...slot, isMap: false };
      for (const [key, entry] of Object.entries(value)) this.look(entry, entrySlot, `${path}${pointer(key)}`);
      return;
    }
    const type = typeOf(value, slot);
    if (type !== undefined) this.#members(value, type, path);
    else if (slot.union !== undefined) {
      const { tag } = slot.union;
      this.unknown.push({ path: `${path}${pointer(tag)}`, found: describeTag(Reflect.get(value, tag)) });
    }
  }

  #members(value: object, { name, slots }: TypePlan, path: string): void {
    for (const [key, member] of Object.entries(value)) {
      const place = `${path}${pointer(key)}`;
      const own = slots.get(key);
      if (own === undefined) {
        this.retained.push(place);
        continue;
      }
      const closed = CLOSED_VALUES[name]?.[key];
      if (closed !== undefined) this.#unlisted(member, closed, place);
      this.look(member, own, place);
    }
  }

  #unlisted(value: unknown, closed: readonly unknown[], path: string): void {
    if (value !== null && typeof value === 'object') {
      for (const [key, entry] of Object.entries(value)) this.#unlisted(entry, closed, `${path}${pointer(key)}`);
    } else if (!closed.includes(value)) this.unknown.push({ path, found: describeTag(value) });
  }
}
