import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type Limits } from '../../../src/core/limits.ts';
import { type ParsedJson, parseJson } from '../../../src/core/parse-json.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function parsedValue(parsed: ParsedJson): unknown {
  if (!parsed.ok) throw new Error(parsed.issue.message);
  return parsed.value;
}

function numbersOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? Object.fromEntries(parsed.exactNumbers) : parsed.issue.rule;
}

function issueOf(source: string | Uint8Array, limits: Partial<Limits> = {}): string {
  const parsed = parseJson(source, { ...DEFAULT_LIMITS, ...limits });
  return parsed.ok ? 'none' : `${parsed.issue.rule} at ${parsed.issue.path}: ${parsed.issue.message}`;
}

describe('parseJson', () => {
  it('[U-VAL-1] gives back every JSON value from text and from bytes', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!text.includes('__proto__'));
        expect(parsedValue(parseJson(text))).toEqual(JSON.parse(text));
        expect(parsedValue(parseJson(utf8(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('[U-VAL-1] skips a byte order mark', () => {
    expect(parsedValue(parseJson('\ufeff{"a":1}'))).toEqual({ a: 1 });
    expect(parsedValue(parseJson(Uint8Array.of(0xef, 0xbb, 0xbf, 0x31)))).toBe(1);
  });

  it('[U-VAL-1] keeps the last of two members with one name, and halves of surrogate pairs', () => {
    expect(parsedValue(parseJson('{"a":1,"a":2}'))).toEqual({ a: 2 });
    expect(parsedValue(parseJson(String.raw`"\ud83d"`))).toBe('\ud83d');
  });

  it('[U-VAL-1] refuses bytes that are not UTF-8', () => {
    expect(issueOf(Uint8Array.of(0x22, 0xc3, 0x22))).toBe('json-encoding at : The bytes are not UTF-8.');
    expect(issueOf(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toMatch('json-encoding');
  });

  it.each([
    ['plainly', '{"a":[{"__proto__":{"x":1}}]}', '/a/0/__proto__'],
    ['with an escaped underscore', String.raw`{"\u005F_proto__":1}`, '/__proto__'],
    ['with an escaped letter', String.raw`{"a":{"__pr\u006fto__":1}}`, '/a/__proto__'],
  ])('[U-VAL-1] refuses a member named __proto__, spelled %s', (_name, text, path) => {
    expect(issueOf(text)).toMatch(`json-reserved-key at ${path}:`);
  });

  it('[U-VAL-1] accepts __proto__ as a value', () => {
    expect(parsedValue(parseJson('["__proto__"]'))).toEqual(['__proto__']);
  });
});

describe('parseJson, bounds', () => {
  it('[U-SEC-5] bounds the bytes, the levels and the values before it parses, the bound itself allowed', () => {
    expect(issueOf('"äö"', { bytes: 5 })).toMatch('json-bytes');
    expect(issueOf('"äö"', { bytes: 6 })).toBe('none');
    expect(issueOf('[[{"a":"]]"}]]', { depth: 2 })).toBe(
      'json-depth at : The JSON text has more than 2 levels of arrays and objects at byte 2.',
    );
    expect(issueOf('[[{"a":"[["}]]', { depth: 3 })).toBe('none');
    const text = String.raw`{"a":[1,{},[ ],[[]]],"b,":"\",\\"}`;
    expect(issueOf(text, { nodes: 7 })).toMatch('json-nodes');
    expect(issueOf(text, { nodes: 8 })).toBe('none');
  });

  it('[U-SEC-5] ends at once with one issue on depth 10,000 and beyond, a text of 100 MB, and millions of values', () => {
    expect(issueOf('['.repeat(10_000))).toMatch(/^json-depth at : /);
    expect(issueOf('{"a":'.repeat(1_000_000))).toMatch(/^json-depth at : /);
    expect(issueOf(`"${'x'.repeat(100_000_000)}"`)).toMatch(/^json-bytes at : /);
    expect(issueOf(`[${'{},'.repeat(3_000_000)}{}]`)).toMatch(/^json-nodes at : /);
  });
});

describe('parseJson, numbers', () => {
  it.each([
    ['{"a":9007199254740993}', { '/a': '9007199254740993' }],
    ['{"a":[1,-12345678901234567890]}', { '/a/1': '-12345678901234567890' }],
    ['9007199254740992', { '': '9007199254740992' }],
    ['[1e22]', { '/0': '1e22' }],
    ['{"x/y":0.10000000000000000001}', { '/x~1y': '0.10000000000000000001' }],
    ['[1e-400]', { '/0': '1e-400' }],
    ['[1.234e-320]', {}],
    ['[1.2345678901e-320]', { '/0': '1.2345678901e-320' }],
    ['[9007199254740991,0.1,0.30000000000000004,-0.31326165795326233,1.50,1E5,-0,5e-324,100000000000000]', {}],
    ['["9007199254740993",{"9007199254740993":1}]', {}],
    ['{"a":9007199254740993,"a":1}', {}],
  ])('[U-VAL-1] keeps the literals that a double cannot hold: %s', (text, numbers) => {
    expect(numbersOf(text)).toEqual(numbers);
    expect(parsedValue(parseJson(text))).toEqual(JSON.parse(text));
  });

  it('[U-VAL-1] refuses a number beyond the range of a double', () => {
    expect(issueOf('{"a":[0,1e400]}')).toBe('json-number at /a/1: A number is beyond the range of a double.');
  });
});

describe('parseJson, text that is not JSON', () => {
  it.each([
    [
      '{"a":1,}',
      "json-syntax at : The text stops being JSON at line 1, column 8: expected a member name in double quotes, found '}'.",
    ],
    [
      '{\n  "a": [1, 2\n  "b": 3 }',
      'json-syntax at /a/1: The text stops being JSON at line 3, column 3: expected "," or "]", found \'"\'.',
    ],
    [
      "{'a':1}",
      "json-syntax at : The text stops being JSON at line 1, column 2: expected a member name in double quotes or \"}\", found '''.",
    ],
    ['{"a" 1}', 'json-syntax at /a: The text stops being JSON at line 1, column 6: expected ":", found a digit.'],
    [
      '[1] x',
      'json-syntax at : The text stops being JSON at line 1, column 5: expected the end of the text, found a letter.',
    ],
    [
      '{"a":NaN}',
      'json-syntax at /a: The text stops being JSON at line 1, column 6: expected a value, found a letter.',
    ],
    [
      '[01]',
      'json-syntax at /0: The text stops being JSON at line 1, column 2: expected a number as JSON writes it, found a digit.',
    ],
    [
      '["a\nb"]',
      'json-syntax at /0: The text stops being JSON at line 1, column 4: expected an escape sequence for a control character, found a control character.',
    ],
    [
      String.raw`["\x"]`,
      String.raw`json-syntax at /0: The text stops being JSON at line 1, column 3: expected an escape sequence of JSON, found '\'.`,
    ],
    ['', 'json-truncated at : The JSON text breaks off at line 1, column 1, where a value should follow.'],
    [
      '{"a":[{"b":"x',
      'json-truncated at /a/0/b: The JSON text breaks off at line 1, column 14, where the closing quote of a string should follow.',
    ],
    [
      '{"a":1',
      'json-truncated at /a: The JSON text breaks off at line 1, column 7, where "," or the end of the array or object should follow.',
    ],
    ['[tru', 'json-truncated at /0: The JSON text breaks off at line 1, column 2, where a value should follow.'],
    [
      '[-',
      'json-truncated at /0: The JSON text breaks off at line 1, column 2, where a number as JSON writes it should follow.',
    ],
    [
      String.raw`["\u12`,
      'json-truncated at /0: The JSON text breaks off at line 1, column 3, where an escape sequence of JSON should follow.',
    ],
  ])('[U-VAL-1] says where %j fails, what was expected and what was found', (text, issue) => {
    expect(issueOf(text)).toBe(issue);
  });

  it('[U-VAL-1] finds a fault exactly where JSON.parse refuses, and never quotes the text', () => {
    const mutation = fc.record({
      text: fc.json(),
      at: fc.nat(),
      insert: fc.constantFrom('', '"', '{', ']', ',', ':', 'e', '-', '\\', '0', '.', '\n'),
    });
    fc.assert(
      fc.property(mutation, ({ text, at, insert }) => {
        fc.pre(!text.includes('__proto__'));
        const place = at % (text.length + 1);
        const mutated = text.slice(0, place) + insert + text.slice(place + 1);
        const parsed = parseJson(mutated);
        expect(parsed.ok || parsed.issue.rule === 'json-number').toBe(isJson(mutated));
        if (!parsed.ok && parsed.issue.rule !== 'json-number')
          expect(parsed.issue.message).toMatch(/line \d+, column \d+/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[U-VAL-1] calls every beginning of a JSON text truncated', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.nat(), (value, at) => {
        const text = JSON.stringify([value]);
        fc.pre(!text.includes('__proto__'));
        expect(issueOf(text.slice(0, at % text.length))).toMatch(/^json-truncated/);
      }),
      { numRuns: 1_000 },
    );
  });

  it('[U-SEC-2] shows no payload text', () => {
    expect(issueOf('{"answer": "hush" "hush"}')).not.toContain('hush');
    expect(issueOf('{"answer": hush}')).not.toContain('hush');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
