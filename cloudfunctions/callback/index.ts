import { actors } from '#contract/sentences/actors.ts';
import { noticeAnswers } from '#contract/sentences/payments.ts';
import { z } from '#contract/zod.ts';
import { systemActor } from '../_shared/base/actor.ts';
import {
  defineHttpFunction,
  jsonAnswer,
  type WebHandler,
  type WebRequest,
} from '../_shared/base/httpFunction.ts';
import { recordIfPaid } from '../_shared/orders/close.ts';
import { orders } from '../_shared/orders/orders.ts';
import { refunds } from '../_shared/refunds/refunds.ts';
import { settleRefund } from '../_shared/refunds/settle.ts';
import { heardOf } from '../_shared/tasks/adopt.ts';
import { taskNoIn } from '../_shared/tasks/webhook.ts';
import { gatewayTrade } from '../_shared/wechatPay/messages.ts';
import { NoticeRefused, once, readNotice } from '../_shared/wechatPay/notice.ts';
import { merchantSettings } from '../_shared/wechatPay/settings.ts';
import { sharedTemplate } from './share.ts';
import { virtualNotice } from './virtualNotice.ts';

const MOST_BYTES = 1_000_000;
const report = z.object({ taskId: z.union([z.string(), z.number()]).transform(String) });

const refused = () => jsonAnswer(404, { code: 'NOT_FOUND' });

const parsed = (body: string) => {
  try {
    return report.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
};

/**
 * The generator's report of an ended task. It is not signed: the address holds a secret made for the task. What the
 * report says besides the task's number is not believed, but asked for.
 */
const generatorReport: WebHandler = async (request, requestId) => {
  const taskNo = request.httpMethod === 'POST' ? taskNoIn(request.path) : null;
  const report = taskNo && request.body.length <= MOST_BYTES ? parsed(request.body) : null;
  if (!taskNo || !report || !/^\d{1,30}$/.test(report.taskId)) return refused();
  const actor = systemActor(actors.generator, 'callback', 'generatorReport', requestId);
  return (await heardOf(taskNo, report.taskId, actor)) ? jsonAnswer(200, { code: 0 }) : refused();
};

/**
 * What WeChat Pay is answered to a notice.
 * @param take whether it was taken; false: WeChat is to repeat it. It throws `NoticeRefused` for one that is not ours
 */
const noticeHandler =
  (take: (request: WebRequest, requestId: string) => Promise<boolean>): WebHandler =>
  async (request, requestId) => {
    try {
      return (await take(request, requestId))
        ? jsonAnswer(200, { code: 'SUCCESS', message: noticeAnswers.accepted })
        : jsonAnswer(503, { code: 'FAIL', message: noticeAnswers.later });
    } catch (error) {
      if (!(error instanceof NoticeRefused)) throw error;
      return jsonAnswer(400, { code: 'FAIL', message: noticeAnswers.refused });
    }
  };

/** A notice names two fields differently from an answer: `refund_status`, `mchid`. */
const noticeContent = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  refund_id: z.string(),
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'ABNORMAL']),
  success_time: z.string().optional(),
  user_received_account: z.string().default(''),
  amount: z.object({ total: z.int(), refund: z.int() }),
});

/** Refund notice. Accepted only about one of our refunds and its exact amount. */
const refundNotice = noticeHandler(async (request, requestId) => {
  const merchant = await merchantSettings();
  const { id, eventType, content } = readNotice(request, merchant, noticeContent);
  const refund = await refunds.get(content.out_refund_no);
  const ours =
    eventType === `REFUND.${content.refund_status}` &&
    content.mchid === merchant.mchid &&
    refund?.orderNo === content.out_trade_no &&
    refund.amountFen === content.amount.refund &&
    refund.orderPayFen === content.amount.total;
  if (!ours || !refund) throw new NoticeRefused();
  const fact = {
    refundId: content.refund_id,
    status: content.refund_status,
    successTime: Date.parse(content.success_time ?? '') || null,
    userReceivedAccount: content.user_received_account,
  };
  const actor = systemActor(actors.refundNotice, 'callback', 'refundNotice', requestId);
  const event = { id, source: 'wxrefund' as const, eventType, refId: refund._id };
  return once(event, async () => void (await settleRefund(refund, fact, actor)));
});

/** Payment notice. Accepted only if signed, encrypted for us, and about one of our orders and its exact amount. */
const payNotice = noticeHandler(async (request, requestId) => {
  const merchant = await merchantSettings();
  const { id, eventType, content } = readNotice(request, merchant, gatewayTrade);
  const [order] = await orders.find({ orderNo: content.outTradeNo }, { limit: 1 });
  const ours =
    eventType === 'TRANSACTION.SUCCESS' &&
    content.state === 'SUCCESS' &&
    content.mchid === merchant.mchid &&
    content.appid === merchant.appid &&
    content.currency === 'CNY' &&
    content.transactionId !== '' &&
    order?.payChannel === 'wxpay' &&
    order.payFen === content.totalFen;
  if (!ours || !order) throw new NoticeRefused();
  const actor = systemActor(actors.payNotice, 'callback', 'payNotice', requestId);
  const event = { id, source: 'wxpay' as const, eventType, refId: order._id };
  return once(event, async () => void (await recordIfPaid(order, content, actor)));
});

/** What reaches the product from outside; each checks by itself whom it believes. */
export const main = defineHttpFunction('callback', {
  payNotice,
  virtualNotice,
  refundNotice,
  generatorReport,
  sharedTemplate,
});
