import { describe, expect, it } from 'vitest';
import { UNIONS } from '../../../generated/unified/guards.ts';
import { validateChatRequest, validateEvent, validateItem, validateRequest } from '../../../src/validate/index.ts';
import { event, faults, issuesOf, item, type merge, request, textPart, tool } from './record.ts';

describe('schema faults', () => {
  it('[U-VAL-1] points at the property that is missing', () => {
    expect(issuesOf(validateRequest(request([item(0, { createdAt: undefined })])))).toEqual([
      {
        path: '/conversation/items/0/createdAt',
        rule: 'schema-missing-property',
        message: 'The property "createdAt" is missing.',
      },
    ]);
  });

  it('[U-VAL-1] points at the property that is too many', () => {
    expect(issuesOf(validateItem(item(0, { colour: 'red' })))).toEqual([
      { path: '/colour', rule: 'schema-unknown-property', message: 'The property "colour" is not known here.' },
    ]);
  });

  it('[U-SEC-4] does not show the name of a property that is no identifier: it may be content', () => {
    const issues = issuesOf(validateItem(item(0, { 'my secret thought': 1 })));
    expect(issues).toMatchObject([{ path: '', rule: 'schema-unknown-property' }]);
    expect(JSON.stringify(issues)).not.toContain('thought');
  });

  it('[U-ITEM-2] lists the tags of the union when the tag is unknown, and shows a tag that is a plain token', () => {
    const [issue] = issuesOf(validateRequest(request([item(0, { type: 'telepathy' })])));
    expect(issue).toMatchObject({ path: '/conversation/items/0/type', rule: 'schema-tag', found: '"telepathy"' });
    expect(issue?.expected?.split(', ')).toEqual(Object.keys(UNIONS.UnifiedItem.tags));
  });

  it('[U-ITEM-2] asks for the tag when there is none', () => {
    expect(issuesOf(validateItem(item(0, { type: undefined, content: undefined })))).toMatchObject([
      { path: '/type', rule: 'schema-tag', message: expect.stringContaining('missing') },
    ]);
  });

  it('[U-SEC-4] does not show a tag that may be content', () => {
    const issues = issuesOf(validateItem(item(0, { type: 'the words of a user' })));
    expect(issues).toMatchObject([{ path: '/type', found: 'string of 19 characters' }]);
  });

  it('[U-VAL-1] tells the faults of the member that was meant, and no others', () => {
    const broken = textPart('p', { annotations: [{ type: 'file-path', fileId: 7 }] });
    expect(issuesOf(validateItem(item(0, { content: [broken] })))).toEqual([
      {
        path: '/content/0/annotations/0/fileId',
        rule: 'schema-type',
        message: 'The value must be a string.',
        expected: 'a string',
        found: 'integer',
      },
    ]);
  });

  it('[U-VAL-1] tells a fault of each faulty item, part and tool, and of the record itself', () => {
    const items = [
      item(0, { role: 'nobody' }),
      item(1),
      item(2, { content: [textPart('p', { text: 1 }), textPart('q', { text: 2 })] }),
    ];
    const issues = faults(validateRequest(request(items, { tools: [tool('t', { strict: 'yes' })], requestId: '' })));
    expect([...issues].sort()).toEqual([
      ['/conversation/items/0/role', 'schema-value'],
      ['/conversation/items/2/content/0/text', 'schema-type'],
      ['/conversation/items/2/content/1/text', 'schema-type'],
      ['/requestId', 'schema-length'],
      ['/tools/0/strict', 'schema-type'],
    ]);
  });

  it('[U-SEC-5] tells at most as many issues as the limit says', () => {
    const items = Array.from({ length: 100 }, (_, index) => item(index, { role: 'nobody' }));
    expect(issuesOf(validateRequest(request(items)))).toHaveLength(50);
    expect(issuesOf(validateRequest(request(items), { limits: { issues: 3 } }))).toHaveLength(3);
  });

  it.each<[rule: string, changes: Parameters<typeof merge>[1], path: string]>([
    ['schema-type', { sequence: '0' }, '/sequence'],
    ['schema-type', { sequence: 0.5 }, '/sequence'],
    ['schema-type', { sequence: null }, '/sequence'],
    ['schema-range', { sequence: -1 }, '/sequence'],
    ['schema-range', { sequence: 2 ** 53 }, '/sequence'],
    ['schema-value', { status: 'done' }, '/status'],
    ['schema-length', { groupId: '' }, '/groupId'],
    ['schema-length', { groupId: 'x'.repeat(513) }, '/groupId'],
    ['schema-format', { createdAt: '2026-02-31T00:00:00Z' }, '/createdAt'],
    ['schema-format', { createdAt: 'yesterday' }, '/createdAt'],
  ])('[U-VAL-1] says %s for %j', (rule, changes, path) => {
    expect(faults(validateItem(item(0, changes)))).toEqual([[path, rule]]);
  });

  it('[U-VAL-1] lists the values of a closed list', () => {
    expect(issuesOf(validateItem(item(0, { visibility: 'nobody' })))).toMatchObject([
      { expected: 'one of "model", "client", "internal"', found: '"nobody"' },
    ]);
  });

  it('[U-CACHE-1] tells the fault of the alternative whose type the value has', () => {
    const ttl = (value: unknown) => issuesOf(validateItem(item(0, { cache: { ttl: value } })));
    expect(ttl('five minutes')).toMatchObject([{ path: '/cache/ttl', rule: 'schema-format' }]);
    expect(ttl(-5)).toMatchObject([{ path: '/cache/ttl', rule: 'schema-range' }]);
    expect(ttl(true)).toMatchObject([
      { path: '/cache/ttl', rule: 'schema-type', expected: expect.stringContaining('string') },
    ]);
  });

  it('[A-IR-2] goes into the alternative that is a list', () => {
    const messages = (content: unknown) => ({
      messages: [{ role: 'user', content }],
      metadata: { requestId: 'r', timestamp: 1 },
    });
    expect(
      faults(
        validateChatRequest(
          messages([
            { type: 'text', text: 'a' },
            { type: 'text', text: 1 },
          ]),
        ),
      ),
    ).toEqual([['/messages/0/content/1/text', 'schema-type']]);
    expect(
      faults(validateChatRequest(messages([{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text' }] }]))),
    ).toEqual([['/messages/0/content/0/content/0/text', 'schema-missing-property']]);
    expect(issuesOf(validateChatRequest(messages(7)))).toMatchObject([
      { path: '/messages/0/content', rule: 'schema-type', expected: 'string or array' },
    ]);
  });

  it('[U-SEC-4] shows no text of the value in any issue', () => {
    const WORDS = 'the quick brown fox';
    const broken = [
      validateItem(item(0, { role: WORDS, status: WORDS, createdAt: WORDS, sequence: WORDS })),
      validateItem(item(0, { content: WORDS })),
      validateItem(item(0, { content: [{ type: WORDS, text: WORDS }] })),
      validateEvent(event(0, 'text-delta', { delta: { [WORDS]: WORDS } })),
      validateEvent(event(0, 'text-delta', { delta: 'a', timestamp: WORDS })),
    ];
    for (const validation of broken) {
      expect(validation.ok).toBe(false);
      expect(JSON.stringify(issuesOf(validation))).not.toContain('quick');
    }
  });
});
