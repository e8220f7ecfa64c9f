import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Base64Text } from '../../../src/core/base64.ts';

it('[U-FOLD-3] joins pieces to the base64 of all their bytes, wherever they were cut and padded', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 12 }), fc.nat(), (pieces, at) => {
      const bytes = Buffer.concat(pieces);
      const first = pieces.slice(0, at % (pieces.length + 1));
      // What was gathered before may be all that is known.
      const text = new Base64Text(Buffer.concat(first).toString('base64'));
      for (const piece of pieces.slice(first.length)) text.add(Buffer.from(piece).toString('base64'));
      expect(text.text).toBe(bytes.toString('base64'));
    }),
  );
});

it('[U-FOLD-3] keeps what is no base64 as it came', () => {
  const text = new Base64Text('a=');
  text.add('?!');
  expect(text.text).toBe('a=?!');
});
