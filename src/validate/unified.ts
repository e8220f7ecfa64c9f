import type {
  UnifiedContentPart,
  UnifiedConversation,
  UnifiedEventLog,
  UnifiedEventV2,
  UnifiedItem,
  UnifiedLossReport,
  UnifiedOperation,
  UnifiedPortableAnnotation,
  UnifiedProviderCheckpoint,
  UnifiedRequestV2,
  UnifiedResultV2,
  UnifiedToolDefinition,
  UnifiedTransportMetadata,
} from '../../generated/unified/types.ts';
import type { Validation } from '../core/issue.ts';
import { UNIFIED_KINDS } from './unified-kinds.ts';
import { type ValidationOptions, validateRecord } from './validate-record.ts';

/** Validates a request for inference. Bad data is an issue, never an exception. Source: Unified v2, Root records. */
export function validateRequest(value: unknown, options?: ValidationOptions): Validation<UnifiedRequestV2> {
  return validateRecord(UNIFIED_KINDS.UnifiedRequestV2, value, options);
}

/** Validates the result of a request. Bad data is an issue, never an exception. Source: Unified v2, Root records. */
export function validateResult(value: unknown, options?: ValidationOptions): Validation<UnifiedResultV2> {
  return validateRecord(UNIFIED_KINDS.UnifiedResultV2, value, options);
}

/** Validates one item by itself; what it refers to may be elsewhere. Source: Unified v2, Canonical items. */
export function validateItem(value: unknown, options?: ValidationOptions): Validation<UnifiedItem> {
  return validateRecord(UNIFIED_KINDS.UnifiedItem, value, options);
}

/** Validates one content part by itself. Source: Unified v2, Content parts. */
export function validatePart(value: unknown, options?: ValidationOptions): Validation<UnifiedContentPart> {
  return validateRecord(UNIFIED_KINDS.UnifiedContentPart, value, options);
}

/** Validates one event by itself; its place among others is for `validateEventLog`. Source: Unified v2, Typed event grammar. */
export function validateEvent(value: unknown, options?: ValidationOptions): Validation<UnifiedEventV2> {
  return validateRecord(UNIFIED_KINDS.UnifiedEventV2, value, options);
}

/** Validates the events of one operation, from the first on, as a whole. Source: Unified v2, Typed event grammar. */
export function validateEventLog(value: unknown, options?: ValidationOptions): Validation<UnifiedEventLog> {
  return validateRecord(UNIFIED_KINDS.UnifiedEventLog, value, options);
}

/** Validates a conversation with its branches and revisions. Source: Unified v2, Canonical items. */
export function validateConversation(value: unknown, options?: ValidationOptions): Validation<UnifiedConversation> {
  return validateRecord(UNIFIED_KINDS.UnifiedConversation, value, options);
}

/** Validates an operation. Source: Unified v2, Operations and background work. */
export function validateOperation(value: unknown, options?: ValidationOptions): Validation<UnifiedOperation> {
  return validateRecord(UNIFIED_KINDS.UnifiedOperation, value, options);
}

/** Validates a provider-private checkpoint. Source: Unified v2, Provider-private checkpoints. */
export function validateCheckpoint(value: unknown, options?: ValidationOptions): Validation<UnifiedProviderCheckpoint> {
  return validateRecord(UNIFIED_KINDS.UnifiedProviderCheckpoint, value, options);
}

/** Validates a portable annotation, against the registry too. Source: Unified v2, Provider data and projection loss. */
export function validateAnnotation(value: unknown, options?: ValidationOptions): Validation<UnifiedPortableAnnotation> {
  return validateRecord(UNIFIED_KINDS.UnifiedPortableAnnotation, value, options);
}

/** Validates a loss report, its verdict included. Source: Unified v2, Provider data and projection loss. */
export function validateLossReport(value: unknown, options?: ValidationOptions): Validation<UnifiedLossReport> {
  return validateRecord(UNIFIED_KINDS.UnifiedLossReport, value, options);
}

/** Validates the definition of a tool. Source: Unified v2, Definitions. */
export function validateToolDefinition(value: unknown, options?: ValidationOptions): Validation<UnifiedToolDefinition> {
  return validateRecord(UNIFIED_KINDS.UnifiedToolDefinition, value, options);
}

/** Validates serializable facts about the transport. Source: Unified v2, Serializable transport metadata. */
export function validateTransport(value: unknown, options?: ValidationOptions): Validation<UnifiedTransportMetadata> {
  return validateRecord(UNIFIED_KINDS.UnifiedTransportMetadata, value, options);
}
