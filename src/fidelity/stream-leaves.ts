import type { UnifiedLossEntry, UnifiedResultV2 } from '../../generated/unified/types.ts';
import { isPlainObject, type JsonObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { StreamForm, WireFrame } from '../projection/index.ts';
import type { CaseAudit } from './case-audit.ts';
import { silentLeaves, type Verdict } from './coverage.ts';
import { RESPONSES } from './direction.ts';
import { type Audit, SAMPLING_SEED } from './ingest-audit.ts';
import { type Leaf, leavesOf, replaced, sampled, valueAt } from './leaves.ts';
import { otherValue } from './mutate.ts';
import { Places } from './places.ts';
import { type RecordLeaf, recordLeavesOf } from './record-leaves.ts';
import { factsOfReading, readStream, type StreamReading, writeStream } from './stream-reading.ts';
import type { Target } from './target.ts';

/** The leaves of a stream that are changed, each in its frame. */
export interface SampledStream {
  readonly frames: readonly WireFrame[];
  readonly leaves: readonly FrameLeaf[];
  /** How many leaves there are. */
  readonly of: number;
}

interface FrameLeaf extends Leaf {
  readonly frame: number;
  /** Later frames that repeat it: they change with it. */
  readonly repeatedIn: number[];
}

/** So many leaves of one shape are changed: frames of one kind are many, and what is true of some of them is of all. */
const OF_ONE_SHAPE = 3;

/**
 * Chooses leaves of every shape that the frames have, and of them at most as many as the limit says. A frame says nothing
 * with null members, with empty containers, which later frames fill, with padding, positions and signs of life; and what a
 * patch repeats changes together.
 */
export function sampledStream(
  frames: readonly WireFrame[],
  form: StreamForm | undefined,
  limit: number,
): SampledStream {
  const padding = new Places(form?.padding ?? []);
  const positions = new Places(form?.positions ?? []);
  const deltas = new Places(form?.deltas ?? []);
  const said = new Map<string, FrameLeaf>();
  const shapes = new Map<string, FrameLeaf[]>();
  let of = 0;
  for (const [frame, { data }] of frames.entries()) {
    if (form?.keepalives.includes(String(data['type'])) === true) continue;
    for (const leaf of leavesOf(data)) {
      if (leaf.value === null || typeof leaf.value === 'object') continue;
      if (padding.holds(leaf.tokens) || positions.has(leaf.tokens)) continue;
      const before = form?.frames === 'patches' && !deltas.has(leaf.tokens) ? said.get(leaf.pointer) : undefined;
      if (before?.value === leaf.value) {
        before.repeatedIn.push(frame);
        continue;
      }
      const found = { ...leaf, frame, repeatedIn: [] };
      said.set(leaf.pointer, found);
      of += 1;
      const shape = shapeOf(data, leaf);
      shapes.set(shape, [...(shapes.get(shape) ?? []), found]);
    }
  }
  const chosen = [...shapes.values()].flatMap((leaves) => sampled(leaves, OF_ONE_SHAPE, SAMPLING_SEED));
  return { frames, leaves: sampled(chosen, limit, SAMPLING_SEED), of };
}

/** The path of a leaf without its indexes, and the types of everything around it. */
function shapeOf(data: JsonObject, { tokens }: Leaf): string {
  const types = tokens.map((_, length) => {
    const around = valueAt(data, tokens.slice(0, length));
    return isPlainObject(around) ? String(around['type'] ?? '') : '';
  });
  const path = tokens.map((token) => (typeof token === 'number' ? '*' : token));
  return `${types.join('/')} ${path.join('/')}`;
}

/** Changes leaves of a stream: the events or the private state must change, or the report names the leaf. */
export function auditStreamReading(audit: CaseAudit, { frames, leaves, of }: SampledStream): Audit {
  const { profile } = audit.source;
  const original = readStream(profile, frames, audit.reading);
  const before = factsOfReading(original);
  const verdicts = leaves.map((leaf): Verdict => {
    const changed = readStream(profile, changedFrames(frames, leaf), audit.reading);
    const live = factsOfReading(changed) !== before;
    const place = `/${leaf.frame}${leaf.pointer}`;
    return { pointer: place, units: unitsAround(leaf), live, before: original.entries, after: changed.entries };
  });
  return { leaves: verdicts.length, of, silent: silentLeaves(verdicts) };
}

function changedFrames(frames: readonly WireFrame[], leaf: FrameLeaf): readonly WireFrame[] {
  const copy = [...frames];
  for (const index of [leaf.frame, ...leaf.repeatedIn]) {
    const frame = copy[index];
    if (frame === undefined) continue;
    // A path into an object leaves it one.
    copy[index] = { ...frame, data: replaced(frame.data, leaf.tokens, otherValue(leaf)) as JsonObject };
  }
  return copy;
}

/** The frame, which can be left out whole as an item can, and the entries of lists in it around a leaf. */
function unitsAround({ frame, tokens }: FrameLeaf): readonly string[] {
  const entries = tokens.flatMap((token, index) =>
    typeof token === 'number' ? [pointer(frame, ...tokens.slice(0, index + 1))] : [],
  );
  return [pointer(frame), ...entries];
}

/**
 * Changes the same leaves and writes the stream for a target: what is written must change, or the report of the writing
 * covers each leaf of the result that the change made another. Gives the leaves of frames that vanished in silence.
 */
export function auditStreamLeaves(
  audit: CaseAudit,
  { frames, leaves }: SampledStream,
  target: Target,
): readonly string[] {
  const { profile } = audit.source;
  const options = audit.writing(target);
  const original = readStream(profile, frames, audit.reading);
  const before = writeStream(target.profile, original, options);
  const text = JSON.stringify(before.frames);
  return leaves.flatMap((leaf) => {
    const changed = readStream(profile, changedFrames(frames, leaf), audit.reading);
    const after = writeStream(target.profile, changed, options);
    if (JSON.stringify(after.frames) !== text) return [];
    // What was not read has nothing to be written.
    const own = [`/${leaf.frame}${leaf.pointer}`, ...unitsAround(leaf)];
    if (changed.entries.some(({ path }) => own.includes(path))) return [];
    const entries = [...before.entries, ...after.entries];
    const lost = changedLeaves(original, changed, target).filter((changedLeaf) => !isCovered(changedLeaf, entries));
    return lost.length === 0 ? [] : [`/${leaf.frame}${leaf.pointer}`];
  });
}

/**
 * The leaves of a result that another one does not have: wherever they stand, since what a change takes out moves the rest.
 */
function changedLeaves(one: StreamReading, other: StreamReading, target: Target): readonly RecordLeaf[] {
  const had = new Set(leavesFor(one.result, target).map(factOf));
  const found = leavesFor(other.result, target).filter((leaf) => !had.has(factOf(leaf)));
  // The identifiers of calls are ours, and count them.
  return found.filter(({ tokens }) => tokens.at(-1) !== 'callId');
}

function factOf({ tokens, value }: RecordLeaf): string {
  return JSON.stringify([tokens.filter((token) => typeof token === 'string'), value]);
}

function leavesFor(result: UnifiedResultV2, { profile }: Target): readonly RecordLeaf[] {
  return recordLeavesOf(result, RESPONSES.type, profile.family);
}

function isCovered({ pointer: place, names, units }: RecordLeaf, entries: readonly UnifiedLossEntry[]): boolean {
  return entries.some(({ path }) => path === place || names.includes(path) || units.includes(path));
}
