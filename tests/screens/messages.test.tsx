import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Message, messageEntity } from '#contract/message.ts';
import { orderEntity } from '#contract/order.ts';
import { refundEntity } from '#contract/refund.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { userEntity } from '#contract/user.ts';
import { refreshEvery } from '#src/admin/resources/messages/refreshEvery.ts';
import { exactTime } from '#src/shared/time.ts';
import { answer, type Answers, ok, renderAdmin, sending } from './renderAdmin.tsx';

const now = Date.now();
const times = { rev: 3, createTime: now - 3_600_000, updateTime: now - 3_600_000 };

const aMessage = (fields: Partial<Message> & { _id: string }): Message =>
  messageEntity.record.parse({
    ...times,
    event: 'orderPaid',
    channel: 'subscribe',
    userId: 'usr_1',
    subjects: ['orders/ord_1', 'users/usr_1'],
    values: { orderNo: 'A1', goods: '进阶积分包', amount: '¥49.90', time: '2026年11月23日 10:30' },
    status: 'waiting',
    ...fields,
  });

const refunds = ['RF1', 'RF2'].map(_id =>
  refundEntity.record.parse({
    _id,
    ...times,
    orderId: 'ord_1',
    orderNo: 'A1',
    orderPayFen: 4_990,
    userId: 'usr_1',
    amountFen: 500,
    payChannel: 'wxpay',
    status: 'success',
  }),
);

const anOrder = (openid: string) =>
  orderEntity.detail.parse({
    _id: 'ord_1',
    ...times,
    orderNo: 'A1',
    type: 'package',
    userId: 'usr_1',
    openid,
    items: [{ refId: 'pkg_1', name: '进阶积分包', qty: 1, unitFen: 4_990, amountFen: 4_990 }],
    totalFen: 4_990,
    payFen: 4_990,
    payChannel: 'wxpay',
    payTime: now - 3_500_000,
    status: 'completed',
    refunds,
    refundable: { maxFen: 3_990, nextTime: null, obstacle: '', credits: 0, days: 0 },
  });

const service = { templateId: 'tpl', page: '', fields: { thing1: '{内容}', time2: '{时间}' } };
const notification = (data: object = {}) => ({
  type: 'notification' as const,
  rev: 7,
  updateTime: null,
  updateBy: null,
  damagedSecrets: [],
  data: {
    ...settingDefaults.notification,
    miniProgram: { appSecret: '****', state: 'formal' },
    subscribe: { ...settingDefaults.notification.subscribe, service },
    ...data,
  },
});

const payment = (appid: string) =>
  answer('adminSettings', 'getPaymentSettings', {
    ...notification(),
    type: 'payment',
    data: { ...settingDefaults.payment, wxpay: { ...settingDefaults.payment.wxpay, appid } },
  });

/** What the settings, with these of them, say of messages to users. */
const sends = (data: object = {}, appid = 'wx00'): Answers => ({
  'adminMessage.getSending': () =>
    answer('adminMessage', 'getSending', sending(notification(data).data, appid)),
});

const openOrder = (list: Message[], openid = 'o_lin', more: Answers = {}) =>
  renderAdmin({
    at: '/admin/orders/ord_1',
    answers: {
      'adminOrder.getOrderById': () => answer('adminOrder', 'getOrderById', anOrder(openid)),
      'adminUser.getUserById': () =>
        answer(
          'adminUser',
          'getUserById',
          userEntity.record.parse({
            _id: 'usr_1',
            ...times,
            status: 'normal',
            openid,
            credits: { paid: 0, gift: 0 },
          }),
        ),
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
      'adminMessage.getMessages': () =>
        answer('adminMessage', 'getMessages', { list, total: list.length }),
      ...sends(),
      ...more,
    },
  });

/** Of all that happened to the order, what its user was told. */
const panel = async () => {
  const its = within(await screen.findByRole('region', { name: '动态' }));
  fireEvent.click(its.getByRole('button', { name: '消息' }));
  return its;
};

// The first load of a page takes long on a busy machine.
beforeAll(() => import('#src/admin/resources/orders/OrderShow.tsx').then(() => undefined), 120_000);
beforeEach(() => localStorage.clear());

describe('the messages on the page of an order', () => {
  it('say what became of each, when it is tried next, and why it was not sent', async () => {
    const quiet = now + 7_200_000;
    const unsent = aMessage({
      _id: 'm2',
      event: 'refundDone',
      subjects: ['orders/ord_1', 'refunds/RF1'],
      status: 'unsubscribed',
      reason: '用户没有订阅这类消息，或已用完订阅次数',
    });
    const { user, sent } = openOrder(
      [
        aMessage({ _id: 'm1', status: 'sent', isUnsure: true, content: 'thing1：进阶积分包' }),
        unsent,
        aMessage({ _id: 'm3', event: 'service', nextTime: quiet, values: { text: '已加急' } }),
      ],
      'o_lin',
      {
        'adminMessage.resendMessage': () =>
          answer('adminMessage', 'resendMessage', { ...unsent, status: 'waiting' }),
      },
    );
    const its = await panel();
    const [first, second, third] = (await its.findAllByRole('listitem')) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    expect(first).toHaveTextContent('已通知（未收到答复）');
    expect(first).toHaveTextContent('进阶积分包');
    expect(first).not.toHaveTextContent('thing1');
    expect(third).toHaveTextContent('已加急');
    expect(third).toHaveTextContent(`${exactTime(quiet).slice(11, 16)} 后发送`);
    expect(within(third).queryByRole('button', { name: '重发' })).toBeNull();
    expect(second).toHaveTextContent('用户没有订阅这类消息');
    await user.click(within(second).getByRole('button', { name: '重发' }));
    await waitFor(() => expect(sent('resendMessage')[0]?.data).toEqual({ id: 'm2', rev: 3 }));
  });

  it('of all its refunds come with one call, and each refund shows its own', async () => {
    const { sent } = openOrder([
      aMessage({ _id: 'm1', event: 'refundDone', subjects: ['refunds/RF2'], status: 'sent' }),
    ]);
    const its = within(await screen.findByRole('region', { name: '退款（2）' }));
    expect(await its.findByText('已通知')).toBeVisible();
    const [first, second] = its.getAllByRole('listitem');
    expect(second).toHaveTextContent('已通知');
    expect(first).not.toHaveTextContent('已通知');
    const filters = sent('getMessages').map(({ data }) => data['filter']);
    expect(filters).toHaveLength(2);
    expect(filters).toContainEqual({ subjects: ['orders/ord_1'] });
    expect(filters).toContainEqual({
      subjects: ['refunds/RF1', 'refunds/RF2'],
      event: 'refundDone',
    });
  });

  it('are none for visitors of the web, who have no WeChat', async () => {
    openOrder([], 'anon:1');
    const its = await panel();
    expect(await its.findByText('网页用户没有微信，不会收到消息')).toBeVisible();
    expect(its.queryByRole('button', { name: '发消息' })).toBeNull();
  });

  it('are read again soon while one is due, seldom while one waits, and not otherwise', () => {
    const waits = (nextTime: number) => refreshEvery([{ status: 'waiting', nextTime }], now);
    expect(waits(now)).toBe(3_000);
    expect(waits(now + 3_600_000)).toBe(60_000);
    expect(refreshEvery([{ status: 'sent', nextTime: now }], now)).toBe(false);
  });
});

describe('before a refund', () => {
  it.each([
    [
      'a visitor of the web will not be told',
      'anon:1',
      '该用户没有微信，不会收到消息，请另行联系。',
    ],
    ['nobody will be told without a template', 'o_lin', /没有配置「退款到账」消息/],
  ])('the dialog says that %s', async (_title, openid, sentence) => {
    const { user } = openOrder([], openid);
    await user.click(await screen.findByRole('button', { name: '退款' }));
    expect(await within(await screen.findByRole('dialog')).findByText(sentence)).toBeVisible();
  });

  it.each([
    ['is told at the end of the quiet hours', 'wx00', /微信消息.*现在是免打扰时段，END 后发送/],
    ['is not told without the AppID of the mini-program', '', /没有小程序的 AppID/],
  ])('the dialog says that a user of the mini-program %s', async (_title, appid, sentence) => {
    const clock = (instant: number) => exactTime(instant).slice(11, 16);
    const end = clock(now + 7_200_000);
    const quietHours = { on: true, from: clock(now - 7_200_000), to: end };
    const subscribe = {
      ...settingDefaults.notification.subscribe,
      refundDone: { templateId: 'tpl', page: '', fields: { amount1: '{退款金额}' } },
    };
    const { user } = openOrder([], 'o_lin', {
      ...sends({ quietHours, subscribe }, appid),
    });
    await user.click(await screen.findByRole('button', { name: '退款' }));
    const note = await within(await screen.findByRole('dialog')).findByRole('note');
    expect(note).toHaveTextContent(new RegExp(sentence.source.replace('END', `.*${end}`)));
  });
});

describe('support', () => {
  it('sends a ready text once with a double click', async () => {
    const { user, sent } = openOrder([], 'o_lin', {
      ...sends({ readyTexts: ['照片已重新打印'] }),
      'adminMessage.sendServiceMessage': () =>
        answer('adminMessage', 'sendServiceMessage', aMessage({ _id: 'm9', event: 'service' })),
    });
    await user.click((await panel()).getByRole('button', { name: '发消息' }));
    const dialog = within(await screen.findByRole('dialog', { name: '给用户发消息' }));
    await user.dblClick(await dialog.findByRole('button', { name: '发送「照片已重新打印」' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('sendServiceMessage').map(({ data }) => data)).toEqual([
      {
        subject: 'orders/ord_1',
        text: '照片已重新打印',
        idemKey: expect.stringMatching(/^[\w-]{8,64}$/) as string,
      },
    ]);
  });

  it('sees an own text as the user will, and cannot send one that is too long', async () => {
    const { user, sent } = openOrder([]);
    await user.click((await panel()).getByRole('button', { name: '发消息' }));
    const dialog = within(await screen.findByRole('dialog', { name: '给用户发消息' }));
    await user.type(await dialog.findByLabelText('自己写一条'), '照片已收到');
    expect(dialog.getByRole('figure', { name: '消息预览' })).toHaveTextContent('照片已收到');
    // What Enter presses in a browser.
    expect(screen.getByRole('dialog').querySelector('[type=submit]')).toHaveTextContent(
      '发送这一条',
    );
    await user.type(dialog.getByLabelText('自己写一条'), '，谢谢您的耐心等待，我们马上处理');
    await user.click(dialog.getByRole('button', { name: '发送这一条' }));
    expect(await dialog.findByText(/20/, { selector: '.Mui-error' })).toBeVisible();
    expect(sent('sendServiceMessage')).toEqual([]);
  });

  it('is told that nothing can be sent before the template is set', async () => {
    const { user } = openOrder([], 'o_lin', {
      ...sends({ subscribe: settingDefaults.notification.subscribe }),
    });
    await user.click((await panel()).getByRole('button', { name: '发消息' }));
    const dialog = within(await screen.findByRole('dialog', { name: '给用户发消息' }));
    expect(await dialog.findByText(/还没有填写客服提醒的模板 ID/)).toBeVisible();
    expect(dialog.getByRole('button', { name: '发送这一条' })).toBeDisabled();
  });
});

/** All at once: each key would render the whole form. */
const put = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

describe('the texts of messages in the settings', () => {
  const openSettings = () =>
    renderAdmin({
      at: '/admin/settings?tab=notification',
      answers: {
        'adminSettings.getNotificationSettings': () =>
          answer('adminSettings', 'getNotificationSettings', notification()),
        'adminSettings.getPaymentSettings': () => payment(''),
        'adminSettings.getSettingRevisions': () =>
          answer('adminSettings', 'getSettingRevisions', { list: [], total: 0 }),
        'adminSettings.updateNotificationSettings': () =>
          answer('adminSettings', 'updateNotificationSettings', { ...notification(), rev: 8 }),
      },
    });

  it('are previewed with samples, and warned about where WeChat would refuse them', async () => {
    const { user, sent } = openSettings();
    const head = await screen.findByRole('button', { name: /^退款到账/ });
    expect(head).toHaveTextContent('未配置没有模板 ID');
    await user.click(head);
    const card = within(screen.getByRole('region', { name: /^退款到账/ }));
    put(card.getByLabelText('模板 ID'), 'tpl_refund');
    await user.click(card.getByRole('button', { name: '添加字段' }));
    put(card.getByLabelText('字段'), 'amount1');
    await user.click(card.getByLabelText('内容'));
    await user.click(card.getByRole('button', { name: '插入退款金额' }));
    expect(card.getByLabelText('内容')).toHaveValue('{退款金额}');
    const preview = card.getByRole('figure', { name: '消息预览' });
    expect(preview).toHaveTextContent('退款金额¥9.90');
    expect(preview).not.toHaveTextContent('会被拒绝');

    put(card.getByLabelText('内容'), '{退款金额}整');
    expect(preview).toHaveTextContent('¥9.90整不符合微信对这个字段的要求，会被拒绝');
    put(card.getByLabelText('内容'), '{退款金额}');
    // Only what is stored is tested.
    expect(card.getByRole('button', { name: '发送测试' })).toBeDisabled();

    await user.click(screen.getByRole('button', { name: '保存' }));
    const difference = within(await screen.findByRole('dialog', { name: '保存通知设置的修改？' }));
    await user.click(difference.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(sent('updateNotificationSettings').map(({ data }) => data['data'])).toEqual([
        {
          subscribe: {
            refundDone: { templateId: 'tpl_refund', fields: { amount1: '{退款金额}' } },
          },
        },
      ]),
    );
  });

  it('are marked where the event has no such name, and not saved with a field twice', async () => {
    const { user, sent } = openSettings();
    await user.click(await screen.findByRole('button', { name: /^客服提醒/ }));
    const card = within(screen.getByRole('region', { name: /^客服提醒/ }));
    const [first] = card.getAllByLabelText('内容') as [HTMLElement];
    put(first, '{订单号}');
    expect(card.getByText('没有「订单号」')).toBeVisible();
    put(first, '{内容}');
    expect(card.queryByText('没有「订单号」')).toBeNull();
    const [, second] = card.getAllByLabelText('字段') as [HTMLElement, HTMLElement];
    put(second, 'thing1');
    expect(card.getByText('与前面的字段重复')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('填写有误，请检查标红的项')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('updateNotificationSettings')).toEqual([]);
  });
});
