import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { emitResponse } from '../../../src/projection/index.ts';
import { anthropicMessages } from '../../../src/projection/profile/anthropic-messages/index.ts';
import { validateRequest } from '../../../src/validate/index.ts';
import {
  answered,
  losses,
  lossesAnywhere,
  MESSAGES_OWNER,
  messagesAnswer,
  messagesBody,
  messagesToMessages,
  projected,
  toChat,
  wireOf,
} from '../gateway/support.ts';

const OTHER = { ...MESSAGES_OWNER, provider: 'another' };
const OWN = { owner: MESSAGES_OWNER, targetOwner: MESSAGES_OWNER };

const ran = (id: string, input: JsonObject): JsonObject => ({
  type: 'server_tool_use',
  id,
  name: 'code_execution',
  input,
});
const gave = (id: string, content: JsonObject): JsonObject => ({
  type: 'code_execution_tool_result',
  tool_use_id: id,
  content,
});
const said = (...content: readonly JsonObject[]): JsonObject =>
  messagesBody([
    { role: 'user', content: 'Count the berths.' },
    { role: 'assistant', content },
    { role: 'user', content: 'Thanks.' },
  ]);
const words = { type: 'text', text: 'Twelve.' };

describe('tools that the provider ran', () => {
  it('[U-ITEM-5] FR-063: a call, its result and the words behind it come back in order', () => {
    const output = { type: 'code_execution_result', stdout: '12\n', stderr: '', return_code: 0, content: [] };
    const body = said(ran('srvtoolu_b1', { code: 'print(12)' }), gave('srvtoolu_b1', output), words);
    const made = projected(messagesToMessages, body, OWN);
    expect(wireOf(made)).toEqual(body);
    expect(made.loss.entries).toEqual([]);
  });

  const sealed = {
    type: 'encrypted_code_execution_result',
    encrypted_stdout: 'c2VhbGVkLW91dHB1dA==',
    stderr: '',
    return_code: 0,
    content: [],
  };
  const sealedBody = said(ran('srvtoolu_b2', {}), gave('srvtoolu_b2', sealed), words);

  it('[U-REAS-2] FR-065: a sealed result goes back to its owner as it came, and stands in no record', () => {
    const made = projected(messagesToMessages, sealedBody, OWN);
    expect(wireOf(made)).toEqual(sealedBody);
    expect(JSON.stringify(made.value)).not.toContain('c2VhbGVkLW91dHB1dA');
  });

  it.each([
    ['another owner of the dialect', messagesToMessages],
    ['another dialect', toChat],
  ])('[U-CONT-7] FR-065: to %s neither a sealed result nor its call goes, and both are reported', (_, route) => {
    const made = projected(route, sealedBody, { owner: MESSAGES_OWNER, targetOwner: OTHER });
    expect(JSON.stringify(wireOf(made))).not.toMatch(/c2VhbGVkLW91dHB1dA|srvtoolu_b2|code_execution/);
    expect(JSON.stringify(wireOf(made))).toContain('Twelve.');
    expect(lossesAnywhere(made.loss)).toEqual(
      expect.arrayContaining(['warning item.code-execution', 'warning item.code-execution-result']),
    );
  });

  const searched = [
    { type: 'server_tool_use', id: 'srvtoolu_s1', name: 'web_search', input: { query: 'berths' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_s1',
      content: [
        { type: 'web_search_result', url: 'https://harbour.example', title: 'Harbour', encrypted_content: 'c2VhbGVk' },
      ],
    },
    { type: 'tool_use', id: 'toolu_c1', name: 'add', input: { left: 1 } },
  ];

  it('[U-TOOL-3] FR-064: the client of Chat is asked for its own call alone, and the record tells whose is whose', () => {
    const body = messagesAnswer(searched, { stop_reason: 'tool_use' });
    const made = answered(toChat, body, { owner: MESSAGES_OWNER });
    expect(wireOf(made)).toMatchObject({
      choices: [
        {
          message: { content: null, tool_calls: [{ id: 'toolu_c1', function: { name: 'add' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    });
    expect(JSON.stringify(wireOf(made))).not.toMatch(/srvtoolu_s1|web_search|c2VhbGVk/);
    expect(made.value.output).toMatchObject([
      { type: 'server-tool-call', executionOwner: 'provider' },
      { type: 'server-tool-result', executionOwner: 'provider' },
      { type: 'tool-call', executionOwner: 'client' },
    ]);
    expect(lossesAnywhere(made.loss)).toEqual(
      expect.arrayContaining(['warning item.server-tool-call', 'warning item.server-tool-result']),
    );
  });

  it('[U-CONT-2] FR-064: the record gives its owner the blocks back as they came', () => {
    const body = messagesAnswer(searched, { stop_reason: 'tool_use' });
    const { value, privateState } = answered(toChat, body, { owner: MESSAGES_OWNER });
    const back = emitResponse(anthropicMessages, value, { owner: MESSAGES_OWNER, privateState });
    if (!back.ok) throw new Error('The owner is refused its own answer.');
    expect(back.wire['content']).toMatchObject(searched);
  });

  const orphan = said(
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_gone', content: [] },
    { type: 'text', text: 'Twelve.' },
  );

  it('[U-VAL-1] FR-066: a result without its call makes a history partial; one that claims to be complete is refused', () => {
    const { value } = projected(messagesToMessages, orphan);
    expect(value.conversation).toMatchObject({ completeness: 'partial', missing: [{ reason: expect.any(String) }] });
    const { missing: _, ...rest } = value.conversation;
    const judged = validateRequest({ ...value, conversation: { ...rest, completeness: 'complete' } });
    expect(judged.ok ? [] : judged.issues.map(({ path, rule }) => `${rule} ${path}`)).toEqual([
      'tool-correlation /conversation/items/1/callId',
    ]);
  });

  it('[U-LOSS-2] FR-066: such a result stops the request, unless the caller can do without it', () => {
    const stopped = projected(messagesToMessages, orphan, OWN);
    expect(stopped.ok).toBe(false);
    expect(losses(stopped.loss)).toEqual(['error tool-result.orphan /conversation/items/1']);
    const made = projected(messagesToMessages, orphan, { ...OWN, requirements: { 'tool-result.orphan': 'preferred' } });
    expect(losses(made.loss)).toEqual(['warning tool-result.orphan /conversation/items/1']);
    expect(JSON.stringify(wireOf(made))).not.toContain('srvtoolu_gone');
  });
});
