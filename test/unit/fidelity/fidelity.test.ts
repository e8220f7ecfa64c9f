import { describe, expect, it } from 'vitest';
import type { UnifiedResultV2 } from '../../../generated/unified/types.ts';
import { createFidelityAudit, type FidelityReport, isFaithful, type Recording } from '../../../src/fidelity/index.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import type { Profile, RequestDialect, ResponseDialect, StreamDialect } from '../../../src/projection/profile.ts';

const REQUEST = {
  model: 'gpt-test',
  seed: 7,
  messages: [
    { role: 'system', content: 'Be brief.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Tides?' },
        { type: 'text', text: 'Please.' },
      ],
    },
  ],
};

const RESPONSE = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1760000000,
  model: 'gpt-test-1',
  choices: [{ index: 0, message: { role: 'assistant', content: 'At noon.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
};

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1760000000,
  model: 'gpt-test-1',
  choices: [{ index: 0, delta, finish_reason }],
});
const CHUNKS = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'At ' }),
  chunk({ content: 'noon.' }),
  chunk({}, 'stop'),
];

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const sseOf = (frames: readonly unknown[], end = 'data: [DONE]\n\n') =>
  new TextEncoder().encode(frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('') + end);

const sent: Recording = { profile: 'openai-chat', case: 'sent', request: bytesOf(REQUEST) };
const answered: Recording = { profile: 'openai-chat', case: 'answered', response: bytesOf(RESPONSE) };
const streamed: Recording = {
  profile: 'openai-chat',
  case: 'streamed',
  stream: { framing: 'sse', bytes: sseOf(CHUNKS) },
};

// The profile has all three.
const request = openaiChat.request as RequestDialect;
const response = openaiChat.response as ResponseDialect;
const stream = openaiChat.stream as StreamDialect;

/** A dialect that is Chat Completions but for what is changed; and another target beside it. */
function audit(recordings: readonly Recording[], changed: Partial<Profile> = {}, target: Partial<Profile> = {}) {
  const source = { ...openaiChat, ...changed };
  const other = { ...openaiChat, family: 'other', ...target };
  const made = createFidelityAudit({
    sources: [{ profile: source }],
    targets: [{ profile: source }, { profile: other }],
  });
  for (const recording of recordings) made.add(recording);
  return made.report();
}

const pointersOf = ({ silent }: FidelityReport) => [...new Set(silent.map(({ pointer }) => pointer))];

/** JSON without every object whose text says please. */
function dropped<Wire>(wire: Wire): Wire {
  // JSON that was JSON before.
  return JSON.parse(JSON.stringify(wire), (_key, value) =>
    Array.isArray(value) ? value.filter((entry) => !entry?.text?.startsWith('Please')) : value,
  );
}

describe('the fidelity audit', () => {
  it('[U-LOSS-1] finds nothing wrong with a dialect that carries everything, and counts what it checked', () => {
    const report = audit([sent, answered, streamed]);
    expect(report).toMatchObject({ cases: 3, crashes: [], silent: [], skipped: [] });
    expect(report.identity).toEqual({ checked: 3, failed: [] });
    expect(report.parity).toEqual({ checked: 1, failed: [] });
    expect(report.matrix['openai-chat']?.['openai-chat']).toMatchObject({ checked: 3, silent: 0, invalid: 0 });
    expect(report.matrix['openai-chat']?.['other']).toMatchObject({ checked: 3, silent: 0, invalid: 0 });
    expect(report.leaves.changed).toBeGreaterThan(20);
    expect(isFaithful(report)).toBe(true);
  });

  it('[U-LOSS-1] catches a reader that drops a leaf in silence', () => {
    const report = audit([sent], {
      request: {
        ...request,
        ingest: (context) => {
          context.wire.take('seed');
          const made = request.ingest(context);
          const { seed: _, ...generation } = made.generation;
          return { ...made, generation };
        },
      },
    });
    expect(report.silent).toContainEqual({
      case: 'sent',
      from: 'openai-chat',
      to: 'openai-chat',
      kind: 'request',
      pointer: '/seed',
    });
    expect(isFaithful(report)).toBe(false);
  });

  it('[U-LOSS-1] catches a writer that drops a part, in the cell of its target', () => {
    const report = audit([sent], {}, { request: { ...request, emit: (...given) => dropped(request.emit(...given)) } });
    expect(pointersOf(report)).toEqual(['/conversation/items/1/content/1/text']);
    expect(report.matrix['openai-chat']).toMatchObject({ 'openai-chat': { silent: 0 }, other: { silent: 1 } });
  });

  it.each(['', '/conversation', '/conversation/items', '/conversation/items/1/content'])(
    '[U-LOSS-1] takes an entry about the container "%s" for no excuse',
    (path) => {
      const report = audit(
        [sent],
        {},
        {
          request: {
            ...request,
            emit: (record, context) => {
              context.loss.lose({ path, feature: 'part.text', reason: 'for no good reason' });
              return dropped(request.emit(record, context));
            },
          },
        },
      );
      expect(pointersOf(report)).toContain('/conversation/items/1/content/1/text');
    },
  );

  it('[U-LOSS-1] takes an entry about the part that was left out for its explanation', () => {
    const path = '/conversation/items/1/content/1';
    const report = audit(
      [sent],
      {},
      {
        request: {
          ...request,
          emit: (record, context) => {
            context.loss.lose({ path, feature: 'part.text', reason: 'one part is enough' });
            return dropped(request.emit(record, context));
          },
        },
      },
    );
    expect(report.silent).toEqual([]);
  });

  it('[U-PROF-1] tells of a reader that throws, and goes on with what comes after', () => {
    const ingest = () => {
      throw new TypeError('what is this?');
    };
    const report = audit([sent, answered], { request: { ...request, ingest } });
    expect(report.crashes).toEqual([
      { case: 'sent', from: 'openai-chat', kind: 'request', message: 'TypeError: what is this?' },
    ]);
    expect(report.identity.checked).toBe(1);
  });

  it('[U-PROF-1] tells of a writer that throws for one target', () => {
    const emit = () => {
      throw new RangeError('too much');
    };
    const report = audit([answered], {}, { response: { ...response, emit } });
    expect(report.crashes).toEqual([
      { case: 'answered', from: 'openai-chat', kind: 'response', to: 'other', message: 'RangeError: too much' },
    ]);
    expect(report.matrix['openai-chat']?.['other']).toMatchObject({ checked: 1, invalid: 1 });
  });

  it('[U-VAL-1] tells of a record that breaks a rule', () => {
    const ingest: RequestDialect['ingest'] = (context) => ({ ...request.ingest(context), requestId: '' });
    const [crash] = audit([sent], { request: { ...request, ingest } }).crashes;
    expect(crash?.message).toMatch(/^the record breaks a rule: /);
  });

  it('[U-PROF-1] counts what its own reader refuses as invalid', () => {
    const emit: RequestDialect['emit'] = (...given) => ({ ...request.emit(...given), messages: 'none' });
    const report = audit([sent], {}, { request: { ...request, emit } });
    expect(report.matrix['openai-chat']?.['other']).toMatchObject({ checked: 1, invalid: 1, lossless: 0 });
    expect(isFaithful(report)).toBe(false);
  });

  it('[U-ITEM-5] tells where a body does not come back as it was', () => {
    const emit: RequestDialect['emit'] = (...given) => ({ ...request.emit(...given), n: 1 });
    expect(audit([sent], { request: { ...request, emit } }).identity).toEqual({
      checked: 1,
      failed: [
        {
          case: 'sent',
          from: 'openai-chat',
          kind: 'request',
          pointer: '/n',
          message: 'the body that was written differs',
        },
      ],
    });
  });

  it('[U-LOSS-1] catches a writer that invents', () => {
    const emit: ResponseDialect['emit'] = (...given) => {
      const made = response.emit(...given);
      return { ...made, body: { ...made.body, usage: { ...Object(made.body['usage']), cost: 5 } } };
    };
    const report = audit([answered], {}, { response: { ...response, emit } });
    expect(pointersOf(report)).toContain('/usage/costs/0/amount');
    expect(report.matrix['openai-chat']).toMatchObject({ other: { silent: 1 } });
  });

  it('[U-FOLD-1] tells where a stream and its final object differ', () => {
    const ingest: ResponseDialect['ingest'] = (context): UnifiedResultV2 => ({
      ...response.ingest(context),
      status: { reason: 'length', providerReason: 'stop' },
    });
    const { parity } = audit([streamed], { response: { ...response, ingest } });
    expect(parity).toMatchObject({
      checked: 1,
      failed: [{ case: 'streamed', kind: 'stream', pointer: '/status/reason' }],
    });
  });

  it('[U-EVT-1] tells where the frames of a stream do not come back, and sees no difference in how texts are cut', () => {
    const cut: StreamDialect['encoder'] = (context) => {
      const write: typeof context.write = (data, event) => {
        const text = JSON.stringify(data);
        if (!text.includes('noon.')) context.write(data, event);
        else for (const piece of ['no', 'on.']) context.write(JSON.parse(text.replace('noon.', piece)), event);
      };
      return stream.encoder({ ...context, write });
    };
    expect(audit([streamed], { stream: { ...stream, encoder: cut } }).identity.failed).toEqual([]);
    const deaf: StreamDialect['encoder'] = (context) => {
      const write: typeof context.write = (data, event) => {
        if (!JSON.stringify(data).includes('noon.')) context.write(data, event);
      };
      return stream.encoder({ ...context, write });
    };
    const report = audit([streamed], { stream: { ...stream, encoder: deaf } });
    expect(report.identity.failed).toMatchObject([{ case: 'streamed', kind: 'stream' }]);
    expect(report.parity.failed).toMatchObject([{ case: 'streamed' }]);
  });

  it('[U-LOSS-1] catches a reader and a writer of streams that drop a leaf in silence', () => {
    const decoder: StreamDialect['decoder'] = (context) => {
      const made = stream.decoder(context);
      return {
        ...made,
        frame: (frame) => {
          const { usage: _, ...data } = frame.data;
          made.frame({ ...frame, data });
        },
        marker: () => made.marker?.(),
        end: () => made.end(),
      };
    };
    const counted = sseOf([...CHUNKS, { ...chunk({}), choices: [], usage: RESPONSE.usage }]);
    const told = { ...streamed, stream: { framing: 'sse', bytes: counted } } as const;
    expect(pointersOf(audit([told], { stream: { ...stream, decoder } }))).toContain('/4/usage/prompt_tokens');
    const encoder: StreamDialect['encoder'] = (context) => {
      const write: typeof context.write = ({ usage: _, ...data }, event) => context.write(data, event);
      return stream.encoder({ ...context, write });
    };
    const report = audit([told], {}, { stream: { ...stream, encoder } });
    expect(report.matrix['openai-chat']).toMatchObject({ 'openai-chat': { silent: 0 }, other: { silent: 1 } });
    expect(pointersOf(report)).toContain('/4/usage/prompt_tokens');
  });

  it('[U-LOSS-1] leaves out what is no answer, and says why', () => {
    const error = bytesOf({ error: { message: 'No.', type: 'invalid_request_error', param: null, code: null } });
    const report = audit([
      { ...answered, case: 'error', response: error },
      { ...sent, case: 'refused', request: bytesOf({ model: 'm', messages: 'none' }), status: 400 },
      { ...answered, case: 'counting', endpoint: '/v1/embeddings' },
      { ...streamed, case: 'cut', stream: { framing: 'sse', bytes: sseOf(CHUNKS.slice(0, 2), '') } },
      { ...sent, profile: 'from-the-future' },
    ]);
    expect(report.skipped).toEqual([
      { case: 'error', from: 'openai-chat', kind: 'response', reason: 'an error body' },
      { case: 'refused', from: 'openai-chat', kind: 'request', reason: 'the provider refused the body' },
      { case: 'counting', from: 'openai-chat', kind: 'response', reason: 'the endpoint generates nothing' },
      { case: 'cut', from: 'openai-chat', kind: 'stream', reason: 'identity and parity: the recording breaks off' },
    ]);
    expect(report.absent).toEqual({ 'from-the-future': 1 });
    expect(report).toMatchObject({ cases: 1, crashes: [], identity: { checked: 0 } });
  });

  it('[U-SEC-5] changes no more leaves of a large body than its budget allows, and says so', () => {
    const messages = Array.from({ length: 400 }, (_, index) => ({ role: 'user', content: `Question ${index}` }));
    const { leaves } = audit([{ ...sent, request: bytesOf({ ...REQUEST, messages }) }]);
    expect(leaves.of).toBeGreaterThan(3 * 800);
    expect(leaves.changed).toBeLessThan(1000);
  });
});
