import { bundleTarget } from './target/bundle.ts';
import { featuresTarget } from './target/features.ts';
import { guardsTarget } from './target/guards.ts';
import { planTarget } from './target/plan.ts';
import { registryTarget } from './target/registry.ts';
import type { Target } from './target/target.ts';
import { tolerantTarget } from './target/tolerant.ts';
import { transitionsTarget } from './target/transitions.ts';
import { typesTarget } from './target/types.ts';
import { validatorsTarget } from './target/validators.ts';
import { wordsTarget } from './target/words.ts';

/** Everything that is generated. A new output is one file in `target/` and one line here. */
export const TARGETS: readonly Target[] = [
  bundleTarget,
  featuresTarget,
  guardsTarget,
  planTarget,
  registryTarget,
  tolerantTarget,
  transitionsTarget,
  typesTarget,
  validatorsTarget,
  wordsTarget,
];

/** What is generated for a folder of annotations that somebody else wrote. */
export const ANNOTATION_TARGETS: readonly Target[] = [
  bundleTarget,
  guardsTarget,
  planTarget,
  registryTarget,
  typesTarget,
  validatorsTarget,
];
