import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { orderEntity } from '#contract/order.ts';
import { packageEntity } from '#contract/package.ts';
import { userEntity } from '#contract/user.ts';
import { type Answers, ok, renderAdmin } from './renderAdmin.tsx';

const stored = { rev: 3, createTime: 1_700_000_000_000, updateTime: 1_700_000_000_000 };
const order = orderEntity.detail.parse({
  ...stored,
  _id: 'ord_1',
  orderNo: '26112110000000000001',
  type: 'package',
  userId: 'usr_1',
  openid: 'o_lin',
  userSnap: { nickName: '林小满', phoneTail: '3313' },
  items: [{ refId: 'pkg_1', name: '进阶积分包', qty: 1, unitFen: 4_990, amountFen: 4_990 }],
  totalFen: 4_990,
  payFen: 4_990,
  payChannel: 'wxpay',
  status: 'completed',
  history: [{ time: 1_700_000_000_000, from: 'paid', to: 'completed', by: '李娜', reason: '' }],
  adminRemarks: [{ time: 1_700_000_000_000, by: '李娜', text: '已电话确认' }],
});
const { lines: _, refunds: __, refundable: ___, isMiniProgramSet: ____, ...row } = order;
const offer = packageEntity.record.parse({
  ...stored,
  _id: 'pkg_1',
  name: '进阶积分包',
  type: 'credits',
  priceFen: 4_990,
  credits: 600,
  status: 'enabled',
});

/** An answer that comes when it is let go. */
const held = <T,>(data: T) => {
  let release: (value?: T) => void = () => undefined;
  const answer = new Promise<ReturnType<typeof ok<T>>>(resolve => {
    release = (value = data) => resolve(ok(value));
  });
  return { answer, release: (value?: T) => release(value) };
};

const list = (record: object) => () => ok({ list: [record], total: 1, counts: {} });

describe('a record opened from its row', () => {
  it('is there at once, what the row does not carry follows', async () => {
    const late = held(order);
    const answers: Answers = {
      'adminOrder.getOrders': list({ ...row, history: [], adminRemarks: [] }),
      'adminOrder.getOrderById': () => late.answer,
      'adminUser.getUserById': () =>
        ok(userEntity.record.parse({ ...stored, _id: 'usr_1', openid: 'o_lin', status: 'normal' })),
    };
    const { user } = renderAdmin({ at: '/admin/orders', answers });
    await user.click(await screen.findByRole('cell', { name: /进阶积分包/ }));
    expect(await screen.findByRole('heading', { level: 2, name: order.orderNo })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '当前位置' })).toHaveTextContent(order.orderNo);
    expect(screen.getByRole('region', { name: '金额' })).toHaveTextContent('¥49.90');
    const remarks = within(screen.getByRole('region', { name: '动态' }));
    expect(remarks.queryByText('已电话确认')).not.toBeInTheDocument();
    late.release();
    expect(await remarks.findByText('已电话确认')).toBeVisible();
  });

  it('keeps what was typed before the record came, which others have changed since', async () => {
    const late = held(offer);
    const answers: Answers = {
      'adminPackage.getPackages': list(offer),
      'adminPackage.getPackageById': () => late.answer,
    };
    const { user } = renderAdmin({ at: '/admin/packages', answers });
    await user.click(await screen.findByRole('cell', { name: /进阶积分包/ }));
    const name = await screen.findByRole('textbox', { name: /名称/ });
    await user.type(name, '（秋季）');
    late.release({ ...offer, rev: 4, credits: 700 });
    await waitFor(() => expect(screen.getByDisplayValue('700')).toBeVisible());
    await waitFor(() => expect(name).toHaveValue('进阶积分包（秋季）'));
  });
});
