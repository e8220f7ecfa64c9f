import type { Plan, ValuePlan } from '../../generated/unified/plan.ts';
import { canonicalJson } from './canonical.ts';
import { isPlainObject } from './json-value.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { sha256Hex } from './sha256.ts';

/**
 * The fingerprint of a record, all fields: `sha256:` and the hexadecimal hash of its canonical JSON.
 * Throws as `canonicalJson`. Source: Unified v2, Validation and canonicalization.
 */
export function fingerprint(value: unknown): string {
  return `sha256:${sha256Hex(canonicalJson(value))}`;
}

/**
 * The fingerprint of what a record says: as `fingerprint`, without the members that the schema marks as bookkeeping (ids,
 * sequence, branch, parent, time, provenance), wherever they stand. `type` names the record's type in `plan`, the
 * generated table of the family; arbitrary JSON inside the record is taken whole.
 */
export function contentFingerprint(value: unknown, type: string, plan: Plan): string {
  return fingerprint(withoutBookkeeping(value, type, plan, DEFAULT_LIMITS.recordDepth));
}

/** Copies a value of a named type without its bookkeeping. What is too deep stays: `canonicalJson` refuses it. */
function withoutBookkeeping(value: unknown, type: string, plan: Plan, depth: number): unknown {
  if (!isPlainObject(value) || depth === 0) return value;
  const properties = propertiesOf(value, type, plan);
  if (properties === undefined) return value;
  const members = Object.entries(value).flatMap(([key, member]) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property?.bookkeeping) return [];
    return [[key, property === undefined ? member : memberContent(member, property, plan, depth - 1)]];
  });
  return Object.fromEntries(members);
}

function propertiesOf(
  value: Record<string, unknown>,
  type: string,
  plan: Plan,
): Readonly<Record<string, ValuePlan>> | undefined {
  const definition = Object.hasOwn(plan, type) ? plan[type] : undefined;
  if (definition?.kind !== 'union') return definition?.properties;
  const tag = value[definition.property];
  const member = typeof tag === 'string' && Object.hasOwn(definition.tags, tag) ? definition.tags[tag] : undefined;
  return member === undefined ? undefined : propertiesOf(value, member, plan);
}

function memberContent(member: unknown, property: ValuePlan, plan: Plan, depth: number): unknown {
  const { child, list = false, map = false } = property;
  if (child === undefined) return member;
  const content = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return list ? value.map((entry) => content(entry, isMap)) : value;
    if (!isMap || !isPlainObject(value)) return withoutBookkeeping(value, child, plan, depth);
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, content(entry, false)]));
  };
  return content(member, map);
}
