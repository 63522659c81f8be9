import { IMAGE_REFRESH_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import type { CallContext } from '../base/dispatcher.ts';
import { environment } from '../base/environment.ts';
import { ActionError } from '../base/errors.ts';
import { report } from '../base/log.ts';
import { type Address, addressesAnywhere } from '../base/storage.ts';
import { type Signed, signedPlaces } from '../pictures/copies.ts';
import { visitorPlaces } from './shownPictures.ts';

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

const REFUSED = { url: '', expireTime: 0 } as const;

/**
 * Addresses of what the caller may see.
 * @param sources addresses as pages hold them
 * @returns in their order; what may not be signed has an empty one
 * @throws 50201
 */
export const signedForVisitor = async (
  sources: string[],
  context: CallContext,
  options: SignOptions = {},
): Promise<({ src: string } & (Signed | typeof REFUSED))[]> => {
  const places = await visitorPlaces(sources, context);
  const signed = await signedPlaces(places, paths => addressesFor(paths, options));
  return sources.map(src => ({ src, ...(signed.get(src) ?? REFUSED) }));
};
