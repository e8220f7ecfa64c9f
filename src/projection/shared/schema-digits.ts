import type { UnifiedJsonSchema } from '../../../generated/unified/types.ts';
import type { WireObject } from '../wire-object.ts';

/** Reads a JSON Schema under a member, with every digit of its numbers; nothing when the member is not there. */
export function readSchemaMember(
  wire: WireObject,
  key: string,
): Pick<UnifiedJsonSchema, 'schema' | 'exactNumbers'> | undefined {
  const read = wire.jsonWithDigits(key);
  if (read === undefined) return undefined;
  const { value: schema, digits } = read;
  if (digits.size === 0) return { schema };
  return { schema, exactNumbers: Array.from(digits, ([pointer, text]) => ({ pointer, text })) };
}
