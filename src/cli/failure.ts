import { UrtextError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { EXIT, type ExitCode } from './exit-code.ts';

/** A run that ends without a result, and why. The code is one that `urtext explain` knows. */
export class CliFailure extends UrtextError {
  static override readonly kind = 'CliFailure';
  readonly exit: ExitCode;
  /** One line: what to do next. */
  readonly help: string;

  constructor(exit: ExitCode, code: string, message: string, help: string, cause?: unknown) {
    super(code, message, cause === undefined ? {} : { cause });
    this.exit = exit;
    this.help = help;
  }
}

/** A command line that cannot be carried out. */
export function usageFailure(code: string, message: string, help: string): CliFailure {
  return new CliFailure(EXIT.usage, code, message, help);
}

/** The document that `--json` prints for a run that failed. */
export function failureDocument({ code, message }: { readonly code: string; readonly message: string }): JsonObject {
  return { ok: false, error: { code, message } };
}
