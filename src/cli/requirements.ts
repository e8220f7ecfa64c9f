import { FEATURES, type FeatureCode } from '../index.ts';
import type { Requirements } from '../projection/index.ts';
import { usageFailure } from './failure.ts';
import { suggestion } from './nearest.ts';

const LEVELS = ['required', 'preferred', 'optional'] as const;

type Level = (typeof LEVELS)[number];

/** The requirements that `--requirement FEATURE=LEVEL` names. Throws a usage failure for what is neither. */
export function requirementsOf(texts: readonly string[]): Requirements {
  const requirements: Partial<Record<FeatureCode, Level>> = {};
  for (const text of texts) {
    const [feature = '', ...rest] = text.split('=');
    const level = rest.join('=');
    if (!isFeature(feature)) {
      const help = suggestion(feature, Object.keys(FEATURES), 'Run "urtext matrix --all" for the features.');
      throw usageFailure('feature-unknown', `There is no feature "${feature}".`, help);
    }
    if (!isLevel(level)) {
      const help = `Write --requirement ${feature}=required, =preferred or =optional.`;
      throw usageFailure('requirement-level', `The requirement of ${feature} has no such level.`, help);
    }
    requirements[feature] = level;
  }
  return requirements;
}

function isFeature(text: string): text is FeatureCode {
  return Object.hasOwn(FEATURES, text);
}

function isLevel(text: string): text is Level {
  return LEVELS.some((level) => level === text);
}
