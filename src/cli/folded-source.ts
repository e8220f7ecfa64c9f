import { UrtextError, WireFormatError } from '../core/errors.ts';
import { isPlainObject, type JsonValue } from '../core/json.ts';
import { parseJson } from '../core/parse-json.ts';
import { createFold, type Fold } from '../fold/index.ts';
import type { Issue, UnifiedEventV2 } from '../index.ts';
import { createStreamDecoder, type ProfileSelection } from '../projection/index.ts';
import { validateEventLog } from '../validate/index.ts';
import { framingOf } from './body-kind.ts';
import { usageFailure } from './failure.ts';
import { nameOf, sourceSelections } from './profiles.ts';
import { issueOf, ownerOf, refuseStrange } from './projected-source.ts';
import { parseSource, type Source } from './source.ts';

/** What came of a stream or a log: the events and their fold, or what is wrong with it. */
export type FoldedSource =
  | { readonly ok: true; readonly events: readonly UnifiedEventV2[]; readonly fold: Fold; readonly of: string }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly of: string };

const LOG = 'an event log';

/**
 * Folds a recorded stream or a log of events, which may be a list or one event a line. Without a profile it is the one
 * that alone reads the stream to its end. Throws a usage failure where that is not one.
 */
export function foldSource(source: Source, selected: ProfileSelection | undefined, now: string): FoldedSource {
  const log = selected === undefined ? logIn(source) : undefined;
  if (log !== undefined) return foldLog(log);
  const selection = selected ?? recogniseProfile(source, now);
  return foldStream(source, selection, now);
}

/** The values of a text that is a log: every event says its version and its sequence. */
function logIn(source: Source): readonly JsonValue[] | undefined {
  const framing = framingOf(source);
  if (framing !== 'ndjson' && framing !== 'json-array') return undefined;
  const whole = parseSource(source);
  const values = whole.ok ? whole.value : linesOf(source.text);
  const list: readonly JsonValue[] = Array.isArray(values) ? values : [values];
  return list.length > 0 && isEvent(list[0]) ? list : undefined;
}

function linesOf(text: string): JsonValue {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // A line that is no JSON shows in the validation of the log.
  return lines.map((line) => {
    const parsed = parseJson(line);
    return parsed.ok ? parsed.value : null;
  });
}

function isEvent(value: JsonValue | undefined): boolean {
  return isPlainObject(value) && value['schemaVersion'] !== undefined && value['eventId'] !== undefined;
}

function foldLog(log: readonly JsonValue[]): FoldedSource {
  const validation = validateEventLog(log);
  if (!validation.ok) return { ok: false, issues: validation.issues, of: LOG };
  return folded(validation.value, LOG);
}

function foldStream(source: Source, { profile, revision }: ProfileSelection, now: string): FoldedSource {
  const framing = framingOf(source);
  const of = `a stream of ${profile.family}`;
  const decoder = createStreamDecoder(profile, {
    now,
    owner: ownerOf({ profile, ...(revision === undefined ? {} : { revision }) }),
    ...(revision === undefined ? {} : { revision }),
    ...(framing === undefined ? {} : { framing }),
  });
  return folded(
    [...decoder.push(source.bytes), ...decoder.end()].map(({ event }) => event),
    of,
  );
}

function folded(events: readonly UnifiedEventV2[], of: string): FoldedSource {
  const fold = createFold();
  try {
    for (const event of events) fold.push(event);
    refuseStrange(fold.result().error);
    return { ok: true, events, fold, of };
  } catch (error) {
    if (WireFormatError.isInstance(error)) return { ok: false, issues: [issueOf(error, undefined)], of };
    if (!UrtextError.isInstance(error)) throw error;
    return { ok: false, issues: [{ path: '', rule: error.code, message: error.message }], of };
  }
}

/** The one profile whose reader finds an answer in the stream, and nothing in it that it does not know. */
function recogniseProfile(source: Source, now: string): ProfileSelection {
  const able = sourceSelections().filter(({ profile }) => profile.stream !== undefined);
  const found = able.filter((selection) => isUnderstood(foldStream(source, selection, now)));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const names = able.map(nameOf).join(', ');
  throw usageFailure('profile-unclear', 'The stream does not show of which profile it is.', `Add --profile: ${names}.`);
}

function isUnderstood(made: FoldedSource): boolean {
  if (!made.ok) return false;
  const { output, error } = made.fold.result();
  const isStrange = made.events.some(({ type }) => type === 'unknown-provider-event');
  return (
    !isStrange &&
    (output.some(({ type }) => type !== 'interruption') || (error !== undefined && error.category !== 'interrupted'))
  );
}
