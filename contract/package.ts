import { type Choice, oneOrMany } from './action.ts';
import { enabledStatus, enabledStatuses } from './category.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { instant, z } from './zod.ts';

const packageTypes = {
  credits: { label: '积分包', tone: 'info' },
  membership: { label: '会员', tone: 'success' },
} as const satisfies Record<string, Choice>;

/** Payment channels through which a package may be sold. */
const packageChannels = {
  wxpay: { label: '微信支付', tone: 'success' },
  virtual: { label: '虚拟支付', tone: 'info' },
} as const satisfies Record<string, Choice>;

const MAX_CREDITS = 10_000_000;

/** What users buy. A new one is not on sale: `setPackageStatus` puts it there. */
export const packageEntity = entity({
  kind: 'package',
  function: 'adminPackage',
  collection: 'packages',
  fields: {
    name: field.line(30, 2),
    type: field.choice(packageTypes).initial('credits'),
    /** Bought credits. */
    credits: field.int(0, MAX_CREDITS).default(0),
    /** Added as a gift. */
    giftCredits: field.int(0, MAX_CREDITS).default(0),
    /** Days of membership; null for credits that do not expire. */
    days: field.int(1, 3_660).nullable().default(null),
    priceFen: field.money(1),
    /** The price shown struck through; null for none. */
    originPriceFen: field.money().nullable().default(null),
    badge: field.optionalLine(8),
    benefits: field.lines(40, 10),
    /** How often one user may buy it; null for no limit. */
    limitPerUser: field.int(1, 10_000).nullable().default(null),
    payChannels: field.choices(packageChannels, 1).default(['wxpay']),
    /** The product id at WeChat's virtual payment. */
    productId: field.optionalLine(64),
    sort: field.sort(),
  },
  also: {
    status: enabledStatus,
    /** Number of times it was paid for; a sold package cannot be deleted. */
    soldCount: z.int().default(0),
    lastSoldTime: instant.nullable().default(null),
  },
  filter: { status: oneOrMany(enabledStatus) },
  states: enabledStatuses,
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
