import * as aimatey from '../aimatey/index.ts';
import { isPlainObject } from '../core/json.ts';
import { UNIONS, type Validation } from '../index.ts';
import * as validate from '../validate/index.ts';

/** A record that a file can hold: how it is recognised, and how it is validated. */
export interface RecordKind {
  readonly name: string;
  /** In words, with its article. */
  readonly title: string;
  /** The name of its type in the plan of Unified v2; absent where no content fingerprint is defined. */
  readonly type?: string;
  readonly validate: (value: unknown) => Validation<unknown>;
  /** Pointers of what a valid document of another minor version holds that this one does not know. */
  readonly retained?: (value: unknown) => readonly string[];
  /** Whether a document is meant to be one, by the members that nothing else has. */
  readonly recognise: (value: unknown) => boolean;
}

const VERSIONED = 'schemaVersion';

/** Every kind that `--as` takes. */
export const RECORD_KINDS: readonly RecordKind[] = [
  unified(
    'request',
    'a request',
    'UnifiedRequestV2',
    validate.validateRequest,
    having(VERSIONED, 'requestId', 'conversation'),
  ),
  unified('result', 'a result', 'UnifiedResultV2', validate.validateResult, having(VERSIONED, 'responseId', 'output')),
  unified('item', 'an item', 'UnifiedItem', validate.validateItem, tagged(UNIONS.UnifiedItem, 'branchId')),
  unified('part', 'a content part', 'UnifiedContentPart', validate.validatePart, tagged(UNIONS.UnifiedContentPart)),
  unified('event', 'an event', 'UnifiedEventV2', validate.validateEvent, tagged(UNIONS.UnifiedEventV2, VERSIONED)),
  {
    ...kind('event-log', 'an event log', validate.validateEventLog, isEventLog),
    retained: retainedIn('UnifiedEventLog'),
  },
  unified(
    'conversation',
    'a conversation',
    'UnifiedConversation',
    validate.validateConversation,
    having(VERSIONED, 'branches', 'items'),
  ),
  unified(
    'operation',
    'an operation',
    'UnifiedOperation',
    validate.validateOperation,
    having(VERSIONED, 'operationId', 'cancellation'),
  ),
  unified(
    'checkpoint',
    'a checkpoint',
    'UnifiedProviderCheckpoint',
    validate.validateCheckpoint,
    lacking(having(VERSIONED, 'checkpointId'), 'type'),
  ),
  unified(
    'annotation',
    'an annotation',
    'UnifiedPortableAnnotation',
    validate.validateAnnotation,
    having('scope', 'schema', 'resourceId'),
  ),
  unified(
    'loss-report',
    'a loss report',
    'UnifiedLossReport',
    validate.validateLossReport,
    having('disposition', 'entries'),
  ),
  unified(
    'transport',
    'transport metadata',
    'UnifiedTransportMetadata',
    validate.validateTransport,
    (value) => having('allowedHeaders')(value) || having('acceptedResponse')(value),
  ),
  unified(
    'tool',
    'a tool',
    'UnifiedToolDefinition',
    validate.validateToolDefinition,
    tagged(UNIONS.UnifiedToolDefinition),
  ),
  kind(
    'chat-request',
    'a chat request',
    validate.validateChatRequest,
    lacking(having('messages', 'metadata'), 'model'),
  ),
  kind(
    'chat-response',
    'a chat response',
    validate.validateChatResponse,
    lacking(having('message', 'finishReason'), 'sequence'),
  ),
  kind(
    'stream-chunk',
    'a stream chunk',
    validate.validateStreamChunk,
    lacking(tagged(aimatey.UNIONS.IRStreamChunk, 'sequence'), VERSIONED, 'branchId'),
  ),
  kind('decision-request', 'a decision request', validate.validateDecisionRequest, having('state', 'questions')),
  kind('decision-response', 'a decision response', validate.validateDecisionResponse, having('answers', 'model')),
  kind('capabilities', 'capabilities', validate.validateCapabilities, having('systemMessageStrategy')),
];

/** The one kind that a document is meant to be, or nothing where none or several would do. */
export function recogniseKind(value: unknown): RecordKind | undefined {
  const found = RECORD_KINDS.filter(({ recognise }) => recognise(value));
  return found.length === 1 ? found[0] : undefined;
}

function kind(
  name: string,
  title: string,
  check: RecordKind['validate'],
  recognise: RecordKind['recognise'],
): RecordKind {
  return { name, title, validate: (value) => check(value), recognise };
}

function unified(
  name: string,
  title: string,
  type: UnifiedRecord,
  check: RecordKind['validate'],
  recognise: RecordKind['recognise'],
): RecordKind {
  return { ...kind(name, title, check, recognise), type, retained: retainedIn(type) };
}

type UnifiedRecord = Parameters<typeof validate.readTolerant>[0];

function retainedIn(record: UnifiedRecord): (value: unknown) => readonly string[] {
  return (value) => {
    const reading = validate.readTolerant(record, value);
    return reading.ok && reading.supported ? reading.retained : [];
  };
}

function having(...members: readonly string[]): RecordKind['recognise'] {
  return (value) => isPlainObject(value) && members.every((member) => Object.hasOwn(value, member));
}

/** As `recognise`, but not where a member is there that tells of another kind. */
function lacking(recognise: RecordKind['recognise'], ...members: readonly string[]): RecordKind['recognise'] {
  return (value) => recognise(value) && !members.some((member) => having(member)(value));
}

interface Union {
  readonly property: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A member of a union by its tag; `member` tells it from members of other unions that have the same tag. */
function tagged({ property, tags }: Union, member?: string): RecordKind['recognise'] {
  return (value) => {
    if (!isPlainObject(value)) return false;
    const tag = value[property];
    if (typeof tag !== 'string' || !Object.hasOwn(tags, tag)) return false;
    return member === undefined ? !Object.hasOwn(value, 'branchId') : Object.hasOwn(value, member);
  };
}

function isEventLog(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(tagged(UNIONS.UnifiedEventV2, VERSIONED));
}
