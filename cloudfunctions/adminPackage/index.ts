import { type Package, packageDefaults, packageActions } from '#contract/package.ts';
import { crud, referenced } from '../_shared/crud.ts';
import { defineFunction, withLoad } from '../_shared/dispatcher.ts';
import { invalid } from '../_shared/errors.ts';
import { repository, type Stored } from '../_shared/repository.ts';

const packages = crud<Package>({
  collection: 'packages',
  resource: 'package',
  defaultSort: [
    ['sort', 'desc'],
    ['createTime', 'desc'],
  ],
  stateField: 'status',
  states: ['enabled', 'disabled'],
});
const { records } = packages;
const users = repository<Stored>('users');

/** The grants must fit the type; the sentence is shown beside the missing field. */
const check = ({
  type,
  credits,
  giftCredits,
  days,
  priceFen,
  originPriceFen,
}: Pick<Package, 'type' | 'credits' | 'giftCredits' | 'days' | 'priceFen' | 'originPriceFen'>) => {
  if (type === 'membership' && !days) throw invalid({ days: '会员套餐请填写天数' });
  if (type === 'credits' && credits + giftCredits === 0)
    throw invalid({ credits: '积分包请填写积分' });
  if (originPriceFen !== null && originPriceFen < priceFen)
    throw invalid({ originPriceFen: '原价不能低于售价' });
};

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

export const main = defineFunction('adminPackage', packageActions, {
  getPackages: request => packages.list(request),

  getPackageById: ({ id }) => records.require(id),

  createPackage: ({ idemKey, ...fields }, context) => {
    const complete = { ...packageDefaults, ...defined(fields) };
    check(complete);
    return packages.create(
      { ...complete, status: 'disabled', soldCount: 0, lastSoldTime: null },
      context,
      idemKey,
    );
  },

  updatePackage: withLoad(
    ({ _id }) => records.get(_id),
    ({ _id, rev, ...fields }, context, before) => {
      if (before) check({ ...before, ...defined(fields) });
      return packages.update(_id, rev, fields, context, before);
    },
  ),

  deletePackage: withLoad(
    ({ id }) => Promise.all([records.get(id), users.count({ packageId: id })]),
    ({ id, rev }, context, [before, holders]) => {
      if (before && before.soldCount > 0) {
        throw referenced('该套餐已售出过，只能停用', {
          resource: 'orders',
          count: before.soldCount,
        });
      }
      if (holders > 0)
        throw referenced('还有用户持有该套餐，只能停用', { resource: 'users', count: holders });
      return packages.remove(id, rev, context, before);
    },
  ),

  setPackageStatus: withLoad(
    ({ id }) => records.get(id),
    ({ id, status, rev }, context, before) => packages.update(id, rev, { status }, context, before),
  ),
});
