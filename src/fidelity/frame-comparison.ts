import type { JsonObject, JsonValue } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { StreamForm, WireFrame } from '../projection/index.ts';
import type { BareFrame } from './bare-frame.ts';
import { firstDifference } from './difference.ts';
import { compareEvents } from './frame-events.ts';
import { comparePatches } from './frame-patches.ts';
import { leavesOf, replaced, type Tokens } from './leaves.ts';
import { Places } from './places.ts';

/** A dialect of which nothing is known: its streams are the same frame by frame. */
const PLAIN: StreamForm = {
  frames: 'events',
  deltas: [],
  apart: [],
  settled: [],
  appended: [],
  demands: [],
  positions: [],
  padding: [],
  keepalives: [],
};

/**
 * The first place at which two streams of a dialect say different things, however their texts were cut: a pointer that
 * begins with the number of a frame of the first one. Nothing where they say the same.
 */
export function firstFrameDifference(
  before: readonly WireFrame[],
  after: readonly WireFrame[],
  form: StreamForm = PLAIN,
): string | undefined {
  const [one, other] = [bareFrames(before, form), bareFrames(after, form)];
  const compare = form.frames === 'events' ? compareEvents : comparePatches;
  const settled = firstDifference(one.settled, other.settled);
  return compare(one.frames, other.frames, form) ?? (settled === undefined ? undefined : `/settled${settled}`);
}

/** The frames without padding, null members and signs of life, and apart from them what was said last of the settled. */
function bareFrames(frames: readonly WireFrame[], form: StreamForm) {
  const padding = new Places(form.padding);
  const groups = form.settled.map((places) => ({ name: places[0] ?? '', places: new Places(places) }));
  const settled: Record<string, JsonValue> = {};
  const bare: BareFrame[] = [];
  for (const [frame, { data }] of frames.entries()) {
    if (form.keepalives.includes(String(data['type']))) continue;
    let rest: JsonValue = data;
    // From the last to the first, so that the indexes of those before stay true.
    for (const { tokens, value } of leavesOf(data).toReversed()) {
      const group = groups.find(({ places }) => places.holds(tokens));
      if (group !== undefined && value !== null) settled[`${group.name}${below(tokens, group.places)}`] = value;
      if (group !== undefined || padding.holds(tokens)) rest = replaced(rest, tokens, undefined);
    }
    // Members were taken out of it.
    bare.push({ frame, data: rest as JsonObject });
  }
  return { frames: bare, settled };
}

function below(tokens: Tokens, places: Places): string {
  return pointer(...tokens.slice(places.depthAt(tokens)));
}
