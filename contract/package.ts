import { adminRead, byId, type Choice, oneOrMany } from './action.ts';
import { type EnabledStatus } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { type OrderItem, orderItem } from './orderItem.ts';
import { oneOf } from './states.ts';
import { goodsActions } from './virtualGoods.ts';
import { id, instant, labelled, z } from './zod.ts';

export const packageTypes = {
  credits: { label: '积分包', tone: 'info' },
  membership: { label: '会员', tone: 'success' },
} as const satisfies Record<string, Choice>;

/** Payment channels through which a package may be sold. */
const packageChannels = {
  wxpay: { label: '微信支付', tone: 'success' },
  virtual: { label: '虚拟支付', tone: 'info' },
} as const satisfies Record<string, Choice>;

/** Whether visitors may buy it. */
export const packageStatuses = {
  enabled: { label: '已上架', tone: 'success' },
  disabled: { label: '已下架', tone: 'neutral' },
} as const satisfies Record<EnabledStatus, Choice>;
const packageStatus = oneOf(packageStatuses);

const MAX_CREDITS = 10_000_000;

/** What users buy. A new one is not on sale: `setPackageStatus` puts it there. */
export const packageEntity = entity({
  kind: 'package',
  name: '套餐',
  function: 'adminPackage',
  collection: 'packages',
  words: {
    setPackageStatus: '上架或下架套餐',
    retryGoods: '重新上传道具',
  },
  fields: {
    name: field.line('名称', 30, 2),
    type: field.choice('类型', packageTypes).initial('credits'),
    /** Bought credits. */
    credits: field.int('积分', 0, MAX_CREDITS).default(0),
    /** Added as a gift. */
    giftCredits: field.int('赠送积分', 0, MAX_CREDITS).default(0),
    /** Days of membership; null for credits, which do not expire. */
    days: field.int('会员天数', 1, 3_660).nullable().default(null),
    priceFen: field.money('售价', 1),
    /** The price shown struck through; null for none. */
    originPriceFen: field.money('划线原价').nullable().default(null),
    badge: field.optionalLine('角标', 8),
    benefits: field.lines('权益说明', 40, 10),
    /** How often one user may buy it; null for no limit. */
    limitPerUser: field.int('每人限购', 1, 10_000).nullable().default(null),
    payChannels: field.choices('支付渠道', packageChannels, 1).default(['wxpay']),
    sort: field.sort(),
  },
  also: {
    status: packageStatus,
    /** Number of times it was paid for; counted anew from the orders every hour. */
    soldCount: labelled('已售', z.int().default(0)),
    lastSoldTime: labelled('最近售出', instant.nullable().default(null)),
  },
  filter: { status: oneOrMany(packageStatus), type: oneOf(packageTypes) },
  states: packageStatuses,
  sorts: ['sort', 'createTime'],
  actions: {
    list: {
      name: 'getPackages',
      example: { page: 1, pageSize: 20, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getPackageById', id: 'id', example: { id: 'pkg_0001' } },
    create: {
      name: 'createPackage',
      example: { name: '示例积分包', credits: 100, priceFen: 990 },
    },
    update: {
      name: 'updatePackage',
      id: '_id',
      example: { _id: 'pkg_0002', rev: 1, badge: '热卖' },
    },
    /** Refused with 40904 once it was sold or while users hold it. */
    delete: { name: 'deletePackage', id: 'id', example: { id: 'pkg_0008' } },
    setStatus: {
      name: 'setPackageStatus',
      id: 'id',
      example: { id: 'pkg_0003', status: 'disabled' },
    },
  },
});
export type Package = RecordOf<typeof packageEntity>;

/** What an order copies of the package it buys. Nothing else reaches it, and no later change of the package does. */
export const copiedFields = [
  'name',
  'priceFen',
  'type',
  'credits',
  'giftCredits',
  'days',
] as const satisfies readonly (keyof Package)[];
export type CopiedField = (typeof copiedFields)[number];

/** The item of an order that buys it now. */
export const packageItem = ({
  _id,
  name,
  priceFen,
  type,
  credits,
  giftCredits,
  days,
}: Package): OrderItem => ({
  refId: _id,
  name,
  qty: 1,
  unitFen: priceFen,
  amountFen: priceFen,
  snapshot: { type, credits, giftCredits, days },
});

/** The fields that are otherwise in the package now than in the item of an order. */
export const changedSince = (
  { name, unitFen, snapshot }: OrderItem,
  now: Pick<Package, CopiedField>,
): CopiedField[] => {
  const then = { name, priceFen: unitFen, ...snapshot };
  return copiedFields.filter(field => then[field] !== now[field]);
};

/** How many of the latest orders are compared with the package as it is now. */
export const COMPARED_ORDERS = 200;

export const packageActions = {
  ...packageEntity.actions,
  ...goodsActions,
  /**
   * Orders paid in the last `days` days, today included, what they brought in and what of it went back; and the latest
   * orders whose copy differs from the package, the newest first.
   */
  getPackageSales: adminRead({
    right: 'packages.read',
    input: byId.extend({ days: z.int().min(1).max(366).default(30) }),
    output: z.object({
      /** One more than `MAX_SUMMED` where there are more; the amounts are then those of some. */
      orders: z.int(),
      paidFen: z.int(),
      refundedFen: z.int(),
      /** How many of the compared orders differ. */
      differing: z.int(),
      different: z.array(
        z.object({ _id: id, orderNo: z.string(), payTime: instant.nullable(), item: orderItem }),
      ),
    }),
    example: { id: 'pkg_0003', days: 30 },
  }),
};
