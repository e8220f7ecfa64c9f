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
      const type = mediaType ?? (isInline ? known.mediaType : 'application/octet-stream');
      if (partialIndex !== undefined) folding.forgetBase64(part.id);
      const bytes = folding.base64(part.id, isInline && partialIndex === undefined ? known.data : '');
      bytes.add(data);
      // A part with a source takes any data source.
      Object.assign(part, { source: { kind: 'inline', mediaType: type, data: bytes.text, encoding: 'base64' } });
    }
    if (transcript !== undefined && (part.type === 'audio' || part.type === 'video')) {
      part.transcript = (part.transcript ?? '') + transcript;
    }
    if (details !== undefined && part.type === 'image') part.generation = copyData(details);
  },
  'artifact-ready': (folding, { itemId, part }) => {
    folding.forgetBase64(part.id);
    if (folding.hasPart(part.id)) replacePart(folding.part(part.id), part);
    else append(folding, itemId, part);
  },
};
