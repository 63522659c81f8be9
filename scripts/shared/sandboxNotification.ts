import { placeOf, seal } from '#cloudfunctions/_shared/base/secrets.ts';
import type { UserEventName } from '#contract/messageEvents.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { MAIL_USER } from '../../sandbox/mail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { messageTemplates } from '../../sandbox/weChat/messages.ts';

/** The texts for the fields of the stand-in's templates, in their order. */
const texts: Record<UserEventName, string[]> = {
  taskDone: ['{模板名称}', '{结果}', '{时间}'],
  orderPaid: ['{订单号}', '{商品}', '{金额}', '{时间}'],
  refundDone: ['{订单号}', '{退款金额}', '{退款原因}', '{时间}'],
  printShipped: ['{冲印单号}', '{快递公司}', '{快递单号}', '{时间}'],
  printHold: ['{冲印单号}', '{原因}', '{时间}'],
  accountDisabled: ['{原因}', '{期限}', '{时间}'],
  service: ['{内容}', '{时间}'],
};
const pages: Partial<Record<UserEventName, string>> = {
  taskDone: 'pages/task/index?id={编号}',
  orderPaid: 'pages/order/index?id={编号}',
  refundDone: 'pages/order/index?id={编号}',
  printShipped: 'pages/print/index?id={编号}',
  printHold: 'pages/print/index?id={编号}',
};

const subscribe = Object.fromEntries(
  Object.entries(texts).map(([event, values]) => {
    const { id = '', fields = [] } = messageTemplates[event] ?? {};
    const pairs = values.map((text, at) => [fields[at], text]);
    const page = pages[event as UserEventName] ?? '';
    return [
      event,
      { templateId: id, page, fields: Object.fromEntries(pairs) as Record<string, string> },
    ];
  }),
);

/** The fields of a message of this kind, with their texts. */
export const messageFieldsOf = (event: UserEventName): Record<string, string> =>
  subscribe[event]?.fields ?? {};

const sealed = (secret: string, path: string) =>
  seal(secret, placeOf('settings', 'notification', path));

/** The `notification` settings of the stand-ins' accounts. `APP_KEK_…` must be in the environment. */
export const notificationSettings = (accounts: Sandbox['accounts'], now: number) => ({
  ...settingDefaults.notification,
  _id: 'notification',
  rev: 1,
  createTime: now,
  updateTime: now,
  files: [],
  miniProgram: {
    state: 'developer',
    claimPage: 'pages/claim/index',
    appSecretEnc: sealed(accounts.appSecret, 'miniProgram.appSecretEnc'),
    appSecretMask: '****',
  },
  subscribe,
  alerts: {
    events: settingDefaults.notification.alerts.events,
    emails: ['ops@example.com'],
    wecomWebhookEnc: sealed(
      `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${accounts.robotKey}`,
      'alerts.wecomWebhookEnc',
    ),
    wecomWebhookMask: '****',
    smtp: {
      host: 'smtp.example.com',
      port: 465,
      user: MAIL_USER,
      from: MAIL_USER,
      passwordEnc: sealed(accounts.mailPassword, 'alerts.smtp.passwordEnc'),
      passwordMask: '****',
    },
  },
});
