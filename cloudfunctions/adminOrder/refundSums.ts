import type { ActionInput } from '#contract/index.ts';
import { toQuery } from '../_shared/base/listing.ts';
import { refunds, refundSearch } from '../_shared/refunds/refunds.ts';

/** One wait. */
export const getRefundSums = async ({ filter, q }: ActionInput<'adminOrder', 'getRefundSums'>) => {
  const query = { ...toQuery(filter), ...refundSearch(q) };
  const sums = { count: 0, amountFen: 0, successCount: 0, successFen: 0 };
  for (const { value, count, sum } of await refunds.sumsBy('status', 'amountFen', query)) {
    sums.count += count;
    sums.amountFen += sum;
    if (value === 'success') Object.assign(sums, { successCount: count, successFen: sum });
  }
  return sums;
};
