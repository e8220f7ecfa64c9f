/** Literals without an exponent and up to this length hold at most 15 digits, which a double always gives back. */
const ALWAYS_EXACT_LENGTH = 15;

const LITERAL = /^-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/**
 * Whether a JSON number literal loses its value or its safety as a double: it is out of range, an integer beyond
 * 2^53 - 1, or the shortest text of the double has another value (`0.1` has not, `0.10000000000000000001` has).
 */
export function losesDigits(literal: string): boolean {
  if (literal.length <= ALWAYS_EXACT_LENGTH && !/[eE]/.test(literal)) return false;
  const value = Number(literal);
  if (!Number.isFinite(value)) return true;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
  return decimal(literal) !== decimal(String(value));
}

/** Whether a text is a number literal of JSON. */
export function isNumberLiteral(text: string): boolean {
  return LITERAL.test(text) && !/^-?0[0-9]/.test(text);
}

/** The magnitude of a literal as its significant digits and a power of ten: one text for each value. */
function decimal(literal: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = LITERAL.exec(literal) ?? [];
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start += 1;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end -= 1;
  if (start === end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + (digits.length - end)}`;
}
