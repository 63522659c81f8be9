import { createHash } from 'node:crypto';
import type { Cloud } from './cloud.ts';

export interface Bucket {
  name: string;
  region: string;
}

export interface StoredObject {
  key: string;
  /** MD5 of the content, as hexadecimal digits. */
  md5: string;
}

/** Everything below a prefix. */
export const listObjects = async (
  { cos, attempt }: Cloud,
  { name, region }: Bucket,
  prefix: string,
): Promise<StoredObject[]> => {
  const found: StoredObject[] = [];
  for (let marker = ''; ;) {
    const page = await attempt('ListObjects', () =>
      cos.getBucket({
        Bucket: name,
        Region: region,
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
  { name, region }: Bucket,
  key: string,
  body: Buffer,
  headers: { type: string; cacheControl?: string },
): Promise<void> => {
  await attempt('PutObject', () =>
    cos.putObject({
      Bucket: name,
      Region: region,
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
  { name, region }: Bucket,
  key: string,
): Promise<Buffer | null> => {
  try {
    const { Body } = await attempt('GetObject', () =>
      cos.getObject({ Bucket: name, Region: region, Key: key }),
    );
    return Buffer.from(Body);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Null where there is none. */
export const headersOf = async (
  { cos, attempt }: Cloud,
  { name, region }: Bucket,
  key: string,
): Promise<Record<string, string | undefined> | null> => {
  try {
    const { headers } = await attempt('HeadObject', () =>
      cos.headObject({ Bucket: name, Region: region, Key: key }),
    );
    return headers as Record<string, string | undefined>;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

export const deleteObjects = async (
  { cos, attempt }: Cloud,
  { name, region }: Bucket,
  keys: string[],
): Promise<void> => {
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000);
    await attempt('DeleteMultipleObjects', () =>
      cos.deleteMultipleObject({
        Bucket: name,
        Region: region,
        Objects: some.map(Key => ({ Key })),
        Quiet: true,
      }),
    );
  }
};

const isMissing = (error: unknown): boolean => {
  const { code, cause } = error as { code?: string; cause?: { statusCode?: number } };
  return code === 'NoSuchKey' || cause?.statusCode === 404;
};

export const md5Of = (body: Buffer): string => createHash('md5').update(body).digest('hex');
