import { UNIONS } from '../../generated/unified/guards.ts';
import { PLAN } from '../../generated/unified/plan.ts';
import type { Validate } from '../../generated/unified/runtime.js';
import * as tolerant from '../../generated/unified/tolerant.js';
import type * as types from '../../generated/unified/types.ts';
import * as validators from '../../generated/unified/validators.js';
import { LinkedPlan, type TypePlan } from './type-plan.ts';
import type { RecordKind } from './validate-record.ts';

/** The records of Unified v2 that can be validated on their own, and the type of each, by their names in the schemas. */
export interface UnifiedRecords {
  readonly UnifiedContentPart: types.UnifiedContentPart;
  readonly UnifiedConversation: types.UnifiedConversation;
  readonly UnifiedEventLog: types.UnifiedEventLog;
  readonly UnifiedEventV2: types.UnifiedEventV2;
  readonly UnifiedItem: types.UnifiedItem;
  readonly UnifiedLossReport: types.UnifiedLossReport;
  readonly UnifiedOperation: types.UnifiedOperation;
  readonly UnifiedPortableAnnotation: types.UnifiedPortableAnnotation;
  readonly UnifiedProviderCheckpoint: types.UnifiedProviderCheckpoint;
  readonly UnifiedRequestV2: types.UnifiedRequestV2;
  readonly UnifiedResultV2: types.UnifiedResultV2;
  readonly UnifiedToolDefinition: types.UnifiedToolDefinition;
  readonly UnifiedTransportMetadata: types.UnifiedTransportMetadata;
}

const plan = new LinkedPlan(PLAN);
const tables = { validators, unions: UNIONS };

function kind<N extends keyof UnifiedRecords>(name: N, validate: Validate<UnifiedRecords[N]>) {
  return { plan: { slot: plan.slot(name), searchesSecrets: true }, validate, tables };
}

const EVENT_LOG: TypePlan = { name: 'UnifiedEventLog', kinds: ['event-log'], slots: new Map() };

/** How each record is validated; those that say their version can be read when it is another minor. */
export const UNIFIED_KINDS: { readonly [N in keyof UnifiedRecords]: RecordKind<UnifiedRecords[N]> } = {
  UnifiedContentPart: kind('UnifiedContentPart', validators.UnifiedContentPart),
  UnifiedConversation: {
    ...kind('UnifiedConversation', validators.UnifiedConversation),
    later: tolerant.UnifiedConversation,
  },
  UnifiedEventLog: {
    plan: { slot: plan.slot('UnifiedEventV2'), list: EVENT_LOG, searchesSecrets: true },
    validate: validators.UnifiedEventLog,
    tables,
    later: tolerant.UnifiedEventLog,
  },
  UnifiedEventV2: { ...kind('UnifiedEventV2', validators.UnifiedEventV2), later: tolerant.UnifiedEventV2 },
  UnifiedItem: kind('UnifiedItem', validators.UnifiedItem),
  UnifiedLossReport: kind('UnifiedLossReport', validators.UnifiedLossReport),
  UnifiedOperation: { ...kind('UnifiedOperation', validators.UnifiedOperation), later: tolerant.UnifiedOperation },
  UnifiedPortableAnnotation: kind('UnifiedPortableAnnotation', validators.UnifiedPortableAnnotation),
  UnifiedProviderCheckpoint: {
    ...kind('UnifiedProviderCheckpoint', validators.UnifiedProviderCheckpoint),
    later: tolerant.UnifiedProviderCheckpoint,
  },
  UnifiedRequestV2: { ...kind('UnifiedRequestV2', validators.UnifiedRequestV2), later: tolerant.UnifiedRequestV2 },
  UnifiedResultV2: { ...kind('UnifiedResultV2', validators.UnifiedResultV2), later: tolerant.UnifiedResultV2 },
  UnifiedToolDefinition: kind('UnifiedToolDefinition', validators.UnifiedToolDefinition),
  UnifiedTransportMetadata: kind('UnifiedTransportMetadata', validators.UnifiedTransportMetadata),
};
