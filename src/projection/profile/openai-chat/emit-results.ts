import type { UnifiedToolResultItem } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { Placed } from '../../shared/placed.ts';
import type { CacheMarks } from './cache-marks.ts';
import { isAnonymous, wireCallId } from './emit-calls.ts';
import { asContent, writePart } from './emit-parts.ts';
import { itemForm } from './forms.ts';
import { loseParticipantName } from './lost-names.ts';

/** A result on this wire, and its media, which a message of the user takes to the model. */
export interface WrittenResult {
  readonly message: WireDraft;
  readonly media: readonly WireDraft[];
}

/** Writes a result whose call was written, or one that this dialect wrote itself. */
export function writeToolResult(
  context: EmitContext,
  marks: CacheMarks,
  placed: Placed<UnifiedToolResultItem>,
): WrittenResult {
  const { item, path } = placed;
  const isLegacy = itemForm(item.providerData).legacyFunction === true;
  const message: WireDraft = isLegacy ? { role: 'function' } : { role: 'tool' };
  if (!isLegacy && !isAnonymous(placed)) message['tool_call_id'] = wireCallId(context, placed);
  writeName(context, placed, message);
  loseParticipantName(context, placed);
  const { content, media } = writeOutput(context, marks, placed);
  if (content !== undefined) message['content'] = content;
  restoreUnknown(context, item.providerData, message, `${path}/providerData`);
  return { message, media };
}

function writeName(
  { toolNames, loss }: EmitContext,
  { item, path, own }: Placed<UnifiedToolResultItem>,
  message: WireDraft,
): void {
  if (item.name === undefined) return;
  if (own) {
    message['name'] = toolNames.adopt(item.name);
    return;
  }
  const reason = 'a result names its call by the identifier only';
  loss.lose({ path: `${path}/name`, feature: 'tool-result.name', reason, sourceItemId: item.id });
}

function writeOutput(
  context: EmitContext,
  marks: CacheMarks,
  { item, path, own }: Placed<UnifiedToolResultItem>,
): { content?: JsonValue; media: readonly WireDraft[] } {
  const form = own ? item.provenance.wireForm : undefined;
  if (item.output === undefined) {
    if (form === 'null') return { content: null, media: [] };
    if (own) return { media: [] };
    const reason = 'a result without output was written as an empty text, which this wire demands';
    context.loss.lose({ path, feature: 'item.empty', reason, sourceItemId: item.id });
    return { content: '', media: [] };
  }
  const texts: WireDraft[] = [];
  const media: WireDraft[] = [];
  item.output.forEach((part, index) => {
    const at = `${path}/output/${index}`;
    const drafts = writePart({ context, marks, own }, part, at);
    const moved = own ? [] : drafts.filter(({ type }) => type !== 'text');
    texts.push(...drafts.filter((draft) => !moved.includes(draft)));
    media.push(...moved);
    if (moved.length > 0) {
      const reason = 'results hold text only: this was moved into a message of the user behind the results';
      context.loss.lose({ path: at, feature: 'tool-result.media', reason, sourceItemId: item.id });
    }
  });
  return { content: asContent(texts, form) ?? '', media };
}
