import type { ActionInput } from '#contract/index.ts';
import type { OrderStatus } from '#contract/orderStates.ts';
import {
  changedSince,
  COMPARED_ORDERS,
  type Package,
  packageActions,
  packageEntity,
} from '#contract/package.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { dayAfter, dayOf, startOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { markDue } from '../_shared/base/due.ts';
import { invalid } from '../_shared/base/errors.ts';
import { patched, sortedBy } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { orders, ordersWith } from '../_shared/orders/orders.ts';
import { packages, users } from '../_shared/users/ledger.ts';
import { getGoods, retryGoods } from './goods.ts';

/** Orders shown at most that differ from the package as it is now. */
const SHOWN = 5;

/** @throws 40400 */
const getPackageSales = async ({ id, days }: ActionInput<'adminPackage', 'getPackageSales'>) => {
  const from = startOf(dayAfter(dayOf(Date.now()), 1 - days));
  const [now, [sold], latest] = await Promise.all([
    packages.require(id),
    orders.sums({ ...ordersWith(id), payTime: _.gte(from) }, ['payFen', 'refundedFen'], null),
    orders.find(
      { ...ordersWith(id), payTime: _.gt(0) },
      {
        sort: sortedBy('desc', 'payTime', 'createTime', '_id'),
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

const SOLD: OrderStatus[] = ['paid', 'completed', 'refunded'];

/** The grants must fit the type; the sentence is shown beside the missing field. */
const check = ({ type, credits, giftCredits, days, priceFen, originPriceFen }: Package) => {
  if (type === 'membership' && !days) throw invalid({ days: packageSentences.daysRequired });
  if (type === 'credits' && credits + giftCredits === 0)
    throw invalid({ credits: packageSentences.creditsRequired });
  if (originPriceFen !== null && originPriceFen < priceFen)
    throw invalid({ originPriceFen: packageSentences.originPriceTooLow });
};

const { handlers } = crud(packageEntity, {
  initial: { status: 'disabled' },
  beside: async ({ status, payChannels }) => {
    const isSold = status === 'enabled' && payChannels.includes('virtual');
    if (isSold) await markDue('virtualGoods');
  },
  complete: async (fields, before) => {
    const after = patched(before ?? packageEntity.defaults, fields) as Package;
    check(after);
    if (after.payChannels.includes('virtual') && !(await settingsOf('payment')).virtual.enabled)
      throw invalid({ payChannels: packageSentences.virtualClosed });
    // Every day in an order's copy is granted, whatever the type says.
    return after.type === 'credits' && after.days !== null ? { ...fields, days: null } : fields;
  },
  uses: async id => {
    const [holders, sold, ordered] = await Promise.all([
      users.count({ packageId: id }),
      orders.count({ 'items.refId': id, status: _.in(SOLD) }),
      orders.count({ 'items.refId': id, status: 'pending' }),
    ]);
    return [
      { resource: 'orders', count: sold, message: packageSentences.sold },
      { resource: 'orders', count: ordered, message: packageSentences.ordered },
      { resource: 'users', count: holders, message: packageSentences.held },
    ];
  },
});

export const main = defineFunction('adminPackage', packageActions, {
  ...handlers,
  getPackageSales,
  getGoods,
  retryGoods,
});
