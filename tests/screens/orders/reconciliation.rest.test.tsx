import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ReconciliationDay,
  reconciliationDayEntity,
  type ReconciliationDifference,
  reconciliationDifferenceEntity,
} from '#contract/reconciliation.ts';
import { type Answers, failed, ok, put, renderAdmin } from '../renderAdmin.tsx';

const DAY = '20261118';
const dayTime = Date.parse('2026-11-18T00:00:00+08:00');
const times = { rev: 2, createTime: dayTime, updateTime: dayTime };

const aDay = (fields: Partial<ReconciliationDay> = {}): ReconciliationDay =>
  reconciliationDayEntity.record.parse({
    _id: DAY,
    ...times,
    dayTime,
    status: 'different',
    run: 1,
    hasBill: true,
    openCount: 1,
    there: { paidCount: 3, paidFen: 5_970, refundCount: 0, refundedFen: 0 },
    ours: { paidCount: 2, paidFen: 3_980, refundCount: 0, refundedFen: 0 },
    others: [{ payChannel: 'virtual', paidCount: 2, paidFen: 700, refundCount: 0, refundedFen: 0 }],
    ...fields,
  });
const aDifference = (fields: Partial<ReconciliationDifference> = {}): ReconciliationDifference =>
  reconciliationDifferenceEntity.record.parse({
    _id: 'rcd_1',
    ...times,
    day: DAY,
    dayTime,
    kind: 'paid_there',
    of: 'payment',
    status: 'open',
    number: '26111812000000000001',
    orderId: 'ord_1',
    ownStatus: 'closed',
    billFen: 1_990,
    billTime: dayTime + 3_600_000,
    ...fields,
  });

const open = (day: ReconciliationDay, list: ReconciliationDifference[], more: Answers = {}) =>
  renderAdmin({
    at: `/admin/reconciliation/${DAY}`,
    answers: {
      'adminReconciliation.getDayById': day,
      'adminReconciliation.getDifferences': { list, total: list.length },
      'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
      ...more,
    },
  });

beforeAll(
  () => import('#src/admin/resources/reconciliation/DayShow.tsx').then(() => undefined),
  120_000,
);
beforeEach(() => localStorage.clear());

describe('the page of a day', () => {
  it('shows both sides and what the bill does not contain, and compares again once the gateway has answered', async () => {
    let isReached = false;
    const { user, sent, dataOf, calls } = open(aDay(), [aDifference()], {
      'adminOrder.syncPayment': () =>
        isReached ? ok({ _id: 'ord_1', status: 'paid' }) : failed(50201, '微信支付暂时没有答复'),
      'adminReconciliation.runDay': aDay({ status: 'agreed', openCount: 0 }),
    });
    const sums = await screen.findByRole('region', { name: '收款与退款' });
    expect(within(sums).getByRole('row', { name: /^收款/ })).toHaveTextContent(
      /¥59\.70.*3 笔.*¥39\.80.*2 笔.*−¥19\.90/,
    );
    const others = screen.getByRole('region', { name: '其他支付方式（不在此账单中）' });
    expect(others).toHaveTextContent(/虚拟支付.*¥7\.00.*2 笔/);

    const ask = await screen.findByRole('button', { name: '查询支付结果' });
    await user.click(ask);
    expect(await screen.findByText('微信支付暂时没有答复')).toBeVisible();
    expect(sent('runDay')).toEqual([]);
    isReached = true;
    await waitFor(() => expect(ask).toBeEnabled());
    await user.click(ask);
    expect(await screen.findByText('2026-11-18 核对结果：一致')).toBeVisible();
    expect(dataOf('syncPayment').at(-1)).toEqual({ id: 'ord_1' });
    expect(dataOf('runDay')[0]).toEqual({ day: DAY });
    const order = calls.map(({ action }) => action);
    expect(order.lastIndexOf('syncPayment')).toBeLessThan(order.indexOf('runDay'));
  });

  it('offers only a note where there is no order', async () => {
    const shop = aDifference({ orderId: '', ownStatus: '', number: 'SHOP1' });
    const { user, sent, dataOf } = open(aDay(), [shop], {
      'adminReconciliation.closeDifference': { ...shop, status: 'closed' },
    });
    expect(await screen.findByText('系统中没有这个单号')).toBeVisible();
    expect(screen.queryByRole('button', { name: '查询支付结果' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '填写说明' }));
    const dialog = within(await screen.findByRole('dialog', { name: '填写这笔差异的说明' }));
    await user.click(dialog.getByRole('button', { name: '保存说明' }));
    expect(await dialog.findByText('请填写')).toBeVisible();
    expect(sent('closeDifference')).toEqual([]);
    put(dialog.getByRole('textbox', { name: /说明/ }), '门店收款');
    await user.click(dialog.getByRole('button', { name: '保存说明' }));
    await waitFor(() =>
      expect(dataOf('closeDifference')[0]).toEqual({ id: 'rcd_1', rev: 2, note: '门店收款' }),
    );
  });

  it('says why it could not be compared, who explained a difference, and when one was no longer found', async () => {
    open(aDay({ status: 'failed', failure: '账单校验值不符', openCount: 0 }), [
      aDifference({ status: 'closed', note: '门店收款', closeBy: '李娜', closeTime: dayTime }),
      aDifference({
        _id: 'rcd_2',
        status: 'resolved',
        resolution: '重新核对时已一致',
        resolveTime: dayTime,
      }),
    ]);
    expect(await screen.findByText('未能核对：账单校验值不符。系统会自动重试。')).toBeVisible();
    expect(await screen.findByText('李娜，2026-11-18 00:00:00')).toBeVisible();
    expect(screen.getByText('重新核对时已一致')).toBeVisible();
    expect(screen.queryByRole('button', { name: '填写说明' })).toBeNull();
  });
});
