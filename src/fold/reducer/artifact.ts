import { appendBase64 } from '../base64.ts';
import { copyData } from '../copy.ts';
import { invalidEvent } from '../fault.ts';
import { append, replacePart } from './part.ts';
import type { Reducers } from './reducer.ts';

/** Artifacts that arrive in pieces or whole. */
export const artifactReducers: Reducers<'artifact-delta' | 'artifact-ready'> = {
  'artifact-delta': (folding, { partId, data, transcript, partialIndex, mediaType, details }) => {
    const part = folding.part(partId);
    if (!('source' in part)) {
      throw invalidEvent('references', '/partId', 'The part holds no artifact.', 'a media part', part.type);
    }
    if (data !== undefined) {
      const known = part.source;
      const isInline = 'kind' in known && known.kind === 'inline' && typeof known.data === 'string';
      const whole = isInline && partialIndex === undefined ? appendBase64(known.data, data) : data;
      const type = mediaType ?? (isInline ? known.mediaType : 'application/octet-stream');
      // A part with a source takes any data source.
      Object.assign(part, { source: { kind: 'inline', mediaType: type, data: whole, encoding: 'base64' } });
    }
    if (transcript !== undefined && (part.type === 'audio' || part.type === 'video')) {
      part.transcript = (part.transcript ?? '') + transcript;
    }
    if (details !== undefined && part.type === 'image') part.generation = copyData(details);
  },
  'artifact-ready': (folding, { itemId, part }) => {
    if (folding.hasPart(part.id)) replacePart(folding.part(part.id), part);
    else append(folding, itemId, part);
  },
};
