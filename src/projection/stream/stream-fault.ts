import type { UnifiedError } from '../../../generated/unified/types.ts';
import type { WireFormatError } from '../../core/errors.ts';
import type { Limits } from '../../core/limits.ts';

/** Which bound of a stream was passed. */
export type StreamBound = 'stream-frame-size' | 'stream-size' | 'stream-events';

/** A stream that passes a bound: the same request would end the same way. */
export function boundError(operationId: string, code: StreamBound, limits: Limits): UnifiedError {
  const message = {
    'stream-frame-size': `A frame of the stream is longer than ${limits.bytes} bytes.`,
    'stream-size': `The stream is longer than ${limits.streamBytes} bytes.`,
    'stream-events': `The stream makes more than ${limits.events} events.`,
  } as const satisfies Record<StreamBound, string>;
  return { category: 'too-large', code, message: message[code], retryable: false, operationId };
}

/** A frame that is not what its framing or its dialect says; `message` quotes nothing of it. */
export function malformedError(operationId: string, message: string): UnifiedError {
  return { category: 'provider', code: 'wire-format', message, retryable: true, operationId };
}

/** What a profile's reader found wrong with a frame. */
export function unreadableError(operationId: string, { message }: WireFormatError): UnifiedError {
  return malformedError(operationId, message);
}

/**
 * The source of the bytes failed. Who failed decides, not the words: a source that gives up waiting says so by its name,
 * and everything else is the network. Of the exception only a machine's code is told: its words may hold anything.
 */
export function sourceError(operationId: string, reason: unknown): UnifiedError {
  const code = machineCode(reason);
  const told = code === undefined ? '' : ` (${code})`;
  const base = { code: 'stream-truncated', retryable: true, operationId } as const;
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? { ...base, category: 'timeout', message: `The provider did not go on in time${told}.` }
    : { ...base, category: 'network', message: `The connection to the provider was terminated${told}.` };
}

/** Codes as in ECONNRESET or UND_ERR_SOCKET, of the error or of its cause. */
function machineCode(reason: unknown): string | undefined {
  if (!(reason instanceof Error)) return undefined;
  const code: unknown = 'code' in reason ? reason.code : undefined;
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return code;
  return reason.cause === reason ? undefined : machineCode(reason.cause);
}
