import { describe, expect, it } from 'vitest';
import { openaiChat } from '../../../src/projection/profile/openai-chat/index.ts';
import { defineProfile } from '../../../src/projection/profile.ts';
import { projectRequest } from '../../../src/projection/project.ts';
import { sampleProfile } from './sample-profile.ts';
import { OWNER, places } from './support.ts';

const other = defineProfile({ ...sampleProfile, family: 'other' });
const ROUTE = { from: { profile: sampleProfile }, to: { profile: other } };

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

  it('[U-PROF-9] takes revisions of both sides', () => {
    const route = { from: { profile: sampleProfile, revision: '2025' }, to: { profile: other, revision: '2025' } };
    expect(projectRequest(route, { text: 'x' }, { betas: ['b'], targetBetas: ['c'] }).value.source.profile).toEqual({
      family: 'sample',
      revision: '2025',
      betas: ['b'],
    });
  });
});
