import { UsageError } from '../../core/errors.ts';
import { describeFound } from '../../core/issue.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Limits } from '../../core/limits.ts';
import type { ExactNumbers } from '../../core/parse-json.ts';
import { parsePointer } from '../../core/pointer.ts';
import { exactNumbersIn } from '../framing/payload.ts';

/** The numbers of a text that stand in the payload, in case the text is of another one. */
export function numbersOf(text: string, data: JsonObject, limits: Limits): ExactNumbers {
  const numbers = [...exactNumbersIn(text, limits)];
  return new Map(numbers.filter(([path, literal]) => valueAt(data, path) === Number(literal)));
}

function valueAt(data: JsonObject, path: string): unknown {
  let value: unknown = data;
  for (const token of parsePointer(path)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = Reflect.get(value, token);
  }
  return value;
}

/** Says that something is no chunk of a stream. */
export function noChunk(found: unknown): UsageError {
  const message = `A chunk of a stream is bytes, text, a frame or its payload; found ${describeFound(found)}.`;
  return new UsageError('stream-chunk', message);
}
