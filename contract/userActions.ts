import {
  adminRead,
  adminWrite,
  batchResults,
  byId,
  changeOf,
  listOutput,
  range,
  unsearchedListInput,
  withoutInput,
} from './action.ts';
import { creditBuckets, ledgerKinds } from './creditLedger.ts';
import { day } from './day.ts';
import { openid } from './openid.ts';
import { oneOf } from './states.ts';
import {
  ledgerEntry,
  MAX_USER_TAGS,
  userEntity,
  userLog,
  userLogTypes,
  userStatuses,
  userTag,
  userUsage,
} from './user.ts';
import { id, idemKey, instant, line, optionalLine, rev, showing, text, z } from './zod.ts';

/** The reason of a change, kept in the audit log; the user reads `userNote` alone. */
const reason = line(200).min(1);
const userNote = optionalLine(200).optional();

/** A list of one user's records. */
const ofUser = <F extends z.ZodRawShape>(filter: F) =>
  unsearchedListInput(filter, ['createTime']).extend({ userId: id });

/** The part of an order that the user's page shows. */
export const userOrder = z.object({
  _id: id,
  orderNo: z.string(),
  type: z.string(),
  payChannel: z.string().default(''),
  items: z.array(z.object({ name: z.string().default(''), qty: z.int().default(1) })).default([]),
  payFen: z.int(),
  refundedFen: z.int().default(0),
  status: z.string(),
  refundStatus: z.string().default('none'),
  payTime: instant.nullable().default(null),
  createTime: instant,
});

export const userPrintOrder = z.object({
  _id: id,
  printNo: z.string(),
  orderId: z.string().default(''),
  photoCount: z.int().default(0),
  payFen: z.int(),
  status: z.string(),
  expressCompany: z.string().default(''),
  expressNo: z.string().default(''),
  createTime: instant,
});

const tags = z.array(userTag).max(MAX_USER_TAGS);

const state = line(32).min(1);

/** The user; `approvalId`: the request that waits while nothing has changed, '' where it was done. */
const unlessAboveLimits = userEntity.record.extend({ approvalId: z.string().default('') });

export const adminUserActions = {
  ...userEntity.actions,
  /** In the order of the request; unknown ones are left out. */
  getUsersByOpenids: adminRead({
    right: 'users.read',
    input: z.strictObject({ openids: z.array(openid).max(100) }),
    output: z.object({ list: z.array(userEntity.record) }),
    example: { openids: ['custom:first_admin'] },
  }),
  /** `disabledUntil`: when a timer enables the user again; null for never. Deleting cannot be undone. */
  updateUserStatus: changeOf(userEntity, {
    right: 'users.write',
    more: {
      status: oneOf(userStatuses),
      reason,
      disabledUntil: instant.nullable().optional(),
      rev: rev.optional(),
    },
    example: { id: 'usr_0012', status: 'disabled', reason: '多次上传违规图片' },
  }),
  /**
   * `packageId: ''` removes the membership. Without `packageExpireTime` it lasts the package's own days, from now or
   * from the end of the current membership. `grantCredits` also grants the package's credits; more than the role may give
   * wait for approval, and the membership with them.
   */
  updateUserPackage: adminWrite({
    right: 'users.credits',
    input: byId
      .extend({
        packageId: z.union([id, z.literal('')]).optional(),
        packageExpireTime: instant.nullable().optional(),
        grantCredits: z.boolean().optional(),
        reason,
        userNote,
        rev: rev.optional(),
        idemKey: idemKey.optional(),
      })
      .refine(({ packageId }) => packageId !== undefined, {
        path: ['packageId'],
        message: '请选择套餐',
      }),
    output: unlessAboveLimits,
    example: { id: 'usr_0004', packageId: '', reason: '用户申请取消会员' },
  }),
  getUserLogs: adminRead({
    right: 'users.read',
    input: ofUser({ type: oneOf(userLogTypes), createTime: range }),
    output: listOutput(userLog),
    example: { userId: 'usr_0001' },
  }),
  /** Per day, newest first; the last 30 days unless said otherwise. */
  getUserUsage: adminRead({
    right: 'users.read',
    input: z.strictObject({ userId: id, from: day.optional(), to: day.optional() }),
    output: z.object({ list: z.array(userUsage) }),
    example: { userId: 'usr_0001' },
  }),
  getUserOrders: adminRead({
    right: 'orders.read',
    input: ofUser({ status: state, createTime: range }),
    output: listOutput(userOrder),
    example: { userId: 'usr_0001' },
  }),
  getUserPrintOrders: adminRead({
    right: 'print-orders.read',
    input: ofUser({ status: state, createTime: range }),
    output: listOutput(userPrintOrder),
    example: { userId: 'usr_0001' },
  }),
  /** Changes the balance through the ledger; the same `idemKey` counts once. More than the role may give wait for approval. */
  adjustCredits: adminWrite({
    right: 'users.credits',
    input: byId.extend({
      bucket: oneOf(creditBuckets),
      delta: z
        .int()
        .min(-1_000_000)
        .max(1_000_000)
        .refine(value => value !== 0, '不能为 0'),
      reason,
      userNote,
      idemKey: idemKey.optional(),
    }),
    output: unlessAboveLimits,
    example: { id: 'usr_0002', bucket: 'gift', delta: 20, reason: '生成失败补偿' },
  }),
  /** The ledger of all users, or of one. */
  getCreditLedger: adminRead({
    right: 'users.read',
    input: unsearchedListInput(
      {
        userId: id,
        kind: oneOf(ledgerKinds),
        bucket: oneOf(creditBuckets),
        createTime: range,
      },
      ['createTime'],
    ),
    output: listOutput(ledgerEntry),
    example: { filter: { userId: 'usr_0001' } },
  }),
  addNote: adminWrite({
    right: 'users.write',
    input: byId.extend({ text: text(500).min(1), idemKey: idemKey.optional() }),
    output: userLog,
    example: { id: 'usr_0001', text: '已电话回访，问题解决' },
  }),
  getNotes: adminRead({
    right: 'users.read',
    input: unsearchedListInput({}, ['createTime']).extend({ id }),
    output: listOutput(userLog),
    example: { id: 'usr_0001' },
  }),
  setTags: changeOf(userEntity, {
    right: 'users.write',
    more: { tags, rev: rev.optional() },
    example: { id: 'usr_0001', tags: ['体验官'] },
  }),
  /** Adds tags to some users and takes others off; each user separately, a refused one keeps theirs. */
  changeTags: adminWrite({
    right: 'users.write',
    input: z
      .strictObject({
        ids: z.array(id).min(1).max(100),
        add: tags.optional(),
        remove: tags.optional(),
      })
      .refine(({ add = [], remove = [] }) => add.length + remove.length > 0, {
        path: ['add'],
        message: '请填写标签',
      }),
    output: z.object({
      results: batchResults,
    }),
    example: { ids: ['usr_0001', 'usr_0002'], add: ['体验官'] },
  }),
  /** The tags that users have, those given last first; at most 50. */
  getTags: adminRead({
    right: 'users.read',
    ...withoutInput(z.object({ list: z.array(z.string()) })),
  }),
  /** The whole phone number, or the guardian. The reason and the administrator are recorded first. */
  revealContact: adminWrite({
    right: 'users.contact',
    input: byId.extend({ of: z.enum(['phone', 'guardian']).default('phone'), reason }),
    output: z.object({
      _id: id,
      phone: showing('all', z.string().optional()),
      guardian: showing('all', z.string().optional()),
    }),
    example: { id: 'usr_0001', reason: '快递无法联系收件人' },
  }),
};
