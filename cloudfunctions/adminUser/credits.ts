import type { ActionInput, ActionOutput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { giveWithin } from '../_shared/admins/limits.ts';
import { askApproval } from '../_shared/approvals/ask.ts';
import { closeApproval } from '../_shared/approvals/close.ts';
import type { CreditsWish, StoredApproval } from '../_shared/approvals/records.ts';
import { type Actor, actorOf, authorOf } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import {
  adjustment,
  type Gift,
  type Giver,
  livingUser,
  packageChange,
} from '../_shared/users/giveCredits.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';

type Given = ActionOutput<'adminUser', 'adjustCredits'>;

const ledger = repository<Stored>('creditLedger');
const userLogs = repository<Stored>('userLogs');

/** A request for what is above a limit; asked for again with its key it is the same one. */
const askFor = (
  { worth, line, inFull, found }: Gift,
  wish: CreditsWish,
  limit: string,
  giver: Giver,
  stored: typeof ledger,
): Promise<Given> =>
  inTransaction(async transaction => {
    const { id, reason } = wish.data;
    const user = await livingUser(transaction, id);
    // A call with this key may be giving it at this moment: both write the user, so one comes second and sees the other's.
    await transaction.note('users', id, { asked: _.inc(1) });
    const given = await transaction.get<Stored>(stored.name, line);
    if (given) return { ...user, approvalId: '' };
    const approvalId = approvalIdOf('credits', line);
    const first = await transaction.get<StoredApproval>('approvals', approvalId);
    if (first) madeBefore(first, wish.data);
    else
      await askApproval(transaction, giver.by, {
        kind: 'credits',
        of: line,
        subjectId: id,
        title: user.nickName,
        amount: worth.credits,
        ...inFull,
        found,
        limit,
        reason,
        wish,
        ...intended(wish.data),
      });
    return { ...user, approvalId };
  });

/** What is given needs no approval any more: the same was asked for with this key at the same moment. */
const closeAsked =
  ({ line }: Gift, by: Actor) =>
  async (transaction: Transaction): Promise<void> => {
    const asked = await transaction.get<StoredApproval>('approvals', approvalIdOf('credits', line));
    if (asked?.status === 'waiting')
      await closeApproval(transaction, asked, 'withdrawn', by, approvalSentences.givenWithin);
  };

/** Gives as far as the role may; what is above waits. @param before where it is found if it has been given already */
const give = async (
  context: AdminContext,
  gift: Gift,
  wish: CreditsWish,
  before: typeof ledger,
): Promise<Given> => {
  const by = await actorOf(context);
  const { limits } = await context.permissions();
  const isLimited = Object.values(limits).some(limit => limit !== null);
  const giver = {
    ...authorOf(await context.admin()),
    by,
    ...(isLimited && { also: closeAsked(gift, by) }),
  };
  const giving = {
    each: gift.worth,
    isRepeated: isLimited && (await before.get(gift.line)) !== null,
  };
  return giveWithin(
    context,
    giving,
    async () => ({ ...(await gift.give(giver)), approvalId: '' }),
    limit => askFor(gift, wish, limit, giver, before),
  );
};

export const adjustCredits = (
  data: ActionInput<'adminUser', 'adjustCredits'>,
  context: AdminContext,
): Promise<Given> => give(context, adjustment(data), { action: 'adjustCredits', data }, ledger);

export const updateUserPackage = async (
  data: ActionInput<'adminUser', 'updateUserPackage'>,
  context: AdminContext,
  found: [Package | null, StoredUser],
): Promise<Given> =>
  give(context, packageChange(data, found), { action: 'updateUserPackage', data }, userLogs);
