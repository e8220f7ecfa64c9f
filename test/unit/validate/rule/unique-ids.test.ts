import { describe, expect, it } from 'vitest';
import {
  validateConversation,
  validateEventLog,
  validateItem,
  validateRequest,
  validateResult,
} from '../../../../src/validate/index.ts';
import {
  branch,
  conversation,
  event,
  faults,
  issuesOf,
  item,
  NOW,
  request,
  result,
  textPart,
  tool,
  toolCall,
} from '../record.ts';

const annotation = (resourceId: string) => ({
  scope: 'portable-annotation',
  profile: { family: 'openai-chat' },
  schema: 'openai-chat/item-form',
  resourceId,
  value: {},
});

describe('unique ids', () => {
  it('[U-VAL-1] accepts a record whose ids differ', () => {
    expect(faults(validateRequest(request([item(0), toolCall(1, 'a'), toolCall(2, 'b')])))).toEqual([]);
  });

  it('[U-VAL-1] refuses two items with one id, at the second, and says where the first is', () => {
    const validation = validateRequest(request([item(0), item(1, { id: 'item-0', parentId: undefined })]));
    expect(faults(validation)).toEqual([['/conversation/items/1/id', 'unique-ids']]);
    expect(issuesOf(validation)[0]?.message).toContain('/conversation/items/0/id');
  });

  it('[U-PART-1] refuses two parts with one id, in whatever items they are', () => {
    const validation = validateRequest(request([item(0), item(1, { content: [textPart('part-0')] })]));
    expect(faults(validation)).toEqual([['/conversation/items/1/content/0/id', 'unique-ids']]);
  });

  it('[U-PART-1] refuses two parts with one id when one is inside of the other', () => {
    const source = { kind: 'inline', mediaType: 'text/plain', data: '', encoding: 'utf8' };
    const document = { type: 'document', id: 'part', source, blocks: [textPart('part')] };
    expect(faults(validateItem(item(0, { content: [document] })))).toEqual([['/content/0/blocks/0/id', 'unique-ids']]);
  });

  it('[U-TOOL-5] refuses two calls with one call id', () => {
    const validation = validateRequest(request([toolCall(0, 'a'), toolCall(1, 'a')]));
    expect(faults(validation)).toEqual([['/conversation/items/1/callId', 'unique-ids']]);
  });

  it('[U-VAL-1] refuses two approval requests with one id', () => {
    const ask = { type: 'approval-request', approvalRequestId: 'a', kind: 'tool' };
    const validation = validateRequest(request([item(0, ask), item(1, ask)]));
    expect(faults(validation)).toEqual([['/conversation/items/1/approvalRequestId', 'unique-ids']]);
  });

  it('[U-PDATA-2] refuses two annotations with one resource id', () => {
    const validation = validateItem(item(0, { providerData: [annotation('a'), annotation('a')] }));
    expect(faults(validation)).toContainEqual(['/providerData/1/resourceId', 'unique-ids']);
  });

  it('[U-TOOL-1] takes tools of one name, as clients define them', () => {
    const hosted = tool('f', { type: 'web-search', execution: 'provider', portability: 'portable' });
    for (const again of [tool('f'), tool('f', { type: 'custom' }), hosted, tool('f', { namespace: 'files' })]) {
      expect(faults(validateRequest(request([item(0)], { tools: [tool('f'), again] })))).toEqual([]);
    }
  });

  it('[U-VAL-1] refuses two branches with one id', () => {
    const branches = [branch('main', { headItemId: 'item-0' }), branch('main', { headItemId: 'item-0' })];
    expect(faults(validateConversation(conversation([item(0)], { branches })))).toEqual([
      ['/branches/1/branchId', 'unique-ids'],
    ]);
  });

  it('[U-EVT-3] refuses two events with one id, and lets heartbeats repeat it', () => {
    const events = [event(0, 'operation-created'), event(1, 'operation-running', { eventId: 'event-0' })];
    expect(faults(validateEventLog(events))).toEqual([['/1/eventId', 'unique-ids']]);
    expect(faults(validateEventLog([event(0, 'operation-created'), event(0, 'heartbeat')]))).toEqual([]);
  });

  it('[U-FOLD-2] lets an event repeat the item of an earlier one', () => {
    const started = event(0, 'item-started', { item: item(0, { status: 'in-progress' }), itemId: 'item-0' });
    const completed = event(1, 'item-completed', { item: item(0), itemId: 'item-0' });
    expect(faults(validateEventLog([started, completed]))).toEqual([]);
  });

  it('[U-ITEM-3] lets a revision repeat the parts of its item, and no part twice within it', () => {
    const revise = (content: readonly ReturnType<typeof textPart>[]) => ({
      revisions: [{ itemId: 'item-0', revision: 1, createdAt: NOW, item: item(0, { content }) }],
    });
    expect(faults(validateConversation(conversation([item(0)], revise([textPart('part-0')]))))).toEqual([]);
    expect(faults(validateConversation(conversation([item(0)], revise([textPart('p'), textPart('p')]))))).toEqual([
      ['/revisions/0/item/content/1/id', 'unique-ids'],
    ]);
  });

  it('[U-VAL-1] looks across the candidates of a result', () => {
    const candidates = [{ index: 1, status: { reason: 'stop' }, output: [item(0)] }];
    expect(faults(validateResult(result([item(0)], { candidates })))).toEqual([
      ['/candidates/0/output/0/id', 'unique-ids'],
      ['/candidates/0/output/0/content/0/id', 'unique-ids'],
    ]);
  });
});
