import type { UnifiedMessageItem } from '../../../../generated/unified/types.ts';
import type { JsonValue } from '../../../core/json.ts';
import { type EmitContext, restoreUnknown, type WireDraft } from '../../emit-context.ts';
import type { CacheMarks } from './cache-marks.ts';
import { asContent, writePart } from './emit-parts.ts';
import { isTextHere } from './emit-readable.ts';
import type { Placed } from './grouping.ts';

/** Writes a message of anyone but the model; nothing when it has no content that this wire takes. */
export function writeMessage(
  context: EmitContext,
  marks: CacheMarks,
  placed: Placed<UnifiedMessageItem>,
): WireDraft | undefined {
  const { item, path, own } = placed;
  const role = writeRole(context, placed);
  const message: WireDraft = { role };
  const content = writeContent(context, marks, placed, role !== 'user');
  if (content !== undefined) message['content'] = content;
  else if (!own) {
    const reason = 'a message without content is left out';
    context.loss.lose({ path, feature: 'item.empty', reason, sourceItemId: item.id });
    return undefined;
  }
  if (item.participantName !== undefined) message['name'] = item.participantName;
  restoreUnknown(context, item.providerData, message, `${path}/providerData`);
  return message;
}

function writeRole({ loss }: EmitContext, { item, path }: Placed<UnifiedMessageItem>): string {
  if (item.role !== undefined && item.role !== 'tool') return item.role;
  const reason = 'a message without an author of this wire was written as one of the user';
  loss.lose({ path: `${path}/role`, feature: 'item.role', reason, sourceItemId: item.id });
  return 'user';
}

/** Content as this dialect wrote it; for items of others one plain text is a string, anything else a list of parts. */
function writeContent(
  context: EmitContext,
  marks: CacheMarks,
  { item, path, own }: Placed<UnifiedMessageItem>,
  isTextOnly: boolean,
): JsonValue | undefined {
  const form = own ? item.provenance.wireForm : undefined;
  if (form === 'null' && item.content.length === 0) return null;
  const written = item.content.flatMap((part, index) => {
    const at = `${path}/content/${index}`;
    if (isTextOnly && !own && !isTextHere(part)) {
      if (context.claims[`part.${part.type}`] === undefined) return []; // reported with all that is unclaimed
      const reason = 'system messages hold text only';
      context.loss.lose({ path: at, feature: 'item.role.system-content', reason, sourceItemId: item.id });
      return [];
    }
    return writePart({ context, marks, own }, part, at);
  });
  return asContent(written, form);
}
