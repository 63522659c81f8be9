import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { mayBePaidOffline } from '#contract/orderRules.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import type { Actor } from '../_shared/base/actor.ts';
import { ActionError, conflict, invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt } from '../_shared/base/files.ts';
import { noteUse } from '../_shared/base/fileUse.ts';
import { closeAtGateway } from '../_shared/orders/close.ts';
import type { StoredOrder } from '../_shared/orders/orders.ts';
import { recordPayment } from '../_shared/orders/payment.ts';
import type { WechatPay } from '../_shared/wechatPay/client.ts';

type Wish = ActionInput<'adminOrder', 'markPaidOffline'>;

/** @throws 40001 for a picture that is gone, or was uploaded for another purpose: those folders are public */
const checkVoucher = async (filePath: string): Promise<void> => {
  const row = await fileAt(filePath);
  if (row?.status !== 'active' || row.scene !== 'voucher')
    throw invalid({ voucher: orderSentences.noVoucher });
};

/**
 * It may be paid at this moment, by the code on its page or in the mini-program, so it is closed at the gateway first: it
 * cannot be paid twice.
 */
export const markPaidOffline = async (
  order: StoredOrder,
  { reason, expectPayFen, rev, note = '', voucher = '' }: Wish,
  actor: Actor,
  gateway: () => Promise<WechatPay>,
): Promise<StoredOrder> => {
  // The answer of an earlier call was lost.
  if (order.status !== 'pending' && order.payChannel === 'offline' && order.source === 'web')
    return order;
  if (rev !== undefined && rev !== order.rev) throw conflict(order);
  if (!mayBePaidOffline(order)) throw stateNotAllowed(orderSentences.notForOffline);
  if (expectPayFen !== undefined && expectPayFen !== order.payFen)
    throw stateNotAllowed(orderSentences.offlineAmount, { payFen: order.payFen });
  if (voucher) await checkVoucher(voucher);
  const there = await closeAtGateway(order, gateway, actor);
  if (there.kind === 'paid') throw stateNotAllowed(orderSentences.paidMeanwhile);
  if (there.kind === 'paying') throw stateNotAllowed(orderSentences.userPaying);
  if (there.kind === 'unknown') throw new ActionError(codes.thirdParty);
  const payment = { transactionId: '', payTime: Date.now(), totalFen: order.payFen };
  const offline = { reason, note, voucher };
  const paid = await recordPayment(order, { ...payment, offline }, actor);
  if (voucher) await noteUse([], [voucher]);
  return paid;
};
