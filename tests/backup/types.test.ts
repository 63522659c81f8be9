import {
  Binary,
  Decimal128,
  Double,
  EJSON,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { expect, it } from 'vitest';
import { sameDocument } from '../../scripts/backup/compare.ts';
import { bringBack, keep } from './content.ts';
import { startTypedPlatform } from './typedPlatform.ts';

it('keeps the type of every value, also of those that the server SDK turns into others', async () => {
  await using source = await startTypedPlatform('admins');
  await using target = await startTypedPlatform('admins');
  source.documents.push({
    _id: 'every type',
    int: new Int32(1),
    long: Long.fromString('9007199254740993'),
    smallLong: Long.fromNumber(1),
    double: new Double(1),
    decimal: Decimal128.fromString('0.10'),
    objectId: new ObjectId('65a000000000000000000001'),
    date: new Date(-1),
    binary: new Binary(Buffer.from('bytes')),
    timestamp: new Timestamp({ t: 1, i: 2 }),
    pattern: /^a/i,
    ends: [new MinKey(), new MaxKey(), null],
    place: { type: 'Point', coordinates: [new Double(121), new Double(31)] },
  });
  const { to } = await keep(source.platform);
  await bringBack(target.platform, to);
  expect(EJSON.stringify(target.documents, { relaxed: false })).toBe(
    EJSON.stringify(source.documents, { relaxed: false }),
  );
});

it.each([
  ['{"a":1,"b":{"$numberInt":"2"}}', '{"b":2,"a":{"$numberDouble":"1.0"}}', true],
  ['{"at":{"$date":"1970-01-01T00:00:01Z"}}', '{"at":{"$date":{"$numberLong":"1000"}}}', true],
  ['{"n":{"$numberLong":"9007199254740993"}}', '{"n":{"$numberLong":"9007199254740992"}}', false],
  ['{"n":1}', '{"n":"1"}', false],
  ['{"n":null}', '{}', false],
  ['{"list":[1,2]}', '{"list":[2,1]}', false],
  ['{"n":{"$numberDouble":"NaN"}}', '{"n":null}', false],
])('compares %s with %s: %s', (one, other, isSame) => {
  expect(sameDocument(one, other)).toBe(isSame);
  expect(sameDocument(other, one)).toBe(isSame);
});
