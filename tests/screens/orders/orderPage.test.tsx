import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditLog, auditLogEntity } from '#contract/auditLog.ts';
import { codes } from '#contract/envelope.ts';
import type { OrderDetail, OrderLine } from '#contract/order.ts';
import type { Refund } from '#contract/refund.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { refreshEvery as readMessages } from '#src/admin/resources/messages/refreshEvery.ts';
import { refreshEvery } from '#src/admin/resources/orders/refreshEvery.ts';
import { noGrant } from '../../noGrant.ts';
import { like } from '../kit/likeContract.ts';
import { answer, type Answers, failed, put, renderAdmin } from '../renderAdmin.tsx';
import { anOrder, aPreview, aRefund, at, holding, now, NUMBER, previewOf } from './orderFixture.ts';

const never = new Promise<never>(() => undefined);

const show = (order: OrderDetail, more: Answers = {}) =>
  renderAdmin({ at, answers: holding(order, more) });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

const open = async (order: OrderDetail, more: Answers = {}) => {
  const shown = show(order, more);
  fireEvent.click(await screen.findByRole('button', { name: '退款' }));
  const inDialog = within(await screen.findByRole('dialog', { name: `退款 · ${NUMBER}` }));
  const field = (label: string) => inDialog.getByLabelText(label);
  // What a change of the amount brings about is asked for first.
  const click = async (name: string) => {
    const button = await inDialog.findByRole('button', { name });
    await waitFor(() => expect(button).toBeEnabled());
    fireEvent.click(button);
  };
  return { ...shown, inDialog, field, click };
};

// The first load of a page takes long on a busy machine.
beforeAll(() => import('#src/admin/resources/orders/OrderShow.tsx').then(() => undefined), 120_000);
beforeEach(() => localStorage.clear());

describe('the upload of the delivery', () => {
  const waiting = { status: 'failed' as const, reason: '这笔支付在微信中处于不可发货的状态' };
  const upload = (fields: object) => ({ ...anOrder().upload, ...fields });
  const panel = async () => within(await screen.findByRole('region', { name: '微信发货同步' }));

  it('says why WeChat does not know of it, and is tried again', async () => {
    const failedOne = anOrder({ upload: upload(waiting) });
    const { dataOf } = show(failedOne, {
      'adminOrder.retryUpload': failedOne,
    });
    const its = await panel();
    expect(its.getByText('同步失败')).toBeVisible();
    expect(its.getByRole('alert')).toHaveTextContent(waiting.reason);
    press('重新同步');
    expect(await screen.findByText('已安排同步')).toBeVisible();
    expect(dataOf('retryUpload')).toEqual([{ id: 'ord_1' }]);
  });

  it('says that the mini-program is not set up', async () => {
    show(
      anOrder({
        isMiniProgramSet: false,
        upload: upload({ status: 'waiting', nextTime: now, reason: '' }),
      }),
    );
    expect((await panel()).getByText(/^未配置/)).toBeVisible();
  });
});

describe('the invoice of an order', () => {
  const invoice = {
    status: 'waiting' as const,
    kind: 'company' as const,
    title: '小满印务有限公司',
    taxNumber: '91310000MA1FL0WX2E',
    email: 'z****@example.com',
    amountFen: 4_990,
    number: '',
    cancelNumber: '',
    reason: '',
    askTime: now,
    issueTime: null,
    cancelTime: null,
  };
  const panel = async () => within(await screen.findByRole('region', { name: '发票' }));

  it('has what is copied into it, its address after a reason, and is issued with its number', async () => {
    const order = anOrder({ invoice });
    const { dataOf } = show(order, {
      'adminOrder.revealInvoiceEmail': { _id: 'ord_1', email: 'zhao@example.com' },
      'adminOrder.issueInvoice': order,
    });
    const its = await panel();
    for (const name of ['复制发票抬头', '复制税号'])
      expect(its.getByRole('button', { name })).toBeVisible();
    expect(its.getByText('待开票')).toBeVisible();
    expect(its.getByText('¥49.90')).toBeVisible();
    press('查看完整邮箱');
    fireEvent.change(await screen.findByLabelText(/^原因/), { target: { value: '发送发票' } });
    press('查看');
    expect(await its.findByText('zhao@example.com')).toBeVisible();
    press('已开票');
    const dialog = within(await screen.findByRole('dialog', { name: '标记已开票 ¥49.90？' }));
    fireEvent.change(dialog.getByLabelText(/^发票号码/), {
      target: { value: '26312000000000000001' },
    });
    fireEvent.click(dialog.getByRole('button', { name: '标记已开票' }));
    expect(await screen.findByText('已标记开票')).toBeVisible();
    expect(dataOf('issueInvoice')).toEqual([
      { id: 'ord_1', rev: 3, number: '26312000000000000001' },
    ]);
  });

  it('that was issued before a refund is to be cancelled', async () => {
    show(anOrder({ invoice: { ...invoice, status: 'toCancel', number: NUMBER } }));
    const its = await panel();
    expect(its.getByRole('alert')).toHaveTextContent('已退款，请红冲');
    expect(its.getByRole('button', { name: '已红冲' })).toBeVisible();
    expect(its.queryByRole('button', { name: '已开票' })).toBeNull();
  });

  it('is named by the refund that would follow it', async () => {
    const { inDialog } = await open(anOrder({ invoice: { ...invoice, status: 'issued' } }));
    expect(await inDialog.findByText('订单已开票，退款到账后发票需要红冲')).toBeVisible();
  });
});

describe('a refund that the user has asked for', () => {
  const refundAsk = {
    status: 'waiting' as const,
    reason: 'twice' as const,
    text: '手快买了两次',
    count: 1,
    askTime: now - 2.5 * 3_600_000,
    answer: '',
    answerTime: null,
  };
  const panel = async () => within(await screen.findByRole('region', { name: '退款申请' }));

  it('says why and since when, is agreed to by the refund, or refused with a sentence', async () => {
    const order = anOrder({ refundAsk });
    const { dataOf } = show(order, { 'adminOrder.refuseRefundAsk': order });
    const its = await panel();
    for (const text of ['待处理', '重复购买', '手快买了两次', '2 小时前'])
      expect(its.getByText(text)).toBeVisible();
    fireEvent.click(its.getByRole('button', { name: '同意退款' }));
    const refund = within(await screen.findByRole('dialog', { name: `退款 · ${NUMBER}` }));
    expect(refund.getByLabelText(/^说明/)).toHaveValue('重复购买');
    fireEvent.keyDown(refund.getByLabelText(/^说明/), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(its.getByRole('button', { name: '不同意' }));
    const dialog = within(await screen.findByRole('dialog', { name: '不同意退款？' }));
    fireEvent.change(dialog.getByLabelText(/^原因/), { target: { value: '积分已经用完' } });
    fireEvent.click(dialog.getByRole('button', { name: '不同意' }));
    expect(await screen.findByText('已告知用户')).toBeVisible();
    expect(dataOf('refuseRefundAsk')).toEqual([{ id: 'ord_1', rev: 3, reason: '积分已经用完' }]);
  });

  it('is only read once it is answered, and while a refund is under way', async () => {
    const answered = { status: 'refused' as const, answer: '积分已经用完', answerTime: now };
    const { unmount } = show(anOrder({ refundAsk: { ...refundAsk, ...answered } }));
    expect((await panel()).getByText('积分已经用完')).toBeVisible();
    expect(screen.queryByRole('button', { name: '不同意' })).toBeNull();
    unmount();
    show(anOrder({ refundAsk, openRefundId: 'RF1' }));
    expect((await panel()).queryByRole('button', { name: '不同意' })).toBeNull();
  });
});

describe('what refunds have taken from the user', () => {
  const clawback = { credits: 660, packageDays: 0, allowNegative: false };
  const taking = (at: number, status: Refund['status'], taken: number | null) =>
    aRefund({
      _id: `RF${at}`,
      status,
      clawback,
      clawedBack: taken === null ? null : { paid: taken - 60, gift: 60, packageDays: 0 },
    });

  it('is set aside, gone, back, or to be taken by one of an earlier version', async () => {
    show(
      anOrder({
        clawedBack: { credits: 660, days: 0 },
        refunds: [
          taking(1, 'processing', 300),
          taking(2, 'success', 360),
          taking(3, 'closed', null),
          taking(4, 'processing', null),
        ],
      }),
    );
    const its = within(await screen.findByRole('region', { name: '退款（4）' }));
    for (const text of [
      '退款中，已预留 300 积分，退款没有成功会退回',
      '已收回 360 积分',
      '没有收回 660 积分，预留的已退回用户',
      '到账后收回 660 积分',
    ])
      expect(its.getByText(text)).toBeVisible();
    expect(screen.getByText('660 / 660，其中 300 退款中')).toBeVisible();
  });
});

describe('the refund dialog', () => {
  it('asks for a large amount a second time before submitting', async () => {
    const { inDialog, field, sent, dataOf, user } = await open(anOrder({ payFen: 60_000 }), {
      'adminOrder.processRefund': aRefund(),
    });
    const submit = await inDialog.findByRole('button', { name: '退款 ¥600.00' });
    expect(submit).toBeDisabled();
    put(field('请输入「600.00」确认'), '600');
    expect(submit).toBeDisabled();
    put(field('请输入「600.00」确认'), '600.00');
    await user.dblClick(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('processRefund')).toHaveLength(1);
    expect(dataOf('processRefund')[0]).toMatchObject({
      id: 'ord_1',
      amountFen: 60_000,
      reasonCode: '重复购买',
      clawback: { credits: 660, allowNegative: false },
      seen: { creditsTaken: 660, daysTaken: 0 },
    });
  });

  it('shows the effect, and the clawback follows the amount until it is edited', async () => {
    const { inDialog, field } = await open(anOrder());
    expect(
      await inDialog.findByText('提交后即收回 660 积分，用户余额 800 → 140，退款没有成功会退回'),
    ).toBeVisible();
    fireEvent.click(field('部分退款'));
    const sum = field('退款金额');
    put(sum, '24.95');
    expect(await inDialog.findByText('订单还可退 ¥24.95')).toBeVisible();
    await waitFor(() => expect(field('收回积分')).toHaveValue('330'));
    put(field('收回积分'), '7');
    put(sum, '10');
    expect(
      await inDialog.findByText('提交后即收回 7 积分，用户余额 800 → 793，退款没有成功会退回'),
    ).toBeVisible();
    expect(field('收回积分')).toHaveValue('7');
    put(sum, '49.91');
    fireEvent.click(inDialog.getByRole('button', { name: /^退款/ }));
    expect(await inDialog.findByText('最多可退 ¥49.90')).toBeVisible();
  });

  it('says what unfinished works hold and which days are over, and looks again when it is refused', async () => {
    let taken = 500;
    const order = anOrder({ refundable: { ...anOrder().refundable!, days: 30 } });
    const { inDialog, click, field, sent } = await open(order, {
      'adminOrder.previewRefund': () =>
        aPreview(order, {
          clawback: { credits: 660, packageDays: 30, allowNegative: false },
          creditsTaken: taken,
          creditsHeld: 40,
          daysTaken: 12,
          daysLeft: 12,
          balance: taken - 40,
        }),
      'adminOrder.processRefund': () => {
        taken = 300;
        return failed(
          codes.stateNotAllowed,
          '用户的积分或会员刚有变化，现在只能收回 300 积分、会员 12 天',
        );
      },
    });
    const sentence = (count: number) =>
      `提交后即收回 ${count} 积分，用户余额 ${count - 40} → -40，退款没有成功会退回`;
    expect(await inDialog.findByText(sentence(500))).toBeVisible();
    for (const text of [
      '其中 40 积分由未完成的作品占用：作品取消或失败时抵回，做成则成为用户的欠额',
      '该订单的会员只剩 12 天，提交后全部收回，退款没有成功会退回',
    ])
      expect(inDialog.getByText(text)).toBeVisible();
    expect(field('收回会员天数')).toHaveValue('12');
    await click('退款 ¥49.90');
    expect(await inDialog.findByText(sentence(300))).toBeVisible();
    await click('退款 ¥49.90');
    await waitFor(() => expect(sent('processRefund')).toHaveLength(2));
    expect(sent('processRefund').map(({ data }) => data['seen'])).toEqual([
      { creditsTaken: 500, daysTaken: 12 },
      { creditsTaken: 300, daysTaken: 12 },
    ]);
  });

  it('says in one sentence that a membership is over, and asks for no days of it', async () => {
    const order = anOrder({ refundable: { ...anOrder().refundable!, days: 365 } });
    const { inDialog, click, dataOf } = await open(order, {
      'adminOrder.previewRefund': () =>
        aPreview(order, {
          clawback: { credits: 0, packageDays: 365, allowNegative: false },
          daysTaken: 0,
          daysLeft: 0,
        }),
      'adminOrder.processRefund': aRefund(),
    });
    expect(await inDialog.findByText('会员已过期，没有可收回的天数')).toBeVisible();
    fireEvent.click(inDialog.getByLabelText('全额 ¥49.90'));
    await waitFor(() => expect(inDialog.getAllByText(/天/)).toHaveLength(1));
    await click('退款 ¥49.90');
    await waitFor(() => expect(dataOf('processRefund')).toHaveLength(1));
    expect(dataOf('processRefund')[0]).toMatchObject({ clawback: { packageDays: 0 } });
  });

  it('refunds half of what was paid', async () => {
    const { inDialog, field, click, dataOf } = await open(anOrder({ payFen: 4_991 }), {
      'adminOrder.processRefund': aRefund(),
    });
    fireEvent.click(field('一半 ¥24.96'));
    expect(await inDialog.findByText('订单还可退 ¥24.95')).toBeVisible();
    await click('退款 ¥24.96');
    await waitFor(() => expect(dataOf('processRefund')).toHaveLength(1));
    expect(dataOf('processRefund')[0]).toMatchObject({ amountFen: 2_496 });
  });

  it('asks for approval by its name where the server says that it is above the limit', async () => {
    const order = anOrder();
    const limit = '超过每笔 ¥30.00 的退款上限';
    const { inDialog, field } = await open(order, {
      'adminOrder.previewRefund': ({ data }) =>
        aPreview(order, {
          amountFen: data['amountFen'] ?? order.payFen,
          aboveLimit: Number(data['amountFen'] ?? order.payFen) > 3_000 ? limit : '',
        }),
    });
    expect(await inDialog.findByRole('button', { name: '提交审批 ¥49.90' })).toBeEnabled();
    expect(inDialog.getByText(`${limit}，提交后由同事审批`)).toBeVisible();
    fireEvent.click(field('一半 ¥24.95'));
    expect(await inDialog.findByRole('button', { name: '退款 ¥24.95' })).toBeEnabled();
    expect(inDialog.queryByText(/由同事审批/)).not.toBeInTheDocument();
  });

  const photo = (fields: Partial<OrderLine> = {}): OrderLine => ({
    kind: 'photo',
    name: '6寸 光面冲印',
    filePath: '',
    qty: 2,
    paidFen: 200,
    refundedQty: 0,
    refundedFen: 0,
    refundingQty: 0,
    reprintedQty: 0,
    ...fields,
  });

  it('refunds chosen photos for the amount that the server names, or for another one typed in', async () => {
    const lines = [
      photo(),
      photo({ refundedQty: 2, refundedFen: 200 }),
      photo({ refundedQty: 1, refundedFen: 100, reprintedQty: 2 }),
    ];
    const { inDialog, field, click, sent, dataOf, user } = await open(anOrder({ lines }), {
      'adminOrder.processRefund': aRefund(),
    });
    fireEvent.click(field('按明细'));
    const second = inDialog.getByRole('checkbox', { name: '第 2 幅 6寸 光面冲印' });
    expect(second).toBeDisabled();
    expect(second).toHaveAccessibleDescription(/已退 2 张/);
    expect(inDialog.getByText(/已退 1 张 · 已补印 2 张/)).toBeVisible();
    await click('退款');
    expect(await inDialog.findByText('请选择要退的明细')).toBeVisible();
    fireEvent.click(inDialog.getByRole('checkbox', { name: '第 1 幅 6寸 光面冲印' }));
    const submit = await inDialog.findByRole('button', { name: '退款 ¥2.00' });
    const qty = field('第 1 幅 6寸 光面冲印 的退款数量');
    put(qty, '');
    await user.type(qty, '{Enter}');
    expect(sent('processRefund')).toEqual([]);
    put(qty, '1');
    expect(await inDialog.findByRole('button', { name: '退款 ¥1.00' })).toBeEnabled();
    expect(inDialog.getByText(/还没有发货的照片仍会制作/)).toBeVisible();
    fireEvent.click(field('自定金额'));
    put(field('退款金额'), '0.5');
    expect(await inDialog.findByRole('button', { name: '退款 ¥0.50' })).toBe(submit);
    await waitFor(() => expect(submit).toBeEnabled());
    fireEvent.click(submit);
    await waitFor(() => expect(sent('processRefund')).toHaveLength(1));
    expect(dataOf('processRefund')[0]).toMatchObject({
      amountFen: 50,
      items: [{ itemIndex: 0, qty: 1 }],
      freeAmount: true,
    });
  });

  it('says why the amount is refused although it has no input, and reads the page anew', async () => {
    const invalid = (amountFen: string) =>
      failed(codes.invalidInput, undefined, { fields: { amountFen } });
    let isRefused = false;
    const { inDialog, field, click, sent, dataOf } = await open(anOrder(), {
      'adminOrder.previewRefund': ({ data }) =>
        isRefused ? invalid('超过可退金额，请刷新') : previewOf(anOrder(), data),
      'adminOrder.processRefund': () => {
        isRefused = true;
        return invalid('超过可退金额');
      },
    });
    fireEvent.click(field('全额 ¥49.90'));
    await waitFor(() => expect(dataOf('previewRefund')).toHaveLength(2));
    await click('退款 ¥49.90');
    expect(await inDialog.findByText('超过可退金额')).toBeVisible();
    // What the whole rest is now is asked about with the sum that the button shows.
    expect(dataOf('previewRefund').at(-1)).toMatchObject({ amountFen: 4_990 });
    expect(await inDialog.findByText('超过可退金额，请刷新')).toBeVisible();
    expect(sent('getOrderById').length).toBeGreaterThan(1);
    expect(inDialog.getByRole('button', { name: '退款 ¥49.90' })).toBeDisabled();
  });

  it('offers only the whole rest where the settings allow no parts, and takes no days back', async () => {
    const order = anOrder({
      refundable: { ...anOrder().refundable!, days: 365, allowPartial: false },
      lines: [photo()],
    });
    const { inDialog } = await open(
      { ...order, fulfil: { ...order.fulfil, days: 365 } },
      { 'adminOrder.previewRefund': () => aPreview(order, { daysLeft: 365 }) },
    );
    expect(
      await inDialog.findByText(/支付设置不允许部分退款，将退回剩余的全部 ¥49.90/),
    ).toBeVisible();
    expect(inDialog.queryByRole('radio')).toBeNull();
    expect(await inDialog.findByText('不收回会员天数')).toBeVisible();
    expect(await inDialog.findByRole('button', { name: '退款 ¥49.90' })).toBeEnabled();
  });

  it('keeps its key and what was typed while the outcome is unknown', async () => {
    const { inDialog, field, click, sent, dataOf } = await open(anOrder(), {
      'adminOrder.processRefund': () => {
        throw new PlatformFailure('NETWORK', '网络连接失败');
      },
    });
    const submit = async (reason: string) => {
      const before = sent('processRefund').length;
      put(field('说明'), reason);
      await click('退款 ¥49.90');
      await waitFor(() => expect(sent('processRefund')).toHaveLength(before + 1));
      expect(await inDialog.findByText('网络连接失败')).toBeVisible();
      expect(field('说明')).toHaveValue(reason);
      return dataOf('processRefund').at(-1);
    };
    const first = await submit('重复购买');
    expect(first?.['idemKey']).toMatch(/^[\w-]{8,64}$/);
    expect(await submit('重复购买')).toEqual(first);
    // Another wish is another request: it must not be taken for a repetition.
    const third = await submit('重复购买两次');
    expect(third?.['reason']).toBe('重复购买两次');
    expect(third?.['idemKey']).not.toBe(first?.['idemKey']);
  });

  it('closes when the gateway refuses, and the page offers the next steps of the refund', async () => {
    let order = anOrder();
    const refused = aRefund({
      status: 'request_failed',
      failure: '商户账户余额不足，请充值后重试',
    });
    const { click } = await open(order, {
      'adminOrder.getOrderById': () => answer('adminOrder', 'getOrderById', order),
      'adminOrder.processRefund': () => {
        order = anOrder({ refunds: [refused], openRefundId: refused._id });
        return failed(codes.thirdParty, refused.failure, { refundId: refused._id });
      },
    });
    await click('退款 ¥49.90');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const refunds = within(await screen.findByRole('region', { name: '退款（1）' }));
    expect(refunds.getByText(refused.failure)).toBeVisible();
    expect(refunds.getByRole('button', { name: '重新提交' })).toBeEnabled();
    expect(refunds.getByRole('button', { name: '作废' })).toBeEnabled();
  });
});

describe('the page of an order', () => {
  it('offers what its state allows, takes a remark, and the next action starts from its version', async () => {
    const refundable = { ...anOrder().refundable!, maxFen: 0, credits: 0 };
    const unpaid = anOrder({ status: 'pending', payTime: null, refundable });
    const { _id, rev } = unpaid;
    let isOutdated = false;
    const { dataOf } = show(unpaid, {
      'adminOrder.getOrderById': () =>
        isOutdated ? never : answer('adminOrder', 'getOrderById', unpaid),
      'adminOrder.addRemark': () => {
        isOutdated = true;
        const adminRemarks = [{ time: now, by: '王敏', text: '已电话联系' }];
        return answer('adminOrder', 'addRemark', { ...unpaid, rev: rev + 1, adminRemarks });
      },
      'adminOrder.updateOrderStatus': () => failed(codes.internal),
    });
    const input = await screen.findByLabelText('添加备注，仅后台可见');
    expect(screen.getByRole('button', { name: '查询支付结果' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: '退款' })).toBeNull();
    expect(screen.queryByRole('button', { name: '重新发放' })).toBeNull();
    expect(screen.getByRole('region', { name: '权益发放' })).toBeVisible();
    expect(screen.queryByText('已收回积分')).toBeNull();
    // WeChat need not know of it.
    expect(screen.queryByRole('region', { name: '微信发货同步' })).toBeNull();

    input.focus();
    put(input, ' 已电话联系 ');
    press('添加');
    await waitFor(() => expect(input).toHaveValue(''));
    expect(input).toHaveFocus();
    expect(await screen.findAllByText('已电话联系')).not.toHaveLength(0);
    expect(dataOf('addRemark')).toEqual([{ id: _id, text: '已电话联系' }]);

    press('关闭订单');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: '关闭订单' }));
    await waitFor(() =>
      expect(dataOf('updateOrderStatus')).toEqual([{ id: _id, rev: rev + 1, status: 'closed' }]),
    );
  });

  it('shows what happened in one line of time, an action that a step shows once, and each kind by itself', async () => {
    const at = (minutes: number) => now - minutes * 60_000;
    const closing = { time: at(3), from: 'pending', to: 'closed', by: '王敏', reason: '超时' };
    const row = (_id: string, createTime: number, action: string) => ({
      ...(like(auditLogEntity.record) as AuditLog),
      _id,
      createTime,
      adminName: '王敏',
      function: 'adminOrder',
      action,
      resource: 'order',
      result: 'ok' as const,
      reason: '',
      diff: [],
    });
    show(
      anOrder({
        createTime: at(9),
        payTime: null,
        status: 'closed',
        fulfil: noGrant,
        history: [closing],
        adminRemarks: [{ time: at(5), by: '李雷', text: '客户不要了' }],
      }),
      {
        'adminAuditLog.getResourceHistory': {
          list: [row('log_1', at(3) + 40, 'updateOrderStatus'), row('log_2', at(7), 'syncPayment')],
          total: 2,
        },
      },
    );
    const its = within(await screen.findByRole('region', { name: '动态' }));
    const titles = () =>
      its.getAllByRole('listitem').map(item => item.querySelector('span')?.textContent);
    await waitFor(() =>
      expect(titles()).toEqual(['订单关闭', '内部备注', '查询支付结果', '提交订单']),
    );
    fireEvent.click(its.getByRole('button', { name: '备注' }));
    expect(titles()).toEqual(['内部备注']);
    fireEvent.click(its.getByRole('button', { name: '操作' }));
    expect(titles()).toEqual(['关闭订单或标记完成', '查询支付结果']);
    expect(its.queryByLabelText('添加备注，仅后台可见')).toBeNull();
    expect(its.getByRole('link', { name: '全部操作 2 条' })).toBeVisible();
  });

  it('says when a refund may be voided, and offers nothing that could send a voided one again', async () => {
    show(
      anOrder({
        refunds: [
          aRefund({
            status: 'request_failed',
            outcomeUnknown: true,
            inFlightUntil: Date.parse('2099-11-22T10:05:00+08:00'),
          }),
          aRefund({ _id: 'RF2', status: 'voided', voidTime: now, nextQueryTime: now + 60_000 }),
        ],
      }),
    );
    const its = within(await screen.findByRole('region', { name: '退款（2）' }));
    const [inFlight, voided] = its.getAllByRole('listitem').map(item => within(item)) as [
      ReturnType<typeof within>,
      ReturnType<typeof within>,
    ];
    expect(inFlight.getByText(/10:05 后可作废/)).toBeVisible();
    expect(inFlight.getByRole('button', { name: '查询退款结果' })).toBeEnabled();
    expect(inFlight.queryByRole('button', { name: '作废' })).toBeNull();
    expect(voided.getByText('已作废')).toBeVisible();
    expect(voided.getByRole('button', { name: '查询退款结果' })).toBeEnabled();
    expect(voided.queryByRole('button', { name: '重新提交' })).toBeNull();
  });

  it('warns of a payment although the refund was voided, until an administrator has checked it', async () => {
    const moved = aRefund({
      status: 'success',
      voidTime: now,
      afterVoid: 'moved',
      clawedBack: { paid: 600, gift: 60, packageDays: 0 },
    });
    const { dataOf } = show(anOrder({ refunds: [moved], clawedBack: { credits: 660, days: 0 } }), {
      'adminOrder.checkVoidedRefund': aRefund({ afterVoid: 'checked' }),
    });
    expect(await screen.findByText('作废后仍退款')).toBeVisible();
    expect(screen.getByText('660 / 660')).toBeVisible();
    press('标记已核对');
    const dialog = within(await screen.findByRole('dialog'));
    put(dialog.getByLabelText(/核对说明/), '已联系用户退回');
    fireEvent.click(dialog.getByRole('button', { name: '标记已核对' }));
    await waitFor(() =>
      expect(dataOf('checkVoidedRefund')[0]).toEqual({
        id: `RF${NUMBER}01`,
        note: '已联系用户退回',
      }),
    );
  });

  it('polls often during a refund, less later, and rarely otherwise', () => {
    const at = (order: OrderDetail) => refreshEvery({ ...order, id: order._id }, now);
    const young = aRefund({ updateTime: now - 5_000 });
    expect(at(anOrder({ refunds: [young] }))).toBe(1_500);
    expect(at(anOrder({ refunds: [aRefund({ updateTime: now - 600_000 })] }))).toBe(15_000);
    expect(at(anOrder({ refunds: [aRefund({ status: 'success' })] }))).toBe(60_000);
    const paused = { ...anOrder().refundable!, nextTime: now + 20_000 };
    expect(at(anOrder({ refundable: paused }))).toBe(20_500);
  });

  it('reads its messages again soon while one is due, seldom while one waits, and not otherwise', () => {
    const waits = (nextTime: number) => readMessages([{ status: 'waiting', nextTime }], now);
    expect(waits(now)).toBe(3_000);
    expect(waits(now + 3_600_000)).toBe(60_000);
    expect(readMessages([{ status: 'sent', nextTime: now }], now)).toBe(false);
  });
});

it('the list of refunds leads to their orders, also without a mouse', async () => {
  renderAdmin({
    at: '/admin/refunds',
    answers: {
      'adminOrder.getRefunds': { list: [aRefund()], total: 1 },
    },
  });
  const link = await screen.findByRole('link', { name: NUMBER });
  expect(link).toHaveAttribute('href', at);
});

describe('an unpaid print order from the web', () => {
  const fromWeb = (fields: Partial<OrderDetail> = {}) =>
    anOrder({
      type: 'print',
      source: 'web',
      status: 'pending',
      payTime: null,
      fulfil: noGrant,
      payFen: 1_250,
      expireTime: now + 2 * 86_400_000 + 3_600_000,
      ...fields,
    });

  it('is marked as paid offline once its amount has been typed, with note and picture', async () => {
    const paid = fromWeb({
      status: 'paid',
      payChannel: 'offline',
      payTime: now,
      offlineNote: '李店长收',
      voucher: 'voucher/202611/a.png',
    });
    let order = fromWeb();
    const { user, dataOf } = show(order, {
      'adminOrder.getOrderById': () => answer('adminOrder', 'getOrderById', order),
      'adminOrder.markPaidOffline': () => {
        order = paid;
        return answer('adminOrder', 'markPaidOffline', paid);
      },
    });
    expect(await screen.findByText('网页下单，待支付')).toBeVisible();
    expect(screen.getByText(/还剩 2 天/)).toBeVisible();
    press('标记线下已付');
    const inDialog = within(await screen.findByRole('dialog'));
    const submit = inDialog.getByRole('button', { name: '标记已付 ¥12.50' });
    put(inDialog.getByLabelText('原因'), '门店现金');
    put(inDialog.getByLabelText(/收款备注/), '李店长收');
    expect(submit).toBeDisabled();
    put(inDialog.getByLabelText('请输入「12.50」确认'), '12.50');
    await user.dblClick(submit);
    expect(await screen.findByText('李店长收')).toBeVisible();
    expect(screen.getByRole('button', { name: /收款凭证/ })).toBeVisible();
    expect(dataOf('markPaidOffline')).toMatchObject([
      {
        id: 'ord_1',
        rev: 3,
        reason: '门店现金',
        note: '李店长收',
        voucher: '',
        expectPayFen: 1_250,
      },
    ]);
  });

  it('names who placed it and who took it over', async () => {
    const claim = { time: now - 600_000, fromUserId: 'usr_9', fromNickName: '王网页' };
    show(fromWeb({ claim }));
    expect(await screen.findByText('网页下单，已在小程序认领，待支付')).toBeVisible();
    expect(screen.getAllByRole('link', { name: '王网页' })[0]).toHaveAttribute(
      'href',
      '/admin/users/usr_9',
    );
    expect(screen.getByRole('button', { name: '查询支付结果' })).toBeVisible();
  });
});
