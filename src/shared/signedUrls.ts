import {
  ADMIN_URL_REFRESH_MS,
  MAX_SIGNED_URLS_PER_CALL,
  TEMP_URL_SECONDS,
} from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { audienceOf } from '#contract/folders.ts';
import type { SignedForRole } from '#contract/signedUrl.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { createCopyRequests } from './copyRequests.ts';

/** Addresses requested within this time share a call: those of one render and the next. */
const GATHER_MS = 5;
/** An address is renewed after this share of its lifetime. */
const RENEW_AT = 0.75;
/** Addresses due this soon are renewed in the same call. */
const RENEW_TOGETHER_MS = 60_000;
/** Delay after a failed renewal, doubled each time up to the limit. The picture stays on the screen. */
const RETRY_RENEWAL_MS = 5 * 60_000;
const RETRY_RENEWAL_AT_MOST_MS = 30 * 60_000;
/** Delay between the retries of a caller when the function was not reached. */
const RETRY_CALL_MS = 400;
/** A refused address is not requested again for this long. */
const REFUSED_FOR_MS = ADMIN_URL_REFRESH_MS;
const MOST_ENTRIES = 2_000;
/** Longer than the contract allows; it would have the whole call refused. */
const MOST_CHARACTERS = 1_024;
const LONGEST_TIMER_MS = 2_147_483_647;

/** No signed address. `denied`: the role may not see it; `refused`: there is none; `failed`: the service did not answer. */
export class SignedUrlFailure extends Error {
  constructor(
    readonly src: string,
    readonly reason: 'denied' | 'refused' | 'failed',
    override readonly cause?: unknown,
  ) {
    super(reason === 'failed' ? 'signed-URL service failed' : 'address may not be signed');
    this.name = 'SignedUrlFailure';
  }
}

export interface GetOptions {
  /** Asks for a fresh address, ignoring caches here and on the server. */
  bypassCache?: boolean;
  /** Number of retries: on the server, when the platform does not answer; here, when the service cannot be reached. */
  retries?: number;
}

export interface WatchOptions {
  /** Milliseconds after which the address is renewed even if it is valid longer. */
  every: number;
  visible?: boolean;
  onRenewed: (url: string) => void;
}

/** A picture on a page. */
export interface Watch {
  /** Only visible pictures are renewed; one that becomes visible with an address that is due is renewed at once. */
  setVisible(visible: boolean): void;
  stop(): void;
}

export interface SignedUrls {
  /** @throws SignedUrlFailure */
  get(src: string, options?: GetOptions): Promise<string>;
  /** The address held for `src`, unless it is due for renewal. */
  peek(src: string): string | undefined;
  /** Keeps addresses that came with something else, so that they are not asked for; copies are still to be asked for. */
  take(addresses: readonly SignedForRole[]): void;
  watch(src: string, options: WatchOptions): Watch;
}

interface Entry {
  /** Empty: refused, or denied. */
  url: string;
  isDenied: boolean;
  since: number;
  /** Infinity for one that needs no signature. */
  diesAt: number;
  renewAt: number;
}

interface Watcher extends WatchOptions {
  src: string;
  visible: boolean;
  since: number;
}

interface Waiting {
  resolve: (url: string) => void;
  reject: (failure: SignedUrlFailure) => void;
}

export interface SignedUrlsOptions {
  now?: () => number;
  /**
   * On the management side, pictures of private folders (uploads of users, results) are requested as an administrator.
   */
  isAdmin?: boolean;
  /**
   * Milliseconds between two rounds over the visible pictures: 15 minutes on the management side. A round renews what
   * would expire before the next one, and retries failed renewals.
   */
  refreshEvery?: number;
}

/**
 * The only client of the signed-URL service. Addresses requested at the same time share a call, each is kept with its
 * expiry, and a single timer renews those of visible pictures.
 */
export const createSignedUrls = (
  invoke: Invoke,
  { now = Date.now, isAdmin = false, refreshEvery = Infinity }: SignedUrlsOptions = {},
): SignedUrls => {
  const entries = new Map<string, Entry>();
  const gathering = new Map<string, Waiting>();
  const underWay = new Map<string, Promise<string>>();
  const freshUnderWay = new Map<string, Promise<string>>();
  const watchers = new Set<Watcher>();
  /** Failed renewals, and when they may be retried. */
  const setbacks = new Map<string, { times: number; until: number }>();
  let gatherTimer: ReturnType<typeof setTimeout> | undefined;
  let renewTimer: ReturnType<typeof setTimeout> | undefined;
  let scheduled = false;
  /** Start of the current round: the first picture, then the last round. */
  let roundSince = now();

  const isPrivate = (src: string) => isAdmin && !isPublicPath(src);

  const sign = async (urls: string[]): Promise<{ list: SignedForRole[] }> =>
    isPrivate(urls[0] ?? '')
      ? invoke('adminStorage', 'getFileList', { fileList: urls })
      : invoke('imageService', 'getSignedUrls', { urls });

  const copyOf = createCopyRequests(src =>
    invoke('imageCopy', isPrivate(src) ? 'makeAnyCopy' : 'makeCopy', { url: src }),
  );

  const keep = (src: string, url: string, expireTime: number, isDenied = false): void => {
    const since = now();
    entries.delete(src);
    entries.set(src, {
      url,
      isDenied,
      since,
      diesAt: expireTime === 0 ? Infinity : since + lifeOf(expireTime, since),
      renewAt: since + (url ? usefulLife(expireTime, since) : REFUSED_FOR_MS),
    });
    for (const [oldest] of entries) {
      if (entries.size <= MOST_ENTRIES) break;
      entries.delete(oldest);
    }
    setbacks.delete(src);
    for (const watcher of watchers) if (url && watcher.src === src) watcher.onRenewed(url);
  };

  const held = (src: string): Entry | undefined => {
    const entry = entries.get(src);
    return entry && now() < entry.renewAt ? entry : undefined;
  };

  const request = async (srcs: string[]): Promise<void> => {
    const waiting = srcs.map(src => [src, gathering.get(src)] as const);
    srcs.forEach(src => gathering.delete(src));
    try {
      const { list } = await sign(srcs);
      const answers = new Map(list.map(answer => [answer.src, answer]));
      for (const [src, waiter] of waiting) {
        const { url = '', expireTime = 0, unmade, denied } = answers.get(src) ?? {};
        if (denied) {
          waiter?.reject(denial(src));
          continue;
        }
        if (unmade) {
          void settleWithCopy(src, waiter);
          continue;
        }
        keep(src, url, expireTime);
        if (url) waiter?.resolve(url);
        else waiter?.reject(refusal(src));
      }
    } catch (error) {
      console.error('no signed URLs, unsigned addresses used', srcs, error);
      for (const [src, waiter] of waiting)
        waiter?.reject(new SignedUrlFailure(src, 'failed', error));
    }
  };

  const denial = (src: string) => {
    keep(src, '', 0, true);
    return new SignedUrlFailure(src, 'denied');
  };

  /** The caller that waits for the address goes on waiting, and the others of the same call do not. */
  const settleWithCopy = async (src: string, waiter: Waiting | undefined): Promise<void> => {
    try {
      waiter?.resolve(await keptCopy(src));
    } catch (failure) {
      waiter?.reject(failure as SignedUrlFailure);
    }
  };

  /** @throws SignedUrlFailure */
  const keptCopy = async (src: string): Promise<string> => {
    try {
      const { url, expireTime } = await copyOf(src);
      keep(src, url, expireTime);
      return url;
    } catch (error) {
      if (isRefused(error)) {
        keep(src, '', 0);
        throw refusal(src);
      }
      console.error('no copy of a picture', src, error);
      throw new SignedUrlFailure(src, 'failed', error);
    }
  };

  const sendGathered = () => {
    gatherTimer = undefined;
    const asked = [...gathering.keys()];
    for (const srcs of [asked.filter(src => !isPrivate(src)), asked.filter(isPrivate)]) {
      for (let at = 0; at < srcs.length; at += MAX_SIGNED_URLS_PER_CALL)
        void request(srcs.slice(at, at + MAX_SIGNED_URLS_PER_CALL));
    }
  };

  /** Joins the next call. */
  const gather = (src: string): Promise<string> => {
    const already = underWay.get(src);
    if (already) return already;
    const promise = new Promise<string>((resolve, reject) => {
      gathering.set(src, { resolve, reject });
    }).finally(() => underWay.delete(src));
    underWay.set(src, promise);
    gatherTimer ??= setTimeout(sendGathered, GATHER_MS);
    return promise;
  };

  const signOne = async (src: string, retries: number): Promise<SignedForRole> => {
    if (!isPrivate(src))
      return invoke('imageService', 'getSignedUrl', { url: src, bypassCache: true, retries });
    // Not cached; missing files are left out.
    const [address] = (await sign([src])).list;
    if (!address) throw new ActionFailure({ code: codes.notFound, message: '' });
    return address;
  };

  const signAfresh = async (src: string, retries: number): Promise<string> => {
    for (let tried = 0; ; tried += 1) {
      try {
        const { url, expireTime, unmade, denied } = await signOne(src, retries);
        if (denied) throw denial(src);
        if (unmade) return await keptCopy(src);
        keep(src, url, expireTime);
        return url;
      } catch (error) {
        if (error instanceof SignedUrlFailure) throw error;
        if (isRefused(error)) {
          keep(src, '', 0);
          throw refusal(src);
        }
        // An answer of the function is final: it has retried as often as asked.
        if (!(error instanceof PlatformFailure) || tried >= retries) {
          console.error('no signed URL, unsigned address used', src, error);
          throw new SignedUrlFailure(src, 'failed', error);
        }
        await new Promise(resolve => setTimeout(resolve, RETRY_CALL_MS * 2 ** tried));
      }
    }
  };

  const get = async (
    src: string,
    { bypassCache = false, retries = 0 }: GetOptions = {},
  ): Promise<string> => {
    if (src.length === 0 || src.length > MOST_CHARACTERS) throw refusal(src);
    if (bypassCache) {
      const already = freshUnderWay.get(src);
      if (already) return already;
      const fresh = signAfresh(src, retries).finally(() => {
        freshUnderWay.delete(src);
        schedule();
      });
      freshUnderWay.set(src, fresh);
      return fresh;
    }
    const entry = held(src);
    if (entry?.url) return entry.url;
    if (entry) throw new SignedUrlFailure(src, entry.isDenied ? 'denied' : 'refused');
    return gather(src).finally(schedule);
  };

  const dueAt = ({ src, every, since }: Watcher): number => {
    const entry = entries.get(src);
    if (entry && (!entry.url || entry.renewAt === Infinity)) return Infinity;
    const due = entry ? Math.min(entry.renewAt, entry.since + every) : since + every;
    return Math.max(due, setbacks.get(src)?.until ?? 0);
  };

  const inSight = () => (documentHidden() ? [] : [...watchers].filter(({ visible }) => visible));

  const renew = async (src: string) => {
    try {
      await gather(src);
    } catch {
      const times = (setbacks.get(src)?.times ?? 0) + 1;
      const pause = Math.min(RETRY_RENEWAL_MS * 2 ** (times - 1), RETRY_RENEWAL_AT_MOST_MS);
      setbacks.set(src, { times, until: now() + pause });
    } finally {
      schedule();
    }
  };

  /** Not while the page is hidden: a round runs when it becomes visible. */
  const nextRound = () => roundSince + refreshEvery;

  const round = () => {
    roundSince = now();
    const next = nextRound();
    for (const { src } of inSight()) {
      const entry = entries.get(src);
      const outlives = entry && (!entry.url || entry.diesAt > next) && !setbacks.has(src);
      if (outlives || underWay.has(src)) continue;
      setbacks.delete(src);
      void renew(src);
    }
  };

  const renewWhatIsDue = () => {
    renewTimer = undefined;
    if (now() >= nextRound()) round();
    const watched = inSight().filter(({ src }) => !underWay.has(src));
    if (watched.some(watcher => dueAt(watcher) <= now())) {
      const soon = watched.filter(watcher => dueAt(watcher) <= now() + RENEW_TOGETHER_MS);
      for (const src of new Set(soon.map(watcher => watcher.src))) void renew(src);
    }
    schedule();
  };

  /** Once for all pictures added or removed in one render. */
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(setTimer);
  };

  /** Sets the timer to the first renewal that is due, or stops it while no picture is visible. */
  const setTimer = () => {
    scheduled = false;
    clearTimeout(renewTimer);
    renewTimer = undefined;
    const visible = inSight();
    const next = Math.min(
      visible.length > 0 ? nextRound() : Infinity,
      ...visible.filter(({ src }) => !underWay.has(src)).map(dueAt),
    );
    if (next === Infinity) return;
    const wait = Math.min(Math.max(next - now(), 0), LONGEST_TIMER_MS);
    renewTimer = setTimeout(renewWhatIsDue, wait);
  };

  /** With the network back, failed renewals are retried at once. */
  const reconnected = () => {
    setbacks.clear();
    for (const watcher of watchers) if (!entries.has(watcher.src)) watcher.since = -Infinity;
    schedule();
  };

  const listen = (to: 'addEventListener' | 'removeEventListener') => {
    globalThis.document?.[to]('visibilitychange', schedule);
    globalThis.window?.[to]('online', reconnected);
  };

  const watch = (src: string, options: WatchOptions): Watch => {
    const watcher: Watcher = { visible: true, ...options, src, since: now() };
    if (watchers.size === 0) {
      listen('addEventListener');
      roundSince = now();
    }
    watchers.add(watcher);
    schedule();
    return {
      setVisible: visible => {
        if (watcher.visible === visible) return;
        watcher.visible = visible;
        schedule();
      },
      stop: () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return schedule();
        listen('removeEventListener');
        clearTimeout(renewTimer);
        renewTimer = undefined;
      },
    };
  };

  const take = (addresses: readonly SignedForRole[]) => {
    for (const { src, url, expireTime, denied = false } of addresses)
      if ((url || denied) && !held(src)) keep(src, url, expireTime, denied);
  };

  return { get, watch, peek: src => held(src)?.url || undefined, take };
};

const refusal = (src: string) => {
  console.error('address may not be signed, used as it is', src.slice(0, 100));
  return new SignedUrlFailure(src, 'refused');
};

const isRefused = (error: unknown) =>
  error instanceof ActionFailure && error.body.code === codes.notFound;

const documentHidden = () => globalThis.document?.visibilityState === 'hidden';

/**
 * Milliseconds until renewal. 0 as expiry means that the address needs no signature. By a wrong clock an address may
 * seem expired on arrival; then the platform's shortest lifetime is assumed, to avoid endless requests.
 */
const usefulLife = (expireTime: number, since: number): number =>
  expireTime === 0 ? Infinity : lifeOf(expireTime, since) * RENEW_AT;

const lifeOf = (expireTime: number, since: number): number =>
  expireTime > since ? expireTime - since : TEMP_URL_SECONDS * 1_000;

/** A path or `cloud://` id below a public folder. The signer refuses everything else. */
const isPublicPath = (src: string) => {
  if (/^[a-z]+:/.test(src) && !src.startsWith('cloud://')) return true;
  const path = src.replace(/^cloud:\/\/[^/]*\//, '');
  return audienceOf(path) === 'everybody';
};
