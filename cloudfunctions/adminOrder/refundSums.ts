import type { ActionInput } from '#contract/index.ts';
import { toQuery } from '../_shared/base/listing.ts';
import { refunds, refundSearch } from '../_shared/refunds/refunds.ts';

/** One wait. Of more than `MAX_SUMMED` refunds the sums are those of some. */
export const getRefundSums = async ({ filter, q }: ActionInput<'adminOrder', 'getRefundSums'>) => {
  const query = { ...toQuery(filter), ...refundSearch(q) };
  const figures = { count: 0, amountFen: 0, successCount: 0, successFen: 0 };
  for (const { value, count, sums } of await refunds.sums(query, ['amountFen'], 'status')) {
    figures.count += count;
    figures.amountFen += sums.amountFen;
    if (value === 'success')
      Object.assign(figures, { successCount: count, successFen: sums.amountFen });
  }
  return figures;
};
