import type { UnifiedProviderDataRef, UnifiedTextPart, UnifiedWireForm } from '../../../../generated/unified/types.ts';
import { partId } from '../../../core/id.ts';
import { from, type IngestContext } from '../../ingest-context.ts';
import type { WireObject } from '../../wire-object.ts';
import { type ReadContent, readParts } from './ingest-parts.ts';

/** Content as it is on this wire: one text, a list of parts, null or nothing. */
export interface Content extends ReadContent {
  readonly form: UnifiedWireForm;
}

/**
 * Reads the content of a message. An assistant's may be null, which is a value there; anybody else's that is null is kept
 * in the same way. Parts that `leftOut` names are read elsewhere.
 */
export function readContent(
  context: IngestContext,
  wire: WireObject,
  itemId: string,
  leftOut?: (wire: WireObject) => boolean,
): Content {
  const raw = wire.peek('content');
  if (raw === undefined) return { parts: [], unknown: [], form: 'absent' };
  if (raw === null) {
    wire.json('content');
    return { parts: [], unknown: [], form: 'null' };
  }
  if (typeof raw !== 'string') {
    return { ...readParts(context, wire.objectsBesideText('content'), itemId, leftOut), form: 'parts' };
  }
  const part: UnifiedTextPart = { id: partId(itemId, 0), type: 'text', text: wire.requiredText('content') };
  return { parts: [from(context, wire, part)], unknown: NOTHING, form: 'text' };
}

const NOTHING: readonly UnifiedProviderDataRef[] = [];
