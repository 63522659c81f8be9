import { orderGrams, type StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { RefundAskReason, RefundAskStatus } from '#contract/refundAskStates.ts';
import { DAY, HOUR } from './record.ts';

const texts: [RefundAskReason, string][] = [
  ['quality', '生成的照片和本人不太像'],
  ['twice', '手快买了两次'],
  ['unwanted', ''],
];
/** They wait, as the contract's examples need it; the last one's prints are on hold. */
const examples = ['ord_0012', 'ord_0022'];

/** Some buyers have asked for a refund; who asked days ago has an answer. */
export const demoRefundAsks = (orders: StoredOrder[], now: number): void =>
  orders
    .filter(
      ({ _id, status, payChannel, payTime, refundCount, printOrderId }) =>
        examples.includes(_id) ||
        (status === 'completed' &&
          now - (payTime ?? now) > DAY &&
          payChannel === 'wxpay' &&
          !refundCount &&
          !printOrderId),
    )
    .forEach((order, at) => {
      const isExample = examples.includes(order._id);
      if (!isExample && at % 29 !== 7) return;
      const askTime = (order.payTime ?? order.createTime) + 2 * HOUR;
      const isOld = !isExample && now - askTime > 5 * DAY;
      const status: RefundAskStatus = isOld ? 'refused' : 'waiting';
      const [reason, text] = texts[at % texts.length]!;
      order.refundAsk = {
        status,
        reason,
        text,
        count: 1,
        askTime,
        answer: isOld ? '积分已经用完，按退款规则不退款' : '',
        answerTime: isOld ? askTime + DAY : null,
      };
      order.grams = orderGrams(order);
    });
