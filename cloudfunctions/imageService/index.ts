import { IMAGE_REFRESH_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { imageServiceActions } from '#contract/file.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, notFound } from '../_shared/base/errors.ts';
import { report } from '../_shared/base/log.ts';
import { type Address, addressesAnywhere } from '../_shared/base/storage.ts';
import { signedPlaces } from '../_shared/pictures/copies.ts';
import { visitorPlaces } from '../_shared/users/shownPictures.ts';

/** About 2 MB. */
const CACHE_SIZE = 4_000;
const RETRY_WAIT_MS = 100;

/** Belongs to this instance only, so correctness must not depend on it. Oldest first. */
const cache = new Map<string, Address>();

/** An address is shown until the next refresh, so one that expires earlier is not handed out. */
const leastLifeMs = () =>
  Math.min(IMAGE_REFRESH_MS + 60_000, environment.SIGNED_URL_SECONDS * 1_000 * 0.8);

const remember = (path: string, address: Address) => {
  cache.delete(path);
  cache.set(path, address);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_SIZE) break;
    cache.delete(oldest);
  }
};

interface SignOptions {
  bypassCache?: boolean | undefined;
  retries?: number | undefined;
}

/**
 * Addresses by path, from the cache if they are valid long enough. Whether the caller may have them is not asked here.
 * @throws 50201
 */
const addressesFor = async (
  paths: string[],
  { bypassCache = false, retries = 0 }: SignOptions,
): Promise<Map<string, Address>> => {
  const usefulUntil = Date.now() + leastLifeMs();
  const known = (path: string) => {
    const address = bypassCache ? undefined : cache.get(path);
    return address && address.expireTime >= usefulUntil ? address : undefined;
  };
  const wanted = [...new Set(paths)];
  const missing = wanted.filter(path => !known(path));
  const fresh = missing.length > 0 ? await persistently(missing, retries) : new Map();
  for (const [path, address] of fresh) remember(path, address);
  return new Map(
    wanted.flatMap(path => {
      const address = fresh.get(path) ?? known(path);
      return address ? [[path, address]] : [];
    }),
  );
};

const persistently = async (paths: string[], retries: number): Promise<Map<string, Address>> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await addressesAnywhere(paths);
    } catch (error) {
      if (tried >= retries) {
        report('no addresses from the platform', error);
        throw new ActionError(codes.thirdParty, pictureSentences.serviceUnavailable);
      }
      await new Promise(resolve => setTimeout(resolve, RETRY_WAIT_MS * 2 ** tried));
    }
  }
};

export const main = defineFunction('imageService', imageServiceActions, {
  getSignedUrl: async ({ url: src, ...options }, context) => {
    const places = await visitorPlaces([src], context);
    const signed = await signedPlaces(places, paths => addressesFor(paths, options));
    const address = signed.get(src);
    if (!address) throw notFound();
    return { src, ...address };
  },

  getSignedUrls: async ({ urls, ...options }, context) => {
    const places = await visitorPlaces(urls, context);
    const signed = await signedPlaces(places, paths => addressesFor(paths, options));
    return { list: urls.map(src => ({ src, ...(signed.get(src) ?? { url: '', expireTime: 0 }) })) };
  },
});
