import { type Clock, PlatformError } from '../../types.ts';
import type { Bucket, StoredObject } from './bucket.ts';
import { type Call, headersFor, headersOf, type Operations, type Reply, xml } from './call.ts';
import type { Multipart } from './multipart.ts';
import { textsOf } from './xml.ts';

export interface ObjectOptions {
  clock: Clock;
  multipart: Multipart;
  /** The bucket with this host. */
  bucketAt(host: string): Bucket | undefined;
}

/** What can be done with one object, as a whole and in parts. */
export function objectOperations({ clock, multipart, bucketAt }: ObjectOptions): Operations {
  const found = ({ bucket, key }: Call): StoredObject => {
    const object = bucket.find(key);
    if (object) return object;
    throw new PlatformError('NoSuchKey', 'The specified key does not exist.', 404);
  };

  const putObject = async (call: Call): Promise<Reply> => {
    const source = call.exchange.req.headers['x-cos-copy-source'];
    if (typeof source === 'string') return copyObject(call, source);
    const { etag } = await call.bucket.put(call.key, call.body, headersOf(call.exchange));
    return { headers: { etag } };
  };

  const copyObject = async (call: Call, source: string): Promise<Reply> => {
    const [host = '', ...rest] = source.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const from = bucketAt(host);
    const object = from?.find(key);
    if (!from || !object)
      throw new PlatformError('NoSuchKey', 'The specified key does not exist.', 404);
    const isReplaced = call.exchange.req.headers['x-cos-metadata-directive'] === 'Replaced';
    const headers = isReplaced ? headersOf(call.exchange) : object.headers;
    const { etag, updatedAt } = await call.bucket.put(call.key, await from.read(key), headers);
    return xml('CopyObjectResult', { ETag: etag, LastModified: new Date(updatedAt).toISOString() });
  };

  const getObject = async (call: Call): Promise<Reply> => {
    const object = found(call);
    return { headers: headersFor(object), body: await call.bucket.read(call.key) };
  };

  const uploadId = ({ query }: Call) => query.get('uploadId') ?? '';

  return {
    PUT: ['PutObject', putObject],
    GET: ['GetObject', getObject],
    HEAD: ['HeadObject', call => ({ headers: headersFor(found(call)), body: '' })],
    DELETE: [
      'DeleteObject',
      async ({ bucket, key }) => {
        await bucket.remove(key);
        return { status: 204 };
      },
    ],
    'POST uploads': [
      'InitiateMultipartUpload',
      ({ bucketName, key, exchange }) =>
        xml('InitiateMultipartUploadResult', {
          Bucket: bucketName,
          Key: key,
          UploadId: multipart.begin(bucketName, key, headersOf(exchange), clock.now()),
        }),
    ],
    'PUT uploadId': [
      'UploadPart',
      call => {
        const number = Number(call.query.get('partNumber'));
        if (!Number.isInteger(number) || number < 1 || number > 10_000)
          throw new PlatformError('InvalidArgument', 'PartNumber must be from 1 to 10000.');
        const etag = multipart.addPart(uploadId(call), call.key, number, call.body, clock.now());
        return { headers: { etag } };
      },
    ],
    'GET uploadId': [
      'ListParts',
      call =>
        xml('ListPartsResult', {
          Bucket: call.bucketName,
          Key: call.key,
          UploadId: uploadId(call),
          IsTruncated: false,
          Part: multipart.parts(uploadId(call), call.key).map(part => ({
            PartNumber: part.number,
            LastModified: part.at,
            ETag: part.etag,
            Size: part.size,
          })),
        }),
    ],
    'POST uploadId': [
      'CompleteMultipartUpload',
      async call => {
        const text = call.body.toString('utf8');
        const etags = textsOf(text, 'ETag');
        const wanted = textsOf(text, 'PartNumber').map((number, at) => ({
          number: Number(number),
          etag: etags[at] ?? '',
        }));
        const { body, headers, etag } = multipart.complete(uploadId(call), call.key, wanted);
        await call.bucket.put(call.key, body, headers);
        return xml('CompleteMultipartUploadResult', {
          Location: `${call.host}/${call.key}`,
          Bucket: call.bucketName,
          Key: call.key,
          ETag: etag,
        });
      },
    ],
    'DELETE uploadId': [
      'AbortMultipartUpload',
      call => {
        multipart.abort(uploadId(call), call.key);
        return { status: 204 };
      },
    ],
  };
}
