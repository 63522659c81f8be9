import { type ApiKey, isLow } from '#contract/apiKey.ts';
import { _ } from '../base/cloud.ts';
import { repository, type Stored } from '../base/repository.ts';
import { opens, placeOf, unseal } from '../base/secrets.ts';
import { type Access, RunningHubError } from '../runningHub/protocol.ts';
import { poolsOf } from './service.ts';

export interface StoredApiKey extends Stored, Omit<ApiKey, keyof Stored> {
  keyCipher: string;
  /** The key before the last rotation, valid until `previousUntil`: used for the tasks it started. */
  previousCipher: string;
}

export const apiKeys = repository<StoredApiKey>('apiKeys');

/** More than any installation has. */
export const MOST_KEYS = 200;

/** All keys except paused ones. */
export const keysInUse = async () => {
  const keys = await apiKeys.find(
    { status: _.in(['active', 'exhausted', 'invalid']) },
    { limit: MOST_KEYS, fields: ['status', 'pool', 'remainCoins', 'lowCoins'] },
  );
  return {
    dead: keys.filter(({ status }) => status !== 'active'),
    low: keys.filter(isLow),
    usable: poolsOf(keys.filter(({ status }) => status === 'active')),
  };
};

export const keyPlace = (id: string) => placeOf('apiKeys', id, 'key');

/** As shown to people: the mask does not tell whether the key can be decrypted. */
export const withKeyState = (key: StoredApiKey): StoredApiKey => ({
  ...key,
  keyDamaged: !opens(key.keyCipher, keyPlace(key._id)),
});

/** @throws RunningHubError for a key that cannot be decrypted, as for one that the provider refuses */
export const accessOf = (key: StoredApiKey): Access => {
  if (withKeyState(key).keyDamaged) throw new RunningHubError('key', 0);
  return { apiKey: unseal(key.keyCipher, keyPlace(key._id)), region: key.region };
};

/** Tries the key, and if the provider refuses it, the previous one. */
export const withKey = async <T>(key: StoredApiKey, work: (access: Access) => Promise<T>) => {
  try {
    return await work(accessOf(key));
  } catch (error) {
    const refused = error instanceof RunningHubError && ['key', 'gone'].includes(error.failure);
    if (!refused || !key.previousCipher || (key.previousUntil ?? 0) < Date.now()) throw error;
    return work({
      apiKey: unseal(key.previousCipher, keyPlace(key._id)),
      region: key.region,
    });
  }
};
