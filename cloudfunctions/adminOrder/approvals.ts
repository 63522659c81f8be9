import { approvalKinds } from '#contract/approval.ts';
import type { ActionInput } from '#contract/index.ts';
import { type ApprovalKind, approvalRights } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { keysOf } from '#contract/states.ts';
import { aboveGift, creditsOfDay, refuse, withinDay } from '../_shared/admins/limits.ts';
import { closeApproval, mustWait } from '../_shared/approvals/close.ts';
import { approvals, type CreditsWish, type StoredApproval } from '../_shared/approvals/records.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { inTransaction, type Transaction } from '../_shared/base/transaction.ts';
import { compensations, type StoredCompensation } from '../_shared/compensations/records.ts';
import { orders } from '../_shared/orders/orders.ts';
import { sendApproved } from '../_shared/refunds/process.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { adjustment, type Gift, packageChange } from '../_shared/users/giveCredits.ts';
import { packages } from '../_shared/users/ledger.ts';
import { endRequest } from '../_shared/work/endRequest.ts';

/** The kinds whose records the role reads. */
export const kindsRead = async (context: AdminContext): Promise<ApprovalKind[]> => {
  const { rights } = await context.permissions();
  return keysOf(approvalKinds).filter(kind => rights.has(approvalRights[kind].read));
};

/** @throws 40902 for one's own, or one that no longer waits */
const mayDecide = async (approval: StoredApproval, context: AdminContext) => {
  mustWait(approval, Date.now());
  if (approval.askedById === (await context.admin())._id)
    throw stateNotAllowed(approvalSentences.own);
  return approval;
};

interface Approving {
  approval: StoredApproval;
  context: AdminContext;
  by: Actor;
  approve: (transaction: Transaction) => Promise<StoredApproval>;
}

const approveRefund = async ({ approval, context, by, approve }: Approving) => {
  const [refund, order] = await Promise.all([
    refunds.require(approval.subjectId),
    orders.require(approval.orderId),
  ]);
  const { amountFen } = refund;
  // It is among what is being refunded.
  const before = { ...order, refundingFen: order.refundingFen - amountFen };
  const send = () => sendApproved(refund, approve, by);
  return refundWithin(context, { order: before, amountFen }, send, refuse);
};

const giftOf = async (wish: CreditsWish): Promise<Gift> => {
  if (wish.action === 'adjustCredits') return adjustment(wish.data);
  // The user has changed since; what was asked for holds.
  const { rev: _seen, ...data } = wish.data;
  return packageChange(data, data.packageId ? await packages.get(data.packageId) : null);
};

/** @param each what one user is given, at most */
const withinCredits = async <R>(
  context: AdminContext,
  amount: number,
  each: number,
  give: () => Promise<R>,
): Promise<R> => {
  const { limits } = await context.permissions();
  const limit = aboveGift(each, limits);
  return limit ? refuse(limit) : withinDay(context, creditsOfDay(amount, limits), give, refuse);
};

const approveCredits = async ({ approval, context, by, approve }: Approving) => {
  const { wish, amount, askedById, askedBy } = approval;
  if (!wish) throw stateNotAllowed(approvalSentences.subjectChanged);
  const gift = await giftOf(wish);
  // The package grants something else by now.
  if (gift.amount !== amount) throw stateNotAllowed(approvalSentences.subjectChanged);
  const giver = { adminId: askedById, name: askedBy, by, also: approve };
  return withinCredits(context, amount, gift.amount, () => gift.give(giver));
};

const approveCompensation = async ({ approval, context, by, approve }: Approving) => {
  const job = await compensations.require(approval.subjectId);
  const begin = () =>
    inTransaction(async transaction => {
      await approve(transaction);
      const before = await transaction.require<StoredCompensation>('compensations', job._id);
      if (before.approval !== 'waiting' || before.status !== 'queued')
        throw stateNotAllowed(approvalSentences.subjectChanged);
      transaction.due('compensations');
      const patch = { approval: 'approved', claimUntil: 0 } as const;
      return transaction.change('compensations', before, patch, { by, resource: 'compensation' });
    });
  return withinCredits(context, approval.amount, job.amount, begin);
};

const approveKind: Record<ApprovalKind, (approving: Approving) => Promise<unknown>> = {
  refund: approveRefund,
  credits: approveCredits,
  compensation: approveCompensation,
};

export const approveRequest = async (
  { id, note = '' }: ActionInput<'adminOrder', 'approveRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> => {
  const approval = await mayDecide(found, context);
  const by = await actorOf(context);
  const approve = (transaction: Transaction) =>
    closeApproval(transaction, approval, 'approved', by, note);
  await approveKind[approval.kind]({ approval, context, by, approve });
  return approvals.require(id);
};

export const declineRequest = async (
  { note }: ActionInput<'adminOrder', 'declineRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> =>
  endRequest(await mayDecide(found, context), 'declined', await actorOf(context), note);

export const withdrawRequest = async (
  _request: ActionInput<'adminOrder', 'withdrawRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> => {
  const { _id } = await context.admin();
  if (found.askedById !== _id) throw stateNotAllowed(approvalSentences.notOwn);
  return endRequest(found, 'withdrawn', await actorOf(context));
};
