import { isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionInput } from '#contract/index.ts';
import { orderSentences } from '#contract/sentences/orders.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { visitorActor } from '../_shared/base/actor.ts';
import { countAttempt } from '../_shared/base/attempts.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, stateNotAllowed } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { networkOf } from '../_shared/base/network.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import type { Transaction } from '../_shared/base/transaction.ts';
import { closeAtGateway } from '../_shared/orders/close.ts';
import { isPreparedSince, orders, type StoredOrder } from '../_shared/orders/orders.ts';
import { renumbered, renumberedPrint } from '../_shared/orders/renumber.ts';
import { placeInSequence, sequenceOf } from '../_shared/orders/sequence.ts';
import { hasTooManyUnpaid } from '../_shared/orders/unpaid.ts';
import { claimIdOf, printClaims } from '../_shared/prints/claimCodes.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { notOpenFor } from '../_shared/users/opening.ts';
import { logUser, userLogRow } from '../_shared/users/userLog.ts';
import {
  isWechatOpenid,
  openidOf,
  stillAdmitted,
  visitorUser,
} from '../_shared/users/visitorUser.ts';
import { type WechatPay, wechatPay } from '../_shared/wechatPay/client.ts';
import { type Rows, withPayment } from './visitorView.ts';

type Wish = ActionInput<'appPrint', 'claimPrintOrder'>;

/** Malformed or unknown: one answer, so that guessing reveals nothing. */
class ClaimRefused extends Error {}

const found = async (typed: string): Promise<Rows> => {
  if (!isWellFormedCode(normaliseCode(typed))) throw new ClaimRefused('malformed');
  const row = await printClaims.get(claimIdOf(typed));
  const [order, print] = row
    ? await Promise.all([orders.get(row.orderId), printOrders.get(row.printId)])
    : [null, null];
  if (!order || !print) throw new ClaimRefused('unknown');
  return { order, print };
};

const isClaimedBy = ({ order }: Rows, user: { _id: string }) =>
  order.claim !== null && order.userId === user._id;

/** @throws 40902 with why nobody can take the order over any more */
const checkOpen = ({ order, print }: Rows, now: number) => {
  const { claimTaken, claimClosed, claimPaid } = printOrderSentences;
  if (order.claim) throw stateNotAllowed(claimTaken);
  if (order.status !== 'pending' && order.status !== 'closed') throw stateNotAllowed(claimPaid);
  const isOpen = order.status === 'pending' && print.status === 'pending';
  if (!isOpen || (order.expireTime ?? 0) <= now) throw stateNotAllowed(claimClosed);
};

/** The order if an earlier call took it over; otherwise checks the number of the user's unpaid orders. */
const takenOrWithinLimit = async (rows: Rows, user: StoredUser): Promise<Rows | null> => {
  if (isClaimedBy(rows, user)) return rows;
  checkOpen(rows, Date.now());
  if (await hasTooManyUnpaid(user._id))
    throw new ActionError(codes.tooOften, printOrderSentences.claimTooManyUnpaid);
  return null;
};

/**
 * The code on the web page is closed at the gateway, so that nothing is paid twice. Where the order does not change hands
 * after that, its page makes another (`prepay.ts`).
 */
const withdrawCode = async (order: StoredOrder, pay: WechatPay, context: CallContext) => {
  const { kind } = await closeAtGateway(order, () => Promise.resolve(pay), visitorActor(context));
  if (kind === 'paid') throw stateNotAllowed(printOrderSentences.claimPaid);
  if (kind === 'paying') throw stateNotAllowed(printOrderSentences.claimPaying);
  if (kind === 'unknown') throw new ActionError(codes.thirdParty);
};

/**
 * Order and print order change hands in one transaction, which finds them unpaid, unclaimed and without a new code: of
 * concurrent callers one does. What they cost was fixed when they were placed; the order is paid under a new number, and
 * stays open at least as long as one placed in the mini-program.
 */
const takeOver =
  (seen: Rows, user: StoredUser, expireMin: number, context: CallContext) =>
  async (transaction: Transaction): Promise<Rows> => {
    const actor = visitorActor(context);
    const order = await transaction.require<StoredOrder>('orders', seen.order._id);
    const print = await transaction.require<StoredPrintOrder>('printOrders', seen.print._id);
    const { now } = transaction;
    checkOpen({ order, print }, now);
    if (isPreparedSince(seen.order, order))
      throw stateNotAllowed(printOrderSentences.changedMeanwhile);
    const { nickName, phoneTail, _id: userId, openid } = user;
    const from = order.userSnap.nickName;
    const reason = printOrderSentences.claimed;
    const line = { time: now, from: 'pending', to: 'pending', by: actor.name, reason };
    const common = {
      userId,
      openid,
      userSnap: { nickName, phoneTail },
      claim: { time: now, fromUserId: order.userId, fromNickName: from },
      expireTime: Math.max(order.expireTime ?? 0, now + expireMin * 60_000),
    };
    const taken = {
      ...common,
      ...renumbered({ ...order, userSnap: common.userSnap }, now),
      history: [...order.history, line],
    };
    const entry = { by: actor, reason };
    const after = {
      order: await transaction.change('orders', order, taken, { ...entry, resource: 'order' }),
      print: await transaction.change(
        'printOrders',
        print,
        {
          ...common,
          ...renumberedPrint(print, taken.orderNo),
          claimCipher: '',
          history: [...print.history, line],
        },
        { ...entry, resource: 'printOrder' },
      ),
    };
    const about = { type: 'print', refType: 'order', refId: order._id } as const;
    const placer = { _id: order.userId, openid: order.openid };
    const [given, got] = [printOrderSentences.placedOnWeb, printOrderSentences.takenOver];
    await transaction.insert('userLogs', userLogRow(placer, { ...about, title: given }));
    await transaction.insert('userLogs', userLogRow(user, { ...about, title: got }));
    return after;
  };

/**
 * The photos follow the order, so that its user may use them again. After the transaction, which could not hold a hundred
 * of them; a repeated call completes it. Photos that have changed hands already stay where they are.
 */
const movePhotos = async ({ print: { files: paths, claim } }: Rows, user: StoredUser) => {
  const from = claim?.fromUserId;
  if (!from || from === user._id || paths.length === 0) return;
  await files.compareAndSetMany(paths.map(fileIdOf), { userId: from }, { userId: user._id });
};

export const claimPrintOrder = async ({ code }: Wish, context: CallContext) => {
  const takeBack = await countAttempt(
    `claim ${openidOf(context)} ${networkOf(context.ip)}`,
    environment.REDEEM_WRONG_TRIES,
    environment.REDEEM_WINDOW_MS,
  );
  const [user, pay] = await Promise.all([visitorUser(context), wechatPay()]);
  try {
    const rows = await claimed(code, user, context, pay);
    await takeBack();
    await movePhotos(rows, user);
    return await withPayment(rows, pay, user.openid);
  } catch (error) {
    if (!(error instanceof ClaimRefused)) {
      // Not a wrong code.
      await takeBack();
      throw error;
    }
    const { ip } = context;
    const title = printOrderSentences.claimFailed;
    await logUser(user, { type: 'print', title, detail: error.message, ip });
    throw stateNotAllowed(printOrderSentences.claimRefused);
  }
};

const claimed = async (
  code: string,
  user: StoredUser,
  context: CallContext,
  pay: WechatPay,
): Promise<Rows> => {
  // The counter is read before the unpaid orders are counted.
  const [seen, turn, general] = await Promise.all([
    found(code),
    sequenceOf(user.openid),
    settingsOf('general'),
  ]);
  if (isClaimedBy(seen, user)) return seen;
  const closed = notOpenFor(context, general);
  if (closed) throw stateNotAllowed(closed);
  if (!isWechatOpenid(user.openid)) throw stateNotAllowed(printOrderSentences.claimInMiniProgram);
  const { merchant } = pay;
  if (!merchant.enabled) throw stateNotAllowed(orderSentences.payClosed);
  await takenOrWithinLimit(seen, user);
  await withdrawCode(seen.order, pay, context);
  const { placed } = await placeInSequence<Rows>({
    openid: user.openid,
    turn,
    store: takeOver(seen, user, merchant.orderExpireMin, context),
    recount: async () => takenOrWithinLimit(await found(code), await stillAdmitted(user)),
  });
  return placed;
};
