import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECORD_KINDS, recogniseKind } from '../../src/cli/record-kind.ts';
import { ROOT } from '../support/imports.ts';

interface Definition {
  readonly examples?: readonly unknown[];
  readonly oneOf?: readonly { readonly $ref: string }[];
}

/** The type of each kind, and the family whose schemas give its examples. */
const TYPES: readonly (readonly [kind: string, family: string, type: string])[] = [
  ['request', 'unified', 'UnifiedRequestV2'],
  ['result', 'unified', 'UnifiedResultV2'],
  ['item', 'unified', 'UnifiedItem'],
  ['part', 'unified', 'UnifiedContentPart'],
  ['event', 'unified', 'UnifiedEventV2'],
  ['event-log', 'unified', 'UnifiedEventLog'],
  ['conversation', 'unified', 'UnifiedConversation'],
  ['operation', 'unified', 'UnifiedOperation'],
  ['checkpoint', 'unified', 'UnifiedProviderCheckpoint'],
  ['annotation', 'unified', 'UnifiedPortableAnnotation'],
  ['loss-report', 'unified', 'UnifiedLossReport'],
  ['transport', 'unified', 'UnifiedTransportMetadata'],
  ['tool', 'unified', 'UnifiedToolDefinition'],
  ['chat-request', 'aimatey', 'IRChatRequest'],
  ['chat-response', 'aimatey', 'IRChatResponse'],
  ['stream-chunk', 'aimatey', 'IRStreamChunk'],
  ['decision-request', 'aimatey', 'IRDecisionRequest'],
  ['decision-response', 'aimatey', 'IRDecisionResponse'],
  ['capabilities', 'aimatey', 'IRCapabilities'],
];

/** The examples of a type and of every member of it. An empty log shows nothing. */
function examplesOf(family: string, type: string): readonly unknown[] {
  const bundle = JSON.parse(readFileSync(join(ROOT, 'generated', family, 'bundle.json'), 'utf8'));
  const definitions: Readonly<Record<string, Definition>> = bundle.$defs;
  const members = definitions[type]?.oneOf?.map(({ $ref }) => $ref.slice('#/$defs/'.length)) ?? [];
  return [type, ...members]
    .flatMap((name) => definitions[name]?.examples ?? [])
    .filter((example) => !Array.isArray(example) || example.length > 0);
}

describe('the kind of a document', () => {
  it.each(TYPES)('[D-5] is found to be %s for every example of the schema', (kind, family, type) => {
    const examples = examplesOf(family, type);
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter((example) => recogniseKind(example)?.name !== kind)).toEqual([]);
  });

  it('[D-5] is one of those that the schemas give examples for', () => {
    expect(RECORD_KINDS.map(({ name }) => name)).toEqual(TYPES.map(([kind]) => kind));
  });
});
