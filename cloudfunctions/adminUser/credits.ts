import type { ActionInput, ActionOutput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { aboveGift, creditsOfDay, withinDay } from '../_shared/admins/limits.ts';
import { askApproval } from '../_shared/approvals/ask.ts';
import type { CreditsWish, StoredApproval } from '../_shared/approvals/records.ts';
import { actorOf, authorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { repository, type Stored } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import {
  adjustment,
  type Gift,
  type Giver,
  livingUser,
  packageChange,
} from '../_shared/users/giveCredits.ts';

type Given = ActionOutput<'adminUser', 'adjustCredits'>;

const ledger = repository<Stored>('creditLedger');
const userLogs = repository<Stored>('userLogs');

/** A request for what is above a limit; asked for again with its key it is the same one. */
const askFor = (
  { amount, line }: Gift,
  wish: CreditsWish,
  limit: string,
  giver: Giver,
): Promise<Given> =>
  inTransaction(async transaction => {
    const { id, reason } = wish.data;
    const user = await livingUser(transaction, id);
    const approvalId = approvalIdOf('credits', line);
    const first = await transaction.get<StoredApproval>('approvals', approvalId);
    if (first) madeBefore(first, wish.data);
    else
      await askApproval(transaction, giver.by, {
        kind: 'credits',
        of: line,
        subjectId: id,
        title: '',
        amount,
        limit,
        reason,
        wish,
        ...intended(wish.data),
      });
    return { ...user, approvalId };
  });

/** Gives as far as the role may; what is above waits. @param before where it is found if it has been given already */
const giveWithin = async (
  context: AdminContext,
  gift: Gift,
  wish: CreditsWish,
  before: typeof ledger,
): Promise<Given> => {
  const { limits } = await context.permissions();
  const by = await actorOf(context);
  const giver = { ...authorOf(await context.admin()), by };
  const give = async () => ({ ...(await gift.give(giver)), approvalId: '' });
  const { amount, line } = gift;
  const isLimited = limits.creditLimit !== null || limits.creditDayLimit !== null;
  if (amount <= 0 || !isLimited || (await before.get(line))) return give();
  const ask = (limit: string) => askFor(gift, wish, limit, giver);
  const limit = aboveGift(amount, limits);
  return limit ? ask(limit) : withinDay(context, creditsOfDay(amount, limits), give, ask);
};

export const adjustCredits = (
  data: ActionInput<'adminUser', 'adjustCredits'>,
  context: AdminContext,
): Promise<Given> =>
  giveWithin(context, adjustment(data), { action: 'adjustCredits', data }, ledger);

export const updateUserPackage = async (
  data: ActionInput<'adminUser', 'updateUserPackage'>,
  context: AdminContext,
  chosen: Package | null,
): Promise<Given> =>
  giveWithin(context, packageChange(data, chosen), { action: 'updateUserPackage', data }, userLogs);
