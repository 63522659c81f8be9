import { adminRead, withId } from './action.ts';
import { enabledStatus, enabledStatuses } from './enabledStatuses.ts';
import { entity, type RecordOf } from './entity.ts';
import { field } from './field.ts';
import { printPapers } from './printPapers.ts';
import { printPaper } from './printSize.ts';
import { id, labelled, z } from './zod.ts';

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

/** What a version charges. */
const terms = z.object({
  tiers: z.array(priceTier),
  packFen: z.int().nullable().default(null),
  packQty: z.int().nullable().default(null),
  shippingFen: z.int().default(0),
  freeShippingFromFen: z.int().nullable().default(null),
});

/** One version of a price line. A version is never overwritten: a change is a new one of the same `lineId`. */
export const packagePriceEntity = entity({
  kind: 'packagePrice',
  name: '冲印价格',
  function: 'adminPackagePrice',
  collection: 'packagePrices',
  fields: {
    name: field.line('名称', 30),
    tiers: field.data('阶梯单价', tiers, z.array(priceTier)),
    /** `packQty` prints for `packFen`, used where it is cheaper; both or neither. */
    packFen: field.money('每包价格', 1).nullable().default(null),
    packQty: field.int('每包张数', 2, 100_000).nullable().default(null),
    shippingFen: field.money('运费').default(0),
    /** Free shipping from this value of goods on; null: never. */
    freeShippingFromFen: field.money('满额包邮').nullable().default(null),
    /** In effect from here; not before now: what was sold keeps its price. */
    effectiveTime: field.time('生效时间').initial(0),
    /** End of validity, exclusive; null: until it is replaced. */
    endTime: field.time('结束时间').nullable().default(null),
    sort: field.sort(),
  },
  /** A line is one size on one paper and stays that. */
  fixed: {
    sizeId: field.reference('尺寸', 'print-size-config'),
    paper: field.choice('相纸', printPapers),
  },
  also: {
    /** The same in all versions of a line. */
    lineId: labelled('价格编号', id),
    status: enabledStatus,
    /** The newest version: shown in lists, and the only one that can be changed. */
    isLatest: labelled('最新版本', z.boolean().default(true)),
    /** Not stored: of a version that is to come, what the one charges that holds until then. */
    current: labelled('当前价格', terms.optional()),
  },
  filter: { sizeId: id, paper: printPaper, status: enabledStatus },
  states: enabledStatuses,
  sorts: ['sort', 'createTime'],
  // `slot`: size and paper for the newest version, otherwise its own id: one price line for each size and paper.
  unique: ['slot'],
  listedBy: 'isLatest',
  indexes: ['status -createTime', 'sizeId status -createTime', 'lineId -createTime'],
  actions: {
    /** The newest version of each line; by `ids` any version. */
    list: {
      name: 'getPackagePrices',
      example: { page: 1, pageSize: 100, sort: { field: 'sort', order: 'desc' } },
    },
    get: { name: 'getPackagePriceById', id: 'id', example: { id: 'price_0001' } },
    /** One line for each size and paper. */
    create: {
      name: 'createPackagePrice',
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
    },
    /**
     * Answers the new version, which has its own id; the previous version ends where it begins. Changing a version that
     * is not the newest answers 40901 with the newest one.
     */
    update: {
      name: 'updatePackagePrice',
      id: '_id',
      example: { _id: 'price_0002', rev: 1, shippingFen: 600 },
    },
    /** Refused with 40902 while the line is enabled. The history is kept. */
    delete: { name: 'deletePackagePrice', id: 'id', example: { id: 'price_0008' } },
    setStatus: {
      name: 'setPackagePriceStatus',
      id: 'id',
      example: { id: 'price_0003', status: 'disabled' },
    },
  },
});
export type PackagePrice = RecordOf<typeof packagePriceEntity>;

export const packagePriceActions = {
  ...packagePriceEntity.actions,
  /** All versions of this version's line, newest first. */
  getPriceHistory: adminRead({
    right: 'print-size-config.read',
    ...withId(z.object({ list: z.array(packagePriceEntity.record) }), 'price_0001'),
  }),
};
