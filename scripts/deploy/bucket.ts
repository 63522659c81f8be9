import { createHash } from 'node:crypto';
import type { Cloud } from './cloud.ts';

export interface Bucket {
  name: string;
  region: string;
}

/** As the library names it. */
export const placeOf = ({ name, region }: Bucket) => ({ Bucket: name, Region: region });

export interface StoredObject {
  key: string;
  /** MD5 of the content, as hexadecimal digits. */
  md5: string;
}

/** Everything below a prefix. */
export const listObjects = async (
  { cos, attempt }: Cloud,
  bucket: Bucket,
  prefix: string,
): Promise<StoredObject[]> => {
  const found: StoredObject[] = [];
  for (let marker = ''; ;) {
    const page = await attempt('ListObjects', () =>
      cos.getBucket({
        ...placeOf(bucket),
        Prefix: prefix,
        Marker: marker,
        MaxKeys: 1000,
      }),
    );
    found.push(
      ...page.Contents.map(({ Key, ETag }) => ({ key: Key, md5: ETag.replace(/"/g, '') })),
    );
    const last = page.NextMarker ?? page.Contents.at(-1)?.Key;
    if (page.IsTruncated !== 'true' || !last) return found;
    marker = last;
  }
};

export const putObject = async (
  { cos, attempt }: Cloud,
  bucket: Bucket,
  key: string,
  body: Buffer,
  headers: { type: string; cacheControl?: string },
): Promise<void> => {
  await attempt('PutObject', () =>
    cos.putObject({
      ...placeOf(bucket),
      Key: key,
      Body: body,
      ContentType: headers.type,
      ...(headers.cacheControl && { CacheControl: headers.cacheControl }),
    }),
  );
};

/** Null where there is none. */
export const getObject = async (
  { cos, attempt }: Cloud,
  bucket: Bucket,
  key: string,
): Promise<Buffer | null> => {
  const asked = attempt('GetObject', () => cos.getObject({ ...placeOf(bucket), Key: key }));
  const found = await asked.catch(unlessMissing);
  return found && Buffer.from(found.Body);
};

/** Null where there is none. */
export const headersOf = async (
  { cos, attempt }: Cloud,
  bucket: Bucket,
  key: string,
): Promise<Record<string, string | undefined> | null> => {
  const asked = attempt('HeadObject', () => cos.headObject({ ...placeOf(bucket), Key: key }));
  const found = await asked.catch(unlessMissing);
  return found && (found.headers as Record<string, string | undefined>);
};

export const deleteObjects = async (
  { cos, attempt }: Cloud,
  bucket: Bucket,
  keys: string[],
): Promise<void> => {
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    await attempt('DeleteMultipleObjects', () =>
      cos.deleteMultipleObject({
        ...placeOf(bucket),
        Objects: some.map(Key => ({ Key })),
        Quiet: true,
      }),
    );
  }
};

const unlessMissing = (error: unknown): null => {
  const { code, cause } = error as { code?: string; cause?: { statusCode?: number } };
  if (code === 'NoSuchKey' || cause?.statusCode === 404) return null;
  throw error;
};

export const md5Of = (body: Buffer): string => createHash('md5').update(body).digest('hex');
