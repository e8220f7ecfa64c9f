import type {
  UnifiedEffectiveSettings,
  UnifiedModerationResult,
  UnifiedResolvedModel,
  UnifiedResponseProvenance,
  UnifiedUsage,
} from '../../../../generated/unified/types.ts';
import type { JsonObject, JsonValue } from '../../../core/json.ts';
import type { AnswerContext } from '../../answer-context.ts';
import type { WireObject } from '../../wire-object.ts';
import type { Draft } from './gathered.ts';
import { readGroqUsage } from './quirks.ts';
import { objectIn, textIn } from './tolerant.ts';
import { readCost, readUsage } from './usage.ts';

/** What an answer says of itself as a whole. */
export interface Envelope {
  readonly model: UnifiedResolvedModel;
  readonly provenance: UnifiedResponseProvenance;
  readonly effective?: UnifiedEffectiveSettings;
  readonly moderation?: UnifiedModerationResult;
  readonly usage?: UnifiedUsage;
  /** The objects whose other members are still unread. */
  readonly wires: readonly WireObject[];
}

/** The object of a whole answer. */
export const COMPLETION = 'chat.completion';

/** Seconds of the last moment that a record's time can say. */
const LATEST = 253_402_300_799;

/** Reads everything of an answer but its choices. */
export function readEnvelope(context: AnswerContext, wire: WireObject): Envelope {
  const { requestedModel, profile } = context;
  const model: Draft<UnifiedResolvedModel> = {};
  const provenance: Draft<UnifiedResponseProvenance> = { profile };
  if (wire.peek('object') === COMPLETION) wire.take('object');
  const resolved = textIn(wire, 'model');
  const servedBy = textIn(wire, 'provider');
  if (requestedModel !== undefined) model.requested = requestedModel;
  if (resolved !== undefined) model.resolved = resolved;
  if (servedBy !== undefined) model.servedBy = servedBy;
  const id = textIn(wire, 'id');
  const createdAt = readCreated(wire);
  const systemFingerprint = textIn(wire, 'system_fingerprint');
  if (id !== undefined) provenance.providerResponseId = id;
  if (createdAt !== undefined) provenance.createdAt = createdAt;
  if (systemFingerprint !== undefined) provenance.systemFingerprint = systemFingerprint;
  return { model, provenance, ...readSettings(wire), ...readReports(wire) };
}

function readCreated(wire: WireObject): string | undefined {
  const moment = momentOf(wire.look('created'));
  if (moment !== undefined) wire.take('created');
  return moment;
}

/** A moment that the wire says in seconds; nothing where it is none that a record can hold. */
export function momentOf(seconds: JsonValue | undefined): string | undefined {
  if (typeof seconds !== 'number' || !Number.isSafeInteger(seconds) || seconds < 0 || seconds > LATEST)
    return undefined;
  return new Date(seconds * 1000).toISOString();
}

function readSettings(wire: WireObject): Pick<Envelope, 'effective' | 'moderation'> {
  const serviceTier = textIn(wire, 'service_tier');
  const entries = readMetadata(objectIn(wire, 'metadata', isOfTexts));
  const effective: UnifiedEffectiveSettings = {
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(entries === undefined ? {} : { metadata: { entries } }),
  };
  const moderation = readModeration(objectIn(wire, 'moderation'));
  return {
    ...(Object.keys(effective).length === 0 ? {} : { effective }),
    ...(moderation === undefined ? {} : { moderation }),
  };
}

function isOfTexts(value: JsonObject): boolean {
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, text]) => key !== '' && typeof text === 'string');
}

function readMetadata(wire: WireObject | undefined): readonly { key: string; value: string }[] | undefined {
  if (wire === undefined) return undefined;
  return Object.keys(wire.value).map((key) => ({ key, value: wire.requiredText(key) }));
}

function readModeration(wire: WireObject | undefined): UnifiedModerationResult | undefined {
  const input = wire?.look('input') === undefined ? undefined : wire.json('input');
  const output = wire?.look('output') === undefined ? undefined : wire.json('output');
  if (input === undefined && output === undefined) return undefined;
  return {
    ...(input === undefined ? {} : { input: { value: input } }),
    ...(output === undefined ? {} : { output: { value: output } }),
  };
}

function readReports(wire: WireObject): Pick<Envelope, 'usage' | 'wires'> {
  const reported = objectIn(wire, 'usage');
  const read = reported === undefined ? readGroqUsage(wire, readUsage) : readUsage(reported);
  const costs = read?.usage.costs ?? readCost(wire);
  const usage = { ...read?.usage, ...(costs === undefined ? {} : { costs }) };
  const wires = [wire, ...(reported === undefined ? [] : (read?.wires ?? []))];
  return Object.keys(usage).length === 0 ? { wires } : { usage, wires };
}
