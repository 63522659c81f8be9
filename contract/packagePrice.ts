import {
  action,
  byId,
  createInput,
  deleted,
  unsearchedListInput,
  listOutput,
  updateInput,
} from './action.ts';
import { enabledStatus } from './category.ts';
import { printPaper } from './printSize.ts';
import { author, fen, id, instant, line, recordFields, rev, z } from './zod.ts';

/** From `minQty` prints of one size and paper on, each print costs `unitFen`. */
export const priceTier = z.strictObject({
  minQty: z.int().min(1).max(100_000),
  unitFen: z.int().min(1).max(10_000_000),
});
export type PriceTier = z.output<typeof priceTier>;

/** Starts at one print; quantities increase, prices never increase. */
const tiers = z
  .array(priceTier)
  .min(1)
  .max(20)
  .refine(list => list[0]?.minQty === 1, '第一档需从 1 张起')
  .refine(
    list => list.every(({ minQty }, at) => at === 0 || minQty > (list[at - 1]?.minQty ?? 0)),
    '各档的起订张数需依次增大',
  )
  .refine(
    list => list.every(({ unitFen }, at) => at === 0 || unitFen <= (list[at - 1]?.unitFen ?? 0)),
    '张数越多，单价不能越高',
  );

/** What a new version of a line may change; size and paper of a line are fixed. */
export const packagePriceFields = {
  name: line(30).min(1),
  tiers,
  /** `packQty` prints for `packFen`, used where it is cheaper; both or neither. */
  packFen: fen.min(1).nullable(),
  packQty: z.int().min(2).max(100_000).nullable(),
  shippingFen: fen,
  /** Free shipping from this value of goods on; null: never. */
  freeShippingFromFen: fen.nullable(),
  /** Not in the past: what was sold keeps its price. */
  effectiveTime: instant,
  endTime: instant.nullable(),
  sort: z.int().min(-1_000_000).max(1_000_000),
};
const lineFields = { sizeId: id, paper: printPaper };
export const packagePriceDefaults = {
  packFen: null,
  packQty: null,
  shippingFen: 0,
  freeShippingFromFen: null,
  effectiveTime: 0,
  endTime: null,
  sort: 0,
};

/** One version of a price line. A version is never overwritten: a change is a new one of the same `lineId`. */
export const packagePrice = z.object({
  ...recordFields,
  /** The same in all versions of a line. */
  lineId: id,
  name: z.string(),
  sizeId: id,
  paper: printPaper,
  tiers: z.array(priceTier),
  packFen: z.int().nullable().default(null),
  packQty: z.int().nullable().default(null),
  shippingFen: z.int().default(0),
  freeShippingFromFen: z.int().nullable().default(null),
  /** Start of validity, inclusive. */
  effectiveTime: instant,
  /** End of validity, exclusive; null: until it is replaced. */
  endTime: instant.nullable().default(null),
  sort: z.int().default(0),
  status: enabledStatus,
  /** The newest version: shown in lists, and the only one that can be changed. */
  isLatest: z.boolean().default(true),
  createBy: author.nullable().default(null),
  updateBy: author.nullable().default(null),
});
export type PackagePrice = z.output<typeof packagePrice>;

export const packagePriceFilter = {
  ids: z.array(id).max(100),
  sizeId: id,
  paper: printPaper,
  status: enabledStatus,
};
export const packagePriceSorts = ['sort', 'createTime'] as const;

export const packagePriceActions = {
  /** The newest version of each line; by `ids` any version. */
  getPackagePrices: action({
    access: 'admin',
    effect: 'read',
    input: unsearchedListInput(packagePriceFilter, packagePriceSorts),
    output: listOutput(packagePrice),
    example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
  }),
  getPackagePriceById: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: packagePrice,
    example: { id: 'price_0001' },
  }),
  /** One line for each size and paper. */
  createPackagePrice: action({
    access: 'admin',
    effect: 'write',
    input: createInput({ ...lineFields, ...packagePriceFields }, packagePriceDefaults),
    output: packagePrice,
    example: {
      name: '10寸 绸面',
      sizeId: 'size_0006',
      paper: 'silk',
      tiers: [
        { minQty: 1, unitFen: 900 },
        { minQty: 20, unitFen: 800 },
      ],
      shippingFen: 800,
      freeShippingFromFen: 9_900,
    },
  }),
  /**
   * Answers the new version, which has its own id; the previous version ends where it begins. Changing a version that
   * is not the newest answers 40901 with the newest one.
   */
  updatePackagePrice: action({
    access: 'admin',
    effect: 'write',
    input: updateInput(packagePriceFields).extend({ _id: id, rev }),
    output: packagePrice,
    example: { _id: 'price_0002', rev: 1, shippingFen: 600 },
  }),
  /** Refused with 40902 while the line is enabled. The history is kept. */
  deletePackagePrice: action({
    access: 'admin',
    effect: 'write',
    input: byId.extend({ rev: rev.optional() }),
    output: deleted,
    example: { id: 'price_0008' },
  }),
  setPackagePriceStatus: action({
    access: 'admin',
    effect: 'write',
    input: z.strictObject({ id, status: enabledStatus, rev: rev.optional() }),
    output: packagePrice,
    example: { id: 'price_0003', status: 'disabled' },
  }),
  /** All versions of this version's line, newest first. */
  getPriceHistory: action({
    access: 'admin',
    effect: 'read',
    input: byId,
    output: z.object({ list: z.array(packagePrice) }),
    example: { id: 'price_0001' },
  }),
};
