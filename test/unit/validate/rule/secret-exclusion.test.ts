import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import {
  validateCheckpoint,
  validateEvent,
  validateItem,
  validateMessage,
  validateRequest,
  validateToolDefinition,
  validateTransport,
} from '../../../../src/validate/index.ts';
import {
  type Changes,
  event,
  faults,
  issuesOf,
  item,
  NOW,
  OWNER,
  request,
  textPart,
  tool,
  toolCall,
} from '../record.ts';

/** Made of pieces, so that no scanner takes this file for a leak. */
const KEY = ['sk', 'ant', 'api03', 'Zq8vN2mX4rT6yB1cW3eR5tY7'].join('-');
const RANDOM = 'Zq8vN2mX4rT6yB1cW3eR5tY7';

const withText = (text: string) => item(0, { content: [textPart('p', { text })] });

describe('secret exclusion', () => {
  it.each<[what: string, text: string]>([
    ['a key of a provider', `use ${KEY} for it`],
    ['a bearer token', `Authorization: Bearer ${RANDOM}`],
    ['a cookie', `Cookie: session=${RANDOM}`],
    ['an assignment', `API_KEY=${RANDOM}`],
    ['a member of JSON in text', `{"client_secret": "${RANDOM}"}`],
    ['a password in a URL', `postgres://user:${RANDOM}@db.example.org/`],
    ['a key behind an escape', `first\\n${KEY}`],
    ['a private key', `-----BEGIN ${'PRIVATE'} KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(4)}\n`],
  ])('[U-SEC-2] refuses %s in a text, and says what it is without saying it', (_what, text) => {
    const issues = issuesOf(validateItem(withText(text)));
    expect(issues.map(({ path, rule }) => [path, rule])).toEqual([['/content/0/text', 'secret-exclusion']]);
    expect(JSON.stringify(issues)).not.toContain('Zq8v');
  });

  it('[U-SEC-2] accepts texts that only talk about credentials', () => {
    for (const text of [
      'Set API_KEY=<your key>',
      'Bearer tokens are refused.',
      'sk-...',
      'https://example.org/a:b@c',
    ]) {
      expect(faults(validateItem(withText(text)))).toEqual([]);
    }
  });

  it.each<[where: string, record: JsonObject, path: string]>([
    ['ids', item(0, { id: KEY, parentId: undefined }), '/id'],
    ['names', item(0, { participantName: KEY }), '/participantName'],
    ['arguments as text', toolCall(0, 'a', { rawArguments: `{"k":"${KEY}"}` }), '/rawArguments'],
    ['parsed input', toolCall(0, 'a', { input: { value: { deep: [{ k: KEY }] } } }), '/input/value/deep/0/k'],
    [
      'members that name a credential',
      toolCall(0, 'a', { input: { value: { api_key: RANDOM } } }),
      '/input/value/api_key',
    ],
    ['JSON that is a text alone', toolCall(0, 'a', { input: { value: KEY } }), '/input/value'],
    ['lists of texts', toolCall(0, 'a', { kind: 'shell', shell: { commands: ['ls', KEY] } }), '/shell/commands/1'],
  ])('[U-SEC-2] searches %s', (_where, record, path) => {
    expect(faults(validateItem(record))).toEqual([[path, 'secret-exclusion']]);
  });

  it('[U-SEC-2] tells each place once', () => {
    const value = { first: KEY, second: [KEY, 'fine', KEY] };
    expect(faults(validateItem(toolCall(0, 'a', { input: { value } })))).toEqual([
      ['/input/value/first', 'secret-exclusion'],
      ['/input/value/second/0', 'secret-exclusion'],
      ['/input/value/second/2', 'secret-exclusion'],
    ]);
  });

  it('[U-SEC-2] searches events, tools and metadata', () => {
    expect(faults(validateEvent(event(0, 'text-delta', { delta: KEY })))).toEqual([['/delta', 'secret-exclusion']]);
    const schema: JsonValue = { type: 'object', default: { token: KEY } };
    expect(faults(validateToolDefinition(tool('t', { inputSchema: { schema } })))).toEqual([
      ['/inputSchema/schema/default/token', 'secret-exclusion'],
    ]);
    const metadata = { entries: [{ key: 'access_token', value: RANDOM }] };
    expect(faults(validateRequest(request([item(0)], { metadata })))).toEqual([
      ['/metadata/entries/0/value', 'secret-exclusion'],
    ]);
  });

  it('[U-TRAN-1] refuses headers of credentials, whatever their value', () => {
    const judge = (key: string, value: string) => faults(validateTransport({ allowedHeaders: [{ key, value }] }));
    for (const key of ['Authorization', 'cookie', 'X-API-Key', 'x-goog-api-key', 'proxy-authorization', 'Set-Cookie']) {
      expect(judge(key, 'x')).toEqual([['/allowedHeaders/0/key', 'secret-exclusion']]);
    }
    expect(judge('anthropic-beta', 'context-1m-2025-08-07')).toEqual([]);
  });

  it('[U-PART-3] does not search media and encrypted payloads', () => {
    const source = (encoding: string) => ({ kind: 'inline', mediaType: 'text/plain', data: KEY, encoding });
    const media = (encoding: string): Changes => ({ content: [{ type: 'file', id: 'p', source: source(encoding) }] });
    expect(faults(validateItem(item(0, media('base64'))))).toEqual([]);
    const checkpoint = { schemaVersion: '2.0', checkpointId: 'c', conversationId: 'c', branchId: 'main' };
    const rest = { journalHeadItemId: 'i', owner: OWNER, resourceType: 'response', status: 'active', createdAt: NOW };
    expect(faults(validateCheckpoint({ ...checkpoint, ...rest, encryptedPayload: KEY }))).toEqual([]);
  });

  it('[A-IR-8] leaves the texts of the aimatey IR to its clients: it is a wire format', () => {
    expect(faults(validateMessage({ role: 'user', content: KEY }))).toEqual([]);
  });
});
