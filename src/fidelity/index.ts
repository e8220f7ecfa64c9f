/**
 * The fidelity audit: the proof, on recordings, that nothing is lost in silence.
 * @module
 */
export { createFidelityAudit, type FidelityAudit, type FidelityOptions } from './fidelity.ts';
export {
  type Cell,
  type Checked,
  type Crash,
  type Failure,
  type FidelityReport,
  isFaithful,
  type Outcome,
  type Silence,
  type Skip,
} from './findings.ts';
export type { BodyKind, RecordedStream, Recording } from './recording.ts';
