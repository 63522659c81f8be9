import { type Choice, oneOrMany, range } from './action.ts';
import { creditBuckets, ledgerKinds } from './creditLedger.ts';
import { entity, type RecordOf } from './entity.ts';
import { ages, consentKinds } from './legal.ts';
import { oneOf, type Transitions } from './states.ts';
import { id, instant, ints, labelled, line, recordFields, z } from './zod.ts';

export const userStatuses = {
  normal: { label: '正常', tone: 'success' },
  disabled: { label: '已停用', tone: 'danger' },
  deleted: { label: '已注销', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type UserStatus = keyof typeof userStatuses;

export const userChannels = {
  mini_program: { label: '小程序', tone: 'info' },
  web: { label: '网页', tone: 'neutral' },
  invite: { label: '邀请', tone: 'success' },
} as const satisfies Record<string, Choice>;

/** Both get what the settings say when the invited user's first picture is made. */
export const invitationStates = {
  waiting: { label: '待首次制作成功', tone: 'neutral' },
  given: { label: '已发放', tone: 'success' },
  /** The inviter has had as many on that day as the settings allow, or is no longer there. */
  invitedOnly: { label: '仅发给被邀请人', tone: 'warning' },
} as const satisfies Record<string, Choice>;

export const MAX_USER_TAG_LENGTH = 12;
/** A word that support puts on users, to find them by. */
export const userTag = line(MAX_USER_TAG_LENGTH).min(1);
export const MAX_USER_TAGS = 10;

export const credits = z.object({ paid: z.int(), gift: z.int() });

/** What support sees of a user. The phone number itself is stored encrypted and never included. */
export const userEntity = entity({
  kind: 'user',
  name: '用户',
  function: 'adminUser',
  collection: 'users',
  words: {
    updateUserStatus: '停用、启用或注销账号',
    updateUserPackage: '变更套餐',
    adjustCredits: '调整积分',
    addNote: '添加用户备注',
    setTags: '编辑用户标签',
    changeTags: '批量添加或移除标签',
    revealContact: '查看完整联系方式',
  },
  also: {
    openid: labelled('openid', z.string()),
    nickName: labelled('用户', z.string().default('')),
    avatarUrl: labelled('头像', z.string().default('')),
    isAnonymous: labelled('匿名访客', z.boolean().default(false)),
    phoneTail: labelled('手机号', z.string().default('')),
    /** Masked, of a user below fourteen; whole it is stored encrypted. '' for none. */
    guardian: labelled('监护人', z.string().default('')),
    channel: labelled('来源', oneOf(userChannels).default('mini_program')),
    status: oneOf(userStatuses),
    statusReason: labelled('停用原因', z.string().default('')),
    disabledUntil: labelled('停用期限', instant.nullable().default(null)),
    tags: labelled('标签', z.array(z.string()).default([])),
    packageId: labelled('套餐', z.string().default('')),
    packageName: labelled('套餐名称', z.string().default('')),
    packageExpireTime: labelled('到期时间', instant.nullable().default(null)),
    credits: labelled('积分', credits),
    /** Credits that refunds under way have taken: the user's again if they are not carried out. */
    refundingCredits: labelled('退款中的积分', z.int().default(0)),
    stats: ints(
      'taskCount',
      'failCount',
      'orderCount',
      'paidFen',
      'refundFen',
      'printCount',
    ).default({
      taskCount: 0,
      failCount: 0,
      orderCount: 0,
      paidFen: 0,
      refundFen: 0,
      printCount: 0,
    }),
    lastActiveTime: labelled('最近活跃', instant.nullable().default(null)),
    lastPayTime: labelled('最近付款', instant.nullable().default(null)),
    /** The user by whose link it came; '' where there was none. */
    invitedBy: labelled('邀请人', z.string().default('')),
    /** State of the gift for the invitation; null where none was promised. */
    invitation: labelled('邀请奖励', oneOf(invitationStates).nullable().default(null)),
  },
  labels: {
    createTime: '注册时间',
    'credits.paid': '购买积分',
    'credits.gift': '赠送积分',
    'stats.taskCount': '生成次数',
    'stats.orderCount': '订单数',
    'stats.paidFen': '实付',
    'stats.refundFen': '退款',
  },
  filter: {
    status: oneOrMany(oneOf(userStatuses)),
    channel: oneOf(userChannels),
    packageId: id,
    tags: userTag,
    invitedBy: id,
    createTime: range,
    lastActiveTime: range,
    lastPayTime: range,
    'stats.paidFen': range,
  },
  sorts: ['createTime', 'lastActiveTime', 'lastPayTime', 'stats.paidFen', 'credits.paid'],
  search: true,
  states: userStatuses,
  transitions: {
    normal: ['disabled', 'deleted'],
    disabled: ['normal', 'deleted'],
    deleted: [],
  } satisfies Transitions<UserStatus>,
  unique: ['openid'],
  indexes: [
    'unaudited.time',
    'status -lastActiveTime',
    'status -lastPayTime',
    'status -stats.paidFen',
    'status -credits.paid',
    'packageId status -createTime',
    'channel status -createTime',
    'phoneTail -createTime',
    'tags status -createTime',
    'invitedBy status -createTime',
    'status disabledUntil',
    'closingTime',
    'grams +status +nickName',
  ],
  actions: {
    /** `q` is an openid, a record's id, the last four digits of a phone number, or part of a nickname. */
    list: {
      name: 'getUsers',
      example: {
        page: 1,
        pageSize: 20,
        sort: { field: 'createTime', order: 'desc' },
        filter: { status: 'normal' },
      },
    },
    get: { name: 'getUserById', id: 'id', example: { id: 'usr_0001' } },
  },
});
export type User = RecordOf<typeof userEntity>;

/** One line of the append-only credit ledger. A user's balance is the sum of the lines. */
export const ledgerEntry = z.object({
  ...recordFields,
  userId: id,
  openid: z.string(),
  kind: oneOf(ledgerKinds),
  bucket: oneOf(creditBuckets),
  delta: z.int(),
  /** Balance of the bucket after this line. */
  balanceAfter: z.int(),
  refType: z.string().default(''),
  refId: z.string().default(''),
  /** For administrators. */
  reason: z.string().default(''),
  /** What the user reads; '' in earlier lines, and where the kind says enough. */
  userNote: z.string().default(''),
  operator: z.string().default(''),
});
export type LedgerEntry = z.output<typeof ledgerEntry>;

/** What a user has agreed to, or taken back. */
export const consent = z.object({
  ...recordFields,
  kind: oneOf(consentKinds),
  version: z.string(),
  isGiven: z.boolean(),
  /** Of consent to photos of faces, which says as well that those in the pictures have agreed. */
  age: oneOf(ages).optional(),
});
export type Consent = z.output<typeof consent>;

/** What people call the ledger and its fields. */
export const creditLedger = {
  name: '积分明细',
  labels: {
    _id: '编号',
    createTime: '时间',
    userId: '用户',
    kind: '类别',
    bucket: '积分类型',
    delta: '变动',
    balanceAfter: '变动后余额',
    refType: '来源',
    refId: '来源编号',
    reason: '原因',
    userNote: '给用户的说明',
    operator: '操作人',
  },
};

export const userLogTypes = {
  login: { label: '登录', tone: 'neutral' },
  task: { label: '生成', tone: 'info' },
  pay: { label: '支付', tone: 'success' },
  refund: { label: '退款', tone: 'warning' },
  redeem: { label: '兑换', tone: 'success' },
  print: { label: '冲印', tone: 'info' },
  status: { label: '状态', tone: 'danger' },
  package: { label: '套餐', tone: 'info' },
  credits: { label: '积分', tone: 'info' },
  complaint: { label: '投诉', tone: 'warning' },
  note: { label: '备注', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type UserLogType = keyof typeof userLogTypes;

/** What happened to a user, for support: including what the user does not see, such as why a code was refused. */
export const userLog = z.object({
  ...recordFields,
  userId: id,
  type: oneOf(userLogTypes),
  title: z.string(),
  detail: z.string().default(''),
  refType: z.string().default(''),
  refId: z.string().default(''),
  /** '' for actions of the user. */
  operator: z.string().default(''),
  ip: z.string().default(''),
});
export type UserLog = z.output<typeof userLog>;

/** A user's activity of one day. */
export const userUsage = z.object({
  _id: id,
  /** `20261120`, in Shanghai. */
  day: z.string(),
  tasks: z.int().default(0),
  success: z.int().default(0),
  fail: z.int().default(0),
  credits: z.int().default(0),
  /** What the provider charged. */
  coins: z.number().default(0),
  seconds: z.number().default(0),
});
export type UserUsage = z.output<typeof userUsage>;
