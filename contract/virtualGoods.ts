import { adminRead, adminWrite, type Choice, withId } from './action.ts';
import { anyOf } from './rights/demands.ts';
import { oneOf } from './states.ts';
import { id, instant, z } from './zod.ts';

/** How far goods (道具) have come at WeChat, whose sandbox takes uploaded ones for published. */
export const goodsStates = {
  waiting: { label: '等待上传', tone: 'neutral' },
  uploading: { label: '上传中', tone: 'info' },
  uploaded: { label: '等待发布', tone: 'info' },
  publishing: { label: '发布中', tone: 'info' },
  published: { label: '已发布', tone: 'success' },
} as const satisfies Record<string, Choice>;
export type GoodsState = keyof typeof goodsStates;

const about = z.strictObject({ kind: z.enum(['package', 'template']), id });
export type GoodsKind = z.output<typeof about>['kind'];

const goods = z.object({
  /** Its `productId`. */
  _id: id,
  state: oneOf(goodsStates),
  /** From when it can be bought. */
  usableTime: instant.nullable(),
  /** Why the last try failed; '' where none did. */
  error: z.string(),
});

/** The goods of what is sold at its present price. */
const answer = z.object({
  /** `wxpay`: it is sold in the mini-program by WeChat Pay; null: not at all, as far as the settings say. */
  soldBy: z.enum(['virtual', 'wxpay']).nullable(),
  /** Null while it is not on sale. */
  goods: goods.nullable(),
});

export const goodsActions = {
  getGoods: adminRead({
    right: anyOf('packages.read', 'templates.read'),
    input: about,
    output: answer,
    example: { kind: 'package', id: 'pkg_0001' },
  }),
  /** Tried again now rather than at its time. */
  retryGoods: adminWrite({
    right: anyOf('packages.write', 'templates.write'),
    ...withId(goods, 'pkg_0001_600'),
  }),
};
