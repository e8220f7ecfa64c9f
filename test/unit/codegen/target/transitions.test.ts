import { describe, expect, it } from 'vitest';
import { buildModel } from '../../../../codegen/build.ts';
import { loadSchemas } from '../../../../codegen/load.ts';
import type { Json } from '../../../../codegen/model.ts';
import { transitionsTarget } from '../../../../codegen/target/transitions.ts';
import { sampleModel } from '../support/sample.ts';
import { importFrom, temporaryFolder, writeFiles } from '../support/written.ts';

const ROLES = {
  title: 'Who may speak next.',
  states: ['user', 'assistant'],
  initial: ['user'],
  terminal: ['assistant'],
  transitions: { user: ['assistant', 'user'] },
};

const TABLES = {
  ITEM_TRANSITIONS: 'UnifiedItemStatus',
  OPERATION_TRANSITIONS: 'UnifiedOperationState',
  TOOL_TRANSITIONS: 'UnifiedToolState',
};

function withTable(table: Json) {
  return sampleModel({ 'sample/1.0/transition/next-role.json': table });
}

describe('the transition tables', () => {
  it('[D-2] hold the successors of every state, typed by the closed list whose values the states are', async () => {
    const files = await transitionsTarget.emit(await withTable(ROLES));
    expect(files.map(({ path }) => path)).toEqual(['sample/transitions.ts']);
    expect(files[0]?.text).toContain("import type { SampleRole } from './types.ts';");
    expect(files[0]?.text).toContain(
      '/** Who may speak next. */\nexport const NEXT_ROLE_TRANSITIONS: TransitionTable<SampleRole> = {',
    );
    const folder = await temporaryFolder();
    await writeFiles(folder, files);
    const { NEXT_ROLE_TRANSITIONS } = await importFrom(folder, 'sample/transitions.ts');
    const next = { user: ['assistant', 'user'], assistant: [] };
    expect(NEXT_ROLE_TRANSITIONS).toEqual({ initial: ['user'], terminal: ['assistant'], next });
  });

  it('[D-2] are not written for a family without any', async () => {
    expect(await transitionsTarget.emit(await sampleModel())).toEqual([]);
  });

  it('[D-2] exist for the tools, items and operations of unified, each with all states of its type', async () => {
    const model = buildModel(await loadSchemas({ root: 'schema' }));
    const folder = await temporaryFolder();
    await writeFiles(folder, await transitionsTarget.emit(model));
    const tables = await importFrom(folder, 'unified/transitions.ts');
    const { definitions } = model.families.find(({ name }) => name === 'unified') ?? {};
    for (const [table, type] of Object.entries(TABLES)) {
      const states = definitions?.get(type)?.schema['enum'];
      const { next } = Object(tables[table]);
      expect(Object.keys(next), table).toEqual(states);
    }
    expect(Object.keys(tables).sort()).toEqual(Object.keys(TABLES).sort());
  });

  const rows: readonly (readonly [string, Json, string])[] = [
    ['no title', { ...ROLES, title: 1 }, 'has no "title"'],
    ['states that no type has', { ...ROLES, states: ['user'] }, 'no closed list'],
    ['a text in place of a list', { ...ROLES, initial: 'user' }, '"initial" is no list'],
    ['a state twice', { ...ROLES, states: ['user', 'user'] }, 'different texts'],
    ['an unknown initial state', { ...ROLES, initial: ['system'] }, '"system" is none of the states'],
    ['an unknown successor', { ...ROLES, transitions: { user: ['system'] } }, '"system" is none of the states'],
    ['a transition of an unknown state', { ...ROLES, transitions: { user: ['assistant'], system: [] } }, '"system"'],
    ['a terminal state with a successor', { ...ROLES, terminal: ['user', 'assistant'] }, 'terminal state "user"'],
    ['a dead end that is not terminal', { ...ROLES, terminal: [] }, '"assistant" is not terminal'],
    ['a state that nothing leads to', { ...ROLES, transitions: { user: ['user'] } }, 'leads to "assistant"'],
  ];

  it.each(rows)('[D-2] refuse %s', async (_title, table, says) => {
    const model = await withTable(table);
    expect(() => transitionsTarget.emit(model)).toThrow(says);
  });
});
