import { describe, expect, it } from 'vitest';
import { REQUESTS } from '../../../src/fidelity/direction.ts';
import { auditEmit } from '../../../src/fidelity/emit-audit.ts';
import { auditIngest } from '../../../src/fidelity/ingest-audit.ts';
import type { EmitContext, WireDraft } from '../../../src/projection/emit-context.ts';
import { ingestRequest } from '../../../src/projection/ingest.ts';
import type { IngestContext } from '../../../src/projection/ingest-context.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import type { Profile } from '../../../src/projection/profile.ts';
import { judgeRequest } from '../../support/oracle.ts';

const dialect = openaiChat.request;
if (dialect === undefined) throw new Error('This dialect has requests.');

const BODY = {
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

describe('the audits', () => {
  it('[U-LOSS-1] find nothing to say about a profile that carries everything', () => {
    const record = ingestRequest(openaiChat, BODY).value;
    expect(auditIngest(REQUESTS, openaiChat, BODY, { limit: 100 })).toEqual({ leaves: 9, of: 9, silent: [] });
    expect(auditEmit(REQUESTS, openaiChat, record, { limit: 100 })).toMatchObject({
      silent: [],
      fixed: ['/conversation/completeness'], // a history that is not complete says what is missing
    });
  });

  it('[U-LOSS-1] catch a reader that forgets a member', () => {
    const forgetful = profileWith({
      ingest: (context: IngestContext) => {
        context.wire.take('seed');
        const { seed: _, ...generation } = dialect.ingest(context).generation;
        return { ...dialect.ingest(context), generation };
      },
    });
    expect(auditIngest(REQUESTS, forgetful, BODY, { limit: 100 }).silent).toEqual(['/seed']);
  });

  it('[U-LOSS-1] catch a writer that drops a part', () => {
    const forgetful = profileWith({ emit: (request, context: EmitContext) => dropped(dialect.emit(request, context)) });
    const record = ingestRequest(openaiChat, BODY).value;
    expect(auditEmit(REQUESTS, forgetful, record, { limit: 100 }).silent).toEqual([
      '/conversation/items/1/content/1/text',
    ]);
  });

  it('[U-LOSS-1] take an entry about a container, or about something that is still there, for no excuse', () => {
    const record = ingestRequest(openaiChat, BODY).value;
    for (const path of [
      '',
      '/conversation',
      '/conversation/items',
      '/conversation/items/1',
      '/conversation/items/1/content',
    ]) {
      const excused = profileWith({
        emit: (request, context: EmitContext) => {
          context.loss.lose({ path, feature: 'part.text', reason: 'for no good reason' });
          return dropped(dialect.emit(request, context));
        },
      });
      expect(auditEmit(REQUESTS, excused, record, { limit: 100 }).silent).toEqual([
        '/conversation/items/1/content/1/text',
      ]);
    }
  });

  it('[U-LOSS-1] take an entry about the part that was left out for its explanation', () => {
    const explained = profileWith({
      emit: (request, context: EmitContext) => {
        context.loss.lose({
          path: '/conversation/items/1/content/1',
          feature: 'part.text',
          reason: 'one part is enough',
        });
        return dropped(dialect.emit(request, context));
      },
    });
    expect(auditEmit(REQUESTS, explained, ingestRequest(openaiChat, BODY).value, { limit: 100 }).silent).toEqual([]);
  });
});

describe('the judge of request bodies', () => {
  it('[U-ROOT-3] accepts a body of the dialect and names what is wrong with others', () => {
    expect(judgeRequest('openai-chat', undefined, BODY)).toEqual([]);
    expect(judgeRequest('openai-chat', undefined, { ...BODY, top_k: 1 })).toEqual(['/top_k: no such member']);
    const message = { role: 'user', content: [{ type: 'text', text: 'Hi', cache: true }] };
    const stray = { model: 'm', max_tokens: 1, messages: [message] };
    expect(judgeRequest('anthropic-messages', '2026-10-21', stray)).toEqual([
      '/messages/0/content/0/cache: no such member',
    ]);
  });

  it('[U-PROF-3] knows that one revision of Anthropic Messages has sampling and the other has not', () => {
    const warm = { model: 'm', max_tokens: 1, temperature: 1, messages: [{ role: 'user', content: 'Hi' }] };
    expect(judgeRequest('anthropic-messages', '2023-06-01', warm)).toEqual([]);
    expect(judgeRequest('anthropic-messages', '2026-10-21', warm)).toEqual(['/temperature: no such member']);
  });

  it('[U-ROOT-3] never takes a root record for a body', () => {
    const record = ingestRequest(openaiChat, BODY).value;
    // A record is JSON: that is what its validator checks first.
    expect(judgeRequest('openai-chat', undefined, record as never).length).toBeGreaterThan(0);
  });
});

function profileWith(changed: Partial<NonNullable<Profile['request']>>): Profile {
  return { ...openaiChat, request: { ...(dialect as NonNullable<Profile['request']>), ...changed } };
}

/** The body without the part that says please. */
function dropped(wire: ReturnType<NonNullable<Profile['request']>['emit']>): WireDraft {
  // JSON that was JSON before.
  return JSON.parse(JSON.stringify(wire), (_key, value) =>
    Array.isArray(value) ? value.filter((entry) => !entry?.text?.startsWith('Please')) : value,
  );
}
