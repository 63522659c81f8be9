import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EJSON } from 'bson';
import { openPlatform, type Platform } from '../../scripts/backup/platform.ts';

type Stored = Record<string, unknown> & { _id: string };
type OnId = { $gte?: string; $gt?: string; $lte?: string; $in?: string[]; $not?: object };

const matches = ({ _id }: Stored, { _id: on = {} }: { _id?: OnId }) =>
  on.$not === undefined &&
  (on.$gte === undefined || _id >= on.$gte) &&
  (on.$gt === undefined || _id > on.$gt) &&
  (on.$lte === undefined || _id <= on.$lte) &&
  (on.$in === undefined || on.$in.includes(_id));

export interface TypedPlatform extends AsyncDisposable {
  platform: Platform;
  documents: Stored[];
}

/**
 * What the local platform does not have: a database that keeps every type of BSON, and answers in canonical Extended JSON.
 * It has one collection, and knows only the requests of a backup.
 */
export const startTypedPlatform = async (collection: string): Promise<TypedPlatform> => {
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
