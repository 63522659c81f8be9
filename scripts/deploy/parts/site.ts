import { type Bucket, headersOf, listObjects, md5Of, placeOf, putObject } from '../bucket.ts';
import { type Cloud, each } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import type { Part, Step } from '../part.ts';
import type { SiteFile } from '../release.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for again each time. */
const ASK_AGAIN = 'no-cache';
const PAGE = '/index.html';

/**
 * The pages: files with a hash in their names first, whose earlier versions stay for pages that are open; then the
 * others; the page that names them last.
 */
export const sitePart = ({ cloud, facts, release }: Deployment): Part => ({
  title: 'Site',
  plan: async () => {
    const order = (file: SiteFile) => (file.isHashed ? 0 : file.path === PAGE ? 2 : 1);
    const files = [...release.site].sort((one, other) => order(one) - order(other));
    if (!facts.hosting)
      return [{ action: 'create', name: `${files.length} files`, run: () => Promise.resolve() }];
    const bucket = { name: facts.hosting.bucket, region: facts.hosting.region };
    const there = new Map(
      (await listObjects(cloud, bucket, '')).map(({ key, md5 }) => [`/${key}`, md5]),
    );
    const steps = await each(files, file => planFile(cloud, bucket, file, there.get(file.path)));
    return [await planFallback(cloud, bucket), ...summed(steps)];
  },
});

const planFile = async (
  cloud: Cloud,
  bucket: Bucket,
  file: SiteFile,
  md5: string | undefined,
): Promise<Step> => {
  const { path, type, isHashed, content } = file;
  const key = path.slice(1);
  const cacheControl = isHashed ? FOREVER : ASK_AGAIN;
  const step = {
    name: path,
    // One after the other, or a page could name a file that is not there yet.
    alone: !isHashed,
    run: async () => putObject(cloud, bucket, key, await content.read(), { type, cacheControl }),
  };
  if (md5 === undefined) return { action: 'create', ...step };
  // The name says what is in it.
  if (isHashed) return { action: 'leave', name: path };
  if (md5Of(await content.read()) !== md5) return { action: 'change', ...step };
  const headers = await headersOf(cloud, bucket, key);
  return headers?.['cache-control'] === cacheControl
    ? { action: 'leave', name: path }
    : { action: 'change', why: `cache-control ${cacheControl}`, ...step };
};

/** Files that are as they should be are only counted. */
const summed = (steps: Step[]): Step[] => {
  const same = steps.filter(({ action }) => action === 'leave');
  return [
    ...steps.filter(({ action }) => action !== 'leave'),
    ...(same.length > 0 ? [{ action: 'leave' as const, name: `${same.length} files` }] : []),
  ];
};

/** An address of the application is no file: the page answers it, with 200. */
const planFallback = async ({ cos, attempt }: Cloud, bucket: Bucket): Promise<Step> => {
  const wanted = {
    IndexDocument: { Suffix: PAGE.slice(1) },
    ErrorDocument: { Key: PAGE.slice(1), OriginalHttpStatus: 'Disabled' },
  };
  const actual = await attempt('GetBucketWebsite', () =>
    cos.getBucketWebsite(placeOf(bucket)),
  ).catch((error: { code?: string }) => {
    if (error.code === 'NoSuchWebsiteConfiguration') return null;
    throw error;
  });
  const found = actual?.WebsiteConfiguration as typeof wanted | undefined;
  if (
    found?.IndexDocument?.Suffix === wanted.IndexDocument.Suffix &&
    found.ErrorDocument?.Key === wanted.ErrorDocument.Key
  )
    return { action: 'leave', name: 'addresses of the application' };
  return {
    action: found ? 'change' : 'create',
    name: 'addresses of the application',
    why: `answered by ${PAGE}`,
    run: () =>
      attempt('PutBucketWebsite', () =>
        cos.putBucketWebsite({ ...placeOf(bucket), WebsiteConfiguration: wanted as never }),
      ),
  };
};
