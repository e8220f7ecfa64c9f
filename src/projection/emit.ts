import type { UnifiedLossReport, UnifiedRequestV2, UnifiedResourceOwner } from '../../generated/unified/types.ts';
import { UsageError } from '../core/errors.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import { escapeToken } from '../core/pointer.ts';
import type { PrivateStateReader } from '../core/private-state.ts';
import { stringifyJson } from '../core/stringify-json.ts';
import type { EmitContext } from './emit-context.ts';
import { selectRevision } from './ingest.ts';
import { LossRecorder } from './loss.ts';
import type { Profile } from './profile.ts';
import { type Requirements, requirementTable } from './requirement.ts';
import { keepSchemaDigits } from './schema-digits.ts';
import { IdentifierTable } from './shared/identifier-table.ts';
import { reportUnclaimed } from './unclaimed.ts';

/** What a caller can say about a body that is written; everything has a default. */
export interface EmitOptions {
  /** The revision of the dialect; the profile's default when absent. */
  readonly revision?: string;
  readonly betas?: readonly string[];
  /** Whom the body goes to. Without it no private state is sent. */
  readonly owner?: UnifiedResourceOwner;
  /** Where private state is read from: what ingest gave, or a vault. */
  readonly privateState?: PrivateStateReader;
  /** Of an answer: the request that it is for. What this did not ask for is not sent, such as the usage of a stream. */
  readonly request?: UnifiedRequestV2;
  readonly requirements?: Requirements;
}

/** Names and identifiers that differ on the wire: canonical first, wire second. An answer is mapped back with them. */
export interface Aliases {
  readonly toolNames: readonly (readonly [string, string])[];
  readonly callIds: readonly (readonly [string, string])[];
  /** Custom tools that went out as functions with one text, by their name on the wire. */
  readonly wrappedTools: readonly string[];
}

/** A wire body with its loss report; or, when required semantics would be lost, the report alone. */
export type Emission<Wire = JsonObject> =
  | {
      readonly ok: true;
      readonly wire: Wire;
      /** The body as JSON text, with every digit of numbers beyond 2^53. */
      readonly text: () => string;
      readonly loss: UnifiedLossReport;
      readonly aliases: Aliases;
    }
  | { readonly ok: false; readonly loss: UnifiedLossReport };

/**
 * Writes a request in one dialect, and reports each difference between what was asked and what the dialect can carry.
 * An error entry means that there is no wire body (Unified v2, Provider data and projection loss). Pointers of the
 * report are into the record. The record must be valid: validate what did not come from `ingestRequest`.
 * Throws UsageError for options that do not fit.
 */
export function emitRequest(profile: Profile, request: UnifiedRequestV2, options: EmitOptions = {}): Emission {
  if (profile.request === undefined) {
    throw new UsageError('profile-direction', `The profile ${profile.family} has no requests.`, {
      details: { family: profile.family },
    });
  }
  const context = emitContext(profile, options);
  reportUnclaimed(request, context);
  const wire = profile.request.emit(request, context);
  keepSchemaDigits(request, wire, context);
  const loss = context.loss.report();
  if (loss.disposition === 'unsupported') return { ok: false, loss };
  return { ok: true, wire, text: () => exactText(wire, context.exactNumbers), loss, aliases: aliasesOf(context) };
}

/** What every emitter works with. Throws UsageError for options that do not fit. */
export function emitContext(
  profile: Profile,
  options: EmitOptions,
  capabilities: Profile['capabilities'] = profile.capabilities,
): EmitContext {
  const selected = selectRevision(profile, options.revision, options.betas);
  const requirement = requirementTable(options.requirements);
  return {
    profile: selected,
    claims: capabilities(selected.revision),
    limits: profile.limits,
    annotations: profile.annotations ?? [],
    loss: new LossRecorder('emit', requirement),
    requirement,
    ...(options.owner === undefined ? {} : { owner: options.owner }),
    ...(options.privateState === undefined ? {} : { privateState: options.privateState }),
    ...(options.request === undefined ? {} : { request: options.request }),
    ...(profile.modelsCompatible === undefined ? {} : { modelsCompatible: profile.modelsCompatible }),
    toolNames: new IdentifierTable(profile.limits.toolName),
    callIds: new IdentifierTable(profile.limits.callId),
    wrappedTools: new Set(),
    exactNumbers: new Map(),
  };
}

/** What the writer of a body had to name otherwise. */
export function aliasesOf({ toolNames, callIds, wrappedTools }: EmitContext): Aliases {
  return { toolNames: toolNames.changed(), callIds: callIds.changed(), wrappedTools: [...wrappedTools] };
}

/** A body as JSON text, with every digit of its numbers. */
export function exactText(wire: JsonObject, exactNumbers: ReadonlyMap<object, ReadonlyMap<string, string>>): string {
  if (exactNumbers.size === 0) return JSON.stringify(wire);
  const byPointer = new Map<string, string>();
  collectExact(wire, '', exactNumbers, byPointer);
  return stringifyJson(wire, byPointer);
}

function collectExact(
  value: JsonValue,
  path: string,
  exactNumbers: ReadonlyMap<object, ReadonlyMap<string, string>>,
  found: Map<string, string>,
): void {
  if (value === null || typeof value !== 'object') return;
  for (const [below, text] of exactNumbers.get(value) ?? []) found.set(`${path}${below}`, text);
  for (const [key, member] of Object.entries(value))
    collectExact(member, `${path}/${escapeToken(key)}`, exactNumbers, found);
}
