import { pointer } from './pointer.ts';

/** Where a text stops being JSON. */
export interface JsonFault {
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** UTF-16 code units of the line, counted from 1. */
  readonly column: number;
  /** JSON Pointer of the innermost value whose text had begun. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  /** Whether the text only breaks off: some continuation makes it JSON. */
  readonly truncated: boolean;
}

const WHITE_SPACE = /[ \t\n\r]*/y;
/** From the space on, without the quote and the backslash. */
const PLAIN_CHARACTERS = /[ !#-[\]-\uffff]*/y;
const NUMBER_RUN = /[-+.0-9eE]+/y;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const NUMBER_BEGINNING = /^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*|(?:\.[0-9]+)?[eE][+-]?[0-9]*)?)?$/;
const WORD = /[A-Za-z]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const ESCAPE_BEGINNING = /^\\(?:u[0-9a-fA-F]{0,3})?$/;
const WORDS = ['true', 'false', 'null'];

const EXPECTED = {
  value: 'a value',
  'value-or-close': 'a value or "]"',
  key: 'a member name in double quotes',
  'key-or-close': 'a member name in double quotes or "}"',
  colon: '":"',
  separator: '"," or the end of the array or object',
  end: 'the end of the text',
} as const;

type Expectation = keyof typeof EXPECTED;

interface Container {
  readonly isObject: boolean;
  /** The key or index of the member that began last. */
  token: string | number;
}

/**
 * Finds where a text stops being JSON (RFC 8259), or nothing when it is JSON. The engine's own message cannot be used: it
 * quotes the text. Linear, without recursion; meant for the rare text that JSON.parse has refused.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  return new FaultFinder(text).find();
}

class FaultFinder {
  readonly #text: string;
  #at = 0;
  #expectation: Expectation = 'value';
  #containers: Container[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  find(): JsonFault | undefined {
    for (;;) {
      this.#at += this.#match(WHITE_SPACE).length;
      const character = this.#text[this.#at];
      if (character === undefined)
        return this.#expectation === 'end' ? undefined : this.#fault(EXPECTED[this.#expectation], true);
      const fault = this.#step(character);
      if (fault !== undefined) return fault;
    }
  }

  /** Reads one token; `character` is its first. */
  #step(character: string): JsonFault | undefined {
    const expectation = this.#expectation;
    switch (expectation) {
      case 'value':
      case 'value-or-close':
        return expectation === 'value-or-close' && character === ']' ? this.#close() : this.#value(character);
      case 'key':
      case 'key-or-close':
        if (expectation === 'key-or-close' && character === '}') return this.#close();
        return character === '"' ? this.#key() : this.#fault(EXPECTED[expectation]);
      case 'colon':
        return character === ':' ? this.#accept('value') : this.#fault(EXPECTED.colon);
      case 'separator':
        return this.#separator(character);
      case 'end':
        return this.#fault(EXPECTED.end);
      default:
        return expectation satisfies never;
    }
  }

  #value(character: string): JsonFault | undefined {
    if (character === '{' || character === '[') return this.#open(character === '{');
    const word = this.#match(WORD);
    const begins = word === '' ? /["0-9-]/.test(character) : WORDS.some((candidate) => candidate.startsWith(word));
    if (!begins) return this.#fault(EXPECTED[this.#expectation]);
    this.#expectation = 'value';
    if (word !== '') return this.#word(word);
    return character === '"' ? (this.#string() ?? this.#afterValue()) : this.#number();
  }

  #open(isObject: boolean): undefined {
    this.#containers.push({ isObject, token: isObject ? '' : 0 });
    return this.#accept(isObject ? 'key-or-close' : 'value-or-close');
  }

  #close(): undefined {
    this.#containers.pop();
    this.#at += 1;
    return this.#afterValue();
  }

  #separator(character: string): JsonFault | undefined {
    const container = this.#containers.at(-1);
    if (container === undefined) return this.#fault(EXPECTED.end);
    if (character === (container.isObject ? '}' : ']')) return this.#close();
    if (character !== ',') return this.#fault(container.isObject ? '"," or "}"' : '"," or "]"');
    if (typeof container.token === 'number') container.token += 1;
    return this.#accept(container.isObject ? 'key' : 'value');
  }

  #key(): JsonFault | undefined {
    const start = this.#at;
    const fault = this.#string();
    if (fault !== undefined) return fault;
    const container = this.#containers.at(-1);
    const name: unknown = JSON.parse(this.#text.slice(start, this.#at));
    if (container !== undefined) container.token = String(name);
    this.#expectation = 'colon';
    return undefined;
  }

  /** Reads a string and leaves the position behind its closing quote. */
  #string(): JsonFault | undefined {
    this.#at += 1;
    for (;;) {
      this.#at += this.#match(PLAIN_CHARACTERS).length;
      const character = this.#text[this.#at];
      if (character === undefined) return this.#fault('the closing quote of a string', true);
      if (character === '"') break;
      if (character !== '\\') return this.#fault('an escape sequence for a control character');
      const sequence = this.#match(ESCAPE);
      if (sequence === '')
        return this.#fault('an escape sequence of JSON', ESCAPE_BEGINNING.test(this.#text.slice(this.#at)));
      this.#at += sequence.length;
    }
    this.#at += 1;
    return undefined;
  }

  #number(): JsonFault | undefined {
    const run = this.#match(NUMBER_RUN);
    if (!NUMBER.test(run)) {
      return this.#fault('a number as JSON writes it', this.#reachesEnd(run) && NUMBER_BEGINNING.test(run));
    }
    this.#at += run.length;
    return this.#afterValue();
  }

  /** `word` is a beginning of `true`, `false` or `null`, or one of them. */
  #word(word: string): JsonFault | undefined {
    if (!WORDS.includes(word)) return this.#fault(EXPECTED.value, this.#reachesEnd(word));
    this.#at += word.length;
    return this.#afterValue();
  }

  #afterValue(): undefined {
    this.#expectation = this.#containers.length === 0 ? 'end' : 'separator';
  }

  #accept(next: Expectation): undefined {
    this.#at += 1;
    this.#expectation = next;
  }

  #reachesEnd(token: string): boolean {
    return this.#at + token.length === this.#text.length;
  }

  #match(expression: RegExp): string {
    expression.lastIndex = this.#at;
    return expression.exec(this.#text)?.[0] ?? '';
  }

  #fault(expected: string, truncated = false): JsonFault {
    const before = this.#text.slice(0, this.#at);
    const lineStart = before.lastIndexOf('\n') + 1;
    const open =
      this.#expectation === 'key' || this.#expectation === 'key-or-close' || this.#expectation === 'value-or-close';
    const containers = open ? this.#containers.slice(0, -1) : this.#containers;
    return {
      offset: this.#at,
      line: before.split('\n').length,
      column: this.#at - lineStart + 1,
      path: pointer(...containers.map(({ token }) => token)).toWellFormed(),
      expected,
      found: describeCharacter(this.#text[this.#at]),
      truncated,
    };
  }
}

/** Names a character without showing payload text: punctuation as it is, anything else by its class. */
function describeCharacter(character: string | undefined): string {
  if (character === undefined) return 'the end of the text';
  if (/[A-Za-z]/.test(character)) return 'a letter';
  if (/[0-9]/.test(character)) return 'a digit';
  if (character < ' ') return 'a control character';
  return character > '~' ? 'a character beyond ASCII' : `'${character}'`;
}
