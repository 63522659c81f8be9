import { approvalKinds } from '#contract/approval.ts';
import type { ActionInput } from '#contract/index.ts';
import { printOrderTransitions } from '#contract/printOrderStates.ts';
import { type ApprovalKind, approvalRights } from '#contract/rights/approvals.ts';
import { approvalSentences } from '#contract/sentences/approvals.ts';
import { keysOf, mayMove } from '#contract/states.ts';
import { giveWithin, refuse } from '../_shared/admins/limits.ts';
import { closeApproval, mustWait } from '../_shared/approvals/close.ts';
import { approvals, type CreditsWish, type StoredApproval } from '../_shared/approvals/records.ts';
import { type Actor, actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';
import { compensations, type StoredCompensation } from '../_shared/compensations/records.ts';
import { orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { printOrders } from '../_shared/prints/records.ts';
import { sendApproved } from '../_shared/refunds/process.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { refundWithin } from '../_shared/refunds/withinLimits.ts';
import { adjustment, type Gift, packageChange } from '../_shared/users/giveCredits.ts';
import { packages, users } from '../_shared/users/ledger.ts';
import { endRequest } from '../_shared/work/endRequest.ts';

/** The kinds whose records the role reads. */
export const kindsRead = async (context: AdminContext): Promise<ApprovalKind[]> => {
  const { rights } = await context.permissions();
  return keysOf(approvalKinds).filter(kind => rights.has(approvalRights[kind].read));
};

/** @throws 40902 for one's own, one that no longer waits, or another version than was shown */
const mayDecide = async (
  approval: StoredApproval,
  context: AdminContext,
  shown: number = approval.rev,
) => {
  mustWait(approval, Date.now());
  if (shown !== approval.rev) throw stateNotAllowed(approvalSentences.changed);
  const { _id, heldBy = [] } = await context.admin();
  // Nor by an account that its maker has made.
  if ([_id, ...heldBy].includes(approval.askedById)) throw stateNotAllowed(approvalSentences.own);
  return approval;
};

interface Approving {
  approval: StoredApproval;
  context: AdminContext;
  by: Actor;
  approve: (transaction: Transaction) => Promise<StoredApproval>;
}

const changedSince = () => stateNotAllowed(approvalSentences.subjectChanged);

/** @throws 40902 where the prints, which are to be cancelled with it, are made by now */
const mustBeCancellable = async ({ printOrderId }: StoredOrder) => {
  const print = await printOrders.get(printOrderId);
  if (!print || !mayMove(printOrderTransitions, print.status, 'cancelled')) throw changedSince();
};

const approveRefund = async ({ approval, context, by, approve }: Approving) => {
  const [refund, order] = await Promise.all([
    refunds.require(approval.subjectId),
    orders.require(approval.orderId),
  ]);
  const { amountFen } = refund;
  // It is among what is being refunded.
  const before = { ...order, refundingFen: order.refundingFen - amountFen };
  if (order.refundedFen + before.refundingFen !== approval.refundedFen) throw changedSince();
  if (approval.printNo) await mustBeCancellable(order);
  const send = () => sendApproved(refund, order, approval, approve, by);
  return refundWithin(context, { order: before, amountFen }, send, refuse);
};

const giftOf = async (wish: CreditsWish): Promise<Gift> => {
  if (wish.action === 'adjustCredits') return adjustment(wish.data);
  // The user's version does not matter, only the membership does, see `found`.
  const { rev: _rev, ...data } = wish.data;
  const { id, packageId } = data;
  const found = Promise.all([packageId ? packages.get(packageId) : null, users.require(id)]);
  return packageChange(data, await found);
};

const approveCredits = async ({ approval, context, by, approve }: Approving) => {
  const { wish, askedById, askedBy } = approval;
  if (!wish) throw changedSince();
  const gift = await giftOf(wish);
  const { paidCredits = 0, giftCredits = 0 } = gift.inFull;
  if (
    gift.found !== approval.found ||
    paidCredits !== approval.paidCredits ||
    giftCredits !== approval.giftCredits
  )
    throw changedSince();
  const seen = [known('approvals', approval._id, approval)];
  const giver = { adminId: askedById, name: askedBy, by, also: approve, seen };
  return giveWithin(context, { each: gift.worth }, () => gift.give(giver), refuse);
};

const approveCompensation = async ({ approval, context, by, approve }: Approving) => {
  const job = await compensations.require(approval.subjectId);
  const begin = () =>
    inTransaction(
      async transaction => {
        await approve(transaction);
        const before = await transaction.require<StoredCompensation>('compensations', job._id);
        if (before.approval !== 'waiting' || before.status !== 'queued') throw changedSince();
        transaction.due('compensations');
        const patch = { approval: 'approved', claimUntil: 0 } as const;
        return transaction.change('compensations', before, patch, { by, resource: 'compensation' });
      },
      { known: [known('approvals', approval._id, approval), known('compensations', job._id, job)] },
    );
  const { giftCredits, days, people, amount } = approval;
  const each = { credits: giftCredits, days };
  const all = { credits: amount, days: days * people };
  return giveWithin(context, { each, all }, begin, refuse);
};

const approveKind: Record<ApprovalKind, (approving: Approving) => Promise<unknown>> = {
  refund: approveRefund,
  credits: approveCredits,
  compensation: approveCompensation,
};

export const approveRequest = async (
  { id, note = '', rev }: ActionInput<'adminOrder', 'approveRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> => {
  const approval = await mayDecide(found, context, rev);
  const by = await actorOf(context);
  let approved: StoredApproval | undefined;
  const approve = async (transaction: Transaction) =>
    (approved = await closeApproval(transaction, approval, 'approved', by, note));
  await approveKind[approval.kind]({ approval, context, by, approve });
  return approved ?? approvals.require(id);
};

export const declineRequest = async (
  { note, rev }: ActionInput<'adminOrder', 'declineRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> =>
  endRequest(await mayDecide(found, context, rev), 'declined', await actorOf(context), note);

export const withdrawRequest = async (
  _request: ActionInput<'adminOrder', 'withdrawRequest'>,
  context: AdminContext,
  found: StoredApproval,
): Promise<StoredApproval> => {
  const { _id } = await context.admin();
  if (found.askedById !== _id) throw stateNotAllowed(approvalSentences.notOwn);
  return endRequest(found, 'withdrawn', await actorOf(context));
};
