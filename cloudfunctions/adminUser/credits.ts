import type { ActionInput, ActionOutput } from '#contract/index.ts';
import type { Package } from '#contract/package.ts';
import { approvalIdOf } from '#contract/rights/approvals.ts';
import { giveWithin } from '../_shared/admins/limits.ts';
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

/** Gives as far as the role may; what is above waits. @param before where it is found if it has been given already */
const give = async (
  context: AdminContext,
  gift: Gift,
  wish: CreditsWish,
  before: typeof ledger,
): Promise<Given> => {
  const by = await actorOf(context);
  const giver = { ...authorOf(await context.admin()), by };
  const { limits } = await context.permissions();
  const isLimited = Object.values(limits).some(limit => limit !== null);
  const giving = {
    each: gift.worth,
    isRepeated: isLimited && (await before.get(gift.line)) !== null,
  };
  return giveWithin(
    context,
    giving,
    async () => ({ ...(await gift.give(giver)), approvalId: '' }),
    limit => askFor(gift, wish, limit, giver),
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
