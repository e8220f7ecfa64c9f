import { isPlainObject, type JsonObject } from '../../../core/json.ts';
import type { WireObject } from '../../wire-object.ts';

/**
 * An object in a member that a server may write in another way: anything else stays unread, whole. What surrounds an
 * answer is no reason to refuse the answer.
 */
export function objectIn(
  wire: WireObject,
  key: string,
  fits: (value: JsonObject) => boolean = () => true,
): WireObject | undefined {
  return isPlainObject(wire.look(key)) ? wire.objectIf(key, fits) : undefined;
}

/** As `objectIn`, for a text that is not empty. */
export function textIn(wire: WireObject, key: string, longest?: number): string | undefined {
  return typeof wire.look(key) === 'string' ? wire.name(key, longest) : undefined;
}
