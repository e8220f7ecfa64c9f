import { posix } from 'node:path';
import { type DataObject, dataObject, refuseData } from '../data-file.ts';
import { type Definition, type Family, familyFolder, isJsonObject, type Json, type Model } from '../model.ts';
import { constantCase } from '../naming.ts';
import { type OutputFile, stampFor, type Target } from './target.ts';
import { literal, propertyKey } from './text.ts';

/**
 * `transitions.ts`: the legal transitions of a family's states, from `<family>/transition/*.json`, as typed tables.
 * Each file is `{ "title", "states", "initial", "terminal", "transitions": { state: [states that may follow] } }`;
 * its states are those of exactly one closed list of the family, whose type the table gets.
 */
export const transitionsTarget: Target = {
  name: 'transitions',
  emit: (model) => model.families.flatMap((family) => familyTransitions(family, model)),
};

interface Machine {
  readonly constant: string;
  readonly title: string;
  readonly type: string;
  readonly initial: readonly string[];
  readonly terminal: readonly string[];
  readonly next: ReadonlyMap<string, readonly string[]>;
}

function familyTransitions(family: Family, model: Model): readonly OutputFile[] {
  const folder = `${familyFolder(family)}/transition`;
  const paths = model.data.map(({ path }) => path).filter((path) => posix.dirname(path) === folder);
  const machines = paths.flatMap((path) => {
    const data = dataObject(model, path);
    return data === undefined ? [] : [readMachine(data, family)];
  });
  if (machines.length === 0) return [];
  return [{ path: `${family.name}/transitions.ts`, text: transitionsModule(`schema/${folder}`, machines) }];
}

function readMachine(data: DataObject, family: Family): Machine {
  const { title, transitions } = data.json;
  const states = textsIn(data, 'states');
  if (typeof title !== 'string') return refuseData(data, 'The file has no "title".', 'Say in a sentence what moves.');
  const map = isJsonObject(transitions) ? transitions : {};
  const next = new Map(states.map((state) => [state, textsIn({ ...data, json: map }, state)]));
  const machine = {
    constant: `${constantCase(posix.basename(data.file, '.json')).replaceAll('-', '_')}_TRANSITIONS`,
    title,
    type: stateType(data, family, states).name,
    initial: textsIn(data, 'initial'),
    terminal: textsIn(data, 'terminal'),
    next,
  };
  checkMachine(data, machine, Object.keys(map));
  return machine;
}

/** The texts of a list; an absent list is empty. */
function textsIn(data: DataObject, name: string): readonly string[] {
  const value = data.json[name] ?? [];
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const texts = list.filter((entry) => typeof entry === 'string');
    if (texts.length === list.length && new Set(texts).size === texts.length) return texts;
  }
  return refuseData(data, `"${name}" is no list of different texts.`, 'List the names of states.');
}

function stateType(data: DataObject, family: Family, states: readonly string[]): Definition {
  const wanted = JSON.stringify(states.toSorted());
  const [type, second] = [...family.definitions.values()].filter(
    (definition) => definition.kind === 'enum' && JSON.stringify(definition.values.map(String).toSorted()) === wanted,
  );
  if (type !== undefined && second === undefined) return type;
  const message = `"states" are the values of ${type === undefined ? 'no closed list' : 'several closed lists'} of ${family.name}.`;
  return refuseData(data, message, 'List exactly the values of one enum, which names the type of the states.');
}

function checkMachine(data: DataObject, { initial, terminal, next }: Machine, listed: readonly string[]): void {
  const named = [...initial, ...terminal, ...listed, ...[...next.values()].flat()];
  for (const state of named)
    if (!next.has(state)) refuseData(data, `"${state}" is none of the states.`, 'Correct the name, or add the state.');
  for (const [state, targets] of next) {
    const isEnd = terminal.includes(state);
    if (isEnd && targets.length > 0)
      refuseData(data, `The terminal state "${state}" has a successor.`, 'Remove one of the two.');
    if (!isEnd && targets.length === 0)
      refuseData(data, `"${state}" is not terminal and has no successor.`, 'Add a transition, or make it terminal.');
  }
  const reached = new Set(initial);
  for (const state of reached) for (const target of next.get(state) ?? []) reached.add(target);
  for (const state of next.keys())
    if (!reached.has(state)) refuseData(data, `No path leads to "${state}".`, 'Add a transition, or make it initial.');
}

function transitionsModule(source: string, machines: readonly Machine[]): string {
  const types = [...new Set(machines.map(({ type }) => type))].sort();
  const tables = machines.map(({ constant, title, type, initial, terminal, next }) => {
    const lines = [...next].map(([state, targets]) => `    ${propertyKey(state)}: ${list(targets)},`);
    return `/** ${title.replaceAll('*/', '*\\/')} */
export const ${constant}: TransitionTable<${type}> = {
  initial: ${list(initial)},
  terminal: ${list(terminal)},
  next: {
${lines.join('\n')}
  },
};
`;
  });
  return `// ${stampFor(source)}

import type { ${types.join(', ')} } from './types.ts';

/** Which state may follow which. */
export interface TransitionTable<State extends string> {
  readonly initial: readonly State[];
  /** No state follows these. */
  readonly terminal: readonly State[];
  /** By state: those that may follow it directly. */
  readonly next: Readonly<Record<State, readonly State[]>>;
}

${tables.join('\n')}`;
}

function list(states: readonly string[]): string {
  return `[${states.map(literal).join(', ')}]`;
}
