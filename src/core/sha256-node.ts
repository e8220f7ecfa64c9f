import { hash } from 'node:crypto';

/** As `sha256.ts`, where `node:crypto` is at hand: three to nine times as fast, for small inputs and large ones. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
