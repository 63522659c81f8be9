import { IMAGE_REFRESH_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { trashedAmong } from '../_shared/base/files.ts';
import { report } from '../_shared/base/log.ts';
import { type Address, addressesOf, pathOf } from '../_shared/base/storage.ts';

/** About 2 MB. */
const CACHE_SIZE = 4_000;
const RETRY_WAIT_MS = 100;

/** Of this instance only; correctness does not depend on it. Oldest first. */
const cache = new Map<string, Address>();

/** An address is shown until the next refresh, so one that expires earlier is not handed out. */
const leastLifeMs = () =>
  Math.min(IMAGE_REFRESH_MS + 60_000, environment.SIGNED_URL_SECONDS * 1_000 * 0.8);

const remember = (key: string, address: Address) => {
  cache.delete(key);
  cache.set(key, address);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHE_SIZE) break;
    cache.delete(oldest);
  }
};

export interface SignOptions {
  bypassCache?: boolean | undefined;
  retries?: number | undefined;
}

/**
 * Addresses by key for files that are not in the trash. The trash is checked on every call, beside the signing, so
 * cached addresses of trashed files are not handed out; addresses already handed out end by expiry.
 * @throws 50201
 */
export const signed = async (
  keys: string[],
  options: SignOptions,
): Promise<Map<string, Address>> => {
  const [addresses, trashed] = await Promise.all([
    addressesFor(keys, options),
    trashedAmong(keys.map(pathOf)),
  ]);
  return new Map([...addresses].filter(([key]) => !trashed.has(pathOf(key))));
};

/** From the cache if they are valid long enough. */
const addressesFor = async (
  keys: string[],
  { bypassCache = false, retries = 0 }: SignOptions,
): Promise<Map<string, Address>> => {
  const usefulUntil = Date.now() + leastLifeMs();
  const known = (key: string) => {
    const address = bypassCache ? undefined : cache.get(key);
    return address && address.expireTime >= usefulUntil ? address : undefined;
  };
  const wanted = [...new Set(keys)];
  const missing = wanted.filter(key => !known(key));
  const fresh = missing.length > 0 ? await persistently(missing, retries) : new Map();
  for (const [key, address] of fresh) remember(key, address);
  return new Map(
    wanted.flatMap(key => {
      const address = fresh.get(key) ?? known(key);
      return address ? [[key, address]] : [];
    }),
  );
};

const persistently = async (keys: string[], retries: number): Promise<Map<string, Address>> => {
  for (let tried = 0; ; tried += 1) {
    try {
      return await addressesOf(keys);
    } catch (error) {
      if (tried >= retries) {
        report('no addresses from the platform', error);
        throw new ActionError(codes.thirdParty, pictureSentences.serviceUnavailable);
      }
      await new Promise(resolve => setTimeout(resolve, RETRY_WAIT_MS * 2 ** tried));
    }
  }
};
