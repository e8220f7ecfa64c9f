import { describe, expect, it } from 'vitest';
import { IdentifierTable } from '../../../../src/projection/shared/identifier-table.ts';

const RULE = { alphabet: /[A-Za-z0-9_-]/, maxLength: 64 };
const FITS = /^[A-Za-z0-9_-]{1,64}$/;

describe('IdentifierTable', () => {
  it('[U-TOOL-5] leaves what fits as it is, up to the last allowed character', () => {
    const table = new IdentifierTable(RULE);
    const longest = 'x'.repeat(64);
    expect([table.toWire('call_1-A'), table.toWire(longest)]).toEqual(['call_1-A', longest]);
    expect(table.changed()).toEqual([]);
  });

  it('[U-TOOL-5] keeps what fits of any other and adds a digest, always the same', () => {
    const table = new IdentifierTable(RULE);
    const wire = table.toWire('call 7\nfc:0');
    expect(wire).toMatch(/^call_7_fc_0_[0-9a-f]{12}$/);
    expect(table.toWire('call 7\nfc:0')).toBe(wire);
    expect(new IdentifierTable(RULE).toWire('call 7\nfc:0')).toBe(wire);
    expect(new IdentifierTable(RULE).toWire(wire)).toBe(wire);
    expect(table.changed()).toEqual([['call 7\nfc:0', wire]]);
  });

  it.each(['', ' ', '\u{1f600}'.repeat(40), 'é'.repeat(200), '_'.repeat(1_000_000)])(
    '[U-TOOL-5] makes an identifier that fits of any text',
    (text) => {
      expect(new IdentifierTable(RULE).toWire(text)).toMatch(FITS);
    },
  );

  it('[U-TOOL-5] tells long identifiers with one beginning apart, and those that differ in forbidden characters only', () => {
    const table = new IdentifierTable(RULE);
    const beginning = 'p'.repeat(64);
    const wires = [`${beginning}1`, `${beginning}2`, 'call:a', 'call_a', 'call.a'].map((name) => table.toWire(name));
    expect(new Set(wires).size).toBe(5);
    for (const wire of wires) expect(wire).toMatch(FITS);
  });

  it('[U-TOOL-5] never makes one of two identifiers, even of one that equals the alias of another', () => {
    const alias = new IdentifierTable(RULE).toWire('bad id');
    for (const names of [
      ['bad id', alias],
      [alias, 'bad id'],
    ]) {
      const table = new IdentifierTable(RULE);
      expect(new Set(names.map((name) => table.toWire(name))).size).toBe(2);
    }
  });

  it('[U-TOOL-5] gives away nothing that is kept for something else, and names it nowhere', () => {
    const table = new IdentifierTable(RULE);
    table.reserve('bash');
    expect(table.changed()).toEqual([]);
    expect(table.toWire('bash')).toMatch(/^bash_[0-9a-f]{12}$/);
    const used = new IdentifierTable(RULE);
    expect(used.toWire('bash')).toBe('bash');
    used.reserve('bash');
    expect(used.toWire('bash')).toBe('bash');
  });

  it('[U-TOOL-5] tells what could be an identifier from what could not, be it free or not', () => {
    const table = new IdentifierTable(RULE);
    table.toWire('bash');
    expect(['bash', 'b a', ''].map((text) => table.fits(text))).toEqual([true, false, false]);
  });

  it('[U-SEC-5] comes to an end when every foreseeable alias was taken', () => {
    const table = new IdentifierTable(RULE);
    const taken = new Set<string>();
    for (let round = 0; round < 30; round++) {
      const alias = withTaken(taken).toWire('bad id');
      taken.add(alias);
      table.toWire(alias);
    }
    expect(taken.size).toBe(30);
    expect(taken).not.toContain(table.toWire('bad id'));
  });

  it('[U-TOOL-5] tells things apart by their key where they prefer one identifier', () => {
    const table = new IdentifierTable(RULE);
    const [first, second] = [table.toWire('call_1', 'req.call.0'), table.toWire('call_1', 'req.call.4')];
    expect(first).toBe('call_1');
    expect(second).toMatch(/^call_1_[0-9a-f]{12}$/);
    expect(table.changed()).toEqual([
      ['req.call.0', first],
      ['req.call.4', second],
    ]);
  });

  it('[U-TOOL-5] keeps what the target’s own dialect wrote, also twice, and keeps others off it', () => {
    const table = new IdentifierTable(RULE);
    expect(table.adopt('not: allowed', 'req.call.0')).toBe('not: allowed');
    expect(table.adopt('call_1', 'req.call.1')).toBe('call_1');
    expect(table.adopt('call_1', 'req.call.2')).toBe('call_1');
    expect(table.adopt('other', 'req.call.0')).toBe('not: allowed');
    expect(table.toWire('call_1', 'req.call.3')).not.toBe('call_1');
    expect([table.has('req.call.3'), table.has('req.call.9')]).toEqual([true, false]);
  });
});

function withTaken(taken: ReadonlySet<string>): IdentifierTable {
  const table = new IdentifierTable(RULE);
  for (const wire of taken) table.toWire(wire);
  return table;
}

it('[U-TOOL-5] gives an identifier of the wire one form whatever our own keys are, so that a cached prefix stays', () => {
  const rule = { alphabet: /[A-Za-z0-9_-]/, maxLength: 64 };
  const first = new IdentifierTable(rule).toWire('functions.f:0', 'req_1.call.0');
  const second = new IdentifierTable(rule).toWire('functions.f:0', 'req_2.call.0');
  expect(second).toBe(first);
});
