import { describe, expect, it } from 'vitest';
import { PrivateState, PrivateStateSet } from '../../../src/core/private-state.ts';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { defineProfile, type Profile } from '../../../src/projection/profile.ts';
import { type ProjectOptions, projectRequest } from '../../../src/projection/project.ts';
import { sampleProfile } from './sample-profile.ts';
import { OWNER, places } from './support.ts';

const other = defineProfile({ ...sampleProfile, family: 'other' });
const ROUTE = { from: { profile: sampleProfile }, to: { profile: other } };

/** A dialect whose bodies refer to private state that they do not hold. */
function referring(resourceId: string): Profile {
  const { request } = sampleProfile;
  if (request === undefined) throw new Error('the sample has requests');
  const profile = { family: 'sample' };
  const kind = 'unknown-wire-content';
  const reference = { scope: 'owner-private', profile, schema: 'sample/unknown', resourceId, kind } as const;
  return {
    ...sampleProfile,
    request: {
      ...request,
      ingest: (context) => {
        const value = request.ingest(context);
        const providerData = [...(value.metadata?.providerData ?? []), { ...reference, wirePointer: '/more' }];
        return { ...value, metadata: { ...value.metadata, providerData } };
      },
    },
  };
}

describe('projectRequest', () => {
  it('[U-PROF-10] reads in one dialect and writes in another, and shows the record in between', () => {
    const projection = projectRequest(ROUTE, { text: 'x' }, { requestId: 'r' });
    expect(projection).toMatchObject({
      ok: true,
      wire: { text: 'x' },
      value: { requestId: 'r', source: { profile: { family: 'sample' } } },
      loss: { disposition: 'lossless', entries: [] },
      aliases: { toolNames: [], callIds: [] },
    });
    expect(projection.ok && projection.text()).toBe('{"text":"x"}');
  });

  it('[U-LOSS-1] joins the reports of both halves; entries of the second name the place in the body', () => {
    const projection = projectRequest(ROUTE, { text: 'a\ud800', more: { deep: 1 } });
    expect(places(projection.loss.entries)).toEqual([
      'info text.lone-surrogate /text',
      'warning wire.unknown-content /metadata/providerData/0',
    ]);
    expect(projection.loss.entries.map(({ stage, sourcePath }) => [stage, sourcePath])).toEqual([
      ['ingest', undefined],
      ['emit', '/more'],
    ]);
  });

  it('[U-LOSS-1] finds the part of a long body that an entry is about', () => {
    const image = { type: 'image_url', image_url: { url: 'https://a.test/x.png' } };
    const body = {
      messages: [
        { role: 'user', content: 'q' },
        { role: 'user', content: [{ type: 'text', text: 'see' }, image] },
      ],
    };
    const projection = projectRequest({ from: { profile: openaiChat }, to: { profile: other } }, body);
    expect(projection.loss.entries).toMatchObject([
      { feature: 'part.image', path: '/conversation/items/1/content/1', sourcePath: '/messages/1/content/1' },
    ]);
  });

  it('[U-LOSS-2] gives no body when either half would lose what is required', () => {
    const reading = projectRequest(ROUTE, { text: 'x', refused: true });
    expect(reading).toMatchObject({ ok: false, loss: { disposition: 'unsupported' } });
    expect('wire' in reading).toBe(false);
    const requirements = { 'wire.unknown-content': 'required' } as const;
    expect(projectRequest(ROUTE, { text: 'x', more: 1 }, { requirements })).toMatchObject({ ok: false });
  });

  it('[U-CONT-7] takes private state along only when the body goes to exactly its owner', () => {
    const home = { from: { profile: sampleProfile }, to: { profile: sampleProfile } };
    const body = { text: 'x', more: 1 };
    const same = projectRequest(home, body, { owner: OWNER, targetOwner: OWNER });
    expect(same.ok && same.wire).toEqual(body);
    for (const options of [
      { owner: OWNER },
      { targetOwner: OWNER },
      { owner: OWNER, targetOwner: { ...OWNER, project: 'p' } },
    ]) {
      const projection = projectRequest(home, body, options);
      expect(projection.ok && projection.wire).toEqual({ text: 'x' });
      expect(places(projection.loss.entries)).toEqual(['warning wire.unknown-content /metadata/providerData/0']);
    }
  });

  it('[U-CONT-7] reads private state that the body does not hold from the reader that is given, for its owner', () => {
    const kind = 'unknown-wire-content';
    const kept = (resourceId: string, payload: string) => new PrivateState({ resourceId, kind, payload, owner: OWNER });
    // The second has the name of what the body holds itself, as the state of another request may.
    const privateState = new PrivateStateSet([kept('kept', '"kept"'), kept('r.private./own', '"other"')]);
    const route = { from: { profile: referring('kept') }, to: { profile: sampleProfile } };
    const wireFor = (options: ProjectOptions) => {
      const projection = projectRequest(route, { text: 'x', own: 1 }, { requestId: 'r', owner: OWNER, ...options });
      return projection.ok ? projection.wire : undefined;
    };
    expect(wireFor({ privateState, targetOwner: OWNER })).toEqual({ text: 'x', own: 1, more: 'kept' });
    expect(wireFor({ privateState, targetOwner: { ...OWNER, provider: 'other' } })).toEqual({ text: 'x' });
    expect(wireFor({ targetOwner: OWNER })).toEqual({ text: 'x', own: 1 });
  });

  it('[U-PROF-9] takes revisions of both sides', () => {
    const route = { from: { profile: sampleProfile, revision: '2025' }, to: { profile: other, revision: '2025' } };
    expect(projectRequest(route, { text: 'x' }, { betas: ['b'], targetBetas: ['c'] }).value.source.profile).toEqual({
      family: 'sample',
      revision: '2025',
      betas: ['b'],
    });
  });
});
