import { EJSON, ObjectId } from 'bson';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../tests/anyText.ts';
import { compareValues } from '../../database/compare.ts';
import { type Doc, parseEjson, parseStored, storedText, type Value } from '../../database/ejson.ts';

const name = fc.string({ maxLength: 5 }).filter(key => /^[^$_\0.]*$/.test(key));
const { value } = fc.letrec<{ value: Value }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double().map(n => (n === 0 ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const doc = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true }) as fc.Arbitrary<Doc>;

it('reads what the bson package writes, canonical and relaxed, and is read by it', () => {
  fc.assert(
    fc.property(doc, original => {
      for (const relaxed of [true, false])
        expect(parseEjson(EJSON.stringify(original, { relaxed }), 0)).toEqual(original);
      const text = storedText(original);
      expect(EJSON.parse(text)).toEqual(original);
      expect(parseStored(text)).toEqual(original);
    }),
  );
});

it('turns object ids into text, and flags of regular expressions into those of the server', () => {
  const id = new ObjectId();
  expect(parseEjson(EJSON.stringify({ id }, { relaxed: false }), 0)).toEqual({
    id: id.toHexString(),
  });
  const pattern = { $regularExpression: { pattern: 'a', options: 'giu' } };
  expect(parseEjson(JSON.stringify({ pattern }), 0)).toEqual({ pattern: /a/i });
});

it('orders texts by their UTF-8 bytes, and gives every pair of values one order', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(Math.sign(compareValues(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
    }),
  );
});
