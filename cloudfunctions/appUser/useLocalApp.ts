import type { CreditBucket } from '#contract/creditLedger.ts';
import type { ActionInput } from '#contract/index.ts';
import type { LocalApp } from '#contract/localApp.ts';
import { localAppSentences } from '#contract/sentences/localApps.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import type { LedgerEntry } from '#contract/user.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { lockOfUser } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { repository } from '../_shared/base/repository.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';
import { countFreeUse, countUse } from '../_shared/counting/uses.ts';
import { canPay, splitCost } from '../_shared/tasks/tasks.ts';
import { post, type Posting, type StoredUser } from '../_shared/users/ledger.ts';
import { checkOpen } from '../_shared/users/opening.ts';
import { admitted, openidOf, visitorSeen, visitorUser } from '../_shared/users/visitorUser.ts';

const apps = repository<LocalApp>('localApps');

type Wish = ActionInput<'appUser', 'useLocalApp'>;
interface Use {
  _id: string;
  costCredits: number;
  credits: StoredUser['credits'];
}

const buckets: readonly CreditBucket[] = ['paid', 'gift'];
const lineId = (useId: string, bucket: CreditBucket) => `${useId}_${bucket}`;

const checkCost = ({ costCredits }: LocalApp, { expectCredits = costCredits }: Wish) => {
  if (expectCredits !== costCredits)
    throw stateNotAllowed(taskSentences.costChanged, { costCredits });
};

/** What the first call with the same key has taken. */
const takenBefore = async (transaction: Transaction, _id: string, wish: Wish) => {
  const lines = await Promise.all(
    buckets.map(bucket => transaction.get<LedgerEntry>('creditLedger', lineId(_id, bucket))),
  );
  const taken = lines.filter(line => line !== null);
  if (!taken[0]) return null;
  madeBefore(taken[0], wish);
  return taken.reduce((sum, { delta }) => sum - delta, 0);
};

const pay = async (
  transaction: Transaction,
  _id: string,
  userId: string,
  app: LocalApp,
  wish: Wish,
): Promise<Use & { isNew: boolean }> => {
  const taken = await takenBefore(transaction, _id, wish);
  const user = admitted(await transaction.require<StoredUser>('users', userId));
  if (taken !== null) return { _id, costCredits: taken, credits: user.credits, isNew: false };
  checkCost(app, wish);
  const { _id: refId, name, costCredits } = app;
  if (!canPay(costCredits, user.credits))
    throw stateNotAllowed(taskSentences.notEnoughCredits, { costCredits });
  const parts = splitCost(costCredits, user.credits);
  const postings = buckets.map((bucket): Posting => ({
    _id: lineId(_id, bucket),
    kind: 'consume',
    bucket,
    delta: -parts[bucket],
    refType: 'localApp',
    refId,
    reason: name,
    userNote: name,
    ...intended(wish),
  }));
  const patch = { lastActiveTime: transaction.now };
  const { credits } = await post(transaction, user, postings, { patch });
  return { _id, costCredits, credits, isNew: true };
};

/**
 * Takes the credits that a use costs, once for each key, and counts the use. One that is free is not kept: its key says
 * nothing, and a repetition counts again.
 */
export const useLocalApp = async (wish: Wish, context: CallContext): Promise<Use> => {
  openidOf(context);
  const [seen, app] = await Promise.all([
    visitorSeen(context),
    apps.get(wish.id),
    checkOpen(context),
  ]);
  if (app?.status !== 'enabled') throw stateNotAllowed(localAppSentences.gone);
  const idOf = (userId: string) => `use_${idFromKey(wish.idemKey, ['use', userId])}`;
  if (app.costCredits === 0) {
    checkCost(app, wish);
    await countFreeUse(context, 'localApps', app._id);
    return { _id: idOf(seen._id), costCredits: 0, credits: seen.credits };
  }
  const user = await visitorUser(context, seen);
  const { _id: userId } = user;
  const _id = idOf(userId);
  const { isNew: _isNew, ...use } = await inTransaction(
    transaction => pay(transaction, _id, userId, app, wish),
    {
      known: [
        known('users', userId, user, ['status']),
        ...buckets.map(bucket => known('creditLedger', lineId(_id, bucket))),
      ],
      locks: [lockOfUser(userId)],
      beside: async ({ isNew }) => {
        if (isNew) await countUse('localApps', app._id);
      },
    },
  );
  return use;
};
