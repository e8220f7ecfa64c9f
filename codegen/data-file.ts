import { SchemaError } from './finding.ts';
import { type DataFile, isJsonObject, type Json, type Model } from './model.ts';

/** A JSON object of a data file, and where it stands there, so that faults in it can be named. */
export interface DataObject {
  readonly file: string;
  readonly pointer: string;
  readonly json: { readonly [key: string]: Json };
}

/** The data file at a path below the schema folder; undefined where there is none. Throws a SchemaError if it is no object. */
export function dataObject(model: Model, path: string): DataObject | undefined {
  const file: DataFile | undefined = model.data.find((candidate) => candidate.path === path);
  if (file === undefined) return undefined;
  if (isJsonObject(file.json)) return { file: path, pointer: '', json: file.json };
  return refuseData({ file: path, pointer: '' }, 'The file is no object.', 'Write an object.');
}

/** Throws a SchemaError with one finding about a place in a data file. */
export function refuseData(
  { file, pointer }: Pick<DataObject, 'file' | 'pointer'>,
  message: string,
  advice: string,
): never {
  throw new SchemaError([{ file, line: 1, pointer, rule: 'data-file', message, advice }]);
}
