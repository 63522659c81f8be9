import type { OrderStatus } from '#contract/orderStates.ts';
import { type Package, packageActions, packageEntity } from '#contract/package.ts';
import { packageSentences } from '#contract/sentences/packages.ts';
import { _ } from '../_shared/base/cloud.ts';
import { crud } from '../_shared/base/crud.ts';
import { defineFunction } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { patched, repository, type Stored } from '../_shared/base/repository.ts';
import { orders } from '../_shared/orders/orders.ts';
import { getPackageSales } from './sales.ts';

const SOLD: OrderStatus[] = ['paid', 'completed', 'refunded'];
const users = repository<Stored>('users');

/** The grants must fit the type; the sentence is shown beside the missing field. */
const check = ({
  type,
  credits,
  giftCredits,
  days,
  priceFen,
  originPriceFen,
  payChannels,
  productId,
}: Package) => {
  if (type === 'membership' && !days) throw invalid({ days: packageSentences.daysRequired });
  if (type === 'credits' && credits + giftCredits === 0)
    throw invalid({ credits: packageSentences.creditsRequired });
  if (originPriceFen !== null && originPriceFen < priceFen)
    throw invalid({ originPriceFen: packageSentences.originPriceTooLow });
  if (payChannels.includes('virtual') && !productId)
    throw invalid({ productId: packageSentences.productIdRequired });
};

const { handlers } = crud(packageEntity, {
  initial: { status: 'disabled' },
  complete: (fields, before) => {
    const after = patched(before ?? packageEntity.defaults, fields) as Package;
    check(after);
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
});
