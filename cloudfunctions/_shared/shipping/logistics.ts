import { fit } from '#contract/limits/limit.ts';
import { wechatLimits } from '#contract/limits/wechat.ts';
import { needsUpload } from '#contract/orderRules.ts';
import { withoutExtension } from '#contract/printAddress.ts';
import type { LogisticsStatus } from '#contract/printOrder.ts';
import { logisticsSentences } from '#contract/sentences/shipping.ts';
import { z } from '#contract/zod.ts';
import type { Actor } from '../base/actor.ts';
import { environment } from '../base/environment.ts';
import { completePrintOrder } from '../orders/completePrint.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { phoneOf } from '../prints/address.ts';
import { printOrders, type StoredPrintOrder } from '../prints/records.ts';
import { callWeChat } from '../weChat/client.ts';
import { carrierCode } from './carrierCodes.ts';

/** Its states of a parcel; source: WeChat's documentation of `query_trace`. */
const states: readonly LogisticsStatus[] = [
  'unknown',
  'transit',
  'transit',
  'delivering',
  'signed',
  'abnormal',
  'signed',
];

const refusals: Readonly<Record<number, string>> = {
  40003: logisticsSentences.unknownUser,
  9300513: logisticsSentences.quota,
  9300559: logisticsSentences.unknownParcel,
};
/** The parcel's token is not known, or no longer. */
const WRONG_TOKEN = 9300507;

type Answer =
  | { kind: 'known'; status: LogisticsStatus; token: string }
  | { kind: 'silent'; reason: string };

const reasonOf = (outcome: { kind: string; code?: number }): string =>
  outcome.code === undefined
    ? logisticsSentences.noAnswer
    : (refusals[outcome.code] ?? logisticsSentences.refused(outcome.code));

const TRACE = 'cgi-bin/express/delivery/open_msg/trace_waybill';
/** A picture that stands for the goods; theirs are private. */
const picture = () => environment.SITE_URL && new URL('/icon-192.png', environment.SITE_URL).href;

/** Names the parcel to WeChat, which answers with a token to ask about it. */
const announce = (print: StoredPrintOrder, order: StoredOrder, receiver_phone: string) => {
  const delivery_id = carrierCode(print.expressCompany);
  const { 'goods_info.detail_list.goods_name': limit } = wechatLimits[TRACE];
  const goods_name = fit(limit, order.items[0]?.name ?? print.printNo);
  return callWeChat(
    TRACE,
    {
      openid: order.openid,
      receiver_phone,
      waybill_id: print.expressNo,
      ...(delivery_id && { delivery_id }),
      goods_info: { detail_list: [{ goods_name, goods_img_url: picture() }] },
      trans_id: order.transactionId,
    },
    z.object({ waybill_token: z.string().min(1) }),
  );
};

const stateAnswer = z.object({ waybill_info: z.object({ status: z.int() }) });

const ask = async (print: StoredPrintOrder, order: StoredOrder): Promise<Answer> => {
  const stateOf = (waybill_token: string) =>
    callWeChat(
      'cgi-bin/express/delivery/open_msg/query_trace',
      { waybill_token, openid: order.openid },
      stateAnswer,
    );
  let token = print.waybill?.no === print.expressNo ? print.waybill.token : '';
  let asked = token ? await stateOf(token) : null;
  if (!asked || (asked.kind === 'refused' && asked.code === WRONG_TOKEN)) {
    const phone = phoneOf(print);
    if (phone === null) return { kind: 'silent', reason: logisticsSentences.addressDamaged };
    const announced = await announce(print, order, withoutExtension(phone));
    if (announced.kind !== 'ok') return { kind: 'silent', reason: reasonOf(announced) };
    token = announced.data.waybill_token;
    asked = await stateOf(token);
  }
  const status = asked.kind === 'ok' ? states[asked.data.waybill_info.status] : undefined;
  return status ? { kind: 'known', status, token } : { kind: 'silent', reason: reasonOf(asked) };
};

/** An old parcel moves less often. */
const nextTimeOf = ({ shipTime }: StoredPrintOrder, now: number) =>
  now +
  environment.LOGISTICS_EVERY_MS *
    (now - (shipTime ?? now) < environment.LOGISTICS_OFTEN_MS ? 1 : 4);

/**
 * Asks where a parcel is and notes what has changed. A parcel that has been handed over completes its print order.
 * Asked twice at once, both note the same.
 */
export const followParcel = async (print: StoredPrintOrder, actor: Actor): Promise<void> => {
  const { _id, expressNo, logistics } = print;
  // Not when the number was corrected, or it was completed, meanwhile.
  const noteIt = (patch: Record<string, unknown>) =>
    printOrders.noteMany([_id], patch, { status: 'shipped', expressNo });
  const order = await orders.get(print.orderId);
  if (!order || !needsUpload(order))
    return noteIt({
      'logistics.reason':
        order && order.status !== 'refunded' ? logisticsSentences.paidElsewhere : '',
      'logistics.nextTime': null,
    });
  const answer = await ask(print, order);
  const now = Date.now();
  const nextTime = nextTimeOf(print, now);
  if (answer.kind === 'silent')
    return noteIt({
      'logistics.reason': answer.reason,
      'logistics.nextTime': nextTime,
    });
  const waybill = { no: expressNo, token: answer.token };
  if (answer.status === logistics.status && answer.status !== 'signed')
    return noteIt({
      waybill,
      'logistics.reason': '',
      'logistics.askedTime': now,
      'logistics.nextTime': nextTime,
    });
  const guard = { status: 'shipped', expressNo };
  const found = { status: answer.status, time: now, askedTime: now, nextTime, reason: '' };
  const written = await printOrders.compareAndSet(_id, guard, { waybill, logistics: found });
  if (written && answer.status === 'signed')
    await completePrintOrder(written, actor, logisticsSentences.signed);
};
