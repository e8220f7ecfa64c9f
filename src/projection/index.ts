export type { CapabilityTable, Claim, IdentifierRule, ProfileLimits } from './capability.ts';
export { type Aliases, type Emission, type EmitOptions, emitRequest } from './emit.ts';
export type { EmitContext } from './emit-context.ts';
export { type Ingestion, type IngestOptions, ingestRequest } from './ingest.ts';
export type { IngestContext } from './ingest-context.ts';
export { LossRecorder, lossReport } from './loss.ts';
export { defineProfile, type Profile, type ProfileSelection, type RequestDialect } from './profile.ts';
export { type Projection, type ProjectOptions, projectRequest, type Route } from './project.ts';
export { type Requirements, requirementTable } from './requirement.ts';
