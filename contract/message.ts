import { adminRead, adminWrite, changeOf, type Choice, oneOrMany, range } from './action.ts';
import { entity, type RecordOf } from './entity.ts';
import { alertEvents, userEventNames } from './messageEvents.ts';
import { messageObstacles } from './messageObstacle.ts';
import { anyOf } from './rights/demands.ts';
import { keysOf, oneOf, type Transitions } from './states.ts';
import { idemKey, instant, labelled, line, rev, shaped, z } from './zod.ts';

export const messageChannels = {
  subscribe: { label: '微信订阅消息', tone: 'success' },
  wecom: { label: '企业微信', tone: 'info' },
  email: { label: '邮件', tone: 'info' },
} as const satisfies Record<string, Choice>;

export const messageStatuses = {
  waiting: { label: '待发送', tone: 'info' },
  sent: { label: '已通知', tone: 'success' },
  unsubscribed: { label: '用户未订阅', tone: 'warning' },
  failed: { label: '发送失败', tone: 'danger' },
  /** Switched off in the settings. */
  skipped: { label: '未配置', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type MessageStatus = keyof typeof messageStatuses;

const messageEvents = [...userEventNames, ...keysOf(alertEvents)] as const;

/** What a message is about: the resource and id of a record, `orders/ord_1`. */
const subject = shaped(
  /^(orders|refunds|print-orders|tasks|users)\/[A-Za-z0-9_-]{1,64}$/,
  '记录的种类和编号',
  'orders/ord_0001',
);

/** One message to one recipient, written with the change it announces and sent by a timer. */
export const messageEntity = entity({
  kind: 'message',
  name: '消息',
  function: 'adminMessage',
  collection: 'messages',
  words: {
    resendMessage: '重发消息',
    sendServiceMessage: '给用户发微信消息',
  },
  also: {
    event: labelled('事项', z.enum(messageEvents)),
    channel: labelled('渠道', oneOf(messageChannels)),
    userId: labelled('接收人', z.string().default('')),
    /** What it is about; shown on the pages of these records. */
    subjects: labelled('相关记录', z.array(z.string()).default([])),
    /** The parts of the text, by their names in the templates. */
    values: labelled('内容', z.record(z.string(), z.string()).default({})),
    /** What was sent last, a line for each field; '' before. */
    content: labelled('内容', z.string().default('')),
    status: oneOf(messageStatuses),
    attempts: labelled('尝试次数', z.int().default(0)),
    /** When it is sent, or tried again. */
    nextTime: labelled('下次处理', instant.default(0)),
    sentTime: labelled('发送时间', instant.nullable().default(null)),
    /** Why it was not sent, for people; '' when it was. */
    reason: labelled('原因', z.string().default('')),
    /** No answer came to a try: it may have arrived then, so that it arrives twice if sent again. */
    isUnsure: labelled('结果未知', z.boolean().default(false)),
    /** Who sent it by hand; '' for those that happen by themselves. */
    operator: labelled('操作人', z.string().default('')),
  },
  filter: {
    status: oneOrMany(oneOf(messageStatuses)),
    event: oneOrMany(z.enum(messageEvents)),
    channel: oneOf(messageChannels),
    subjects: oneOrMany(subject),
    createTime: range,
  },
  sorts: ['createTime'],
  indexes: ['unaudited.time', 'status nextTime', 'userId'],
  states: messageStatuses,
  transitions: {
    waiting: ['sent', 'unsubscribed', 'failed', 'skipped'],
    sent: [],
    unsubscribed: ['waiting'],
    failed: ['waiting'],
    skipped: ['waiting'],
  } satisfies Transitions<MessageStatus>,
  actions: {
    list: {
      name: 'getMessages',
      example: { page: 1, pageSize: 20, filter: { subjects: 'orders/ord_0001' } },
    },
  },
});
export type Message = RecordOf<typeof messageEntity>;

export const messageActions = {
  ...messageEntity.actions,
  /**
   * What keeps each kind of message to users from being sent, and what one that is sent by hand may say: for who writes to
   * users, or does what they get a message about.
   */
  getSending: adminRead({
    right: anyOf('messages.write', 'orders.refund', 'print-orders.write', 'users.write'),
    input: z.strictObject({}),
    output: z.object({
      obstacles: z.record(z.enum(userEventNames), z.enum(messageObstacles).nullable()),
      quietHours: z.object({ on: z.boolean(), from: z.string(), to: z.string() }),
      readyTexts: z.array(z.string()),
      /** Texts by the fields of the template that carries it. */
      serviceFields: z.record(z.string(), z.string()),
    }),
    example: {},
  }),
  /** Sends one again that was not sent. 40902 for one that waits or has been sent. */
  resendMessage: changeOf(messageEntity, {
    right: 'messages.write',
    more: { rev: rev.optional() },
    example: { id: 'msg_0002' },
  }),
  /** One of the ready texts of the settings, or a text of the administrator's own, to the user of the record. */
  sendServiceMessage: adminWrite({
    right: 'messages.write',
    input: z.strictObject({
      subject,
      text: line(20).min(1),
      idemKey: idemKey.optional(),
    }),
    output: messageEntity.record,
    example: { subject: 'users/usr_0002', text: '你的订单已加急处理' },
  }),
};
