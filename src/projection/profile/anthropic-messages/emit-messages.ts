import { restoreUnknown, type WireDraft } from '../../emit-context.ts';
import { NO_BEGINNING, NO_RESULT, type Planned } from '../../shared/history-rules.ts';
import type { Placed } from './emit-basics.ts';
import { answeredIdOf } from './emit-identity.ts';
import { wireRoleOf, writeItem } from './emit-items.ts';
import { writeConfiguration } from './emit-notices.ts';
import type { Writing } from './emit-writing.ts';
import { formOf, restoreEmpty } from './forms.ts';
import type { WireRole } from './wire.ts';

/** The steps that become one message of the wire. */
interface Group {
  readonly role: WireRole;
  readonly steps: Planned[];
}

/** Writes the messages: items of one role that follow each other are one message, unless this dialect parted them. */
export function writeMessages(writing: Writing, steps: readonly Planned[]): WireDraft[] {
  const groups = grouped(steps);
  const messages: WireDraft[] = [];
  for (const [index, group] of groups.entries()) {
    const message = writeMessage(writing, group, index === groups.length - 1);
    if (message !== undefined) messages.push(message);
  }
  return messages;
}

function grouped(steps: readonly Planned[]): readonly Group[] {
  const groups: Group[] = [];
  for (const step of steps) {
    const role = step.madeUp === undefined ? wireRoleOf(step.item) : 'user';
    const last = groups.at(-1);
    if (last !== undefined && last.role === role && joins(last.steps.at(-1), step)) last.steps.push(step);
    else groups.push({ role, steps: [step] });
  }
  return groups;
}

/** Whether two steps of one role are one message: always, but for two messages that this dialect wrote itself. */
function joins(previous: Planned | undefined, next: Planned): boolean {
  if (previous === undefined || previous.madeUp !== undefined || next.madeUp !== undefined) return true;
  if (!previous.own || !next.own) return true;
  return previous.item.groupId === next.item.groupId;
}

function writeMessage(writing: Writing, { role, steps }: Group, isLast: boolean): WireDraft | undefined {
  const items: Placed[] = [];
  const speakers: Placed[] = [];
  const blocks: WireDraft[] = [];
  for (const step of steps) {
    const written = step.madeUp === undefined ? writeItem(writing, step, role) : writeMadeUp(writing, step);
    if (step.madeUp === undefined) {
      items.push(step);
      if (written.length > 0) speakers.push(step);
    }
    blocks.push(...written);
  }
  const draft: WireDraft = { role, content: blocks };
  for (const placed of items) writeWhole(writing, placed, draft);
  const whole = draft['content'];
  if (Array.isArray(whole) && whole.length === 0) return writeEmpty(writing, items, draft, isLast);
  draft['content'] = whole ?? [];
  if (isOneText(speakers)) writing.wholeTexts.add(draft, 'content');
  return draft;
}

/** What is made up for an item: a failure for a call, and words of the user otherwise. */
function writeMadeUp({ context }: Writing, { item, madeUp }: Planned): WireDraft[] {
  if (madeUp === 'beginning' || item.type !== 'tool-call') return [{ type: 'text', text: NO_BEGINNING }];
  return [{ type: 'tool_result', tool_use_id: answeredIdOf(context, item), content: NO_RESULT, is_error: true }];
}

/** What belongs to a message as a whole: settings that change with it, and what nobody read of it. */
function writeWhole(writing: Writing, { item, path, own }: Placed, draft: WireDraft): void {
  if (item.type === 'configuration-update') {
    const config = writeConfiguration(writing, { item, path, own });
    if (Object.keys(config).length > 0) draft['output_config'] = config;
  }
  if (item.type !== 'message') return;
  if (item.clearAt !== undefined && draft['role'] === 'system') draft['clear_at'] = item.clearAt.replaceAll('-', '_');
  if (!own) return;
  restoreEmpty(draft, formOf(item.providerData, 'item-form'));
  restoreUnknown(writing.context, item.providerData, draft, `${path}/providerData`);
}

/** A message without content: a system message may be one, and so may the last message of the model. */
function writeEmpty(
  { context }: Writing,
  items: readonly Placed[],
  draft: WireDraft,
  isLast: boolean,
): WireDraft | undefined {
  const message = items.find(({ item }) => item.type === 'message');
  const settings = Object.keys(draft).length > 2;
  if (draft['role'] === 'system' && (settings || message?.own === true)) {
    const { content, ...rest } = draft;
    const isThere = message !== undefined && message.item.provenance.wireForm !== 'absent';
    return isThere ? { ...rest, content: content ?? [] } : rest;
  }
  if (message === undefined || !message.own) return undefined;
  if (draft['role'] === 'assistant' && isLast) return draft;
  const { item, path } = message;
  if (item.type === 'message' && item.content.length === 0) {
    const reason = 'a message without content is refused by the target and left out';
    context.loss.lose({ path, feature: 'item.empty', reason, sourceItemId: item.id });
  }
  return undefined;
}

/** Whether the wire wrote the content as one text, and nobody else speaks in the message. */
function isOneText([only, ...more]: readonly Placed[]): boolean {
  return only !== undefined && more.length === 0 && only.item.provenance.wireForm === 'text';
}
