import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';

type Draft = { [member: string]: JsonValue };

/** What the chunks of a Chat stream say, however it was cut. */
export interface ChunkSum {
  readonly top: JsonObject;
  /** Texts in their order; neighbouring pieces of one text are one. */
  readonly texts: readonly JsonObject[];
  readonly choices: JsonObject;
}

const TEXTS = ['content', 'refusal', 'reasoning', 'reasoning_content'];

/**
 * Adds up the chunks of a Chat stream by the written normalisations of streams, and by nothing of the project's own code.
 * Members whose value says nothing, padding and the names of objects are left out.
 */
export function chunkSum(frames: readonly JsonObject[]): ChunkSum {
  const top: Draft = {};
  const texts: { choice: number; kind: string; text: string }[] = [];
  const choices: Record<string, Draft> = {};
  const addText = (choice: number, kind: string, text: string) => {
    const last = texts.at(-1);
    if (text === '') return;
    if (last !== undefined && last.choice === choice && last.kind === kind) last.text += text;
    else texts.push({ choice, kind, text });
  };
  for (const { choices: list, object: _object, obfuscation: _padding, ...members } of frames) {
    for (const [key, value] of Object.entries(members)) put(top, key, value);
    for (const choice of objectsIn(list)) {
      const { index = 0, delta, logprobs, ...others } = choice;
      const sum = choices[String(index)] ?? {};
      choices[String(index)] = sum;
      for (const [key, value] of Object.entries(others)) put(sum, key, value);
      for (const [key, value] of Object.entries(membersOf(logprobs))) append(sum, `logprobs.${key}`, value);
      for (const [key, value] of Object.entries(membersOf(delta))) {
        if (key === 'role') continue;
        if (TEXTS.includes(key) && typeof value === 'string') addText(Number(index), key, value);
        else if (key === 'tool_calls') for (const call of objectsIn(value)) addCall(sum, call);
        else if (key === 'annotations') append(sum, key, value);
        else if (key === 'reasoning_details') addDetails(sum, value);
        else put(sum, `delta.${key}`, value);
      }
    }
  }
  return { top, texts, choices };
}

function put(target: Draft, key: string, value: JsonValue): void {
  const saysNothing = value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  if (!saysNothing) target[key] = patched(target[key], value);
}

/** Of two objects each member is the latest, as of two frames. */
function patched(before: JsonValue | undefined, value: JsonValue): JsonValue {
  const sum: Draft = { ...membersOf(before) };
  if (membersOf(value) !== value || Object.keys(sum).length === 0) return value;
  for (const [key, news] of Object.entries(value)) put(sum, key, news);
  return sum;
}

function append(target: Draft, key: string, value: JsonValue): void {
  if (!Array.isArray(value) || value.length === 0) return;
  const list = (target[key] ?? []) as JsonValue[];
  for (const entry of value) if (!list.some((known) => isDeepStrictEqual(known, entry))) list.push(entry);
  target[key] = list;
}

function addDetails(target: Draft, value: JsonValue): void {
  const list = (target['reasoning_details'] ?? []) as Draft[];
  for (const detail of objectsIn(value)) {
    const last = list.at(-1);
    const isNew = last?.['type'] !== detail['type'] || last?.['index'] !== detail['index'];
    if (last === undefined || isNew) list.push({ ...detail });
    else if (typeof detail['text'] === 'string') last['text'] = `${String(last['text'] ?? '')}${detail['text']}`;
  }
  if (list.length > 0) target['reasoning_details'] = list;
}

function addCall(target: Draft, { index = 0, function: called, custom, ...members }: JsonObject): void {
  const key = `call ${String(index)}`;
  const sum = (target[key] ?? {}) as Draft;
  target[key] = sum;
  for (const [name, value] of Object.entries(members)) put(sum, name, value);
  for (const [name, value] of Object.entries({ ...membersOf(called), ...membersOf(custom) })) {
    if (name !== 'arguments' && name !== 'input') put(sum, name, value);
    else if (typeof value === 'string' && value !== '') sum[name] = `${String(sum[name] ?? '')}${value}`;
  }
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonObject[]) : [];
}
