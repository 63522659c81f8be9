import {
  action,
  byId,
  type Choice,
  createInput,
  deleted,
  unsearchedListInput,
  listOutput,
  oneOrMany,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import { keysOf } from './states.ts';
import { author, fen, id, instant, line, optionalLine, recordFields, rev, z } from './zod.ts';

export const packageTypes = {
  credits: { label: '积分包', tone: 'info' },
  membership: { label: '会员', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type PackageType = keyof typeof packageTypes;
const type = z.enum(keysOf(packageTypes));

/** Payment channels through which a package may be sold. */
export const packageChannels = {
  wxpay: { label: '微信支付', tone: 'success' },
  virtual: { label: '虚拟支付', tone: 'info' },
} as const satisfies Record<string, Choice>;

const creditAmount = z.int().min(0).max(10_000_000);

export const packageFields = {
  name: line(30).min(2),
  type,
  /** Bought credits. */
  credits: creditAmount,
  /** Added as a gift. */
  giftCredits: creditAmount,
  /** Days of membership; null for credits that do not expire. */
  days: z.int().min(1).max(3_660).nullable(),
  priceFen: fen.min(1),
  /** The price shown struck through; null for none. */
  originPriceFen: fen.nullable(),
  badge: optionalLine(8),
  benefits: z.array(line(40).min(1)).max(10),
  /** How often one user may buy it; null for no limit. */
  limitPerUser: z.int().min(1).max(10_000).nullable(),
  payChannels: z.array(z.enum(keysOf(packageChannels))).min(1),
  /** The product id at WeChat's virtual payment. */
  productId: optionalLine(64),
  sort: z.int().min(-1_000_000).max(1_000_000),
};
export const packageDefaults = {
  type: 'credits' as PackageType,
  credits: 0,
  giftCredits: 0,
  days: null,
  originPriceFen: null,
  badge: '',
  benefits: [],
  limitPerUser: null,
  payChannels: ['wxpay' as const],
  productId: '',
  sort: 0,
};

export const packageRecord = z.object({
  ...recordFields,
  name: z.string(),
  type,
  credits: z.int().default(0),
  giftCredits: z.int().default(0),
  days: z.int().nullable().default(null),
  priceFen: z.int(),
  originPriceFen: z.int().nullable().default(null),
  badge: z.string().default(''),
  benefits: z.array(z.string()).default([]),
  limitPerUser: z.int().nullable().default(null),
  payChannels: z.array(z.enum(keysOf(packageChannels))).default(['wxpay']),
  productId: z.string().default(''),
  sort: z.int().default(0),
  status: enabledStatus,
  /** Number of times it was paid for; a sold package cannot be deleted. */
  soldCount: z.int().default(0),
  lastSoldTime: instant.nullable().default(null),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type Package = z.output<typeof packageRecord>;

export const packageFilter = {
  ids: z.array(id).max(100),
  status: oneOrMany(enabledStatus),
};
export const packageSorts = ['sort', 'createTime'] as const;

export const packageActions = {
  getPackages: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(packageFilter, packageSorts),
    output: listOutput(packageRecord),
    example: { page: 1, pageSize: 20, sort: { field: 'sort', order: 'desc' } },
  }),
  getPackageById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: packageRecord,
    example: { id: 'pkg_0001' },
  }),
  /** A new package is not on sale; `setPackageStatus` puts it on sale. */
  createPackage: action({
    access: 'admin',
    effect: 'write',
    input: createInput(packageFields, packageDefaults),
    output: packageRecord,
    example: { name: '示例积分包', credits: 100, priceFen: 990 },
  }),
  updatePackage: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(packageFields).extend({ _id: id, rev }),
    output: packageRecord,
    example: { _id: 'pkg_0002', rev: 1, badge: '热卖' },
  }),
  /** Refused with 40904 once it was sold or while users hold it. */
  deletePackage: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'pkg_0008' },
  }),
  setPackageStatus: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ id, status: enabledStatus, rev: rev.optional() }),
    output: packageRecord,
    example: { id: 'pkg_0003', status: 'disabled' },
  }),
};
