import { REQUIRED, WORDS } from '../../generated/unified/words.ts';

/** The words that a member of a type may be; none when its text is free of a closed list. */
export function wordsOf(named: string, key: string): readonly string[] {
  return own(own(WORDS, named) ?? {}, key) ?? [];
}

/** Whether a value of a type is not valid without a member. */
export function isRequired(named: string, key: string): boolean {
  return own(REQUIRED, named)?.includes(key) === true;
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
