import type { Place } from './place.ts';
import type { RecordIndex } from './record-index.ts';

/**
 * Tells in which scope of a record a place stands. A record is one scope, but each revision, and each event of a log, is
 * one of its own: they hold items and parts that the record, or an earlier event, holds as well.
 */
export function scopesOf(record: RecordIndex): (place: Place) => Place {
  const { root } = record;
  if (record.of('event-log').length > 0) return (place) => ancestorBelow(place, root);
  if (record.of('revision').length > 0) return (place) => ancestorWithin(place) ?? root;
  return () => root;
}

function ancestorBelow(place: Place, root: Place): Place {
  let scope = place;
  while (scope.parent !== undefined && scope.parent !== root) scope = scope.parent;
  return scope;
}

function ancestorWithin(place: Place): Place | undefined {
  for (let scope: Place | undefined = place; scope !== undefined; scope = scope.parent) {
    if (scope.type.kinds.includes('revision')) return scope;
  }
  return undefined;
}
