import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findSecret } from '../../../src/core/redact.ts';

const RECORDINGS = new URL('../../../../shared/corpus/', import.meta.url);

function payloads(): { readonly name: string; readonly value: unknown }[] {
  const names = readdirSync(RECORDINGS, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /[/\\].*\.(?:json|sse|ndjson)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(new URL(name, RECORDINGS), 'utf8');
      return jsonTexts(name, text).map((json) => ({ name, value: JSON.parse(json) }));
    });
}

function jsonTexts(name: string, text: string): string[] {
  if (name.endsWith('.json')) return [text];
  const isEvents = name.endsWith('.sse');
  const lines = text.split('\n').filter((line) => !isEvents || line.startsWith('data:'));
  return lines.map((line) => line.replace(/^data:/, '').trim()).filter((line) => line !== '' && line !== '[DONE]');
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...strings(member)]);
}

describe.skipIf(!existsSync(RECORDINGS))(
  'findSecret on recordings of providers (skipped where the recordings are absent)',
  () => {
    it('[U-SEC-2] takes no string of any recorded exchange for a credential', () => {
      const all = payloads();
      const alarms = all.flatMap(({ name, value }) =>
        strings(value).flatMap((text) => (findSecret(text) ? [name] : [])),
      );
      expect(alarms).toEqual([]);
      expect(all.length).toBeGreaterThan(300);
    });
  },
);
