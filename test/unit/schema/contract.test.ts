import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import aimatey from '../../../generated/aimatey/bundle.json' with { type: 'json' };
import unified from '../../../generated/unified/bundle.json' with { type: 'json' };
import { validateChatResponse, validateResult } from '../../../src/validate/index.ts';
import { ROOT } from '../../support/imports.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
  readonly 'x-unified-json'?: true;
  readonly 'x-unified-root'?: true;
}

// Every definition of a bundle is a JSON Schema object.
const UNIFIED = unified.$defs as unknown as Readonly<Record<string, Schema>>;
const AIMATEY = aimatey.$defs as unknown as Readonly<Record<string, Schema>>;

const result = (reason: string) => ({
  schemaVersion: '2.0',
  responseId: 'resp_1',
  model: {},
  status: { reason },
  output: [],
  provenance: { profile: { family: 'openai-chat' } },
});

const response = (finishReason: string) => ({
  message: { role: 'assistant', content: 'Done.' },
  finishReason,
  usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 },
  metadata: { requestId: 'req_1', timestamp: 0 },
});

describe('the contract of the schemas', () => {
  it('[U-PDATA-1] has no unrestricted object in a canonical record: open values are boxed or registered', () => {
    const open = Object.entries(UNIFIED).filter(
      ([, { type, properties, additionalProperties }]) =>
        type === 'object' && properties !== undefined && additionalProperties !== false,
    );
    expect(open.map(([name]) => name)).toEqual([]);
    expect(Object.keys(UNIFIED).filter((name) => UNIFIED[name]?.['x-unified-json'])).toEqual(['JsonValue']);
  });

  it('[U-ROOT-1][U-ROOT-2] requires what the specification requires of the two roots', () => {
    expect(UNIFIED['UnifiedRequestV2']?.required).toEqual(
      expect.arrayContaining(['schemaVersion', 'requestId', 'conversation', 'model', 'generation', 'tools', 'source']),
    );
    expect(UNIFIED['UnifiedResultV2']?.required).toEqual(
      expect.arrayContaining(['schemaVersion', 'responseId', 'model', 'status', 'output', 'provenance']),
    );
  });

  it.each([
    ...['stop', 'length', 'tool-calls', 'content-filter', 'refusal', 'max-context', 'malformed-tool-call'],
    ...['requires-action', 'paused', 'cancelled', 'interrupted', 'failed', 'incomplete', 'unknown'],
  ])('[U-USE-3] knows the finish reason %s', (reason) => {
    expect(validateResult(result(reason)).ok).toBe(true);
  });

  it('[U-USE-3] refuses a finish reason that nobody defined', () => {
    expect(validateResult(result('tired')).ok).toBe(false);
  });

  it('[U-USE-4] gives an error its category, codes, statuses, retry, place, relations and references', () => {
    const { required, properties } = UNIFIED['UnifiedError'] ?? {};
    expect(required).toEqual(expect.arrayContaining(['category', 'code', 'message', 'retryable']));
    expect(Object.keys(properties ?? {})).toEqual(
      expect.arrayContaining([
        ...['httpStatus', 'grpcStatus', 'providerCode', 'retryAfterMilliseconds', 'fieldPath'],
        ...['operationId', 'itemId', 'providerRequestId', 'diagnosticRef'],
      ]),
    );
  });

  it.each(['stop', 'length', 'tool_calls', 'content_filter', 'error', 'cancelled'])(
    '[A-IR-4] knows the finish reason %s of the aimatey IR',
    (reason) => {
      expect(validateChatResponse(response(reason)).ok).toBe(true);
    },
  );

  it('[A-IR-4] wants all three counters of usage, and no invented finish reason', () => {
    expect(AIMATEY['IRUsage']?.required).toEqual(['promptTokens', 'completionTokens', 'totalTokens']);
    expect(validateChatResponse(response('paused')).ok).toBe(false);
    const { usage: _, ...unknown } = response('stop');
    expect(validateChatResponse(unknown).ok).toBe(true);
    expect(validateChatResponse({ ...unknown, usage: { promptTokens: 1 } }).ok).toBe(false);
  });

  it('[D-7] has its rooms and its two manifests at the top', () => {
    const rooms = ['schema', 'codegen', 'generated', 'src', 'test', 'package.json', 'Makefile'];
    expect(rooms.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});
