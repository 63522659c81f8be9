import { noUpload, type StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { noLogistics, type StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import type { LogisticsStatus } from '#contract/printOrder.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import { DAY, HOUR, MINUTE } from './record.ts';

const refusals = [uploadSentences.notShippable, uploadSentences.corrected];
/** The contract's example of trying again names the order of this print order. */
const EXAMPLE = 'prt_0023';

const uploadOf = (time: number, at: number, isExample: boolean, now: number) => {
  const age = now - time;
  if (isExample || (age < 30 * DAY && at % 13 === 7))
    return {
      ...noUpload,
      status: 'failed' as const,
      attempts: 1,
      reason: refusals[at % refusals.length] ?? '',
    };
  if (age < 4 * DAY && at % 6 === 1)
    return {
      ...noUpload,
      status: 'waiting' as const,
      attempts: 4,
      reason: uploadSentences.busy,
      nextTime: now + 25 * MINUTE,
    };
  return { ...noUpload, status: 'synced' as const, attempts: 1, time: time + 12_000 };
};

/** What WeChat knows of the deliveries that it has to know: nearly all of them. */
export const demoUploads = (
  orders: StoredOrder[],
  prints: StoredPrintOrder[],
  now: number,
): void => {
  const shipped = new Map(prints.map(({ _id, shipTime }) => [_id, shipTime]));
  orders.forEach((order, at) => {
    const { type, payChannel, transactionId, openid, fulfil, printOrderId } = order;
    const time = type === 'print' ? (shipped.get(printOrderId) ?? null) : fulfil.time;
    if (payChannel !== 'wxpay' || !transactionId || openid.includes(':') || time === null) return;
    const upload = uploadOf(time, at, printOrderId === EXAMPLE, now);
    const isPaidBack = order.status === 'refunded';
    order.upload = isPaidBack && upload.status !== 'synced' ? noUpload : upload;
  });
};

const onTheWay: LogisticsStatus[] = ['transit', 'delivering', 'transit', 'abnormal', 'unknown'];

/** Where the parcels are that are on their way. */
export const demoLogistics = (
  { status, openid, shipTime, signTime }: StoredPrintOrder,
  at: number,
  now: number,
): StoredPrintOrder['logistics'] => {
  if (shipTime === null || openid.includes(':')) return noLogistics;
  if (status === 'completed')
    return { ...noLogistics, status: 'signed', time: signTime, askedTime: signTime };
  return {
    ...noLogistics,
    status: onTheWay[at % onTheWay.length] ?? 'transit',
    time: Math.min(now - 3 * HOUR, shipTime + 9 * HOUR),
    askedTime: now - 20 * MINUTE,
    nextTime: now + 40 * MINUTE,
  };
};
