import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Message, messageEntity } from '#contract/message.ts';
import { settingDefaults } from '#contract/settingFields.ts';
import { exactTime } from '#src/shared/time.ts';
import { anOrder, aRefund, at, holding, now, times } from '../orders/orderFixture.ts';
import { type Answers, put, renderAdmin, sending } from '../renderAdmin.tsx';

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

const service = { templateId: 'tpl', page: '', fields: { thing1: '{内容}', time2: '{时间}' } };
const notification = (data: object = {}) => ({
  type: 'notification' as const,
  rev: 7,
  updateTime: null,
  updateBy: null,
  damagedSecrets: [],
  data: {
    ...settingDefaults.notification,
    miniProgram: { ...settingDefaults.notification.miniProgram, appSecret: '****' },
    subscribe: { ...settingDefaults.notification.subscribe, service },
    ...data,
  },
});

/** What the settings, with these of them, say of messages to users. */
const sends = (data: object = {}, appid = 'wx00'): Answers => ({
  'adminMessage.getSending': sending(notification(data).data, appid),
});

const openOrder = (list: Message[], openid = 'o_lin', more: Answers = {}) => {
  const refunds = ['RF1', 'RF2'].map(_id => aRefund({ _id, amountFen: 500, status: 'success' }));
  return renderAdmin({
    at,
    answers: holding(anOrder({ openid, refunds }), {
      'adminMessage.getMessages': { list, total: list.length },
      ...sends(),
      ...more,
    }),
  });
};

/** The messages among all that happened to the order. */
const panel = async () => {
  const its = within(await screen.findByRole('region', { name: '动态' }));
  fireEvent.click(its.getByRole('button', { name: '消息' }));
  return its;
};
const write = async () => {
  fireEvent.click((await panel()).getByRole('button', { name: '发微信消息' }));
  return within(await screen.findByRole('dialog', { name: '给用户发微信消息' }));
};
const refund = async () => {
  fireEvent.click(await screen.findByRole('button', { name: '退款' }));
  return within(await screen.findByRole('dialog', { name: /^退款/ }));
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
    const { dataOf } = openOrder(
      [
        aMessage({ _id: 'm1', status: 'sent', isUnsure: true, content: 'thing1：进阶积分包' }),
        unsent,
        aMessage({ _id: 'm3', event: 'service', nextTime: quiet, values: { text: '已加急' } }),
      ],
      'o_lin',
      {
        'adminMessage.resendMessage': { ...unsent, status: 'waiting' },
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
    fireEvent.click(within(second).getByRole('button', { name: '重发' }));
    await waitFor(() => expect(dataOf('resendMessage')[0]).toEqual({ id: 'm2', rev: 3 }));
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
    expect(its.queryByRole('button', { name: '发微信消息' })).toBeNull();
    const said = '该用户没有微信，不会收到消息，请另行联系。';
    expect(await (await refund()).findByText(said)).toBeVisible();
  });

  it('cannot be sent before their template is set', async () => {
    const { user } = openOrder([], 'o_lin', {
      ...sends({ subscribe: settingDefaults.notification.subscribe }),
    });
    const dialog = await write();
    expect(await dialog.findByText(/还没有填写客服提醒的模板 ID/)).toBeVisible();
    expect(dialog.getByRole('button', { name: '发送' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await refund()).findByText(/没有配置「退款到账」消息/)).toBeVisible();
  });

  it.each([
    ['are said to wait for the end of the quiet hours', 'wx00', /微信消息.*免打扰时段，END 后发送/],
    ['need the AppID of the mini-program', '', /没有小程序的 AppID/],
  ])('%s, before a refund', async (_title, appid, sentence) => {
    const clock = (instant: number) => exactTime(instant).slice(11, 16);
    const end = clock(now + 7_200_000);
    const quietHours = { on: true, from: clock(now - 7_200_000), to: end };
    const subscribe = {
      ...settingDefaults.notification.subscribe,
      refundDone: { templateId: 'tpl', page: '', fields: { amount1: '{退款金额}' } },
    };
    openOrder([], 'o_lin', sends({ quietHours, subscribe }, appid));
    const note = await (await refund()).findByRole('note');
    expect(note).toHaveTextContent(new RegExp(sentence.source.replace('END', `.*${end}`)));
  });

  it('of support are seen as the user will, not sent when too long, and a ready one once', async () => {
    const { user, sent, dataOf } = openOrder([], 'o_lin', {
      ...sends({ readyTexts: ['照片已重新打印'] }),
      'adminMessage.sendServiceMessage': aMessage({ _id: 'm9', event: 'service' }),
    });
    const dialog = await write();
    const own = await dialog.findByLabelText('自己写一条');
    put(own, '照片已收到');
    expect(dialog.getByRole('figure', { name: '消息预览' })).toHaveTextContent('照片已收到');
    // What Enter presses in a browser.
    const submit = dialog.getByRole('button', { name: '发送' });
    expect(submit).toHaveAttribute('type', 'submit');
    put(own, '照片已收到，谢谢您的耐心等待，我们马上处理');
    fireEvent.click(submit);
    expect(await dialog.findByText(/20/, { selector: '.Mui-error' })).toBeVisible();
    expect(sent('sendServiceMessage')).toEqual([]);

    await user.dblClick(dialog.getByRole('button', { name: '发送「照片已重新打印」' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(dataOf('sendServiceMessage')).toEqual([
      {
        subject: 'orders/ord_1',
        text: '照片已重新打印',
        idemKey: expect.stringMatching(/^[\w-]{8,64}$/) as string,
      },
    ]);
  });
});

it('texts of messages are previewed, marked where WeChat or the event refuses them, and saved', async () => {
  const { user, sent } = renderAdmin({
    at: '/admin/settings?tab=notification',
    answers: {
      'adminSettings.getNotificationSettings': notification(),
      'adminSettings.getPaymentSettings': {
        ...notification(),
        type: 'payment',
        data: settingDefaults.payment,
      },
      'adminSettings.getSettingRevisions': { list: [], total: 0 },
      'adminSettings.updateNotificationSettings': { ...notification(), rev: 8 },
    },
  });
  const cardOf = async (event: RegExp) => {
    const head = await screen.findByRole('button', { name: event });
    fireEvent.click(head);
    return within(screen.getByRole('region', { name: event }));
  };
  const save = () => user.click(screen.getByRole('button', { name: '保存' }));

  // A name that the event has not, and a field twice.
  const reminder = await cardOf(/^客服提醒/);
  const [text] = reminder.getAllByLabelText('内容') as [HTMLElement];
  put(text, '{订单号}');
  expect(reminder.getByText('没有「订单号」')).toBeVisible();
  put(text, '{内容}');
  expect(reminder.queryByText('没有「订单号」')).toBeNull();
  const [, second] = reminder.getAllByLabelText('字段') as [HTMLElement, HTMLElement];
  put(second, 'thing1');
  expect(reminder.getByText('与前面的字段重复')).toBeVisible();
  await save();
  expect(await screen.findByText('填写有误，请检查标红的项')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  put(second, 'time2');

  expect(screen.getByRole('button', { name: /^退款到账/ })).toHaveTextContent('未配置没有模板 ID');
  const card = await cardOf(/^退款到账/);
  put(card.getByLabelText('模板 ID'), 'tpl_refund');
  fireEvent.click(card.getByRole('button', { name: '添加字段' }));
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

  await save();
  const difference = within(await screen.findByRole('dialog', { name: '保存通知设置的修改？' }));
  fireEvent.click(difference.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(sent('updateNotificationSettings').map(({ data }) => data['data'])).toEqual([
      {
        subscribe: { refundDone: { templateId: 'tpl_refund', fields: { amount1: '{退款金额}' } } },
      },
    ]),
  );
});
