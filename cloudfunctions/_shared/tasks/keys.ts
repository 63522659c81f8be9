import { type ApiKey, isLow } from '#contract/apiKey.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import { opens, placeOf, unseal } from '../base/secrets.ts';
import { type Access, RunningHubError } from '../runningHub/protocol.ts';
import { poolsOf } from './service.ts';

export interface EarlierKey {
  cipher: string;
  until: number;
}

export interface StoredApiKey extends Stored, Omit<ApiKey, keyof Stored> {
  keyCipher: string;
  /** The key before the last rotation, valid until `previousUntil`: used for the tasks it started. */
  previousCipher: string;
  /** Those before it whose time was not over when it was replaced. */
  earlierKeys?: EarlierKey[];
}

export const apiKeys = repository<StoredApiKey>('apiKeys');

/** What a key has done on one day; `_id` = `<key>_<day>`. */
interface KeyDay extends Stored {
  apiKeyId: string;
  day: string;
  tasks?: number;
  fail?: number;
  coins?: number;
}

export const keyDays = repository<KeyDay>('apiKeyUsageDaily');

/** More than any installation has. */
export const MOST_KEYS = 200;

/** All keys except paused ones. */
export const keysInUse = async () => {
  const keys = await apiKeys.find(
    { status: _.in(['active', 'exhausted', 'invalid']) },
    {
      limit: MOST_KEYS,
      fields: ['name', 'status', 'pool', 'remainCoins', 'lowCoins', 'lastErrorTime'],
    },
  );
  return {
    dead: keys.filter(({ status }) => status !== 'active'),
    low: keys.filter(isLow),
    usable: poolsOf(keys.filter(({ status }) => status === 'active')),
  };
};

export const keyPlace = (id: string) => placeOf('apiKeys', id, 'key');

/** As shown to people: the mask does not show whether the key can be decrypted. */
export const withKeyState = (key: StoredApiKey): StoredApiKey => ({
  ...key,
  keyDamaged: !opens(key.keyCipher, keyPlace(key._id)),
});

/** @throws RunningHubError for a key that cannot be decrypted, as for one that the provider refuses */
export const accessOf = (key: StoredApiKey): Access => {
  if (withKeyState(key).keyDamaged) throw new RunningHubError('key', 0);
  return { apiKey: unseal(key.keyCipher, keyPlace(key._id)), region: key.region };
};

/** The keys before this one, the latest first. */
export const earlierKeysOf = (key: StoredApiKey): EarlierKey[] => [
  ...(key.previousCipher ? [{ cipher: key.previousCipher, until: key.previousUntil ?? 0 }] : []),
  ...(key.earlierKeys ?? []),
];

const opened = ({ _id, region }: StoredApiKey, { cipher }: EarlierKey): Access[] =>
  opens(cipher, keyPlace(_id)) ? [{ apiKey: unseal(cipher, keyPlace(_id)), region }] : [];

/** Whether the key has no answer about the task: the provider refuses it, or has no such task of it. */
const knowsNothing = (error: unknown): boolean =>
  error instanceof RunningHubError && ['key', 'gone'].includes(error.failure);

/** An earlier key has no answer now; that says nothing about the key that replaced it. */
export class EarlierKeySilent extends RunningHubError {
  constructor({ code }: RunningHubError) {
    super('unreachable', code);
    this.name = 'EarlierKeySilent';
  }
}

/**
 * Asks about a task with the key, and where it is refused or does not know the task, with those that it has replaced:
 * only the one that started a task can be used for it.
 * @param isLast use them after their time as well, e.g. to stop what nobody will ask about again
 * @throws RunningHubError as the key; EarlierKeySilent where an earlier one may know the task, and has no answer now
 */
export const withKey = async <T>(
  key: StoredApiKey,
  work: (access: Access) => Promise<T>,
  { isLast = false } = {},
): Promise<T> => {
  let firstError: unknown;
  try {
    return await work(accessOf(key));
  } catch (error) {
    if (!knowsNothing(error)) throw error;
    firstError = error;
  }
  for (const earlier of earlierKeysOf(key)) {
    if (earlier.until < Date.now() && !isLast) continue;
    for (const access of opened(key, earlier)) {
      try {
        return await work(access);
      } catch (error) {
        if (!(error instanceof RunningHubError)) throw error;
        if (!knowsNothing(error)) firstError = new EarlierKeySilent(error);
      }
    }
  }
  throw firstError;
};
