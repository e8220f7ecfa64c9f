import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type GenerateReport, generate } from '../../../../codegen/generate.ts';
import type { SchemaObject } from '../../../../codegen/model.ts';
import { temporaryFolder, writeFiles } from '../support/written.ts';

const run = promisify(execFile);

const TICKET = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://acme.test/annotation/support-desk/ticket.schema.json',
  title: 'Ticket',
  description: 'The ticket that a conversation belongs to.',
  $defs: {
    Ticket: {
      title: 'Ticket',
      description: 'A ticket.',
      'x-unified-root': true,
      type: 'object',
      properties: {
        number: { type: 'integer', minimum: 1, maximum: 999_999, description: 'The number of the ticket.' },
        urgency: { $ref: '#/$defs/Urgency', description: 'How soon it must be answered.' },
      },
      required: ['number'],
      additionalProperties: false,
      examples: [{ number: 7 }],
      'x-unified-invalid-examples': [{ why: 'There is no ticket 0.', at: '/number', value: { number: 0 } }],
    },
    Urgency: { title: 'Urgency', description: 'How urgent a ticket is.', type: 'string', enum: ['low', 'high'] },
  },
};

interface Run {
  readonly report: GenerateReport;
  readonly out: string;
  readonly again: (check: boolean) => Promise<GenerateReport>;
}

/** What becomes of a user's folder of annotations, given by path. */
async function generated(schemas: Readonly<Record<string, SchemaObject | string>>): Promise<Run> {
  const folder = await temporaryFolder();
  const annotations = join(folder, 'annotations');
  const out = join(folder, 'out');
  const files = Object.entries(schemas).map(([path, schema]) => ({
    path,
    text: typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2),
  }));
  await writeFiles(annotations, files);
  const again = (check: boolean) => generate({ annotations, out, check });
  return { report: await again(false), out, again };
}

describe('the files generated for a folder of annotations', () => {
  it('[D-5] load in Node and tell good values from bad ones', async () => {
    const { report, out } = await generated({ 'support-desk/ticket.schema.json': TICKET });
    expect(report).toMatchObject({ ok: true, findings: [] });
    const program = `
      import { ANNOTATIONS } from './annotation/registry.ts';
      const judge = (value) => ANNOTATIONS.map(({ validate }) => [validate(value), validate.errors?.[0]?.instancePath]);
      console.log(JSON.stringify({
        names: ANNOTATIONS.map(({ name }) => name),
        good: [{ number: 7 }, { number: 999999, urgency: 'high' }].map(judge),
        bad: [{ number: 0 }, { number: 7, urgency: 'soon' }, { urgency: 'low' }, { number: 7, owner: 'x' }, null].map(judge),
      }));`;
    await writeFiles(out, [{ path: 'program.mjs', text: program }]);
    const { stdout, stderr } = await run(process.execPath, [join(out, 'program.mjs')]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      names: ['support-desk/ticket'],
      good: [[[true, null]], [[true, null]]],
      bad: [[[false, '/number']], [[false, '/urgency']], [[false, '']], [[false, '']], [[false, '']]],
    });
  });

  it('[D-5] import their own files only, and compile under strict settings with the type of each annotation', async () => {
    const { out, report } = await generated({ 'support-desk/ticket.schema.json': TICKET });
    const texts = await Promise.all(report.missing.map((path) => readFile(join(out, path), 'utf8')));
    const imports = texts.flatMap((text) => [...text.matchAll(/\bfrom '([^']+)'|\brequire\(|\bimport\(/g)]);
    expect(imports.length).toBeGreaterThan(3);
    expect(imports.filter(([, from]) => !from?.startsWith('./'))).toEqual([]);
    const use = `
      import { ANNOTATIONS, type RegisteredAnnotation } from './annotation/registry.ts';
      import type { Ticket } from './annotation/types.ts';
      import { Ticket as validateTicket } from './annotation/validators.js';
      export const first: RegisteredAnnotation | undefined = ANNOTATIONS[0];
      export const ticket: Ticket = { number: 7, urgency: 'high' };
      // @ts-expect-error: there is no such urgency.
      export const wrong: Ticket = { number: 7, urgency: 'soon' };
      export const numberOf = (value: unknown): number => (validateTicket(value) ? value.number : 0);`;
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      module: 'nodenext',
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    };
    await writeFiles(out, [
      { path: 'use.ts', text: use },
      { path: 'package.json', text: '{ "type": "module" }' },
      { path: 'tsconfig.json', text: JSON.stringify({ compilerOptions, include: ['.'] }) },
    ]);
    const compiler = resolve('node_modules/typescript-native/bin/tsc');
    const compiled = run(process.execPath, [compiler, '-p', out]).catch((error: unknown) => error);
    expect(await compiled).toMatchObject({ stdout: '' });
  });

  it('[D-5] hold the schema of each annotation, self-contained', async () => {
    const { out } = await generated({ 'support-desk/ticket.schema.json': TICKET });
    const registry = await readFile(join(out, 'annotation/registry.ts'), 'utf8');
    expect(registry).toContain('"$ref": "#/$defs/Ticket"');
    expect(registry).toContain('"Urgency": {');
  });

  it('[D-5] register many annotations, sorted by name', async () => {
    const second = (name: string, type: string) => ({
      ...TICKET,
      $id: `https://acme.test/annotation/support-desk/${name}.schema.json`,
      $defs: {
        [type]: { ...TICKET.$defs.Ticket, title: type, properties: { number: TICKET.$defs.Ticket.properties.number } },
      },
    });
    const { report, out } = await generated({
      'support-desk/ticket-b.schema.json': second('ticket-b', 'TicketB'),
      'support-desk/ticket.schema.json': TICKET,
      'accounts/owner.schema.json': {
        ...second('owner', 'Owner'),
        $id: 'https://acme.test/annotation/accounts/owner.schema.json',
      },
    });
    expect(report.findings).toEqual([]);
    const registry = await readFile(join(out, 'annotation/registry.ts'), 'utf8');
    expect([...registry.matchAll(/^ {4}name: '(.*)',$/gm)].map(([, name]) => name)).toEqual([
      'accounts/owner',
      'support-desk/ticket',
      'support-desk/ticket-b',
    ]);
  });

  it('[D-2] are found current by a check, and stale after an edit of one byte', async () => {
    const { out, again } = await generated({ 'support-desk/ticket.schema.json': TICKET });
    expect(await again(true)).toMatchObject({ ok: true, stale: [], missing: [], surplus: [] });
    const path = join(out, 'annotation/registry.ts');
    await writeFiles(out, [{ path: 'annotation/registry.ts', text: `${await readFile(path, 'utf8')} ` }]);
    expect(await again(true)).toMatchObject({ ok: false, stale: ['annotation/registry.ts'] });
  });
});

describe('a fault in a folder of annotations', () => {
  const text = JSON.stringify(TICKET, null, 2);
  const path = 'support-desk/ticket.schema.json';
  const rows = [
    { fault: 'a misspelt keyword', schema: text.replace('"maximum"', '"maximun"'), line: 16, says: '"maximum"' },
    {
      fault: 'a misspelt reference',
      schema: text.replace('$defs/Urgency"', '$defs/Urgence"'),
      line: 20,
      says: 'Urgence',
    },
    { fault: 'a comma too many', schema: text.replace('999999,', '999999,,'), line: 16, says: 'property name' },
    {
      fault: 'an example that is wrong',
      schema: text.replace('"number": 7', '"number": -7'),
      line: 29,
      says: 'example',
    },
  ];

  it.each(rows)('[D-5] $fault is one finding, at its line, and nothing is written', async ({ schema, line, says }) => {
    const { report, again } = await generated({ [path]: schema });
    expect(report).toMatchObject({ ok: false, files: 0 });
    expect(report.findings).toHaveLength(1);
    const [finding] = report.findings;
    expect(finding?.file.endsWith(path)).toBe(true);
    expect(Math.abs((finding?.line ?? 0) - line)).toBeLessThanOrEqual(1);
    expect(`${finding?.message} ${finding?.advice}`).toContain(says);
    expect((await again(true)).missing).toEqual([]);
  });

  it('[D-5] two roots in one file, or a file at another depth, give no name and are refused', async () => {
    const { Ticket, Urgency } = TICKET.$defs;
    const twice = { ...TICKET, $defs: { Ticket, Urgency, Trailer: { ...Ticket, title: 'Trailer' } } };
    expect((await generated({ [path]: twice })).report.findings).toMatchObject([
      { rule: 'annotation-file', pointer: '/$defs/Trailer' },
    ]);
    expect((await generated({ 'ticket.schema.json': TICKET })).report.findings).toMatchObject([
      { rule: 'annotation-file', pointer: '' },
    ]);
  });
});
