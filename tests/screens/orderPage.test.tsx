import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuditLog, auditLogEntity } from '#contract/auditLog.ts';
import { codes } from '#contract/envelope.ts';
import { type OrderDetail, orderEntity, type OrderLine } from '#contract/order.ts';
import { type Refund, refundEntity } from '#contract/refund.ts';
import { userEntity } from '#contract/user.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { refreshEvery } from '#src/admin/resources/orders/refreshEvery.ts';
import { noGrant } from '../noGrant.ts';
import { like } from './likeContract.ts';
import { answer, type Answers, failed, ok, renderAdmin } from './renderAdmin.tsx';

const now = Date.now();
const times = { rev: 3, createTime: now - 3_600_000, updateTime: now - 3_600_000 };
const NUMBER = '26112110000000000001';
const never = new Promise<never>(() => undefined);

const anOrder = (fields: Partial<OrderDetail> = {}): OrderDetail => {
  const payFen = fields.payFen ?? 4_990;
  return orderEntity.detail.parse({
    _id: 'ord_1',
    ...times,
    orderNo: NUMBER,
    type: 'package',
    userId: 'usr_1',
    openid: 'o_lin',
    userSnap: { nickName: '林小满', phoneTail: '3313' },
    items: [{ refId: 'pkg_1', name: '进阶积分包', qty: 1, unitFen: payFen, amountFen: payFen }],
    totalFen: payFen,
    payFen,
    payChannel: 'wxpay',
    payTime: now - 3_500_000,
    status: 'completed',
    fulfil: { status: 'done', time: now - 3_400_000, credits: 600, giftCredits: 60 },
    refundable: {
      maxFen: payFen,
      nextTime: null,
      obstacle: '',
      credits: 660,
      days: 0,
      allowPartial: true,
      reasons: ['重复购买', '其他'],
    },
    ...fields,
  });
};

const aRefund = (fields: Partial<Refund> = {}): Refund =>
  refundEntity.record.parse({
    _id: `RF${NUMBER}01`,
    ...times,
    orderId: 'ord_1',
    orderNo: NUMBER,
    orderPayFen: 4_990,
    userId: 'usr_1',
    amountFen: 4_990,
    payChannel: 'wxpay',
    status: 'processing',
    ...fields,
  });

const buyer = userEntity.record.parse({
  _id: 'usr_1',
  ...times,
  openid: 'o_lin',
  nickName: '林小满',
  status: 'normal',
  credits: { paid: 700, gift: 100 },
});

/** As the server would answer for an order that grants 660 credits, of a buyer who has 800. */
const previewOf = (order: OrderDetail, data: Record<string, unknown>) => {
  const items = (data['items'] ?? []) as { itemIndex: number; qty: number }[];
  const priced = items.map(item => ({
    ...item,
    amountFen: item.qty * Math.floor(order.lines[item.itemIndex]!.paidFen / 2),
  }));
  const made = priced.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const amountFen = Number(data['amountFen'] ?? (items.length > 0 ? made : order.payFen));
  const credits = Math.floor((660 * amountFen) / order.payFen);
  const clawback = { credits, packageDays: 0, allowNegative: false, ...(data['clawback'] ?? {}) };
  return answer('adminOrder', 'previewRefund', {
    amountFen,
    items: priced,
    leftFen: order.payFen - amountFen,
    clawback,
    creditsTaken: clawback.credits,
    creditsHeld: 0,
    daysTaken: clawback.packageDays,
    balance: 800,
    cancelsPrints: false,
    leavesPrints: items.length > 0,
    aboveLimit: '',
  });
};

const holding = (order: OrderDetail, more: Answers = {}): Answers => ({
  'adminOrder.previewRefund': ({ data }) => previewOf(order, data),
  'adminOrder.getOrderById': () => answer('adminOrder', 'getOrderById', order),
  'adminUser.getUserById': () => answer('adminUser', 'getUserById', buyer),
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
  ...more,
});

const open = async (order: OrderDetail, more: Answers = {}) => {
  const shown = renderAdmin({ at: '/admin/orders/ord_1', answers: holding(order, more) });
  await shown.user.click(await screen.findByRole('button', { name: '退款' }));
  const dialog = await screen.findByRole('dialog', { name: `退款 · ${NUMBER}` });
  return { ...shown, dialog, inDialog: within(dialog) };
};

// The first load of a page takes long on a busy machine.
beforeAll(() => import('#src/admin/resources/orders/OrderShow.tsx').then(() => undefined), 120_000);
beforeEach(() => localStorage.clear());

describe('the upload of the delivery', () => {
  const waiting = { status: 'failed' as const, reason: '这笔支付在微信中处于不可发货的状态' };
  const upload = (fields: object) => ({ ...anOrder().upload, ...fields });

  it('tells why WeChat does not know of it, and is tried again', async () => {
    const failedOne = anOrder({ upload: upload(waiting) });
    const { user: person, sent } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(failedOne, {
        'adminOrder.retryUpload': () => answer('adminOrder', 'retryUpload', failedOne),
      }),
    });
    const panel = within(await screen.findByRole('region', { name: '微信发货同步' }));
    expect(panel.getByText('同步失败')).toBeVisible();
    expect(panel.getByRole('alert')).toHaveTextContent(waiting.reason);
    await person.click(panel.getByRole('button', { name: '重新同步' }));
    expect(await screen.findByText('已安排同步')).toBeVisible();
    expect(sent('retryUpload').map(({ data }) => data)).toEqual([{ id: 'ord_1' }]);
  });

  it('says that the mini-program is not set up, and nothing where WeChat need not know', async () => {
    const { unmount } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(
        anOrder({
          isMiniProgramSet: false,
          upload: upload({ status: 'waiting', nextTime: now, reason: '' }),
        }),
      ),
    });
    const panel = within(await screen.findByRole('region', { name: '微信发货同步' }));
    expect(panel.getByText(/^未配置/)).toBeVisible();
    unmount();
    renderAdmin({ at: '/admin/orders/ord_1', answers: holding(anOrder()) });
    expect(await screen.findByRole('region', { name: '权益发放' })).toBeVisible();
    expect(screen.queryByRole('region', { name: '微信发货同步' })).toBeNull();
  });
});

describe('what a refund has taken from the user', () => {
  const clawback = { credits: 660, packageDays: 0, allowNegative: false };
  const clawedBack = { paid: 600, gift: 60, packageDays: 0 };

  it.each([
    [
      'is set aside while it is under way',
      'processing',
      clawedBack,
      '退款中，已预留 660 积分，退款没有成功会退回',
    ],
    ['is gone when it has arrived', 'success', clawedBack, '已收回 660 积分'],
    ['is back when it was closed', 'closed', null, '没有收回 660 积分，预留的已退回用户'],
    ['is to be taken by one of an earlier version', 'processing', null, '到账后收回 660 积分'],
  ] as const)('%s', async (_says, status, taken, text) => {
    const its = aRefund({ status, clawback, clawedBack: taken });
    renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(
        anOrder({ refunds: [its], clawedBack: { credits: taken ? 660 : 0, days: 0 } }),
      ),
    });
    expect(await screen.findByText(text)).toBeVisible();
    const grant = within(screen.getByRole('region', { name: '权益发放' }));
    const shown = { processing: '660 / 660，其中 660 退款中', success: '660 / 660', closed: null }[
      status
    ];
    const value = taken ? shown : null;
    if (value) expect(grant.getByText(value)).toBeVisible();
    else expect(grant.queryByText('已收回积分')).toBeNull();
  });
});

describe('the refund dialog', () => {
  it('asks for a large amount a second time before submitting', async () => {
    const {
      inDialog,
      sent,
      user: person,
    } = await open(anOrder({ payFen: 60_000 }), {
      'adminOrder.processRefund': () => answer('adminOrder', 'processRefund', aRefund()),
    });
    const submit = await inDialog.findByRole('button', { name: '退款 ¥600.00' });
    expect(submit).toBeDisabled();
    await person.type(inDialog.getByLabelText('请输入「600.00」确认'), '600');
    expect(submit).toBeDisabled();
    await person.type(inDialog.getByLabelText('请输入「600.00」确认'), '.00');
    await person.dblClick(submit);
    await waitFor(() => expect(sent('processRefund')).toHaveLength(1));
    expect(sent('processRefund')[0]?.data).toMatchObject({
      id: 'ord_1',
      amountFen: 60_000,
      reasonCode: '重复购买',
      clawback: { credits: 660, allowNegative: false },
      seen: { creditsTaken: 660, daysTaken: 0 },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('processRefund')).toHaveLength(1);
  });

  it('shows the effect, and the clawback follows the amount until it is edited', async () => {
    const { inDialog, user: person } = await open(anOrder());
    expect(
      await inDialog.findByText('提交后即收回 660 积分，用户余额 800 → 140，退款没有成功会退回'),
    ).toBeVisible();
    await person.click(inDialog.getByLabelText('部分退款'));
    const sum = inDialog.getByLabelText('退款金额');
    await person.type(sum, '24.95');
    expect(await inDialog.findByText('订单还可退 ¥24.95')).toBeVisible();
    await waitFor(() => expect(inDialog.getByLabelText('收回积分')).toHaveValue('330'));
    await person.clear(inDialog.getByLabelText('收回积分'));
    await person.type(inDialog.getByLabelText('收回积分'), '7');
    await person.clear(sum);
    await person.type(sum, '10');
    expect(
      await inDialog.findByText('提交后即收回 7 积分，用户余额 800 → 793，退款没有成功会退回'),
    ).toBeVisible();
    expect(inDialog.getByLabelText('收回积分')).toHaveValue('7');
    await person.clear(sum);
    await person.type(sum, '49.91');
    await person.click(inDialog.getByRole('button', { name: /^退款/ }));
    expect(await inDialog.findByText('最多可退 ¥49.90')).toBeVisible();
  });

  it('says what unfinished works hold and which days are over, and looks again when it is refused', async () => {
    let taken = 500;
    const order = anOrder();
    const {
      inDialog,
      sent,
      user: person,
    } = await open(order, {
      'adminOrder.previewRefund': () =>
        answer('adminOrder', 'previewRefund', {
          amountFen: order.payFen,
          items: [],
          leftFen: 0,
          clawback: { credits: 660, packageDays: 30, allowNegative: false },
          creditsTaken: taken,
          creditsHeld: 40,
          daysTaken: 12,
          balance: taken - 40,
          cancelsPrints: false,
          leavesPrints: false,
          aboveLimit: '',
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
    expect(
      inDialog.getByText(
        '其中 40 积分由未完成的作品占用：作品取消或失败时抵回，做成则成为用户的欠额',
      ),
    ).toBeVisible();
    expect(inDialog.getByText('提交后会员即缩短 12 天，退款没有成功会退回')).toBeVisible();
    expect(inDialog.getByText('该订单的会员 30 天中只剩 12 天可收回。')).toBeVisible();
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    expect(await inDialog.findByText(sentence(300))).toBeVisible();
    expect(sent('processRefund')[0]?.data).toMatchObject({
      seen: { creditsTaken: 500, daysTaken: 12 },
    });
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    await waitFor(() => expect(sent('processRefund')).toHaveLength(2));
    expect(sent('processRefund')[1]?.data).toMatchObject({
      seen: { creditsTaken: 300, daysTaken: 12 },
    });
  });

  it('says that a membership stays where no days are taken back', async () => {
    const order = anOrder();
    const { inDialog } = await open(
      { ...order, fulfil: { ...order.fulfil, days: 365 } },
      {
        'adminOrder.previewRefund': () =>
          answer('adminOrder', 'previewRefund', {
            amountFen: 100,
            items: [],
            leftFen: order.payFen - 100,
            clawback: { credits: 0, packageDays: 0, allowNegative: false },
            creditsTaken: 0,
            creditsHeld: 0,
            daysTaken: 0,
            balance: 0,
            cancelsPrints: false,
            leavesPrints: false,
            aboveLimit: '',
          }),
      },
    );
    expect(await inDialog.findByText('会员有效期不变，不收回天数')).toBeVisible();
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
    const {
      inDialog,
      sent,
      user: person,
    } = await open(anOrder({ lines }), {
      'adminOrder.processRefund': () => answer('adminOrder', 'processRefund', aRefund()),
    });
    await person.click(inDialog.getByLabelText('按明细'));
    const second = inDialog.getByRole('checkbox', { name: '第 2 幅 6寸 光面冲印' });
    expect(second).toBeDisabled();
    expect(second).toHaveAccessibleDescription(/已退 2 张/);
    expect(inDialog.getByText(/已退 1 张 · 已补印 2 张/)).toBeVisible();
    await person.click(inDialog.getByRole('button', { name: '退款' }));
    expect(await inDialog.findByText('请选择要退的明细')).toBeVisible();
    await person.click(inDialog.getByRole('checkbox', { name: '第 1 幅 6寸 光面冲印' }));
    const submit = await inDialog.findByRole('button', { name: '退款 ¥2.00' });
    const qty = inDialog.getByLabelText('第 1 幅 6寸 光面冲印 的退款数量');
    await person.clear(qty);
    await person.type(qty, '{Enter}');
    expect(sent('processRefund')).toEqual([]);
    await person.type(qty, '1');
    expect(await inDialog.findByRole('button', { name: '退款 ¥1.00' })).toBeEnabled();
    expect(inDialog.getByText(/还没有发货的照片仍会制作/)).toBeVisible();
    await person.click(inDialog.getByLabelText('自定金额'));
    await person.clear(inDialog.getByLabelText('退款金额'));
    await person.type(inDialog.getByLabelText('退款金额'), '0.5');
    expect(await inDialog.findByRole('button', { name: '退款 ¥0.50' })).toBe(submit);
    await waitFor(() => expect(submit).toBeEnabled());
    await person.click(submit);
    await waitFor(() => expect(sent('processRefund')).toHaveLength(1));
    expect(sent('processRefund')[0]?.data).toMatchObject({
      amountFen: 50,
      items: [{ itemIndex: 0, qty: 1 }],
      freeAmount: true,
    });
  });

  it('says why the amount is refused although it has no input, and reads the page anew', async () => {
    const invalid = (amountFen: string) =>
      failed(codes.invalidInput, undefined, { fields: { amountFen } });
    let isRefused = false;
    const {
      inDialog,
      sent,
      user: person,
    } = await open(anOrder(), {
      'adminOrder.previewRefund': ({ data }) =>
        isRefused ? invalid('超过可退金额，请刷新') : previewOf(anOrder(), data),
      'adminOrder.processRefund': () => {
        isRefused = true;
        return invalid('超过可退金额');
      },
    });
    await person.click(await inDialog.findByRole('button', { name: '退款 ¥49.90' }));
    expect(await inDialog.findByText('超过可退金额')).toBeVisible();
    // What the whole rest is now is asked about with the sum that the button shows.
    expect(sent('previewRefund')[0]?.data).toMatchObject({ amountFen: 4_990 });
    expect(await inDialog.findByText('超过可退金额，请刷新')).toBeVisible();
    expect(sent('getOrderById').length).toBeGreaterThan(1);
    expect(inDialog.getByRole('button', { name: '退款 ¥49.90' })).toBeDisabled();
  });

  it('offers only the whole rest where the settings allow no parts', async () => {
    const { inDialog } = await open(
      anOrder({ refundable: { ...anOrder().refundable!, allowPartial: false }, lines: [photo()] }),
    );
    expect(
      await inDialog.findByText(/支付设置不允许部分退款，将退回剩余的全部 ¥49.90/),
    ).toBeVisible();
    expect(inDialog.queryByRole('radio')).toBeNull();
    expect(await inDialog.findByRole('button', { name: '退款 ¥49.90' })).toBeEnabled();
  });

  it('keeps its key and what was typed while the outcome is unknown', async () => {
    let attempts = 0;
    const {
      inDialog,
      sent,
      user: person,
    } = await open(anOrder(), {
      'adminOrder.processRefund': () => {
        attempts += 1;
        if (attempts < 4) throw new PlatformFailure('NETWORK', '网络连接失败');
        return answer('adminOrder', 'processRefund', aRefund());
      },
    });
    await person.type(inDialog.getByLabelText('说明'), '重复购买');
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    expect(await inDialog.findByText('网络连接失败')).toBeVisible();
    expect(inDialog.getByLabelText('说明')).toHaveValue('重复购买');
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    await waitFor(() => expect(sent('processRefund')).toHaveLength(2));
    const [first, second] = sent('processRefund').map(({ data }) => data);
    expect(first?.['idemKey']).toMatch(/^[\w-]{8,64}$/);
    expect(second).toEqual(first);
    // Another wish is another request: it must not be taken for a repetition.
    await person.type(inDialog.getByLabelText('说明'), '两次');
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    await waitFor(() => expect(sent('processRefund')).toHaveLength(3));
    const third = sent('processRefund')[2]?.data;
    expect(third?.['reason']).toBe('重复购买两次');
    expect(third?.['idemKey']).not.toBe(first?.['idemKey']);
  });

  it('closes when the gateway refuses, and the page offers the next steps of the refund', async () => {
    let order = anOrder();
    const refused = aRefund({
      status: 'request_failed',
      failure: '商户账户余额不足，请充值后重试',
    });
    const { inDialog, user: person } = await open(order, {
      'adminOrder.getOrderById': () => answer('adminOrder', 'getOrderById', order),
      'adminOrder.processRefund': () => {
        order = anOrder({ refunds: [refused], openRefundId: refused._id });
        return failed(codes.thirdParty, refused.failure, { refundId: refused._id });
      },
    });
    await person.click(inDialog.getByRole('button', { name: '退款 ¥49.90' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const refunds = await screen.findByRole('region', { name: '退款（1）' });
    expect(within(refunds).getByText(refused.failure)).toBeVisible();
    expect(within(refunds).getByRole('button', { name: '重新提交' })).toBeEnabled();
    expect(within(refunds).getByRole('button', { name: '作废' })).toBeEnabled();
  });
});

describe('the page of an order', () => {
  it('offers only what its state allows, and says why no refund is possible', async () => {
    renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(
        anOrder({
          status: 'pending',
          payTime: null,
          refundable: { ...anOrder().refundable!, maxFen: 0, credits: 0 },
        }),
      ),
    });
    expect(await screen.findByRole('button', { name: '关闭订单' })).toBeEnabled();
    expect(screen.getByRole('button', { name: '查询支付结果' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: '退款' })).toBeNull();
    expect(screen.queryByRole('button', { name: '重新发放' })).toBeNull();
  });

  it('takes a remark, stays where the next one is written, and the next action starts from its version', async () => {
    const unpaid = anOrder({ status: 'pending', payTime: null });
    const { _id, rev } = unpaid;
    let isOutdated = false;
    const { sent, user: person } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(unpaid, {
        'adminOrder.getOrderById': () =>
          isOutdated ? never : answer('adminOrder', 'getOrderById', unpaid),
        'adminOrder.addRemark': () => {
          isOutdated = true;
          const adminRemarks = [{ time: now, by: '王敏', text: '已电话联系' }];
          return answer('adminOrder', 'addRemark', { ...unpaid, rev: rev + 1, adminRemarks });
        },
        'adminOrder.updateOrderStatus': () => failed(codes.internal),
      }),
    });
    const input = await screen.findByLabelText('添加备注，仅后台可见');
    await person.type(input, ' 已电话联系 ');
    await person.click(screen.getByRole('button', { name: '添加' }));
    await waitFor(() => expect(input).toHaveValue(''));
    expect(input).toHaveFocus();
    expect(await screen.findAllByText('已电话联系')).not.toHaveLength(0);
    expect(sent('addRemark').map(({ data }) => data)).toEqual([{ id: _id, text: '已电话联系' }]);

    await person.click(screen.getByRole('button', { name: '关闭订单' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: '关闭订单' }));
    await waitFor(() =>
      expect(sent('updateOrderStatus').map(({ data }) => data)).toEqual([
        { id: _id, rev: rev + 1, status: 'closed' },
      ]),
    );
  });

  it('shows what happened in one line of time, an action that a step tells of once, and each kind by itself', async () => {
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
    const { user: person } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(
        anOrder({
          createTime: at(9),
          payTime: null,
          status: 'closed',
          fulfil: noGrant,
          history: [closing],
          adminRemarks: [{ time: at(5), by: '李雷', text: '客户不要了' }],
        }),
        {
          'adminAuditLog.getResourceHistory': () =>
            answer('adminAuditLog', 'getResourceHistory', {
              list: [
                row('log_1', at(3) + 40, 'updateOrderStatus'),
                row('log_2', at(7), 'syncPayment'),
              ],
              total: 2,
            }),
        },
      ),
    });
    const its = within(await screen.findByRole('region', { name: '动态' }));
    const titles = () =>
      its.getAllByRole('listitem').map(item => item.querySelector('span')?.textContent);
    await waitFor(() =>
      expect(titles()).toEqual(['订单关闭', '内部备注', '查询支付结果', '提交订单']),
    );
    await person.click(its.getByRole('button', { name: '备注' }));
    expect(titles()).toEqual(['内部备注']);
    await person.click(its.getByRole('button', { name: '操作' }));
    expect(titles()).toEqual(['关闭订单或标记完成', '查询支付结果']);
    expect(its.queryByLabelText('添加备注，仅后台可见')).toBeNull();
    expect(its.getByRole('link', { name: '全部操作 2 条' })).toBeVisible();
  });

  const refunds = (fields: Partial<Refund>) => {
    const refundable = { ...anOrder().refundable!, maxFen: 0, credits: 0 };
    return anOrder({ refunds: [aRefund(fields)], refundable });
  };

  it('says when a refund may be voided while its submission may still arrive', async () => {
    const waiting = { status: 'request_failed', outcomeUnknown: true } as const;
    const inFlightUntil = Date.parse('2099-11-22T10:05:00+08:00');
    renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(refunds({ ...waiting, inFlightUntil })),
    });
    expect(await screen.findByText(/10:05 后可作废/)).toBeVisible();
    expect(screen.getByRole('button', { name: '查询退款结果' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: '作废' })).toBeNull();
  });

  it('offers nothing that could send a voided refund again', async () => {
    renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(refunds({ status: 'voided', voidTime: now, nextQueryTime: now + 60_000 })),
    });
    expect(await screen.findByText('已作废')).toBeVisible();
    expect(screen.getByRole('button', { name: '查询退款结果' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: '重新提交' })).toBeNull();
  });

  it('warns of a payment although the refund was voided, until an administrator has checked it', async () => {
    const { sent, user: person } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(refunds({ status: 'success', voidTime: now, afterVoid: 'moved' }), {
        'adminOrder.checkVoidedRefund': () =>
          answer('adminOrder', 'checkVoidedRefund', aRefund({ afterVoid: 'checked' })),
      }),
    });
    expect(await screen.findByText('作废后仍退款')).toBeVisible();
    await person.click(screen.getByRole('button', { name: '标记已核对' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/核对说明/), '已联系用户退回');
    await person.click(dialog.getByRole('button', { name: '标记已核对' }));
    await waitFor(() =>
      expect(sent('checkVoidedRefund')[0]?.data).toEqual({
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
});

it('the list of refunds leads to their orders, also without a mouse', async () => {
  renderAdmin({
    at: '/admin/refunds',
    answers: {
      'adminOrder.getRefunds': () =>
        answer('adminOrder', 'getRefunds', { list: [aRefund()], total: 1 }),
    },
  });
  const link = await screen.findByRole('link', { name: NUMBER });
  expect(link).toHaveAttribute('href', '/admin/orders/ord_1');
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

  it('is marked as paid offline once its amount has been typed', async () => {
    const paid = fromWeb({ status: 'paid', payChannel: 'offline', payTime: now });
    const { user: person, sent } = renderAdmin({
      at: '/admin/orders/ord_1',
      answers: holding(fromWeb(), {
        'adminOrder.markPaidOffline': () => answer('adminOrder', 'markPaidOffline', paid),
      }),
    });
    expect(await screen.findByText('网页下单，待支付')).toBeVisible();
    expect(screen.getByText(/还剩 2 天/)).toBeVisible();
    // The gateway does not know it yet.
    expect(screen.queryByRole('button', { name: '查询支付结果' })).toBeNull();
    await person.click(screen.getByRole('button', { name: '标记线下已付' }));
    const inDialog = within(await screen.findByRole('dialog'));
    const submit = inDialog.getByRole('button', { name: '标记已付 ¥12.50' });
    await person.type(inDialog.getByLabelText('原因'), '门店现金');
    await person.type(inDialog.getByLabelText(/收款备注/), '李店长收');
    expect(submit).toBeDisabled();
    await person.type(inDialog.getByLabelText('请输入「12.50」确认'), '12.50');
    await person.dblClick(submit);
    await waitFor(() => expect(sent('markPaidOffline')).toHaveLength(1));
    expect(sent('markPaidOffline')[0]?.data).toMatchObject({
      id: 'ord_1',
      rev: 3,
      reason: '门店现金',
      note: '李店长收',
      voucher: '',
      expectPayFen: 1_250,
    });
  });

  it('shows the note and the picture of what was paid offline', async () => {
    const paid = fromWeb({
      status: 'paid',
      payChannel: 'offline',
      payTime: now,
      offlineNote: '李店长收',
      voucher: 'voucher/202611/a.png',
    });
    renderAdmin({ at: '/admin/orders/ord_1', answers: holding(paid) });
    expect(await screen.findByText('李店长收')).toBeVisible();
    expect(screen.getByRole('button', { name: /收款凭证/ })).toBeVisible();
  });

  it('names who placed it and who took it over', async () => {
    const claim = { time: now - 600_000, fromUserId: 'usr_9', fromNickName: '王网页' };
    renderAdmin({ at: '/admin/orders/ord_1', answers: holding(fromWeb({ claim })) });
    expect(await screen.findByText('网页下单，已在小程序认领，待支付')).toBeVisible();
    expect(screen.getAllByRole('link', { name: '王网页' })[0]).toHaveAttribute(
      'href',
      '/admin/users/usr_9',
    );
    expect(screen.getByRole('button', { name: '查询支付结果' })).toBeVisible();
  });
});
