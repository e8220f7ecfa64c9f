import { CLOSED_VALUES, type TolerantCheck } from '../../generated/unified/tolerant.js';
import { describeTag, type Issue } from '../core/issue.ts';
import { checkJson } from '../core/json.ts';
import type { Limits } from '../core/limits.ts';
import { pointer } from '../core/pointer.ts';
import { faultIssue, meantFault, type UnionTags } from './fault-issue.ts';
import { type Slot, typeOf } from './type-plan.ts';

/** A tag or a value of a closed list that this version does not know: what it asks for cannot be done. */
export interface UnknownSemantics {
  readonly path: string;
  readonly found: string;
}

export type LaterReading =
  | { readonly ok: true; readonly unknown: readonly UnknownSemantics[] }
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
  if (check(value)) return { ok: true, unknown: [...unknownIn(value, slot, '')] };
  const fault = meantFault(check.errors ?? []);
  return { ok: false, issues: fault === undefined ? [REFUSED] : [faultIssue(fault, value, unions)] };
}

const REFUSED: Issue = { path: '', rule: 'schema', message: 'The value is not valid under its schema.' };

function* unknownIn(value: unknown, slot: Slot, path: string): Generator<UnknownSemantics> {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value) || slot.isMap) {
    const entrySlot = Array.isArray(value) ? slot : { ...slot, isMap: false };
    for (const [key, entry] of Object.entries(value)) yield* unknownIn(entry, entrySlot, `${path}${pointer(key)}`);
    return;
  }
  const type = typeOf(value, slot);
  if (type === undefined) {
    const tag = slot.union?.tag;
    if (tag !== undefined) yield { path: `${path}${pointer(tag)}`, found: describeTag(Reflect.get(value, tag)) };
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    const own = type.slots.get(key);
    if (own === undefined) continue;
    const closed = CLOSED_VALUES[type.name]?.[key];
    if (closed !== undefined) yield* unlisted(member, closed, `${path}${pointer(key)}`);
    yield* unknownIn(member, own, `${path}${pointer(key)}`);
  }
}

function* unlisted(value: unknown, closed: readonly unknown[], path: string): Generator<UnknownSemantics> {
  if (value !== null && typeof value === 'object') {
    for (const [key, entry] of Object.entries(value)) yield* unlisted(entry, closed, `${path}${pointer(key)}`);
  } else if (!closed.includes(value)) yield { path, found: describeTag(value) };
}
