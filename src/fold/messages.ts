import type { UnifiedContentPart, UnifiedItem, UnifiedRole } from '../../generated/unified/types.ts';
import { isCall } from './folding.ts';
import { partsOf } from './part-list.ts';

/** A role-based view of successive items of one author. It is derived, and never stored (Unified v2, Architecture). */
export interface DerivedMessage {
  readonly role: UnifiedRole;
  readonly itemIds: readonly string[];
  /** The parts of the items, in their order; reasoning included. */
  readonly content: readonly UnifiedContentPart[];
  /** The texts of the content, joined. */
  readonly text: string;
  /** The calls among the items, in their order. */
  readonly calls: readonly CallItem[];
}

/** An item that is a call. */
export type CallItem = Extract<UnifiedItem, { readonly state: unknown }>;

interface MessageDraft {
  readonly role: UnifiedRole;
  readonly itemIds: string[];
  readonly content: UnifiedContentPart[];
  text: string;
  readonly calls: CallItem[];
}

/** Groups successive items of one role into messages; an item without a role belongs to nobody and stands in none. */
export function derivedMessages(items: readonly UnifiedItem[]): readonly DerivedMessage[] {
  const messages: MessageDraft[] = [];
  for (const item of items) {
    const { role } = item;
    if (role === undefined) continue;
    let message = messages.at(-1);
    if (message?.role !== role) {
      message = { role, itemIds: [], content: [], text: '', calls: [] };
      messages.push(message);
    }
    add(message, item);
  }
  return messages;
}

function add(message: MessageDraft, item: UnifiedItem): void {
  message.itemIds.push(item.id);
  for (const part of partsOf(item) ?? []) {
    message.content.push(part);
    if (part.type === 'text') message.text += part.text;
  }
  if (isCall(item)) message.calls.push(item);
}
