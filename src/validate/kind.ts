import type { IRMessage } from '../../generated/aimatey/types.ts';
import { UNIONS } from '../../generated/unified/guards.ts';
import type * as unified from '../../generated/unified/types.ts';
import { CALL_TYPES, type CallItem } from './pairing.ts';

/**
 * What the rules tell apart in a record, and the type that each has. A record is indexed by these names, so that no rule
 * has to walk it again.
 */
export interface KindTypes {
  readonly annotation: unified.UnifiedPortableAnnotation;
  readonly branch: unified.UnifiedBranch;
  readonly cache: unified.UnifiedCacheIntent;
  readonly call: CallItem;
  readonly caller: unified.UnifiedCaller;
  readonly citation: unified.UnifiedTextAnnotation;
  readonly 'cited-source': unified.UnifiedCitedSource;
  readonly conversation: unified.UnifiedConversation;
  readonly 'conversation-input': unified.UnifiedConversationInput;
  readonly 'event-log': unified.UnifiedEventLog;
  readonly finding: unified.UnifiedSearchResultItem | unified.UnifiedRetrievalResultItem;
  readonly 'input-usage': unified.UnifiedInputUsage;
  readonly item: unified.UnifiedItem;
  readonly 'key-value': unified.UnifiedKeyValue;
  readonly 'loss-report': unified.UnifiedLossReport;
  readonly message: IRMessage;
  readonly operation: unified.UnifiedOperation;
  readonly 'output-usage': unified.UnifiedOutputUsage;
  readonly part: unified.UnifiedContentPart;
  readonly 'private-reference': unified.UnifiedOwnerPrivateRef;
  readonly range: Range;
  readonly request: unified.UnifiedRequestV2;
  readonly resource: unified.UnifiedProviderResourceRef;
  readonly result: unified.UnifiedResultV2;
  readonly revision: unified.UnifiedItemRevision;
  /** A text that is a credential, or JSON that holds one. */
  readonly secret: unknown;
  readonly span: unified.UnifiedTextSpan;
  readonly summary: unified.UnifiedCompactionSummaryItem;
  readonly tool: unified.UnifiedToolDefinition;
  readonly transformation: unified.UnifiedInputTransformation;
  readonly transport: unified.UnifiedTransportMetadata;
  readonly usage: unified.UnifiedUsage;
}

/** The types whose two numbers say where something begins and ends. */
export type Range =
  | unified.UnifiedTextSpan
  | unified.UnifiedSourceRange
  | unified.UnifiedPageSelection
  | unified.UnifiedRetrievedChunk
  | unified.UnifiedTimeSelection
  | unified.UnifiedTranscriptWord;

export type Kind = keyof KindTypes;

/** The definitions that each kind consists of, by their names in the schemas; a definition may be of several kinds. */
export const TYPES_OF_KIND = {
  annotation: ['UnifiedPortableAnnotation'],
  branch: ['UnifiedBranch'],
  cache: ['UnifiedCacheIntent'],
  call: CALL_TYPES.map((type) => UNIONS.UnifiedItem.tags[type]),
  caller: ['UnifiedCaller'],
  citation: Object.values(UNIONS.UnifiedTextAnnotation.tags),
  'cited-source': ['UnifiedCitedSource'],
  conversation: ['UnifiedConversation'],
  'conversation-input': ['UnifiedConversationInput'],
  'event-log': ['UnifiedEventLog'],
  finding: ['UnifiedSearchResultItem', 'UnifiedRetrievalResultItem'],
  'input-usage': ['UnifiedInputUsage'],
  item: Object.values(UNIONS.UnifiedItem.tags),
  'key-value': ['UnifiedKeyValue'],
  'loss-report': ['UnifiedLossReport'],
  message: ['IRMessage'],
  operation: ['UnifiedOperation'],
  'output-usage': ['UnifiedOutputUsage'],
  part: Object.values(UNIONS.UnifiedContentPart.tags),
  'private-reference': ['UnifiedOwnerPrivateRef'],
  range: [
    'UnifiedTextSpan',
    'UnifiedSourceRange',
    'UnifiedPageSelection',
    'UnifiedRetrievedChunk',
    'UnifiedTimeSelection',
    'UnifiedTranscriptWord',
  ],
  request: ['UnifiedRequestV2'],
  resource: ['UnifiedProviderResourceRef'],
  result: ['UnifiedResultV2'],
  revision: ['UnifiedItemRevision'],
  secret: [],
  span: ['UnifiedTextSpan'],
  summary: ['UnifiedCompactionSummaryItem'],
  tool: Object.values(UNIONS.UnifiedToolDefinition.tags),
  transformation: ['UnifiedInputTransformation'],
  transport: ['UnifiedTransportMetadata'],
  usage: ['UnifiedUsage'],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;
