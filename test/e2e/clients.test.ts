import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { anthropicMessages, openaiChat } from '../../src/projection/profile/index.ts';
import { EXCHANGES, type Exchange } from '../support/exchanges.ts';
import { gateway } from '../support/gateway.ts';
import { judgeRequest } from '../support/oracle.ts';
import { type Playing, type Upstream, upstream } from '../support/upstream.ts';

const UPSTREAMS = { 'openai-chat': openaiChat, 'anthropic-messages': anthropicMessages } as const;
type Family = keyof typeof UPSTREAMS;
const FAMILIES = Object.keys(UPSTREAMS) as readonly Family[];

const PARAMETERS = {
  type: 'object' as const,
  properties: { harbour: { type: 'string' } },
  required: ['harbour'],
  additionalProperties: false,
};

interface Ring {
  readonly openai: OpenAI;
  readonly anthropic: Anthropic;
  readonly provider: Upstream;
}

/** Both official clients, each behind a gateway to a provider that plays these exchanges. */
async function withClients(
  family: Family,
  exchanges: readonly Exchange[],
  use: (ring: Ring) => Promise<void>,
  playing: Playing = {},
): Promise<void> {
  await using provider = await upstream(family, exchanges, playing);
  const target = { profile: UPSTREAMS[family], url: provider.url };
  await using chat = await gateway(openaiChat, target);
  await using messages = await gateway(anthropicMessages, target);
  const openai = new OpenAI({ apiKey: 'none', baseURL: `${chat.url}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: 'none', baseURL: messages.url, maxRetries: 0 });
  await use({ openai, anthropic, provider });
  for (const body of provider.asked) expect(judgeRequest(family, UPSTREAMS[family].revisions[0], body)).toEqual([]);
}

const QUESTION = [{ role: 'user', content: 'When is high water?' }] as const;

describe.each(FAMILIES)('the official clients, answered by %s', (family) => {
  const scenes = EXCHANGES[family];

  it('[U-PROF-1] OpenAI reads a whole answer', async () => {
    await withClients(family, [scenes.text], async ({ openai }) => {
      const answer = await openai.chat.completions.create({ model: 'm', messages: [...QUESTION] });
      expect(answer.choices).toMatchObject([{ message: { content: 'High water at 04:12.' }, finish_reason: 'stop' }]);
      expect(answer.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 });
      expect(answer.usage?.prompt_tokens_details?.cached_tokens).toBe(8);
    });
  });

  it('[U-PROF-3] Anthropic reads a whole answer', async () => {
    await withClients(family, [scenes.text], async ({ anthropic }) => {
      const answer = await anthropic.messages.create({ model: 'm', max_tokens: 99, messages: [...QUESTION] });
      expect(answer.content).toMatchObject([{ type: 'text', text: 'High water at 04:12.' }]);
      expect(answer.stop_reason).toBe('end_turn');
      expect(answer.usage).toMatchObject({ input_tokens: 32, cache_read_input_tokens: 8, output_tokens: 12 });
    });
  });

  it('[U-PROF-1] OpenAI gathers a stream', async () => {
    await withClients(family, [scenes.text], async ({ openai }) => {
      const stream = openai.chat.completions.stream({
        model: 'm',
        messages: [...QUESTION],
        stream_options: { include_usage: true },
      });
      const answer = await stream.finalChatCompletion();
      expect(answer.choices).toMatchObject([{ message: { content: 'High water at 04:12.' }, finish_reason: 'stop' }]);
      expect(answer.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 12, total_tokens: 52 });
    });
  });

  it('[U-PROF-3] Anthropic gathers a stream', async () => {
    await withClients(family, [scenes.text], async ({ anthropic }) => {
      const stream = anthropic.messages.stream({ model: 'm', max_tokens: 99, messages: [...QUESTION] });
      const answer = await stream.finalMessage();
      expect(answer.content).toMatchObject([{ type: 'text', text: 'High water at 04:12.' }]);
      expect(answer.stop_reason).toBe('end_turn');
      expect(answer.usage).toMatchObject({ input_tokens: 32, cache_read_input_tokens: 8, output_tokens: 12 });
    });
  });

  it.each([false, true])(
    '[U-TOOL-5] OpenAI runs a loop of parallel calls over two turns (streamed: %s)',
    async (streams) => {
      await withClients(family, [scenes.call, scenes.answer], async ({ openai, provider }) => {
        const tools = ['tide', 'wind'].map((name) => ({
          type: 'function' as const,
          function: { name, parameters: PARAMETERS },
        }));
        const messages: OpenAI.ChatCompletionMessageParam[] = [...QUESTION];
        const ask = async () => {
          const body = { model: 'm', messages, tools };
          return streams
            ? await openai.chat.completions.stream(body).finalChatCompletion()
            : await openai.chat.completions.create(body);
        };
        const first = (await ask()).choices[0];
        expect(first?.finish_reason).toBe('tool_calls');
        const calls = first?.message.tool_calls ?? [];
        expect(calls).toMatchObject([
          { type: 'function', function: { name: 'tide' } },
          { type: 'function', function: { name: 'wind' } },
        ]);
        const sent = calls.map((call) => JSON.parse(call.type === 'function' ? call.function.arguments : ''));
        expect(sent).toEqual([{ harbour: 'Cascais' }, {}]);
        messages.push({ role: 'assistant', content: first?.message.content ?? null, tool_calls: calls });
        for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: `answer to ${id}` });
        expect((await ask()).choices[0]?.message.content).toBe('Sail at four.');
        expectAnswered(family, provider);
      });
    },
  );

  it.each([false, true])(
    '[U-TOOL-5] Anthropic runs a loop of parallel calls over two turns (streamed: %s)',
    async (streams) => {
      await withClients(family, [scenes.call, scenes.answer], async ({ anthropic, provider }) => {
        const tools = ['tide', 'wind'].map((name) => ({ name, input_schema: PARAMETERS }));
        const messages: Anthropic.MessageParam[] = [...QUESTION];
        const ask = async () => {
          const body = { model: 'm', max_tokens: 99, messages, tools: [...tools] };
          return streams ? await anthropic.messages.stream(body).finalMessage() : await anthropic.messages.create(body);
        };
        const first = await ask();
        expect(first.stop_reason).toBe('tool_use');
        expect(first.content).toMatchObject([
          { type: 'text', text: 'I look it up.' },
          { type: 'tool_use', name: 'tide', input: { harbour: 'Cascais' } },
          { type: 'tool_use', name: 'wind', input: {} },
        ]);
        const results = first.content.flatMap((block) =>
          block.type === 'tool_use'
            ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: `answer to ${block.id}` }]
            : [],
        );
        messages.push({ role: 'assistant', content: first.content }, { role: 'user', content: results });
        expect((await ask()).content).toMatchObject([{ type: 'text', text: 'Sail at four.' }]);
        expectAnswered(family, provider);
      });
    },
  );

  it('[U-USE-4] both hear of an error of the provider in their own classes', async () => {
    await withClients(family, [scenes.error, scenes.error], async ({ openai, anthropic }) => {
      const chat = await rejection(openai.chat.completions.create({ model: 'm', messages: [...QUESTION] }));
      expect(chat).toBeInstanceOf(OpenAI.APIError);
      const messages = await rejection(
        anthropic.messages.create({ model: 'm', max_tokens: 9, messages: [...QUESTION] }),
      );
      expect(messages).toBeInstanceOf(Anthropic.APIError);
      const status = family === 'openai-chat' ? 429 : expect.toSatisfy((code) => code === 503 || code === 529);
      expect(chat).toMatchObject({ status });
      expect(messages).toMatchObject({ status });
    });
  });

  it('[U-FOLD-3] a stream that is cut is an error for both, and no answer', async () => {
    const cut = { breaksAfter: 3 };
    await withClients(
      family,
      [scenes.text, scenes.text],
      async ({ openai, anthropic }) => {
        const chat = openai.chat.completions.stream({ model: 'm', messages: [...QUESTION] });
        const lost = await rejection(chat.finalChatCompletion());
        expect(lost).toBeInstanceOf(OpenAI.APIError);
        expect(lost).not.toBeInstanceOf(OpenAI.APIConnectionError);
        const messages = anthropic.messages.stream({ model: 'm', max_tokens: 9, messages: [...QUESTION] });
        const cutOff = await rejection(messages.finalMessage());
        expect(cutOff).toBeInstanceOf(Anthropic.APIError);
        expect(cutOff).not.toBeInstanceOf(Anthropic.APIConnectionError);
      },
      cut,
    );
  });

  it('[U-LIVE-4] a client that leaves ends the stream of the provider', async () => {
    const hang = { hangsAfter: 4 };
    await withClients(
      family,
      [scenes.text],
      async ({ openai, provider }) => {
        const stream = await openai.chat.completions.create({ model: 'm', messages: [...QUESTION], stream: true });
        for await (const _chunk of stream) break;
        await provider.abandoned;
      },
      hang,
    );
    await withClients(
      family,
      [scenes.text],
      async ({ anthropic, provider }) => {
        const stream = await anthropic.messages.create({
          model: 'm',
          max_tokens: 9,
          messages: [...QUESTION],
          stream: true,
        });
        for await (const _event of stream) break;
        await provider.abandoned;
      },
      hang,
    );
  });
});

it.each([false, true])('[U-REAS-2] a signature returns to its owner, byte for byte (streamed: %s)', async (streams) => {
  const { thinking, answer } = EXCHANGES['anthropic-messages'];
  await withClients('anthropic-messages', [thinking, answer], async ({ anthropic, provider }) => {
    const tools = [{ name: 'tide', input_schema: PARAMETERS }];
    const messages: Anthropic.MessageParam[] = [...QUESTION];
    const ask = async () => {
      const body = {
        model: 'm',
        max_tokens: 4000,
        messages,
        tools,
        thinking: { type: 'enabled' as const, budget_tokens: 2000 },
      };
      return streams ? await anthropic.messages.stream(body).finalMessage() : await anthropic.messages.create(body);
    };
    const first = await ask();
    expect(first.content).toMatchObject(thinking.body['content'] as unknown as object);
    messages.push(
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_t1', content: 'four' }] },
    );
    await ask();
    expect(provider.asked[1]?.['messages']).toMatchObject([
      {},
      { role: 'assistant', content: thinking.body['content'] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_t1' }] },
    ]);
  });
});

/** The provider got an answer to each of its calls under the identifier that it gave it. */
function expectAnswered(family: Family, { asked }: Upstream): void {
  const ids = family === 'openai-chat' ? ['call_t1', 'call_w1'] : ['toolu_t1', 'toolu_w1'];
  const history = JSON.stringify(asked[1]?.['messages']);
  for (const id of ids) expect(history.split(`"${id}"`).length - 1).toBeGreaterThanOrEqual(2);
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return undefined;
}
