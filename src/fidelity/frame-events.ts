import { canonicalJson } from '../core/canonical.ts';
import type { JsonObject } from '../core/json.ts';
import { pointer } from '../core/pointer.ts';
import type { StreamForm } from '../projection/index.ts';
import type { BareFrame } from './bare-frame.ts';
import { firstDifference } from './difference.ts';
import { leavesOf, replaced, type Tokens } from './leaves.ts';
import { Places } from './places.ts';

/** Compares frames that are events of their own, one after the other: adjacent deltas are one, and empty ones none. */
export function compareEvents(
  before: readonly BareFrame[],
  after: readonly BareFrame[],
  form: StreamForm,
): string | undefined {
  const deltas = new Places(form.deltas);
  const [one, other] = [merged(before, deltas), merged(after, deltas)];
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [left, right] = [one[index], other[index]];
    if (left === undefined) return '/end';
    const found = right === undefined ? '' : firstDifference(left.data, right.data);
    if (found !== undefined) return `${pointer(left.frame)}${found}`;
  }
  return undefined;
}

interface MergedFrame extends BareFrame {
  /** The frame without its texts; absent where it has none. */
  readonly around?: string;
}

function merged(frames: readonly BareFrame[], deltas: Places): readonly BareFrame[] {
  const list: MergedFrame[] = [];
  for (const frame of frames) {
    const texts = leavesOf(frame.data).filter(({ tokens, value }) => typeof value === 'string' && deltas.has(tokens));
    if (texts.length === 0) {
      list.push(frame);
      continue;
    }
    if (texts.every(({ value }) => value === '')) continue;
    const around = canonicalJson(withTexts(frame.data, texts, () => ''));
    const last = list.at(-1);
    if (last?.around !== around) list.push({ ...frame, around });
    else list[list.length - 1] = { ...last, data: withTexts(last.data, texts, (text, added) => text + added) };
  }
  return list;
}

interface DeltaText {
  readonly tokens: Tokens;
  readonly value: unknown;
}

/** A payload with other texts at the places of some. */
function withTexts(
  data: JsonObject,
  texts: readonly DeltaText[],
  change: (text: string, other: string) => string,
): JsonObject {
  // Texts in place of texts leave an object one.
  return texts.reduce((made, { tokens, value }) => {
    const text = leavesOf(made).find((leaf) => pointer(...leaf.tokens) === pointer(...tokens))?.value;
    return replaced(made, tokens, change(String(text ?? ''), String(value))) as JsonObject;
  }, data);
}
