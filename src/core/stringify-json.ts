import { UsageError } from './errors.ts';
import { isNumberLiteral } from './exact-number.ts';
import type { ExactNumbers } from './parse-json.ts';
import { parsePointer, pointer } from './pointer.ts';

/**
 * Writes JSON text as JSON.stringify does, with the literals of `exactNumbers` at their JSON Pointers, so that digits
 * which a double cannot hold leave as they came. `value` is JSON that `checkJson` accepts.
 * Throws UsageError `exact-number` when a literal is no JSON number, or no number of that value stands at its pointer.
 */
export function stringifyJson(value: unknown, exactNumbers?: ExactNumbers): string {
  if (exactNumbers === undefined || exactNumbers.size === 0) return JSON.stringify(value);
  const root: Branch = { path: '', members: new Map() };
  for (const [path, literal] of exactNumbers) graft(root, path, literal);
  return write(value, root);
}

/** The tree of all pointers that have a literal. */
interface Branch {
  readonly path: string;
  readonly members: Map<string, Branch>;
  literal?: string;
}

function graft(root: Branch, path: string, literal: string): void {
  let branch = root;
  for (const token of parsePointer(path)) {
    const member = branch.members.get(token) ?? { path: branch.path + pointer(token), members: new Map() };
    branch.members.set(token, member);
    branch = member;
  }
  branch.literal = literal;
}

function write(value: unknown, branch: Branch | undefined): string {
  if (branch === undefined) return JSON.stringify(value);
  if (branch.literal !== undefined) return writeLiteral(value, branch.literal, branch);
  if (Array.isArray(value)) {
    requireMembers(branch, (token) => Object.hasOwn(value, token));
    return `[${value.map((member: unknown, index) => write(member, branch.members.get(String(index)))).join(',')}]`;
  }
  const members = value !== null && typeof value === 'object' ? Object.entries(value) : [];
  const present = new Map<string, unknown>(members.filter(([, member]) => member !== undefined));
  requireMembers(branch, (token) => present.has(token));
  const texts = [...present].map(([key, member]) => `${JSON.stringify(key)}:${write(member, branch.members.get(key))}`);
  return `{${texts.join(',')}}`;
}

function writeLiteral(value: unknown, literal: string, branch: Branch): string {
  if (isNumberLiteral(literal) && typeof value === 'number' && Number(literal) === value) return literal;
  throw mismatch(branch.path);
}

function requireMembers(branch: Branch, has: (token: string) => boolean): void {
  for (const [token, member] of branch.members) if (!has(token)) throw mismatch(member.path);
}

function mismatch(path: string): UsageError {
  const message =
    'An exact number literal does not belong to the value: no number of that magnitude stands at its JSON Pointer.';
  return new UsageError('exact-number', message, { details: { path } });
}
