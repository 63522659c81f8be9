import { createHash } from 'node:crypto';
import { type ApiKey, apiKeyEntity } from '#contract/apiKey.ts';
import type { ActionInput } from '#contract/index.ts';
import { apiKeySentences } from '#contract/sentences/apiKeys.ts';
import { MINUTE_MS } from '#contract/shanghai.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, isDuplicate, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { isKept, mask, seal } from '../_shared/base/secrets.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { earlierKeysOf, keyPlace, type StoredApiKey } from '../_shared/tasks/keys.ts';

const DEFAULT_OVERLAP_MIN = 60;
/** More rotations than are made in a day. */
const MOST_EARLIER = 10;

/** Hash to compare two keys without revealing them. */
const fingerprintOf = (key: string) => createHash('sha256').update(`key ${key}`).digest('hex');

const sealed = (id: string, key: string) => ({
  keyCipher: seal(key, keyPlace(id)),
  keyMask: mask(key),
  fingerprint: fingerprintOf(key),
});

/** State of the previous key that does not apply to its replacement. */
const unproven = {
  failStreak: 0,
  restUntil: null,
  lastErrorCode: 0,
  lastErrorTime: null,
  lastCheckTime: null,
};

type Written = StoredApiKey & { fingerprint: string };

const refuseKnownKey = (error: unknown): never => {
  if (isDuplicate(error)) throw invalid({ key: apiKeySentences.taken });
  throw error;
};

export const createApiKey = async (
  request: ActionInput<'adminApiKey', 'createApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  const { key, idemKey, ...fields } = request;
  const admin = await context.admin();
  const author = authorOf(admin);
  const _id = idFromKey(idemKey, [admin._id]);
  const record = {
    ...apiKeyEntity.blank(),
    ...apiKeyEntity.defaults,
    ...fields,
    ...sealed(_id, key),
    ...intended(request),
    _id,
    createBy: author,
    updateBy: author,
    status: 'active' as const,
    previousCipher: '',
  };
  const entry = { by: await actorOf(context), resource: 'apiKey' };
  return inTransaction(async transaction => {
    const first = idemKey ? await transaction.get<StoredApiKey>('apiKeys', _id) : null;
    if (first) return madeBefore(first, request);
    transaction.due('tasks');
    return transaction.insert('apiKeys', record, entry);
  }).catch(refuseKnownKey);
};

/** `plan` answers what is to be written, or refuses. */
const changeKey = async (
  id: string,
  rev: number | undefined,
  context: AdminContext,
  plan: (before: Written, now: number) => Partial<Written>,
): Promise<StoredApiKey> => {
  const entry = { by: await actorOf(context), resource: 'apiKey' };
  return inTransaction(async transaction => {
    const before = await transaction.require<Written>('apiKeys', id, rev);
    // Tasks may wait for what it allows now.
    transaction.due('tasks');
    return transaction.change('apiKeys', before, plan(before, transaction.now), entry);
  }).catch(refuseKnownKey);
};

/** The old key is kept for a while, because only it can be used to ask for the tasks it started. */
const replacing = (
  before: Written,
  secret: ReturnType<typeof sealed>,
  overlapMin: number,
  now: number,
) => ({
  ...secret,
  ...unproven,
  ...(overlapMin > 0
    ? {
        previousCipher: before.keyCipher,
        previousUntil: now + overlapMin * MINUTE_MS,
        earlierKeys: earlierKeysOf(before)
          .filter(({ until }) => until > now)
          .slice(0, MOST_EARLIER),
      }
    : { previousCipher: '', previousUntil: null, earlierKeys: [] }),
});

export const updateApiKey = async (
  { _id, rev, key, ...fields }: ActionInput<'adminApiKey', 'updateApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  if (!isKept(key) && key.length < 16) throw invalid({ key: apiKeySentences.tooShort });
  const secret = isKept(key) ? null : sealed(_id, key);
  return changeKey(_id, rev, context, (before, now) => {
    const isOther = secret && secret.fingerprint !== before.fingerprint;
    const written = isOther
      ? replacing(before, secret, DEFAULT_OVERLAP_MIN, now)
      : secret && { ...secret, ...unproven };
    return { ...fields, ...written } as Partial<Written>;
  });
};

export const rotateApiKey = async (
  { id, key, overlapMin = DEFAULT_OVERLAP_MIN, rev }: ActionInput<'adminApiKey', 'rotateApiKey'>,
  context: AdminContext,
): Promise<ApiKey> => {
  const secret = sealed(id, key);
  return changeKey(id, rev, context, (before, now) => {
    if (before.fingerprint === secret.fingerprint) throw stateNotAllowed(apiKeySentences.same);
    return replacing(before, secret, overlapMin, now);
  });
};
