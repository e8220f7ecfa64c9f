import type { UnifiedKeyValue } from '../../../../generated/unified/types.ts';
import type { RequestWriting } from './request-writing.ts';
import { MAX_METADATA_ENTRIES, MAX_METADATA_KEY, MAX_METADATA_VALUE, MAX_USER_IDENTIFIER } from './wire.ts';

/** Writes facts about a request that the model does not see. */
export function writeMetadata(writing: RequestWriting): void {
  const { entries, endUserId, safetyIdentifier } = writing.request.metadata ?? {};
  if (entries !== undefined) writeEntries(writing, entries);
  writeIdentifier(writing, 'user', endUserId, { path: '/metadata/endUserId', feature: 'metadata.end-user' });
  const safety = { path: '/metadata/safetyIdentifier', feature: 'metadata.safety-identifier' } as const;
  writeIdentifier(writing, 'safety_identifier', safetyIdentifier, safety);
}

function writeEntries({ context, wire, own }: RequestWriting, entries: readonly UnifiedKeyValue[]): void {
  const written = new Map<string, string>();
  entries.forEach(({ key, value }, index) => {
    const fault = written.has(key) ? 'this wire takes a key once' : own ? undefined : faultOf(key, value, written.size);
    if (fault === undefined) written.set(key, value);
    else context.loss.lose({ path: `/metadata/entries/${index}`, feature: 'metadata.entries.limit', reason: fault });
  });
  wire['metadata'] = Object.fromEntries(written);
}

function faultOf(key: string, value: string, count: number): string | undefined {
  if (count >= MAX_METADATA_ENTRIES) return `this wire takes ${MAX_METADATA_ENTRIES} entries`;
  if (key.length > MAX_METADATA_KEY) return `this wire takes keys of ${MAX_METADATA_KEY} characters`;
  return value.length > MAX_METADATA_VALUE ? `this wire takes values of ${MAX_METADATA_VALUE} characters` : undefined;
}

function writeIdentifier(
  { context, wire, own }: RequestWriting,
  member: string,
  value: string | undefined,
  at: { readonly path: string; readonly feature: 'metadata.end-user' | 'metadata.safety-identifier' },
): void {
  if (value === undefined) return;
  if (own || value.length <= MAX_USER_IDENTIFIER) wire[member] = value;
  else context.loss.lose({ ...at, reason: `this wire takes ${MAX_USER_IDENTIFIER} characters` });
}
