import { UNIONS } from '../../generated/aimatey/guards.ts';
import { PLAN } from '../../generated/aimatey/plan.ts';
import type * as types from '../../generated/aimatey/types.ts';
import * as validators from '../../generated/aimatey/validators.js';
import type { Validation } from '../core/issue.ts';
import { LinkedPlan } from './type-plan.ts';
import { type RecordKind, type ValidationOptions, validateRecord } from './validate-record.ts';

const plan = new LinkedPlan(PLAN);
const tables = { validators, unions: UNIONS };

/** The IR is a wire format: what its texts hold is its client's business until it is read into a record. */
function kind<T>(name: string, validate: RecordKind<T>['validate']): RecordKind<T> {
  return { plan: { slot: plan.slot(name), searchesSecrets: false }, validate, tables };
}

const CHAT_REQUEST = kind('IRChatRequest', validators.IRChatRequest);
const CHAT_RESPONSE = kind('IRChatResponse', validators.IRChatResponse);
const STREAM_CHUNK = kind('IRStreamChunk', validators.IRStreamChunk);
const MESSAGE = kind('IRMessage', validators.IRMessage);
const MESSAGE_CONTENT = kind('MessageContent', validators.MessageContent);
const CHAT_TOOL = kind('IRTool', validators.IRTool);
const PARAMETERS = kind('IRParameters', validators.IRParameters);
const CAPABILITIES = kind('IRCapabilities', validators.IRCapabilities);
const DECISION_REQUEST = kind('IRDecisionRequest', validators.IRDecisionRequest);
const DECISION_RESPONSE = kind('IRDecisionResponse', validators.IRDecisionResponse);
const DECISION_QUESTION = kind('IRDecisionQuestion', validators.IRDecisionQuestion);
const DECISION_ANSWER = kind('IRDecisionAnswer', validators.IRDecisionAnswer);

/** Validates a chat request of the aimatey IR. Bad data is an issue, never an exception. */
export function validateChatRequest(value: unknown, options?: ValidationOptions): Validation<types.IRChatRequest> {
  return validateRecord(CHAT_REQUEST, value, options);
}

/** Validates a chat response of the aimatey IR. Bad data is an issue, never an exception. */
export function validateChatResponse(value: unknown, options?: ValidationOptions): Validation<types.IRChatResponse> {
  return validateRecord(CHAT_RESPONSE, value, options);
}

/** Validates one chunk of a stream of the aimatey IR; its place among others is the stream contract's. */
export function validateStreamChunk(value: unknown, options?: ValidationOptions): Validation<types.IRStreamChunk> {
  return validateRecord(STREAM_CHUNK, value, options);
}

/** Validates a message of the aimatey IR. */
export function validateMessage(value: unknown, options?: ValidationOptions): Validation<types.IRMessage> {
  return validateRecord(MESSAGE, value, options);
}

/** Validates one block of a message's content of the aimatey IR. */
export function validateMessageContent(value: unknown, options?: ValidationOptions): Validation<types.MessageContent> {
  return validateRecord(MESSAGE_CONTENT, value, options);
}

/** Validates a tool of the aimatey IR. */
export function validateChatTool(value: unknown, options?: ValidationOptions): Validation<types.IRTool> {
  return validateRecord(CHAT_TOOL, value, options);
}

/** Validates the parameters of a chat request of the aimatey IR. */
export function validateParameters(value: unknown, options?: ValidationOptions): Validation<types.IRParameters> {
  return validateRecord(PARAMETERS, value, options);
}

/** Validates the capabilities of a backend of the aimatey IR. */
export function validateCapabilities(value: unknown, options?: ValidationOptions): Validation<types.IRCapabilities> {
  return validateRecord(CAPABILITIES, value, options);
}

/** Validates a decision request of the aimatey IR; what a backend can serve is for its capabilities to say. */
export function validateDecisionRequest(
  value: unknown,
  options?: ValidationOptions,
): Validation<types.IRDecisionRequest> {
  return validateRecord(DECISION_REQUEST, value, options);
}

/** Validates a decision response of the aimatey IR by itself, without the questions that it answers. */
export function validateDecisionResponse(
  value: unknown,
  options?: ValidationOptions,
): Validation<types.IRDecisionResponse> {
  return validateRecord(DECISION_RESPONSE, value, options);
}

/** Validates one question of a decision request of the aimatey IR. */
export function validateDecisionQuestion(
  value: unknown,
  options?: ValidationOptions,
): Validation<types.IRDecisionQuestion> {
  return validateRecord(DECISION_QUESTION, value, options);
}

/** Validates one answer of a decision response of the aimatey IR, without the question that it answers. */
export function validateDecisionAnswer(
  value: unknown,
  options?: ValidationOptions,
): Validation<types.IRDecisionAnswer> {
  return validateRecord(DECISION_ANSWER, value, options);
}
