import { describe, expect, it } from 'vitest';
import { CallLedger } from '../../../../src/projection/shared/call-ledger.ts';

describe('CallLedger', () => {
  it('[U-TOOL-5] names calls by their position, and finds the call of a result by the wire’s identifier', () => {
    const calls = new CallLedger('req');
    expect([calls.open('a', 'f'), calls.open('b', 'f')]).toEqual(['req.call.0', 'req.call.1']);
    expect([calls.answer('b', undefined), calls.answer('a', undefined)]).toEqual(['req.call.1', 'req.call.0']);
  });

  it('[U-TOOL-5] gives an identifier that is used again to the latest open call', () => {
    const calls = new CallLedger('req');
    calls.open('a', 'f');
    expect(calls.answer('a', undefined)).toBe('req.call.0');
    expect(calls.open('a', 'f')).toBe('req.call.1');
    expect(calls.answer('a', undefined)).toBe('req.call.1');
    calls.open('x', 'f');
    calls.endTurn();
    calls.open('x', 'f');
    expect([calls.answer('x', 'f'), calls.answer('x', 'f')]).toEqual(['req.call.3', 'req.call.2']);
  });

  it('[U-TOOL-5] answers calls of one turn that share an identifier in their order', () => {
    const calls = new CallLedger('req');
    calls.open('x', 'f');
    calls.endTurn();
    for (const name of ['f', 'g', 'f']) calls.open('x', name);
    calls.endTurn();
    const answers = ['A', 'B', 'C', 'D', 'E'].map(() => calls.answer('x', undefined));
    expect(answers).toEqual(['req.call.1', 'req.call.2', 'req.call.3', 'req.call.0', 'req.call.0']);
  });

  it('[U-TOOL-5] takes a second result for one of the call that the first one answered', () => {
    const calls = new CallLedger('req');
    calls.open('a', 'f');
    expect([calls.answer('a', undefined), calls.answer('a', undefined)]).toEqual(['req.call.0', 'req.call.0']);
  });

  it('[U-TOOL-5] gives a result that answers nothing an identifier of its own', () => {
    const calls = new CallLedger('req');
    expect(calls.answer('a', undefined)).toBe('req.call.0');
    expect(calls.open('a', 'f')).toBe('req.call.1');
    expect(calls.answer(undefined, undefined)).toBe('req.call.2');
  });

  it('[U-TOOL-5] lets a result answer calls of its own kind alone', () => {
    const calls = new CallLedger('req');
    calls.open('a', 'web_search', 'server web-search');
    expect(calls.answer('a', undefined)).toBe('req.call.1');
    expect(calls.answer('a', undefined, 'server tool-search')).toBe('req.call.2');
    expect(calls.answer('a', undefined, 'server web-search')).toBe('req.call.0');
    expect(calls.answer('a', undefined, 'server web-search')).toBe('req.call.0');
  });

  it('[U-TOOL-5] pairs by order, and by name where one is given, when the wire has no identifiers', () => {
    const calls = new CallLedger('req');
    for (const name of ['f', 'g', 'f', 'h']) calls.open(undefined, name);
    expect(calls.answer(undefined, 'g')).toBe('req.call.1');
    expect(calls.answer(undefined, undefined)).toBe('req.call.0');
    expect(calls.answer(undefined, 'f')).toBe('req.call.2');
    expect(calls.answer(undefined, undefined)).toBe('req.call.3');
    expect(calls.answer(undefined, 'f')).toBe('req.call.4');
  });

  it('[U-SEC-5] stays quick for hostile histories', () => {
    const calls = new CallLedger('req');
    const many = 100_000;
    for (let index = 0; index < many; index++) calls.open(index % 2 === 0 ? 'same' : undefined, 'f');
    const answered = new Set<string>();
    for (let index = 0; index < many; index++) answered.add(calls.answer(index % 2 === 0 ? 'same' : undefined, 'f'));
    expect(answered.size).toBe(many);
  }, 5000);
});
