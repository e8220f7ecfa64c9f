import type { ToolArguments } from './tool-arguments.ts';
import { argumentsObject } from './tool-arguments.ts';

/**
 * The text that a custom tool was called with, where the request had to wrap it into a function with one text named
 * `input`; absent where the arguments are anything else.
 */
export function unwrappedInput(call: ToolArguments): string | undefined {
  const value = argumentsObject(call)?.value;
  const input = value?.['input'];
  return typeof input === 'string' && Object.keys(value ?? {}).length === 1 ? input : undefined;
}
