/**
 * The door of validation: one function for each record, the registry of annotations, and the tolerant reader.
 * @module
 */
export {
  validateCapabilities,
  validateChatRequest,
  validateChatResponse,
  validateChatTool,
  validateDecisionAnswer,
  validateDecisionQuestion,
  validateDecisionRequest,
  validateDecisionResponse,
  validateMessage,
  validateMessageContent,
  validateParameters,
  validateStreamChunk,
} from './aimatey.ts';
export {
  type AnnotationRegistry,
  createRegistry,
  DEFAULT_REGISTRY,
  type RegisteredAnnotation,
} from './annotation-registry.ts';
export { readTolerant, type TolerantReading } from './tolerant.ts';
export {
  validateAnnotation,
  validateCheckpoint,
  validateConversation,
  validateEvent,
  validateEventLog,
  validateItem,
  validateLossReport,
  validateOperation,
  validatePart,
  validateRequest,
  validateResult,
  validateToolDefinition,
  validateTransport,
} from './unified.ts';
export type { UnifiedRecords } from './unified-kinds.ts';
export type { ValidationOptions } from './validate-record.ts';
