import {
  type ApiKey,
  apiKeyActions,
  apiKeyEntity,
  type ApiKeyStatus,
  apiKeyStatuses,
  manualApiKeyTransitions,
} from '#contract/apiKey.ts';
import { codes } from '#contract/envelope.ts';
import { apiKeySentences } from '#contract/sentences/apiKeys.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { activeTaskStatuses } from '#contract/taskStates.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud, referenced } from '../_shared/base/crud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { type AccountStatus, accountStatus } from '../_shared/runningHub/client.ts';
import { RunningHubError } from '../_shared/runningHub/protocol.ts';
import {
  accessOf,
  apiKeys,
  keyDays,
  keysInUse,
  type StoredApiKey,
  withKeyState,
} from '../_shared/tasks/keys.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { createApiKey, rotateApiKey, updateApiKey } from './secret.ts';

/** Below this a task cannot be paid. */
const LEAST_COINS = 1;

const stateAfter = (now: ApiKeyStatus, found: ApiKeyStatus): ApiKeyStatus => {
  // Paused by a person: a successful test does not activate it.
  if (now === 'paused' && found === 'active') return now;
  return now === found || mayMove(apiKeyEntity.transitions, now, found) ? found : now;
};

const foundIn = (account: AccountStatus): ApiKeyStatus =>
  account.remainCoins < LEAST_COINS && (account.remainMoneyFen ?? 0) <= 0 ? 'exhausted' : 'active';

/**
 * Asks for the account with the key. Only an answer of the provider changes the key's state; a network failure does
 * not.
 */
const testApiKey = async (
  before: StoredApiKey,
  context: AdminContext,
): Promise<StoredApiKey & { ok: boolean }> => {
  const now = Date.now();
  const found = await ask(before);
  const status = stateAfter(before.status, found.status);
  const { status: _found, ...facts } = found;
  const written = await changeRecord(
    apiKeys,
    before,
    { status: before.status, keyCipher: before.keyCipher },
    { ...facts, status, lastCheckTime: now },
    {
      by: await actorOf(context),
      resource: 'apiKey',
      keepAuthor: true,
      before: { status: before.status },
      after: { status, checked: found.status === 'active' },
    },
  );
  if (!written) throw new ActionError(codes.stateNotAllowed, apiKeySentences.changedMeanwhile);
  return { ...written, ok: found.status === 'active' };
};

interface Found extends Partial<StoredApiKey> {
  status: ApiKeyStatus;
}

const ask = async (key: StoredApiKey): Promise<Found> => {
  try {
    const account = await accountStatus(accessOf(key));
    return {
      status: foundIn(account),
      remainCoins: account.remainCoins,
      remainMoneyFen: account.remainMoneyFen,
      failStreak: 0,
      lastErrorCode: 0,
    };
  } catch (error) {
    if (!(error instanceof RunningHubError)) throw error;
    const failed = {
      lastErrorCode: error.code,
      lastErrorTime: Date.now(),
      failStreak: key.failStreak + 1,
    };
    if (error.failure === 'key') return { status: 'invalid', ...failed };
    if (error.failure === 'money') return { status: 'exhausted', remainCoins: 0, ...failed };
    throw new ActionError(codes.thirdParty);
  }
};

/** More slots than any installation has. */
const MOST_SLOTS = 1_000;

/** How many slots of each key are taken by tasks. */
const slotsTaken = async (): Promise<Map<string, number>> => {
  const holders = await tasks.find(
    { slotKey: _.gt('') },
    { limit: MOST_SLOTS, fields: ['slotKey'] },
  );
  const taken = new Map<string, number>();
  for (const { slotKey } of holders) taken.set(slotKey, (taken.get(slotKey) ?? 0) + 1);
  return taken;
};

const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

const { list, remove, update } = crud(apiKeyEntity);

const checkMove = (from: ApiKeyStatus, to: ApiKeyStatus) => {
  if (mayMove(manualApiKeyTransitions, from, to)) return;
  if (to === 'active' && from !== 'active') throw stateNotAllowed(apiKeySentences.testFirst);
  throw stateNotAllowed(apiKeySentences.unchanged(apiKeyStatuses[to].label));
};

/** With what is true of each key at the time of reading; the slots are counted while the list is read. */
const withKeyStates = async <T extends { list: ApiKey[] }>(reading: Promise<T>): Promise<T> => {
  const [answer, taken] = await Promise.all([reading, slotsTaken()]);
  const list = (answer.list as StoredApiKey[]).map(key => ({
    ...withKeyState(key),
    runningCount: taken.get(key._id) ?? 0,
  }));
  return { ...answer, list };
};

export const main = defineFunction('adminApiKey', apiKeyActions, {
  getApiKeys: async ({ filter: { low, ...filter } = {}, ...request }) => {
    if (!low) return withKeyStates(list({ ...request, filter }));
    const ids = (await keysInUse()).low.map(({ _id }) => _id);
    const asked = filter.ids ? ids.filter(id => filter.ids?.includes(id)) : ids;
    return withKeyStates(list({ ...request, filter }, { _id: _.in(asked) }));
  },

  createApiKey,
  updateApiKey,
  rotateApiKey,

  deleteApiKey: withLoad(
    ({ id }) =>
      Promise.all([
        apiKeys.get(id),
        tasks.count({ apiKeyId: id, status: _.in(activeTaskStatuses) }),
      ]),
    ({ id, rev }, context, [before, running]) => {
      if (before?.status === 'active') throw stateNotAllowed(apiKeySentences.pauseFirst);
      if (running > 0)
        throw referenced(apiKeySentences.usedByTasks(running), {
          resource: 'tasks',
          count: running,
        });
      return remove(id, rev, context, before, before ? { status: before.status } : {});
    },
  ),

  setApiKeyStatus: onRecord(apiKeys, async ({ id, status, confirm, rev }, context, before) => {
    checkMove(before.status, status);
    if (status === 'paused' && before.status === 'active' && !confirm) {
      const others = await apiKeys.count({ pool: before.pool, status: 'active' });
      if (others <= 1) throw stateNotAllowed(apiKeySentences.lastOfPool, { needsConfirm: true });
    }
    const changed = await update(id, rev, { status }, context, before, { status: before.status });
    // Tasks may wait for its slots.
    if (status === 'active') await markDue('tasks');
    return changed;
  }),

  testApiKey: onRecord(apiKeys, (_data, context, before) => testApiKey(before, context)),

  getApiKeyUsage: async ({ id, range = {} }) => {
    const now = Date.now();
    const from = range.from ?? dayOf(now - (DEFAULT_DAYS - 1) * DAY_MS);
    const day = _.gte(from).and(_.lte(range.to ?? dayOf(now)));
    const days = await keyDays.find(
      { apiKeyId: id, day },
      { sort: [['day', 'desc']], limit: MOST_DAYS },
    );
    return { list: days as never };
  },
});
