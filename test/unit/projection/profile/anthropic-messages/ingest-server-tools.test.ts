import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../src/core/json.ts';
import { validateRequest } from '../../../../../src/validate/index.ts';
import { back, body, itemsOf, ran, read, said, written } from './support.ts';

/** The call and the result of a tool that the provider ran. */
function pair(wire: JsonObject) {
  const [, call, result] = itemsOf(wire);
  return { call, result };
}

const EMPTY_SEARCH = { type: 'tool_search_tool_search_result', tool_references: [] };
const RAN = { type: 'bash_code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] };
const FILE = { kind: 'provider-resource', resource: { resourceType: 'file', providerId: 'file_9' } };

describe('tools that the provider ran', () => {
  it('[U-TOOL-5] are calls of the provider, apart from those of the client', () => {
    const [, server, client] = itemsOf(
      said(
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} },
      ),
    );
    expect(server).toMatchObject({
      type: 'server-tool-call',
      kind: 'web-search',
      executionOwner: 'provider',
      input: { value: { query: 'q' } },
      provenance: { providerCallId: 'srvtoolu_1' },
    });
    expect(client).toMatchObject({ type: 'tool-call', kind: 'function', executionOwner: 'client' });
  });

  it('[U-TOOL-6] are not answered by the client, nor by a tool of another kind, whatever identifiers say', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const found = { type: 'tool_search_tool_result', tool_use_id: 'srvtoolu_1', content: EMPTY_SEARCH };
    const code = { type: 'server_tool_use', id: 'srvtoolu_2', name: 'code', input: {} };
    const output = { type: 'bash_code_execution_tool_result', tool_use_id: 'srvtoolu_2', content: RAN };
    const answer = { type: 'tool_result', tool_use_id: 'srvtoolu_1', content: 'x' };
    const wire = body([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [search, found, code, output] },
      { role: 'user', content: [answer] },
    ]);
    const { value } = read(wire);
    expect(validateRequest(value)).toMatchObject({ ok: true });
    expect(value.conversation).toMatchObject({ completeness: 'partial' });
    const ids = value.conversation.items.flatMap((item) => ('callId' in item ? [item.callId] : []));
    expect(new Set(ids).size).toBe(5);
  });

  it('[U-PROF-3] give a result of the client that answers none of its calls back as it was', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
    const answer = { type: 'tool_result', tool_use_id: 'srvtoolu_1', content: 'x' };
    const wire = body([
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [search] },
      { role: 'user', content: [answer] },
    ]);
    expect(written(back(wire))).toMatchObject({ wire, entries: [] });
  });

  it('[U-TOOL-6][U-PART-5] searched, and what was found keeps its source', () => {
    const { result } = pair(
      ran('web_search', 'web_search_tool_result', [
        {
          type: 'web_search_result',
          url: 'https://a.test',
          title: 'T',
          page_age: 'old',
          encrypted_content: 'RU5D',
        },
      ]),
    );
    expect(result).toMatchObject({
      type: 'server-tool-result',
      kind: 'web-search',
      callId: 'req.call.0',
      output: [
        {
          type: 'grounding-source',
          source: { url: 'https://a.test', title: 'T' },
          pageAge: 'old',
          privateState: { kind: 'encrypted-content' },
        },
      ],
    });
  });

  it('[U-TOOL-6] fetched, and the page keeps its address and the time', () => {
    const { result } = pair(
      ran('web_fetch', 'web_fetch_tool_result', {
        type: 'web_fetch_result',
        url: 'https://a.test',
        retrieved_at: '2026-11-14T23:34:21.151000+00:00',
        content: {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'x' },
          title: 'T',
          citations: { enabled: false },
        },
      }),
    );
    expect(result).toMatchObject({
      kind: 'web-fetch',
      output: [
        {
          type: 'document',
          source: { kind: 'inline', data: 'x' },
          title: 'T',
          citations: false,
          url: 'https://a.test',
          retrievedAt: '2026-11-14T23:34:21.151000+00:00',
        },
      ],
    });
  });

  it.each([
    ['code_execution', 'code'],
    ['bash_code_execution', 'bash'],
  ])('[U-TOOL-6] ran %s, and its output, its errors and its files are told apart', (name, tool) => {
    const { call, result } = pair(
      ran(name, `${name}_tool_result`, {
        type: `${name}_result`,
        stdout: '2',
        stderr: 'w',
        return_code: 3,
        content: [{ type: `${name}_output`, file_id: 'file_9' }],
      }),
    );
    expect(call).toMatchObject({ type: 'code-execution', tool, executionOwner: 'provider' });
    expect(result).toMatchObject({
      type: 'code-execution-result',
      tool,
      standardOutput: '2',
      standardError: 'w',
      exitCode: 3,
      outcome: 'failed',
      output: [{ type: 'artifact-reference', purpose: 'output', source: FILE }],
    });
  });

  it('[U-TOOL-5] ran the code of a call', () => {
    const { call } = pair(
      said({ type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: { code: '1+1' } }),
    );
    expect(call).toMatchObject({ type: 'code-execution', tool: 'code', code: '1+1' });
  });

  it('[U-REAS-2] ran code whose output only the provider reads', () => {
    const wire = ran('code_execution', 'code_execution_tool_result', {
      type: 'encrypted_code_execution_result',
      encrypted_stdout: 'RU5D',
      stderr: '',
      return_code: 0,
      content: [],
    });
    const { result } = pair(wire);
    expect(result).toMatchObject({ privateState: { kind: 'encrypted-output', size: 4 }, exitCode: 0 });
    expect(JSON.stringify(read(wire).value)).not.toContain('RU5D');
  });

  it('[U-TOOL-6] edited a file', () => {
    const edited = (content: JsonObject) =>
      pair(ran('text_editor_code_execution', 'text_editor_code_execution_tool_result', content)).result;
    expect(
      edited({
        type: 'text_editor_code_execution_view_result',
        file_type: 'text',
        content: 'x',
        start_line: 1,
        num_lines: 2,
        total_lines: 3,
      }),
    ).toMatchObject({
      type: 'code-execution-result',
      tool: 'text-editor',
      edit: { kind: 'view', fileType: 'text', content: 'x', startLine: 1, lineCount: 2, totalLines: 3 },
    });
    expect(edited({ type: 'text_editor_code_execution_create_result', is_file_update: false })).toMatchObject({
      edit: { kind: 'create', updated: false },
    });
    expect(
      edited({
        type: 'text_editor_code_execution_str_replace_result',
        lines: ['-a', '+b'],
        old_start: 1,
        old_lines: 2,
        new_start: 3,
        new_lines: 4,
      }),
    ).toMatchObject({
      edit: { kind: 'replace', lines: ['-a', '+b'], oldStart: 1, oldLines: 2, newStart: 3, newLines: 4 },
    });
  });

  it('[U-TOOL-6] looked for tools', () => {
    const { call, result } = pair(
      ran('tool_search_tool_regex', 'tool_search_tool_result', {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'g' }],
      }),
    );
    expect(call).toMatchObject({ type: 'server-tool-call', kind: 'tool-search' });
    expect(result).toMatchObject({ kind: 'tool-search', toolReferences: [{ kind: 'function', name: 'g' }] });
  });

  it('[U-TOOL-6][U-REAS-2] gave advice, in words or for the provider only', () => {
    const advice = (content: JsonObject) => pair(ran('advisor', 'advisor_tool_result', content)).result;
    expect(advice({ type: 'advisor_result', text: 'do it', stop_reason: 'end_turn' })).toMatchObject({
      kind: 'advisor',
      output: [{ type: 'text', text: 'do it' }],
      stopReason: 'end_turn',
    });
    expect(advice({ type: 'advisor_redacted_result', encrypted_content: 'RU5D' })).toMatchObject({
      kind: 'advisor',
      privateState: { kind: 'encrypted-content' },
    });
  });

  it('[U-TOOL-6] called a server, and its answer is kept', () => {
    const { call, result } = pair(
      said(
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 's', input: { a: 1 } },
        {
          type: 'mcp_tool_result',
          tool_use_id: 'mcptoolu_1',
          is_error: true,
          content: [{ type: 'text', text: 'r' }],
        },
      ),
    );
    expect(call).toMatchObject({
      type: 'server-tool-call',
      kind: 'mcp',
      name: 'x',
      serverLabel: 's',
      executionOwner: 'provider',
      input: { value: { a: 1 } },
    });
    expect(result).toMatchObject({ kind: 'mcp', isError: true, output: [{ type: 'text', text: 'r' }] });
  });

  it('[U-TOOL-2] listed the tools of a server', () => {
    const { call: listing } = pair(
      said({
        type: 'mcp_tool_listing',
        mcp_server_name: 's',
        tools: [{ name: 'x', description: 'd', input_schema: { type: 'object' } }],
      }),
    );
    expect(listing).toMatchObject({
      type: 'tool-listing',
      serverLabel: 's',
      tools: [{ name: 'x', description: 'd', inputSchema: { schema: { type: 'object' } } }],
    });
  });

  it.each([
    ['web_search', 'unavailable'],
    ['web_fetch', 'url_not_allowed'],
    ['code_execution', 'execution_time_exceeded'],
    ['bash_code_execution', 'output_file_too_large'],
    ['advisor', 'overloaded'],
  ])('[U-TOOL-6] failed with a code: %s', (name, code) => {
    const type = `${name}_tool_result`;
    const { result } = pair(ran(name, type, { type: `${type}_error`, error_code: code }));
    expect(result).toMatchObject({ isError: true, errorCode: code });
  });

  it('[U-TOOL-5] ran because code asked for them', () => {
    const [, , inner] = itemsOf(
      said(
        { type: 'server_tool_use', id: 'srvtoolu_9', name: 'code_execution', input: {} },
        {
          type: 'tool_use',
          id: 'toolu_1',
          name: 'f',
          input: {},
          caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' },
        },
      ),
    );
    expect(inner).toMatchObject({ caller: { kind: 'code-execution', version: '20260120', callId: 'req.call.0' } });
  });
});
