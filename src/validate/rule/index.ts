import type { Rule } from '../rule.ts';
import { annotation } from './annotation.ts';
import { branchHead } from './branch-head.ts';
import { cache } from './cache.ts';
import { compaction } from './compaction.ts';
import { completeness } from './completeness.ts';
import { eventOrder } from './event-order.ts';
import { itemOrder } from './item-order.ts';
import { lossDisposition } from './loss-disposition.ts';
import { messageContent } from './message-content.ts';
import { numeric } from './numeric.ts';
import { ownerScope } from './owner-scope.ts';
import { references } from './references.ts';
import { revision } from './revision.ts';
import { secretExclusion } from './secret-exclusion.ts';
import { sizeLimit } from './size-limit.ts';
import { toolCorrelation } from './tool-correlation.ts';
import { transition } from './transition.ts';
import { uniqueIds } from './unique-ids.ts';
import { usageScope } from './usage-scope.ts';

/** Every invariant that the schemas cannot say, in the order in which they are asked. */
export const RULES: readonly Rule[] = [
  sizeLimit,
  secretExclusion,
  uniqueIds,
  references,
  itemOrder,
  branchHead,
  completeness,
  compaction,
  toolCorrelation,
  revision,
  eventOrder,
  transition,
  ownerScope,
  annotation,
  cache,
  numeric,
  usageScope,
  lossDisposition,
  messageContent,
];
