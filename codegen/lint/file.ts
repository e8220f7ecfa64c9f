import type { Report } from '../finding.ts';
import { isJsonObject, type SourceFile } from '../model.ts';
import { nearestName } from '../naming.ts';
import { joinPointer } from '../pointer.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The base of the address of every schema file of the project. */
const ADDRESS_BASE = 'https://urtext.dev/schema/';

const HEADER = ['$schema', '$id', 'title', 'description', '$defs'];
const ALLOWED = [...HEADER, '$comment'];

/** The head of a file: its five names, its address, and nothing else. `ownAddresses`: any https address will do. */
export function lintHeader(file: SourceFile, ownAddresses: boolean, report: Report): void {
  for (const name of Object.keys(file.json)) {
    if (ALLOWED.includes(name)) continue;
    const meant = nearestName(name, ALLOWED);
    const advice = meant === undefined ? 'Types stand under "$defs".' : `Did you mean "${meant}"?`;
    report(file, joinPointer('', name), 'file-shape', `A schema file has no "${name}" at its top.`, advice);
  }
  for (const name of HEADER) {
    const value = file.json[name];
    if (name === '$defs' ? isJsonObject(value) : typeof value === 'string' && value !== '') continue;
    if (Object.keys(file.json).some((other) => !ALLOWED.includes(other) && nearestName(other, ALLOWED) === name))
      continue;
    const message = `The file has no "${name}".`;
    report(file, '', 'file-shape', message, `A schema file has ${HEADER.map((each) => `"${each}"`).join(', ')}.`);
  }
  lintAddress(file, ownAddresses, report);
}

function lintAddress(file: SourceFile, ownAddresses: boolean, report: Report): void {
  const { $schema: dialect, $id: address } = file.json;
  if (typeof dialect === 'string' && dialect !== DIALECT)
    report(file, '/$schema', 'file-dialect', `The dialect is "${dialect}".`, `Write "${DIALECT}".`);
  if (typeof address !== 'string') return;
  const expected = `${ADDRESS_BASE}${file.path}`;
  const good = ownAddresses ? URL.canParse(address) && address.startsWith('https://') : address === expected;
  if (good) return;
  const advice = ownAddresses ? 'Write an absolute https address.' : `Write "${expected}", after the path of the file.`;
  report(file, '/$id', 'file-address', `The address "${address}" is not that of this file.`, advice);
}
