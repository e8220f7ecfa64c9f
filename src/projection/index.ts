export { lossReport } from '../core/loss-report.ts';
export type { CapabilityTable, Claim, IdentifierRule, ProfileLimits } from './capability.ts';
export { type Aliases, type Emission, type EmitOptions, emitRequest } from './emit.ts';
export type { EmitContext } from './emit-context.ts';
export { emitResponse, type ResponseEmission } from './emit-response.ts';
export { FrameWriter, frameText } from './framing/frame-text.ts';
export { readFrames } from './framing/read-frames.ts';
export { type Ingestion, type IngestOptions, ingestRequest } from './ingest.ts';
export type { IngestContext } from './ingest-context.ts';
export { type AnswerOptions, ingestResponse } from './ingest-response.ts';
export { LossRecorder } from './loss.ts';
export { isNeutral } from './neutral.ts';
export {
  defineProfile,
  type Profile,
  type ProfileSelection,
  type RequestDialect,
  type ResponseBody,
  type ResponseDialect,
  type StreamDialect,
} from './profile.ts';
export {
  type Projection,
  type ProjectOptions,
  type ProjectResponseOptions,
  projectRequest,
  projectResponse,
  type ResponseProjection,
  type Route,
} from './project.ts';
export { type Requirements, requirementTable } from './requirement.ts';
export type { DecodeContext, StreamDecoder } from './stream/decode-context.ts';
export {
  createStreamDecoder,
  type Decoded,
  type DecodedStream,
  type DecodeStreamOptions,
  decodeStream,
  type SteppedDecoder,
} from './stream/decode-stream.ts';
export type { EncodeContext, StreamEncoder } from './stream/encode-context.ts';
export {
  createStreamEncoder,
  type EncodedStream,
  type EncodeStreamOptions,
  type EncodingReport,
  encodeStream,
  type SteppedEncoder,
} from './stream/encode-stream.ts';
export type { CommentFrame, Framing, MarkerFrame, StreamFrame, WireFrame } from './stream/frame.ts';
export {
  createStreamProjection,
  type ProjectedStream,
  type ProjectionReport,
  type ProjectStreamOptions,
  projectStream,
  type SteppedProjection,
} from './stream/project-stream.ts';
export type { Source } from './stream/source-reader.ts';
export type { DecodeOptions, StreamChunk } from './stream/stream-decoding.ts';
export type { StreamForm } from './stream/stream-form.ts';
