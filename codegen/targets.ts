import { bundleTarget } from './target/bundle.ts';
import { guardsTarget } from './target/guards.ts';
import { planTarget } from './target/plan.ts';
import type { Target } from './target/target.ts';
import { typesTarget } from './target/types.ts';
import { validatorsTarget } from './target/validators.ts';

/** Everything that is generated. A new output is one file in `target/` and one line here. */
export const TARGETS: readonly Target[] = [bundleTarget, guardsTarget, planTarget, typesTarget, validatorsTarget];

/** What is generated for a folder of annotations that somebody else wrote. */
export const ANNOTATION_TARGETS: readonly Target[] = [
  bundleTarget,
  guardsTarget,
  planTarget,
  typesTarget,
  validatorsTarget,
];
