import type { ActionInput } from '#contract/index.ts';
import { changedSince, COMPARED_ORDERS, type Package } from '#contract/package.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { repository } from '../_shared/base/repository.ts';
import { orders, ordersWith } from '../_shared/orders/orders.ts';

const packages = repository<Package>('packages');

/** Of the orders that differ from the package as it is now, as many as a page shows. */
const SHOWN = 5;

/** @throws 40400 */
export const getPackageSales = async ({
  id,
  days,
}: ActionInput<'adminPackage', 'getPackageSales'>) => {
  const from = startOf(dayAfter(dayOf(Date.now()), 1 - days));
  const [now, [sold], latest] = await Promise.all([
    packages.require(id),
    orders.sums({ ...ordersWith(id), payTime: _.gte(from) }, ['payFen', 'refundedFen'], null),
    orders.find(
      { ...ordersWith(id), payTime: _.gt(0) },
      {
        sort: [
          ['payTime', 'desc'],
          ['createTime', 'desc'],
          ['_id', 'desc'],
        ],
        limit: COMPARED_ORDERS,
        fields: ['orderNo', 'payTime', 'items'],
      },
    ),
  ]);
  const different = latest.flatMap(({ _id, orderNo, payTime, items }) => {
    const item = items.find(({ refId }) => refId === id);
    return item && changedSince(item, now).length > 0 ? [{ _id, orderNo, payTime, item }] : [];
  });
  return {
    orders: sold?.count ?? 0,
    paidFen: sold?.sums.payFen ?? 0,
    refundedFen: sold?.sums.refundedFen ?? 0,
    differing: different.length,
    different: different.slice(0, SHOWN),
  };
};
