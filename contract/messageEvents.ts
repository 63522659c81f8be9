import { cutText } from './cut.ts';

/**
 * The events that users and administrators get messages about; without zod, because previews and functions share it.
 */

interface UserEvent {
  label: string;
  /** The parts of its texts: what templates call each, in braces (`{订单号}`), and a sample for previews. */
  values: Readonly<Record<string, { name: string; sample: string }>>;
}

const time = { name: '时间', sample: '2026年11月23日 10:30' };
const orderNo = { name: '订单号', sample: '26112312345678901234' };
const printNo = { name: '冲印单号', sample: '26112312345678901234' };

/** Events that a user of the mini-program gets a subscribe message about. */
export const userEvents = {
  taskDone: {
    label: '制作结果',
    values: {
      templateName: { name: '模板名称', sample: '国风写真' },
      result: { name: '结果', sample: '制作完成' },
      time,
    },
  },
  orderPaid: {
    label: '支付成功',
    values: {
      orderNo,
      goods: { name: '商品', sample: '200 积分包' },
      amount: { name: '金额', sample: '¥19.90' },
      time,
    },
  },
  refundDone: {
    label: '退款到账',
    values: {
      orderNo,
      amount: { name: '退款金额', sample: '¥9.90' },
      reason: { name: '退款原因', sample: '生成效果不满意' },
      time,
    },
  },
  printShipped: {
    label: '冲印发货',
    values: {
      printNo,
      carrier: { name: '快递公司', sample: '顺丰速运' },
      expressNo: { name: '快递单号', sample: 'SF1234567890123' },
      time,
    },
  },
  printHold: {
    label: '冲印待换图',
    values: { printNo, reason: { name: '原因', sample: '照片模糊，请更换' }, time },
  },
  accountDisabled: {
    label: '账号停用',
    values: {
      reason: { name: '原因', sample: '多次上传违规照片' },
      until: { name: '期限', sample: '长期' },
      time,
    },
  },
  /** A text that support chooses. */
  service: {
    label: '客服提醒',
    values: { text: { name: '内容', sample: '你的订单已加急处理' }, time },
  },
} as const satisfies Record<string, UserEvent>;
export type UserEventName = keyof typeof userEvents;
export const userEventNames = Object.keys(userEvents) as [UserEventName, ...UserEventName[]];
export type UserEventValues<E extends UserEventName> = Record<
  keyof (typeof userEvents)[E]['values'],
  string
>;

const valuesOf = (event: UserEventName): [string, { name: string; sample: string }][] =>
  Object.entries(userEvents[event].values);

/** For previews and trials. */
export const samplesOf = <E extends UserEventName>(event: E): UserEventValues<E> =>
  Object.fromEntries(
    valuesOf(event).map(([key, { sample }]) => [key, sample]),
  ) as UserEventValues<E>;

/** Events administrators are alerted of by the team chat and by e-mail. */
export const alertEvents = {
  refundAbnormal: { label: '退款异常', tone: 'danger' },
  keyExhausted: { label: '密钥余额不足或已失效', tone: 'danger' },
  taskFailures: { label: '模板已自动下线', tone: 'danger' },
  fulfilFailed: { label: '发放失败', tone: 'danger' },
  booksDiffer: { label: '对账有差异', tone: 'danger' },
  templateHeld: { label: '定时上线未成功', tone: 'danger' },
  legalMissing: { label: '合规信息不全', tone: 'danger' },
  secondFactorChanged: { label: '两步验证有变更', tone: 'warning' },
  approvalWaiting: { label: '有待审批事项', tone: 'warning' },
  budgetNear: { label: '今日预算将尽', tone: 'warning' },
  budgetSpent: { label: '今日预算用完', tone: 'danger' },
  keysLow: { label: '密钥余额偏低', tone: 'warning' },
  feedbackOverdue: { label: '反馈超期未答复', tone: 'warning' },
  printsOverdue: { label: '冲印超期未发货', tone: 'warning' },
  queueLong: { label: '排队任务过多', tone: 'warning' },
  daily: { label: '昨日数据', tone: 'info' },
} as const;
export type AlertEventName = keyof typeof alertEvents;
export const alertChannels = ['wecom', 'email'] as const;

/**
 * The kinds of fields in a subscribe message and what the platform accepts in each; anything else is refused with 47003.
 * Source: WeChat's documentation of subscribe messages, limits of parameter values. It does not say whether an emoji is one
 * character: here it is two.
 */
const fieldKinds = {
  thing: { most: 20 },
  character_string: { most: 32, form: /^[\x21-\x7e]+$/ },
  number: { most: 32, form: /^\d+(\.\d+)?$/ },
  letter: { most: 32, form: /^[A-Za-z]+$/ },
  symbol: { most: 5, form: /^[^\p{L}\p{N}\s]+$/u },
  phrase: { most: 5, form: /^\p{Script=Han}+$/u },
  name: { most: 10, form: /^[\p{L}\p{M}\p{P}\p{S} ]+$/u },
  amount: { most: 12, form: /^[¥￥$]?\d{1,10}(\.\d+)?元?$/ },
  phone_number: { most: 17, form: /^[\d+-]+$/ },
  car_number: { most: 8, form: /^[\p{Script=Han}A-Za-z\d][A-Za-z\d]*[\p{Script=Han}A-Za-z\d]$/u },
  time: { most: 40, form: /^(\d{4}年\d{1,2}月\d{1,2}日 ?)?([01]?\d|2[0-3]):[0-5]\d$/ },
  date: {
    most: 40,
    form: /^\d{4}年\d{1,2}月\d{1,2}日( ([01]?\d|2[0-3]):[0-5]\d)?$/,
  },
} as const satisfies Record<string, { most: number; form?: RegExp }>;
type FieldKind = keyof typeof fieldKinds;

/** `character_string2` → `character_string`; null for what is no field of a message. */
const kindOf = (key: string): FieldKind | null => {
  const name = /^([a-z_]{1,20})\d{1,3}$/.exec(key)?.[1] ?? '';
  return Object.hasOwn(fieldKinds, name) ? (name as FieldKind) : null;
};

export const isFieldKey = (key: string): boolean => kindOf(key) !== null;

/** Too long a text ends with an ellipsis; numbers and times are never cut. */
const fitted = (key: string, text: string): string => {
  const kind = kindOf(key);
  const most = kind ? fieldKinds[kind].most : 20;
  if (text.length <= most || (kind !== 'thing' && kind !== 'name')) return text;
  return `${cutText(text, most - 1)}…`;
};

/** Whether the platform accepts the text in that field. */
const isAccepted = (key: string, text: string): boolean => {
  const kind = kindOf(key);
  if (!kind || text === '') return false;
  const { most, form }: { most: number; form?: RegExp } = fieldKinds[kind];
  return text.length <= most && (form?.test(text) ?? true);
};

const placeholder = /\{([^{}]+)\}/g;

/** The names in braces that the event does not have. */
export const unknownNames = (event: UserEventName, text: string): string[] =>
  [...text.matchAll(placeholder)]
    .map(([, name = '']) => name)
    .filter(name => valuesOf(event).every(([, known]) => known.name !== name));

const filled = (
  event: UserEventName,
  text: string,
  values: Readonly<Record<string, string>>,
): string => {
  const byName = new Map(valuesOf(event).map(([key, { name }]) => [name, values[key] ?? '']));
  return text.replace(placeholder, (whole, name: string) => byName.get(name) ?? whole);
};

export interface RenderedField {
  key: string;
  text: string;
  /** Whether WeChat takes it as it is. */
  isAccepted: boolean;
}

/** The fields of a message as they are sent. */
export const rendered = (
  event: UserEventName,
  fields: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>>,
): RenderedField[] =>
  Object.entries(fields).map(([key, template]) => {
    const text = fitted(key, filled(event, template, values));
    return { key, text, isAccepted: isAccepted(key, text) };
  });

/** `¥19.90`, as the kind `amount` wants it. */
export const messageAmount = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

/** `2026年11月23日 10:30`, as the kinds `time` and `date` want it. */
export const messageTime = (instant: number): string => {
  const local = new Date(instant + 8 * 3_600_000).toISOString();
  const [, year, month, day, clock] = /^(\d+)-0?(\d+)-0?(\d+)T(\d\d:\d\d)/.exec(local)!;
  return `${year}年${month}月${day}日 ${clock}`;
};

/** Lets the page open at what it is about: `pages/order/index?id={编号}`. */
export const PAGE_ID = '{编号}';
