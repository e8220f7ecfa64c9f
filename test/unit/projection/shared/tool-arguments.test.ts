import { describe, expect, it } from 'vitest';
import {
  argumentsFromJson,
  argumentsFromText,
  argumentsObject,
  argumentsText,
} from '../../../../src/projection/shared/tool-arguments.ts';
import { places, reading } from '../support.ts';

function fromText(text: string) {
  const context = reading({ arguments: text });
  return { read: argumentsFromText(context, context.wire, 'arguments'), entries: context.entries() };
}

describe('argumentsFromText', () => {
  it('[U-TOOL-5] keeps the text as it was sent and parses it', () => {
    expect(fromText('{ "a": 1.0 }').read).toEqual({ input: { value: { a: 1 } }, rawArguments: '{ "a": 1.0 }' });
  });

  it('[U-TOOL-5] takes an empty text for no arguments, and keeps that it was empty', () => {
    expect(fromText('').read).toEqual({ input: { value: {} }, rawArguments: '' });
  });

  it.each(['{"a":', 'null', '[1]', '"x"', ' ', '{"a":1}{"b":2}', '{"__proto__":1}', "{'a':1}"])(
    '[U-TOOL-5] keeps %s as text alone: it is no JSON object, and is not mended',
    (text) => {
      expect(fromText(text)).toEqual({ read: { rawArguments: text }, entries: [] });
    },
  );

  it('[U-TOOL-5] keeps arguments that nest deeper than a record as text alone', () => {
    const deep = `${'{"a":'.repeat(57)}1${'}'.repeat(57)}`;
    expect(fromText(deep).read).toEqual({ rawArguments: deep });
    const fits = `${'{"a":'.repeat(56)}1${'}'.repeat(56)}`;
    expect(fromText(fits).read.input).toBeDefined();
  });

  it('[U-VAL-1] mends half of a surrogate pair in the parsed form only, and says so', () => {
    const text = '{"a":"\\ud83d","b\\udc00":"\\ud83d\\ude00"}';
    const { read, entries } = fromText(text);
    expect(read).toEqual({ input: { value: { a: '\ufffd', 'b\ufffd': '\u{1f600}' } }, rawArguments: text });
    expect(places(entries)).toEqual(['info text.lone-surrogate /arguments']);
    expect(fromText('{"a":"\\ud83d\\ude00"}').entries).toEqual([]);
  });

  it('[U-TOOL-5] gives nothing where there is no text', () => {
    const context = reading({ arguments: null });
    expect(argumentsFromText(context, context.wire, 'arguments')).toEqual({});
  });
});

describe('argumentsFromJson', () => {
  it('[U-TOOL-5] takes parsed arguments as they are, null and lists as well', () => {
    for (const input of [{ a: 1 }, null, [1], 'x']) {
      const context = reading({ input });
      expect(argumentsFromJson(context, context.wire, 'input')).toEqual({ input: { value: input } });
    }
    const context = reading({});
    expect(argumentsFromJson(context, context.wire, 'input')).toEqual({});
  });

  it('[U-TOOL-5] writes the text beside them where a number would lose digits', () => {
    const exactNumbers = new Map([
      ['/input/a/0', '9007199254740993'],
      ['/other', '9007199254740995'],
    ]);
    const context = reading({ input: { a: [9007199254740992] } }, { exactNumbers });
    expect(argumentsFromJson(context, context.wire, 'input')).toEqual({
      input: { value: { a: [9007199254740992] } },
      rawArguments: '{"a":[9007199254740993]}',
      rawArgumentsDerived: true,
    });
    expect(context.entries()).toEqual([]);
  });
});

describe('argumentsText', () => {
  it('[U-TOOL-5] gives the text that was sent, or writes the parsed arguments', () => {
    expect(argumentsText({ rawArguments: '{ }', input: { value: {} } })).toBe('{ }');
    expect(argumentsText({ input: { value: { a: [1] } } })).toBe('{"a":[1]}');
    expect(argumentsText({ rawArguments: '' })).toBe('');
    expect(argumentsText({})).toBeUndefined();
  });
});

describe('argumentsObject', () => {
  it('[U-TOOL-5] gives an object, with the digits of its numbers', () => {
    expect(argumentsObject({ input: { value: { a: 1 } } })).toEqual({ value: { a: 1 }, exactNumbers: new Map() });
    expect(argumentsObject({ rawArguments: '{"a":9007199254740993}' })).toEqual({
      value: { a: 9007199254740992 },
      exactNumbers: new Map([['/a', '9007199254740993']]),
    });
  });

  it('[U-TOOL-5] takes an empty text for an empty object', () => {
    expect(argumentsObject({ rawArguments: '' })?.value).toEqual({});
  });

  it.each([
    {},
    { rawArguments: '{"a":' },
    { rawArguments: 'null' },
    { rawArguments: '[1]' },
    { input: { value: [1] } },
  ])('[U-TOOL-5] gives nothing where there is no JSON object: %j', (call) => {
    expect(argumentsObject(call)).toBeUndefined();
  });

  it('[U-VAL-1] never gives half of a surrogate pair', () => {
    expect(argumentsObject({ rawArguments: '{"a":["\\ud83d"]}' })?.value).toEqual({ a: ['\ufffd'] });
  });
});
