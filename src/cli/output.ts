import type { CliIo } from './io.ts';
import { type Paint, paint } from './render/paint.ts';

/** What a verb writes with. */
export interface Output {
  /** Writes the result; a line break follows. */
  readonly result: (text: string) => void;
  /** Writes one document as the result. */
  readonly document: (value: unknown) => void;
  /** Says something about the result; a line break follows. */
  readonly remark: (text: string) => void;
  readonly paint: Paint;
}

/** The output of a run. */
export function outputOf(io: CliIo): Output {
  return {
    result: (text) => io.stdout(`${text}\n`),
    document: (value) => io.stdout(`${JSON.stringify(value, null, 2)}\n`),
    remark: (text) => io.stderr(`${text}\n`),
    paint: paint(io.colour),
  };
}
