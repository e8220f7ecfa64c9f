import { describe, expect, it } from 'vitest';
import type { UnifiedItem } from '../../../../generated/unified/types.ts';
import { planHistory } from '../../../../src/projection/shared/history-plan.ts';
import type { HistoryRules } from '../../../../src/projection/shared/history-rules.ts';
import type { Placed } from '../../../../src/projection/shared/placed.ts';
import { call, type ItemSketch, message, reasoning, result, sampleRecord } from '../../../support/sample-record.ts';

const STRICT: HistoryRules = {
  isOfTheModel: ({ role }) => role === 'assistant',
  mergesTurns: true,
  resultsFollowAtOnce: true,
  answersEveryCall: true,
  userBegins: true,
};
const LOOSE: HistoryRules = {
  ...STRICT,
  mergesTurns: false,
  resultsFollowAtOnce: false,
  answersEveryCall: false,
  userBegins: false,
};
const user = message('user', 'q');
const says = message('assistant', 'a');

/** Items of another dialect; those whose place is among `own` are of the target's. */
function placed(items: readonly ItemSketch[], own: readonly number[] = []): readonly Placed[] {
  return sampleRecord(items).conversation.items.map((item, index) => ({
    item,
    path: `/${index}`,
    own: own.includes(index),
  }));
}

/** The places of a plan in their order, what is made up with a mark, and its entries. */
function plan(items: readonly Placed[], rules: HistoryRules = STRICT, absent: readonly UnifiedItem[] = []) {
  const { sequence, losses } = planHistory(items, absent, rules);
  return {
    order: sequence.map(({ path, madeUp }) => (madeUp === undefined ? path : `${madeUp} ${path}`)).join(' '),
    losses: losses.map(({ path, feature, requirement }) => `${requirement ?? ''} ${feature} ${path}`),
  };
}

describe('the plan of a history', () => {
  it('[U-ITEM-5] gives back the very list where nothing is to be done', () => {
    const items = placed([
      message('system', 's'),
      user,
      reasoning('r'),
      call('a'),
      says,
      call('b'),
      result('b'),
      result('a'),
      user,
    ]);
    expect(planHistory(items, [], STRICT)).toEqual({ sequence: items, losses: [] });
    expect(planHistory(items, [], STRICT).sequence).toBe(items);
  });

  it('[U-ITEM-5] gives back the very list of its own dialect, whatever it is', () => {
    const items = placed([says, call('a'), user, result('x'), result('x')], [0, 1, 2, 3, 4]);
    expect(planHistory(items, [], STRICT).sequence).toBe(items);
  });

  it('[U-TOOL-6] asks of no dialect more than it declares', () => {
    const items = placed([says, call('a'), user, result('a'), call('b'), user]);
    expect(planHistory(items, [], LOOSE).sequence).toBe(items);
    const repeated = placed([says, call('a'), user, result('a'), result('a'), call('b'), user]);
    expect(plan(repeated, LOOSE)).toEqual({
      order: '/0 /1 /2 /3 /5 /6',
      losses: ['optional tool-result.repeated /4'],
    });
  });

  it('[U-TOOL-6] answers where results may come later at the end alone', () => {
    const rules = { ...LOOSE, answersEveryCall: true };
    expect(plan(placed([call('a'), user, call('b'), user, result('b')]), rules)).toEqual({
      order: '/0 /1 /2 /3 /4 answer /0',
      losses: ['preferred tool-call.unanswered /0'],
    });
  });

  it('[U-ITEM-5] brings results before those who spoke in between, and reports each of these once', () => {
    const items = [user, call('a'), call('b'), user, result('b'), says, user, result('a'), user];
    expect(plan(placed(items))).toEqual({
      order: '/0 /1 /2 /4 /7 /3 /5 /6 /8',
      losses: ['optional items.order /3', 'optional items.order /5', 'optional items.order /6'],
    });
  });

  it('[U-ITEM-5] lets the model go on in the message that its calls stand in, whether answers come or not', () => {
    const inOne = (item: ItemSketch): ItemSketch => ({ ...item, groupId: 'g' });
    expect(plan(placed([user, inOne(call('a')), inOne(says), inOne(call('b')), result('b'), user]))).toEqual({
      order: '/0 /1 /2 /3 /4 answer /1 /5',
      losses: ['preferred tool-call.unanswered /1'],
    });
  });

  it('[U-TOOL-6] puts a result behind its call, and keeps the first of two', () => {
    expect(plan(placed([user, result('a', '1'), call('a'), result('a', '2'), user]))).toEqual({
      order: '/0 /2 /1 /4',
      losses: ['optional items.order /1', 'preferred tool-result.repeated /3'],
    });
  });

  it('[U-LOSS-2] leaves out a result that answers nothing, as strongly as the vocabulary says', () => {
    expect(plan(placed([user, result('a')]))).toEqual({ order: '/0', losses: [' tool-result.orphan /1'] });
  });

  it('[U-TOOL-6] pairs calls that share an identifier turn by turn', () => {
    const items = [user, call('a'), result('a', '1'), call('a'), result('a', '2'), call('a'), user];
    expect(plan(placed(items))).toEqual({
      order: '/0 /1 /2 /3 /4 /5 answer /5 /6',
      losses: ['preferred tool-call.unanswered /5'],
    });
  });

  it('[U-CONT-2] repairs what is foreign or torn, and leaves the rest as its own dialect wrote it', () => {
    const items = placed([says, call('a'), user, call('b'), user, result('b'), user, call('c')], [0, 1, 2, 6, 7]);
    expect(plan(items)).toEqual({
      order: '/0 /1 /2 answer /1 /3 /5 /4 /6 /7',
      losses: ['preferred tool-call.unanswered /1', 'optional items.order /4'],
    });
    const torn = placed([user, call('a'), user, call('b')], [0, 1, 2, 3]);
    const [hidden] = sampleRecord([result('a')]).conversation.items;
    expect(plan(torn, STRICT, hidden === undefined ? [] : [hidden])).toEqual({
      order: '/0 /1 answer /1 /2 /3',
      losses: ['preferred tool-call.unanswered /1'],
    });
  });

  it('[U-LOSS-1] makes up a beginning for the model, behind text of the system', () => {
    expect(plan(placed([says, user]))).toEqual({
      order: 'beginning /0 /0 /1',
      losses: ['preferred conversation.beginning /0'],
    });
    expect(plan(placed([message('system', 's'), says, user])).order).toBe('/0 beginning /1 /1 /2');
  });

  it('[U-SEC-5] is made in a time that grows with the history alone', () => {
    const count = 20_000;
    const items = Array.from({ length: count }, (_, index) => [call(`c${index}`), user]).flat();
    const results = Array.from({ length: count }, (_, index) => result(`c${count - 1 - index}`));
    const { sequence } = planHistory(placed([user, ...items, ...results]), [], STRICT);
    expect(sequence).toHaveLength(3 * count + 1);
    const waiting = Array.from({ length: count }, (_, index) => call(`c${index}`));
    expect(planHistory(placed([user, ...waiting, user]), [], STRICT).sequence).toHaveLength(2 * count + 2);
  });
});
