import type { ApiKeyStatus } from '#contract/apiKey.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { inTransaction } from '../base/transaction.ts';
import { alertAdmins } from '../messages/outbox.ts';
import type { RunningHubError } from '../runningHub/protocol.ts';
import { apiKeys, type StoredApiKey } from './keys.ts';

/** Answers missing in a row after which a key rests. */
const SILENT_IN_A_ROW = 3;

/** Codes for a full account and for no free machine; both ask to retry after half a minute or more. */
const ofAccount = [415, 1520];
const ACCOUNT_FULL_MS = 30_000;

const { keyInvalidated, keyUnreadable, keyExhausted } = taskSentences;
const reasons = {
  invalid: (code: number) => (code === 0 ? keyUnreadable : keyInvalidated),
  exhausted: () => keyExhausted,
};

/**
 * Switches off a key that the provider refuses, or that has no money; it is switched on again by a successful test.
 * Only as long as it is the key that was refused.
 */
const switchOff = (
  { _id, keyCipher }: StoredApiKey,
  status: Extract<ApiKeyStatus, 'invalid' | 'exhausted'>,
  { code }: RunningHubError,
  by: Actor,
) =>
  inTransaction(async transaction => {
    const key = await transaction.get<StoredApiKey>('apiKeys', _id);
    if (key?.status !== 'active' || key.keyCipher !== keyCipher) return;
    const reason = reasons[status](code);
    const patch = {
      status,
      lastErrorCode: code,
      lastErrorTime: transaction.now,
      failStreak: key.failStreak + 1,
      ...(status === 'exhausted' && { remainCoins: 0 }),
    };
    const after = await transaction.change('apiKeys', key, patch, {
      by,
      resource: 'apiKey',
      keepAuthor: true,
      reason,
      before: { status: key.status },
      after: { status },
    });
    await alertAdmins(transaction, {
      event: 'keyExhausted',
      key: `${_id}_${after.rev}`,
      values: { name: key.name, reason },
      path: 'api-keys',
    });
  });

/** Without raising its version: nobody's edit of the key should conflict with its work. */
const note = (key: StoredApiKey, patch: Partial<StoredApiKey>) => apiKeys.note(key._id, patch);

/** What a refusal by the provider, or its silence, means for the key. */
export const noteFailure = async (
  key: StoredApiKey,
  error: RunningHubError,
  by: Actor,
): Promise<void> => {
  const now = Date.now();
  const { failure, code } = error;
  if (failure === 'key') return void (await switchOff(key, 'invalid', error, by));
  if (failure === 'money') return void (await switchOff(key, 'exhausted', error, by));
  if (failure === 'busy') {
    const restMs = ofAccount.includes(code) ? ACCOUNT_FULL_MS : environment.TASK_KEY_FULL_MS;
    return note(key, { restUntil: now + restMs, lastErrorCode: code });
  }
  if (failure === 'unknown')
    report('a code of RunningHub that no list has', undefined, String(code));
  if (!['unreachable', 'outage', 'unknown'].includes(failure)) return;
  const failStreak = key.failStreak + 1;
  const rests = failStreak >= SILENT_IN_A_ROW;
  await note(key, {
    failStreak: rests ? 0 : failStreak,
    lastErrorCode: code,
    lastErrorTime: now,
    ...(rests && { restUntil: now + environment.TASK_KEY_SILENT_MS }),
  });
};

/** It has answered. */
export const noteAnswer = async (key: StoredApiKey): Promise<void> => {
  if (key.failStreak > 0) await note(key, { failStreak: 0 });
};
