import type { PayChannel } from '#contract/payChannels.ts';
import { noFigures } from '#contract/reconciliation.ts';
import { dayAfter, startOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { type Repository, sortedBy, type Stored } from '../base/repository.ts';
import { orders } from '../orders/orders.ts';
import { refunds } from '../refunds/refunds.ts';
import {
  addPayment,
  addRefund,
  ORDER_FIELDS,
  type OwnOrder,
  type OwnRefund,
  REFUND_FIELDS,
} from './compare.ts';
import type { Progress } from './records.ts';

/** The platform's maximum for one query. */
const PAGE = 1_000;

type After = Progress['after'];

/** Records of a day in order of time, starting after one record; see the indexes `channel_…`. */
const pageOn = async <R extends Stored>(
  records: Repository<R>,
  field: keyof R & string,
  payChannel: PayChannel,
  day: string,
  after: After,
  fields: string[],
): Promise<R[]> => {
  const [from, until] = [startOf(day), startOf(dayAfter(day))];
  const options = { sort: sortedBy('asc', field, '_id'), limit: PAGE, fields };
  if (!after) return records.find({ payChannel, [field]: _.gte(from).and(_.lt(until)) }, options);
  const [same, later] = await Promise.all([
    records.find({ payChannel, [field]: after.time, _id: _.gt(after._id) }, options),
    records.find({ payChannel, [field]: _.gt(after.time).and(_.lt(until)) }, options),
  ]);
  return [...same, ...later].slice(0, PAGE);
};

export const paymentsOn = (payChannel: PayChannel, day: string, after: After) =>
  pageOn(orders, 'payTime', payChannel, day, after, ORDER_FIELDS) as Promise<OwnOrder[]>;

export const refundsOn = (payChannel: PayChannel, day: string, after: After) =>
  pageOn(refunds, 'successTime', payChannel, day, after, REFUND_FIELDS) as Promise<OwnRefund[]>;

export const afterPayment = ({ _id, payTime }: OwnOrder): After => ({ _id, time: payTime ?? 0 });
export const afterRefund = ({ _id, successTime }: OwnRefund): After => ({
  _id,
  time: successTime ?? 0,
});

/** Up to `rows` records, starting after one. */
export const chunkOf = async <T>(
  page: (after: After) => Promise<T[]>,
  positionOf: (item: T) => After,
  from: After,
  most: number,
): Promise<T[]> => {
  const chunk: T[] = [];
  for (let after = from; chunk.length < most;) {
    const next = await page(after);
    chunk.push(...next);
    const last = next.at(-1);
    if (!last || next.length < PAGE) break;
    after = positionOf(last);
  }
  return chunk;
};

/** Payments and refunds of a day by a channel that is not in the gateway's bill. */
const sumsOf = async (payChannel: PayChannel, day: string) => {
  const figures = { ...noFigures };
  for (let after: After = null; ;) {
    const page = await paymentsOn(payChannel, day, after);
    for (const { payFen } of page) addPayment(figures, payFen);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = afterPayment(last);
  }
  for (let after: After = null; ;) {
    const page = await refundsOn(payChannel, day, after);
    for (const { amountFen } of page) addRefund(figures, amountFen);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = afterRefund(last);
  }
  return { payChannel, ...figures };
};

export const otherChannels = async (day: string, channels: PayChannel[]) => {
  const sums = await Promise.all(channels.map(channel => sumsOf(channel, day)));
  return sums.filter(({ paidCount, refundCount }) => paidCount + refundCount > 0);
};
