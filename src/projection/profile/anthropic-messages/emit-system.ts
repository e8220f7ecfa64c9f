import type { WireDraft } from '../../emit-context.ts';
import { restoreUnknown } from '../../emit-context.ts';
import type { Placed } from './emit-basics.ts';
import { writeItem } from './emit-items.ts';
import type { Writing } from './emit-writing.ts';
import { formOf } from './forms.ts';
import { takesSystemMessages } from './quirks.ts';

/** A history, parted into the system text outside of the messages and everything else. */
export interface PartedHistory {
  readonly system: readonly Placed[];
  readonly rest: readonly Placed[];
}

/**
 * Parts system text from the messages. What stands at the head goes outside of them; what comes later stays where it is,
 * since moving it would change what it is about, and the cached prefix of every turn before it. It is a system message
 * when this dialect wrote it so or when the caller asked for that beta, and else a marked text of the user, with an entry.
 */
export function partHistory(writing: Writing, placed: readonly Placed[]): PartedHistory {
  const takesSystem = takesSystemMessages(writing.context.profile.betas);
  const leading = placed.findIndex((entry) => !isHead(entry));
  const head = leading < 0 ? placed.length : leading;
  const rest = placed.slice(head).map((entry) => {
    return entry.own || takesSystem || !isSystem(entry) ? entry : marked(writing, entry);
  });
  for (const entry of placed) loseDeveloper(writing, entry);
  return { system: placed.slice(0, head), rest };
}

function marked({ context }: Writing, { item, path, own }: Placed): Placed {
  const reason = 'system text in the middle of the conversation is sent at its place, as a marked text of the user';
  context.loss.lose({ path, feature: 'item.role.system-position', reason, sourceItemId: item.id });
  return { item: { ...item, role: 'user' }, path, own, isMarked: true };
}

function isSystem({ item }: Placed): boolean {
  return item.type === 'message' && (item.role === 'system' || item.role === 'developer');
}

function isHead(entry: Placed): boolean {
  return isSystem(entry) && !(entry.own && formOf(entry.item.providerData, 'item-form').inMessages === true);
}

function loseDeveloper({ context }: Writing, { item, path }: Placed): void {
  if (item.role !== 'developer') return;
  const reason = 'developer text is sent as system text';
  context.loss.lose({ path: `${path}/role`, feature: 'item.role.developer', reason, sourceItemId: item.id });
}

/** Writes the system text outside of the messages into a body: one text, or a list of blocks. */
export function writeSystem(writing: Writing, system: readonly Placed[], body: WireDraft): void {
  if (system.length === 0) return;
  const draft: WireDraft = { content: system.flatMap((entry) => writeItem(writing, entry, 'system')) };
  for (const { item, path } of system)
    restoreUnknown(writing.context, item.providerData, draft, `${path}/providerData`);
  const blocks = draft['content'];
  if (!Array.isArray(blocks) || (blocks.length === 0 && !system.some(({ own }) => own))) return;
  body['system'] = blocks;
  if (system.length === 1 && system[0]?.item.provenance.wireForm === 'text') writing.wholeTexts.add(body, 'system');
}
