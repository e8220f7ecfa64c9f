import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import type { JsonObject } from '../../src/core/json.ts';
import { ROOT } from './imports.ts';

/** The roots of `oracle-roots.ts`. */
const ROOTS = [
  'AnthropicRequest',
  'AnthropicBetaRequest',
  'AnthropicRequest20230601',
  'AnthropicBetaRequest20230601',
  'OpenaiChatRequest',
  'OpenaiChatAnswer',
  'OpenaiChatFrame',
  'AnthropicAnswer',
  'AnthropicBetaAnswer',
  'AnthropicFrame',
  'AnthropicBetaFrame',
] as const;

export type SdkRoot = (typeof ROOTS)[number];

export type SdkSchemas = Readonly<Record<SdkRoot, JsonObject>>;

/**
 * JSON Schemas of what the official clients send and read, closed: a member that the client's type does not name is a fault.
 * They are made from the clients' types once per version of the clients and kept in `.cache/`; none is committed.
 */
export function sdkSchemas(): SdkSchemas {
  const file = join(ROOT, '.cache', `sdk-schemas-${versionKey()}.json`);
  return readCached(file) ?? make(file);
}

function versionKey(): string {
  const versions = ['@anthropic-ai/sdk', 'openai', 'ts-json-schema-generator'].map((name) => {
    const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version; // every package manifest has one
  });
  const roots = readFileSync(new URL('oracle-roots.ts', import.meta.url));
  return [...versions, createHash('sha256').update(roots).digest('hex').slice(0, 12)].join('-');
}

function readCached(file: string): SdkSchemas | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // not made yet
  }
}

function make(file: string): SdkSchemas {
  const generator = createGenerator({
    path: join(ROOT, 'test/support/oracle-roots.ts'),
    tsconfig: join(ROOT, 'tsconfig.json'),
    type: '*',
    skipTypeCheck: true,
    additionalProperties: false,
  });
  // Each root gives one schema; what the generator calls a schema is plain JSON.
  const schemas = Object.fromEntries(
    ROOTS.map((root) => [root, generator.createSchema(root)]),
  ) as unknown as SdkSchemas;
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(schemas));
  renameSync(draft, file); // another worker may be writing the same file
  return schemas;
}
