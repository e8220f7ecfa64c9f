import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../../../generated/unified/types.ts';
import { WireFormatError } from '../../../../../src/core/errors.ts';
import type { JsonObject, JsonValue } from '../../../../../src/core/json.ts';
import { sha256Hex } from '../../../../../src/core/sha256.ts';
import { type AnswerOptions, ingestResponse } from '../../../../../src/projection/ingest-response.ts';
import { anthropicMessages } from '../../../../../src/projection/profile/anthropic-messages/index.ts';
import { validateResult } from '../../../../../src/validate/index.ts';
import { OWNER } from './support.ts';

function read(more: JsonObject, options: AnswerOptions = {}): UnifiedResultV2 {
  return readBody({ ...ANSWER, ...more }, options).value;
}

function readBody(wire: JsonValue, options: AnswerOptions = {}) {
  const made = ingestResponse(anthropicMessages, wire, { owner: OWNER, ...options });
  expect(validateResult(made.value)).toMatchObject({ ok: true });
  return made;
}

const ANSWER: JsonObject = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'model-a-20260210',
  content: [{ type: 'text', text: 'Low tide.' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  stop_details: null,
  container: null,
  usage: { input_tokens: 5, output_tokens: 9 },
};

describe('messages', () => {
  it('[U-PROF-3] have the model that was asked for and the one that answered; null in them is nothing to report', () => {
    const { value, loss } = readBody(ANSWER, { requestedModel: 'model-a', operationId: 'op' });
    expect(value).toMatchObject({
      responseId: 'op.response.0',
      operationId: 'op',
      model: { requested: 'model-a', resolved: 'model-a-20260210' },
      status: { reason: 'stop', providerReason: 'end_turn' },
      provenance: { profile: { family: 'anthropic-messages' }, providerResponseId: 'msg_1' },
      output: [{ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Low tide.' }] }],
    });
    expect(loss.entries).toEqual([]);
  });

  it.each([
    ['max_tokens', 'length'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['pause_turn', 'paused'],
    ['compaction', 'paused'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'max-context'],
    ['something_new', 'unknown'],
  ])('[U-USE-3] that end with %s end with %s', (stop_reason, reason) => {
    expect(read({ stop_reason, stop_sequence: 'END' }).status).toEqual({
      reason,
      providerReason: stop_reason,
      stopSequence: 'END',
    });
  });

  it('[U-USE-1][U-USE-2] count: the total of the input is calculated, and steps beside the totals say so', () => {
    const step = { input_tokens: 900, output_tokens: 50, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const { usage } = read({
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 30,
        cache_read_input_tokens: 60,
        cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
        output_tokens: 9,
        output_tokens_details: { thinking_tokens: 4 },
        server_tool_use: { web_search_requests: 2, web_fetch_requests: 0 },
        iterations: [
          { type: 'compaction', ...step },
          { type: 'message', model: 'model-a', ...step },
        ],
        service_tier: 'standard',
        inference_geo: 'us',
        speed: 'fast',
      },
    });
    const reported = (value: number) => ({ value, scope: 'request', source: 'reported' });
    const derived = (value: number) => ({ value, scope: 'request', source: 'derived' });
    expect(usage).toMatchObject({
      input: {
        total: derived(100),
        uncached: reported(10),
        cacheWriteByTtl: [
          { ttl: '5m', counter: reported(10) },
          { ttl: '1h', counter: reported(20) },
        ],
      },
      output: { total: reported(9), reasoning: reported(4), visible: derived(5) },
      serverTools: [
        { tool: 'web-search', calls: reported(2) },
        { tool: 'web-fetch', calls: reported(0) },
      ],
      iterations: [
        { kind: 'compaction', includedInTotals: false },
        { kind: 'message', includedInTotals: true, model: 'model-a' },
      ],
      serviceTier: 'standard',
      inferenceGeography: 'us',
      speed: 'fast',
    });
  });

  it('[U-USE-1] leave counters out that nobody knows', () => {
    expect(read({ usage: { output_tokens: 9 } }).usage).toEqual({
      output: { total: { value: 9, scope: 'request', source: 'reported' } },
    });
  });

  it('[U-PROF-3] say which container, what was edited, what was transformed, and what the cache missed', () => {
    const result = read({
      container: {
        id: 'container_1',
        expires_at: '2026-04-24T11:14:17Z',
        skills: [{ type: 'anthropic', skill_id: 'pptx', version: '1' }],
      },
      context_management: {
        applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 900 }],
      },
      input_transformations: [
        { type: 'thinking_dropped', reason: 'model_binding_mismatch', path: 'messages.1.content.0' },
      ],
      diagnostics: { cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 40 } },
    });
    expect(result).toMatchObject({
      state: {
        container: {
          resource: { resourceType: 'container', providerId: 'container_1', expiresAt: '2026-04-24T11:14:17Z' },
          skills: [{ kind: 'anthropic', skillId: 'pptx', version: '1' }],
        },
      },
      appliedContextEdits: [{ type: 'clear_tool_uses_20250919', clearedToolUses: 3, clearedInputTokens: 900 }],
      inputTransformations: [
        { action: 'thinking_dropped', reason: 'model_binding_mismatch', path: 'messages.1.content.0' },
      ],
      cacheDiagnostics: { status: 'miss', reason: 'tools_changed', missedTokens: 40 },
    });
    expect(read({ diagnostics: { cache_miss_reason: null } }).cacheDiagnostics).toEqual({ status: 'pending' });
  });

  it('[U-PROF-3] count cited documents over the whole conversation, of which the answer is a part', () => {
    const source = { type: 'text', media_type: 'text/plain', data: 'page' };
    const page = { type: 'web_fetch_result', url: 'https://tide.test', content: { type: 'document', source } };
    const citation = {
      type: 'char_location',
      cited_text: 'p',
      document_index: 0,
      start_char_index: 0,
      end_char_index: 1,
    };
    const { output } = read({
      content: [
        { type: 'web_fetch_tool_result', tool_use_id: 'srvtoolu_1', content: page },
        { type: 'text', text: 'p', citations: [{ ...citation, document_title: null }] },
      ],
    });
    expect(output[1]).toMatchObject({ content: [{ annotations: [{ documentIndex: 0 }] }] });
  });

  it('[U-LOSS-1] keep what nobody knows for their provider', () => {
    const { value, loss } = readBody({
      ...ANSWER,
      novelty: { a: 1 },
      usage: { input_tokens: 1, output_tokens: 2, new_tokens: 3 },
      content: [{ type: 'hologram', data: 'x' }],
    });
    expect(value.provenance.providerData).toMatchObject([
      { wirePointer: '/novelty' },
      { wirePointer: '/usage/new_tokens' },
    ]);
    expect(value.output).toMatchObject([{ type: 'message', content: [], providerData: [{ wireType: 'hologram' }] }]);
    expect(loss.entries).toEqual([]);
  });

  it('are refused with a pointer when they have no content', () => {
    const { content: _, ...rest } = ANSWER;
    expect(() => readBody(rest)).toThrow(WireFormatError);
  });
});

describe('errors', () => {
  it.each([
    ['invalid_request_error', 'invalid-request', 400, false],
    ['authentication_error', 'authentication', 401, false],
    ['billing_error', 'quota', 402, false],
    ['permission_error', 'permission', 403, false],
    ['not_found_error', 'not-found', 404, false],
    ['conflict_error', 'conflict', 409, true],
    ['request_too_large', 'too-large', 413, false],
    ['rate_limit_error', 'rate-limit', 429, true],
    ['api_error', 'provider', 500, true],
    ['timeout_error', 'timeout', 504, true],
    ['overloaded_error', 'overloaded', 529, true],
  ])('[U-USE-4] of the type %s are of the category %s', (type, category, httpStatus, retryable) => {
    const { value } = readBody({ type: 'error', error: { type, message: 'No.' }, request_id: 'req_1' });
    expect(value).toMatchObject({
      status: { reason: 'failed' },
      output: [],
      error: { category, httpStatus, retryable, message: 'No.', providerCode: type, providerRequestId: 'req_1' },
    });
  });

  it('[U-USE-4] are no matter of waiting when a limit of spending was reached', () => {
    const error = { type: 'rate_limit_error', message: 'No.', details: { error_code: 'enforced_spend_limit_reached' } };
    const { value } = readBody({ type: 'error', error }, { httpStatus: 429 });
    expect(value.error).toMatchObject({
      category: 'quota',
      retryable: false,
      providerDetailCode: 'enforced_spend_limit_reached',
    });
  });

  it('[U-USE-4] hold no credentials', () => {
    // Made here, so that no text of the project looks like a credential.
    const token = sha256Hex('a token');
    const message = `invalid header authorization: Bearer ${token}`;
    const { value } = readBody({ type: 'error', error: { type: 'authentication_error', message } });
    expect(value.error?.message).toContain('invalid header');
    expect(value.error?.message).not.toContain(token);
  });
});
