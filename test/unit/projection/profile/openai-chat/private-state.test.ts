import { describe, expect, it } from 'vitest';
import type { UnifiedResourceOwner } from '../../../../../generated/unified/types.ts';
import { emitRequest } from '../../../../../src/projection/emit.ts';
import { ingestRequest } from '../../../../../src/projection/ingest.ts';
import { openaiChat } from '../../../../../src/projection/profile/openai-chat/index.ts';
import { body, OWNER, places, read, refusal } from './support.ts';

const DETAILS = [{ type: 'reasoning.encrypted', data: 'CIPHER', big: 1 }];
const WIRE = body(
  [
    {
      role: 'user',
      content: [
        { type: 'file', file: { file_id: 'file-9' } },
        { type: 'text', text: 'x' },
      ],
    },
    { role: 'assistant', content: 'a', reasoning: 'r', reasoning_details: DETAILS },
    { role: 'assistant', audio: { id: 'audio_1' } },
  ],
  { novel: 1 },
);

/** The body for somebody, with as little as possible required. */
function bodyFor(owner: UnifiedResourceOwner | undefined) {
  const { value, privateState } = read(WIRE);
  const requirements = { 'source.provider-resource': 'optional', 'part.artifact-reference': 'optional' } as const;
  const emission = emitRequest(openaiChat, value, {
    privateState,
    requirements,
    ...(owner === undefined ? {} : { owner }),
  });
  if (!emission.ok) throw new Error('nothing is required');
  return emission;
}

const LOST = [
  'info source.provider-resource /conversation/items/0/content/0',
  'info reasoning.private-state /conversation/items/1/privateState',
  'info part.artifact-reference /conversation/items/3/content/0',
  'warning wire.unknown-content /metadata/providerData/0',
];

describe('what belongs to one owner', () => {
  it('[U-REAS-2] goes back to exactly this owner', () => {
    const emission = bodyFor(OWNER);
    expect(emission.wire).toEqual(WIRE);
    expect(emission.loss.entries).toEqual([]);
  });

  it.each<readonly [string, UnifiedResourceOwner | undefined]>([
    ['nobody', undefined],
    ['another provider', { ...OWNER, provider: 'deepseek' }],
    ['another account', { ...OWNER, credentialFingerprint: 'b' }],
    ['another project', { ...OWNER, project: 'p' }],
    ['another model', { ...OWNER, model: 'm' }],
    ['the same account by another dialect', { ...OWNER, profile: { family: 'openai-responses' } }],
  ])('[U-CONT-7] goes to %s never, and what is left out is said', (_title, owner) => {
    const emission = bodyFor(owner);
    expect(places(emission.loss.entries)).toEqual(LOST);
    for (const secret of ['CIPHER', 'file-9', 'audio_1', 'novel']) expect(emission.text()).not.toContain(secret);
    expect(emission.wire['messages']).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', content: 'a', reasoning: 'r' },
      { role: 'assistant' },
    ]);
  });

  it('[U-REAS-2] goes to nobody when nobody vouches for where it came from', () => {
    const { value, privateState } = ingestRequest(openaiChat, WIRE);
    const entries = refusal(value, { owner: OWNER, privateState });
    expect(places(entries)).toEqual([
      'error source.provider-resource /conversation/items/0/content/0',
      'error part.artifact-reference /conversation/items/3/content/0',
    ]);
  });

  it('[U-REAS-2] is never in the record', () => {
    expect(JSON.stringify(read(WIRE).value)).not.toContain('CIPHER');
  });
});
