import { apiKeyEntity, type ApiKeyStatus } from '#contract/apiKey.ts';
import { cutText } from '#contract/cut.ts';
import { codes } from '#contract/envelope.ts';
import { apiKeySentences } from '#contract/sentences/apiKeys.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError } from '../_shared/base/errors.ts';
import { type AccountStatus, accountStatus } from '../_shared/runningHub/client.ts';
import { RunningHubError } from '../_shared/runningHub/protocol.ts';
import { accessOf, apiKeys, type StoredApiKey } from '../_shared/tasks/keys.ts';

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
export const testApiKey = async (
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
      apiType: cutText(account.apiType, 32),
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
