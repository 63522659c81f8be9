import { fit } from '#contract/limits/limit.ts';
import { wechatLimits } from '#contract/limits/wechat.ts';
import { orderTypes } from '#contract/orderStates.ts';
import { withoutExtension } from '#contract/printAddress.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import { z } from '#contract/zod.ts';
import { environment } from '../base/environment.ts';
import { dueLease, retryTime } from '../base/lease.ts';
import { orders, type StoredOrder } from '../orders/orders.ts';
import { phoneOf } from '../prints/address.ts';
import { printOrders } from '../prints/records.ts';
import { callWeChat } from '../weChat/client.ts';
import { carrierCode } from './carrierCodes.ts';

/** What became of one try. */
type Outcome =
  | { kind: 'synced' }
  /** Never again by itself. */
  | { kind: 'failed'; reason: string }
  /** WeChat does not have it and may take it later. */
  | { kind: 'later'; reason: string }
  /** WeChat may have it. */
  | { kind: 'unanswered' };

/** A parcel as WeChat names it. */
interface Parcel {
  tracking_no: string;
  express_company: string;
  contact?: { receiver_contact: string };
}

const EXPRESS = 1;
const VIRTUAL = 3;

/** Refusals that the same delivery would meet again. Source: WeChat's documentation of `upload_shipping_info`. */
const finalRefusals: Readonly<Record<number, string>> = {
  10060004: uploadSentences.notShippable,
  10060005: uploadSentences.wrongKind,
  10060008: uploadSentences.noGoods,
  10060009: uploadSentences.longGoods,
  10060014: uploadSentences.wrongParts,
  10060031: uploadSentences.otherUser,
  268485226: uploadSentences.noNumber,
  268485227: uploadSentences.noCarrier,
};
/** Refusals that end by themselves or by a change of the settings. */
const passingRefusals: Readonly<Record<number, string>> = {
  [-1]: uploadSentences.busy,
  10060001: uploadSentences.noPayment,
  10060012: uploadSentences.busy,
};
/** A delivery is there already, perhaps this one. */
const delivered: Readonly<Record<number, string>> = {
  10060002: uploadSentences.finished,
  10060003: uploadSentences.corrected,
};
/** It has exactly this one. */
const UNCHANGED = 10060023;

/** RFC 3339 in Shanghai. WeChat refuses milliseconds that are all zero. */
const uploadTime = (now: number) => {
  const text = new Date(now + 8 * 3_600_000).toISOString().slice(0, -1);
  return `${text.replace(/\.000$/, '')}+08:00`;
};

/** The goods and their numbers, without the fee for sending them. */
const goodsOf = ({ items, type }: StoredOrder): string => {
  const goods = items
    .filter(({ refId }) => refId !== 'shipping')
    .map(({ name, qty }) => `${name}×${qty}`);
  const { 'shipping_list.item_desc': limit } = wechatLimits['wxa/sec/order/upload_shipping_info'];
  return fit(limit, goods.join('；') || orderTypes[type].label);
};

const masked = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** Null for goods that no parcel brings; a sentence when there is no parcel that WeChat could take. */
const parcelOf = async ({ type, printOrderId }: StoredOrder): Promise<Parcel | string | null> => {
  if (type !== 'print') return null;
  const print = await printOrders.get(printOrderId);
  if (!print?.expressNo) return uploadSentences.noExpressNo;
  const express_company = carrierCode(print.expressCompany);
  if (!express_company) return uploadSentences.unknownCarrier;
  const parcel = { tracking_no: print.expressNo, express_company };
  // Asked for with parcels of this carrier only.
  if (print.expressCompany !== 'sf') return parcel;
  const phone = phoneOf(print);
  if (phone === null) return uploadSentences.addressDamaged;
  return { ...parcel, contact: { receiver_contact: masked(withoutExtension(phone)) } };
};

const WAITING = 1;
const REFUNDED = 5;
const known = z.object({
  order: z.object({
    order_state: z.int(),
    shipping: z
      .object({ shipping_list: z.array(z.object({ tracking_no: z.string().default('') })) })
      .partial()
      .optional(),
  }),
});

/** Whether WeChat has this delivery. Null when it does not say. */
const isThere = async (
  { transactionId }: StoredOrder,
  parcel: Parcel | null,
): Promise<boolean | null> => {
  const body = { transaction_id: transactionId };
  const outcome = await callWeChat('wxa/sec/order/get_order', body, known);
  if (outcome.kind !== 'ok') return null;
  const { order_state, shipping } = outcome.data.order;
  if (order_state === WAITING || order_state === REFUNDED) return false;
  if (!parcel) return true;
  return (shipping?.shipping_list ?? []).some(
    ({ tracking_no }) => tracking_no === parcel.tracking_no,
  );
};

const upload = async (order: StoredOrder, isUnsure: boolean): Promise<Outcome> => {
  const parcel = await parcelOf(order);
  if (typeof parcel === 'string') return { kind: 'failed', reason: parcel };
  // A second upload counts as the one correction that WeChat allows.
  if (isUnsure) {
    const there = await isThere(order, parcel);
    if (there === null) return { kind: 'unanswered' };
    if (there) return { kind: 'synced' };
  }
  const outcome = await callWeChat(
    'wxa/sec/order/upload_shipping_info',
    {
      order_key: { order_number_type: 2, transaction_id: order.transactionId },
      logistics_type: parcel ? EXPRESS : VIRTUAL,
      delivery_mode: 1,
      shipping_list: [{ ...parcel, item_desc: goodsOf(order) }],
      upload_time: uploadTime(Date.now()),
      payer: { openid: order.openid },
    },
    z.object({}),
  );
  if (outcome.kind === 'ok') return { kind: 'synced' };
  if (outcome.kind === 'unknown') return { kind: 'unanswered' };
  if (outcome.kind === 'unset') return { kind: 'later', reason: uploadSentences.busy };
  const { code } = outcome;
  if (code === UNCHANGED) return { kind: 'synced' };
  const earlier = delivered[code];
  if (earlier) {
    const there = await isThere(order, parcel);
    if (there === null) return { kind: 'unanswered' };
    return there ? { kind: 'synced' } : { kind: 'failed', reason: earlier };
  }
  const final = finalRefusals[code];
  if (final) return { kind: 'failed', reason: final };
  return { kind: 'later', reason: passingRefusals[code] ?? uploadSentences.refused(code) };
};

/** Before the second try, the third, and so on. */
const WAITS_MS = [10, 60, 300, 1_800, 7_200, 21_600].map(seconds => seconds * 1_000);

type Upload = StoredOrder['upload'];

const uploadAfter = (before: Upload, outcome: Outcome): Upload => {
  if (outcome.kind === 'synced') {
    const done = { status: 'synced', time: Date.now(), nextTime: null } as const;
    return { ...before, ...done, reason: '', isUnsure: false };
  }
  const isUnsure = outcome.kind === 'unanswered';
  const reason = outcome.kind === 'unanswered' ? uploadSentences.noAnswer : outcome.reason;
  const isLast = outcome.kind === 'failed' || before.attempts >= environment.UPLOAD_ATTEMPTS;
  if (isLast) return { ...before, status: 'failed', reason, nextTime: null, isUnsure };
  return { ...before, reason, nextTime: retryTime(WAITS_MS, before.attempts), isUnsure };
};

const lease = dueLease(
  orders,
  'upload.nextTime',
  () => environment.UPLOAD_LEASE_MS,
  () => ({ 'upload.status': 'waiting' }),
);

/**
 * Reports one delivery to WeChat, under a lease in `nextTime`: a parcel whose number was corrected meanwhile stays due.
 * A sender that dies leaves it unsure, so that WeChat is asked first.
 */
export const uploadOrder = async (found: StoredOrder): Promise<void> => {
  const { upload: before } = found;
  const claimed = await lease.take(found, {
    'upload.attempts': before.attempts + 1,
    'upload.isUnsure': true,
  });
  if (!claimed) return;
  const outcome = await upload(claimed, before.isUnsure);
  await lease.write(claimed, { upload: uploadAfter(claimed.upload, outcome) });
};
