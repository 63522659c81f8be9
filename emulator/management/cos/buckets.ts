import { PlatformError } from '../../types.ts';
import type { Records } from '../records.ts';
import type { StoredObject } from './bucket.ts';
import { type Call, type Operation, type Operations, type Reply, xml } from './call.ts';
import type { Multipart } from './multipart.ts';
import { textsOf } from './xml.ts';

const MAX_KEYS = 1000;

/**
 * What can be done with a bucket: its list of objects, several of them at once, its settings.
 * @param settings CORS rules and website of each bucket, as XML
 */
export function bucketOperations(settings: Records<string>, multipart: Multipart): Operations {
  const listObjects = ({ bucket, bucketName, query }: Call): Reply => {
    const prefix = query.get('prefix') ?? '';
    const marker = query.get('marker') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const most = Math.min(Number(query.get('max-keys') || MAX_KEYS), MAX_KEYS);
    const objects: StoredObject[] = [];
    const folders = new Set<string>();
    let last = '';
    let isTruncated = false;
    // Folders stand for any number of objects.
    const enough = delimiter === '' ? most + 1 : Number.MAX_SAFE_INTEGER;
    for (const object of bucket.list(prefix, marker, enough)) {
      const cut = delimiter === '' ? -1 : object.key.indexOf(delimiter, prefix.length);
      const folder = cut < 0 ? undefined : object.key.slice(0, cut + delimiter.length);
      if (folder !== undefined && folders.has(folder)) continue;
      if (objects.length + folders.size === most) {
        isTruncated = true;
        break;
      }
      if (folder === undefined) objects.push(object);
      else folders.add(folder);
      last = object.key;
    }
    return xml('ListBucketResult', {
      Name: bucketName,
      Prefix: prefix,
      Marker: marker,
      MaxKeys: most,
      IsTruncated: isTruncated,
      NextMarker: isTruncated ? last : undefined,
      Contents: objects.map(({ key, size, etag, updatedAt }) => ({
        Key: key,
        LastModified: new Date(updatedAt).toISOString(),
        ETag: etag,
        Size: size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: [...folders].map(Prefix => ({ Prefix })),
    });
  };

  const deleteObjects = async ({ bucket, body }: Call): Promise<Reply> => {
    const keys = textsOf(body.toString('utf8'), 'Key');
    if (keys.length === 0) throw new PlatformError('MalformedXML', 'The XML is not valid.');
    for (const key of keys) await bucket.remove(key.replace(/^\//, ''));
    return xml('DeleteResult', { Deleted: keys.map(Key => ({ Key })) });
  };

  const setting = (name: string, missing: string): Record<'PUT' | 'GET' | 'DELETE', Operation> => ({
    PUT: [
      `PutBucket${missing}`,
      ({ bucketName, body }) => {
        settings.put(`${name} ${bucketName}`, body.toString('utf8'));
        return {};
      },
    ],
    GET: [
      `GetBucket${missing}`,
      ({ bucketName }) => {
        const text = settings.get(`${name} ${bucketName}`);
        if (text !== undefined) return { body: text };
        throw new PlatformError(`NoSuch${missing}Configuration`, 'There is none.', 404);
      },
    ],
    DELETE: [
      `DeleteBucket${missing}`,
      ({ bucketName }) => {
        settings.remove(`${name} ${bucketName}`);
        return { status: 204 };
      },
    ],
  });
  const cors = setting('cors', 'CORS');
  const website = setting('website', 'Website');

  return {
    GET: ['GetBucket', listObjects],
    HEAD: ['HeadBucket', () => ({})],
    'PUT cors': cors.PUT,
    'GET cors': cors.GET,
    'DELETE cors': cors.DELETE,
    'PUT website': website.PUT,
    'GET website': website.GET,
    'DELETE website': website.DELETE,
    'POST delete': ['DeleteMultipleObjects', deleteObjects],
    'GET uploads': [
      'ListMultipartUploads',
      ({ bucketName, query }) =>
        xml('ListMultipartUploadsResult', {
          Bucket: bucketName,
          IsTruncated: false,
          Upload: multipart
            .list(bucketName, query.get('prefix') ?? '')
            .map(({ id, key, startedAt }) => ({
              Key: key,
              UploadId: id,
              StorageClass: 'STANDARD',
              Initiated: startedAt,
            })),
        }),
    ],
  };
}
