import type { NewEvent } from './new-event.ts';

/** Whether every text and every name in a value is well-formed Unicode, as records are. The value is a tree. */
export function isSound(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSound);
  // An object whose members are looked at one by one.
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === 'string' ? !member.isWellFormed() : !isSound(member)) return false;
    if (!key.isWellFormed()) return false;
  }
  return true;
}

/** The event with U+FFFD for each half of a surrogate pair. */
export function soundEvent(event: NewEvent): NewEvent {
  // Texts become other texts, and nothing else changes.
  return sound(event) as NewEvent;
}

function sound(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sound);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toWellFormed(), sound(member)]));
}
