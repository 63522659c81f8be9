import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
import { openPlatform, type Platform } from '../../scripts/backup/platform.ts';
import { bringBack, keep } from './content.ts';

type Stored = Record<string, unknown> & { _id: string };
type OnId = { $gte?: string; $gt?: string; $lte?: string; $in?: string[]; $not?: object };

const matches = ({ _id }: Stored, { _id: on = {} }: { _id?: OnId }) =>
  on.$not === undefined &&
  (on.$gte === undefined || _id >= on.$gte) &&
  (on.$gt === undefined || _id > on.$gt) &&
  (on.$lte === undefined || _id <= on.$lte) &&
  (on.$in === undefined || on.$in.includes(_id));

interface TypedPlatform extends AsyncDisposable {
  platform: Platform;
  documents: Stored[];
}

/**
 * What the local platform does not have: a database that keeps every type of BSON, and answers in canonical Extended JSON.
 * It has one collection, and knows only the requests of a backup.
 */
const startTypedPlatform = async (collection: string): Promise<TypedPlatform> => {
  const documents: Stored[] = [];
  const answer = (body: Record<string, unknown>): unknown => {
    const isIt = body['collectionName'] === collection;
    const query = JSON.parse(String(body['query'] ?? '{}')) as { _id?: OnId };
    switch (body['action']) {
      case 'database.getDocument':
        return {
          list: documents
            .filter(one => isIt && matches(one, query))
            .slice(0, Number(body['limit']))
            .map(one => EJSON.stringify(one, { relaxed: false })),
        };
      case 'database.insertDocument':
        for (const text of body['data'] as string[])
          documents.push(EJSON.parse(text, { relaxed: false }) as Stored);
        return {};
      case 'database.calculateDocument':
        return { total: isIt ? documents.length : 0 };
      case 'database.removeDocument':
        return {};
      case 'storage.getUploadMetadata':
        return { fileId: `cloud://typed.files/${String(body['path'])}` };
      default:
        throw new Error(`unexpected ${String(body['action'])}`);
    }
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', chunk => (text += String(chunk)));
    request.on('end', () => {
      const data = answer(JSON.parse(text) as Record<string, unknown>);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ requestId: '1', data }));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { TENCENTCLOUD: 'true', SILENCE: 'true' });
  return {
    platform: openPlatform({
      envId: 'typed',
      region: 'ap-shanghai',
      secretId: 'AKIDx',
      secretKey: 'x',
      endpoint,
      close: () => Promise.resolve(),
    }),
    documents,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

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
