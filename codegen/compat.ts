import { compareSchemas } from './compat/compare-schema.ts';
import { type ReservedName, reportReservedUses } from './compat/reserved.ts';
import { type CompatibilityFinding, LEVEL_OF_RULE, type Level, type Rule } from './compat/rule.ts';
import { compareText, type SchemaObject } from './model.ts';
import { joinPointer } from './pointer.ts';

/** The part of `bundle.json` that is compared: flattened definitions that refer to each other by `#/$defs/Name`. */
export interface ComparableBundle {
  readonly $defs: Readonly<Record<string, SchemaObject>>;
}

/** What a version number has to do: a change that breaks needs a new major, one that adds a new minor. */
export type Verdict = 'major' | 'minor' | 'patch';

/**
 * Says what changed from one released bundle of a family to the next, definition by definition, sorted by pointer.
 * `reserved`: the family's names that earlier releases removed; a bundle that uses one again breaks.
 * Unified v2, Schema version ("Minor versions only add").
 */
export function compareBundles(
  previous: ComparableBundle,
  next: ComparableBundle,
  reserved: readonly ReservedName[] = [],
): readonly CompatibilityFinding[] {
  const findings: CompatibilityFinding[] = [];
  const report = (rule: Rule, definition: string, pointer: string, message: string): void => {
    findings.push({ rule, level: LEVEL_OF_RULE[rule], definition, pointer, message });
  };
  const bundles = { previous: previous.$defs, next: next.$defs };
  for (const name of new Set([...Object.keys(bundles.previous), ...Object.keys(bundles.next)])) {
    const before = bundles.previous[name];
    const after = bundles.next[name];
    const pointer = joinPointer('/$defs', name);
    if (before !== undefined && after !== undefined) {
      const place = {
        definition: name,
        pointer,
        report: (rule: Rule, at: string, message: string) => report(rule, name, at, message),
      };
      compareSchemas(before, after, place, bundles);
    } else if (after === undefined)
      report('DEFINITION_REMOVED', name, pointer, `${name} was removed; reserve it in reserved.json.`);
    else report('DEFINITION_ADDED', name, pointer, `${name} was added.`);
  }
  reportReservedUses(bundles.next, reserved, report);
  return findings.sort((left, right) => compareText(left.pointer, right.pointer));
}

/** The smallest version step that the findings allow; `patch` when there are none. */
export function verdict(findings: readonly CompatibilityFinding[]): Verdict {
  return findings.reduce<Verdict>((worst, { level }) => {
    const step = STEP_OF_LEVEL[level];
    return ORDER.indexOf(step) < ORDER.indexOf(worst) ? step : worst;
  }, 'patch');
}

const ORDER: readonly Verdict[] = ['major', 'minor', 'patch'];

const STEP_OF_LEVEL: Readonly<Record<Level, Verdict>> = {
  breaking: 'major',
  'writer-gated': 'minor',
  additive: 'minor',
  doc: 'patch',
};
