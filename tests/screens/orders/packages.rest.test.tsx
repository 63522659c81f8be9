import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Package, packageEntity } from '#contract/package.ts';
import { packagePriceEntity } from '#contract/packagePrice.ts';
import { like } from '../kit/likeContract.ts';
import { type Answers, ok, renderAdmin } from '../renderAdmin.tsx';
import { taskUser } from '../tasks/taskFixture.ts';
import { anOrder } from './orderFixture.ts';

const one = (at: number, more: Partial<Package>): Package => ({
  ...packageEntity.defaults,
  _id: `pkg_000${at}`,
  rev: 4,
  createTime: 1_700_000_000_000,
  updateTime: 1_700_000_000_000,
  createBy: null,
  updateBy: null,
  name: `套餐${at}`,
  credits: 600,
  giftCredits: 60,
  priceFen: 4_590,
  soldCount: 0,
  lastSoldTime: null,
  status: 'disabled',
  ...more,
});
const onSale = one(1, { status: 'enabled', soldCount: 1_239 });
const draft = one(2, {});
const stored = new Map([onSale, draft].map(record => [record._id, record]));

const answers: Answers = {
  'adminPackage.getPackages': () =>
    ok({ list: [onSale, draft], total: 2, counts: { enabled: 1, disabled: 1 } }),
  'adminPackage.getPackageById': ({ data }) => ok(stored.get(String(data['id']))),
  'adminPackage.setPackageStatus': ({ data }) =>
    ok({ ...stored.get(String(data['id'])), status: data['status'] }),
  'adminPackage.getPackageSales': {
    orders: 3,
    paidFen: 14_970,
    refundedFen: 4_990,
    differing: 2,
    different: [
      {
        _id: 'ord_0001',
        orderNo: '26112050400000123456',
        payTime: 1_700_000_000_000,
        item: {
          refId: 'pkg_0001',
          name: '套餐1',
          qty: 1,
          unitFen: 4_990,
          amountFen: 4_990,
          snapshot: { type: 'credits', credits: 600, giftCredits: 60, days: null },
        },
      },
    ],
  },
  'adminPackage.getGoods': { soldBy: null, goods: null },
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
};

describe('packages', () => {
  it('that were sold are not deleted but taken off sale', async () => {
    const { sent, dataOf } = renderAdmin({ at: '/admin/packages', answers });
    fireEvent.click(await screen.findByRole('button', { name: /删除.*套餐1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/已售出 1,239 份，.*不能删除/)).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '下架' }));
    await waitFor(() => expect(sent('setPackageStatus')).toHaveLength(1));
    expect(dataOf('setPackageStatus')[0]).toEqual({
      id: 'pkg_0001',
      rev: 4,
      status: 'disabled',
    });
    expect(sent('deletePackage')).toEqual([]);
  });

  it('are published in their row at the version that was read', async () => {
    const { dataOf } = renderAdmin({ at: '/admin/packages', answers });
    fireEvent.click(await screen.findByRole('button', { name: '上架「套餐2」' }));
    await waitFor(() =>
      expect(dataOf('setPackageStatus')).toEqual([{ id: 'pkg_0002', rev: 4, status: 'enabled' }]),
    );
  });

  it('are published together, leaving out those that are on sale', async () => {
    const { dataOf } = renderAdmin({ at: '/admin/packages', answers });
    await screen.findByText('套餐2');
    fireEvent.click(screen.getAllByRole('checkbox')[0]!);
    fireEvent.click(await screen.findByText('上架', { selector: 'button:not([aria-label])' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('上架 2 个套餐？')).toBeVisible();
    fireEvent.click(dialog.getByText('上架', { selector: 'button' }));
    await dialog.findByText('关闭');
    expect(dataOf('setPackageStatus')).toEqual([{ id: 'pkg_0002', status: 'enabled' }]);
  });

  it('say what WeChat has of them, why not, and where they are paid otherwise', async () => {
    const goods = {
      _id: 'pkg_0001_4590',
      state: 'waiting',
      usableTime: null,
      error: '含有敏感内容',
    };
    const open = (answer: object) =>
      renderAdmin({
        at: '/admin/packages/edit/pkg_0001',
        answers: {
          ...answers,
          'adminPackage.getGoods': () => ok(answer),
          'adminPackage.retryGoods': () => ok(goods),
        },
      });
    const failed = open({ soldBy: 'virtual', goods });
    expect(await screen.findByText('微信虚拟支付道具：失败，含有敏感内容')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(failed.dataOf('retryGoods')).toEqual([{ id: goods._id }]));
    failed.unmount();
    const published = { ...goods, error: '', state: 'published', usableTime: 1 };
    const done = open({ soldBy: 'virtual', goods: published });
    expect(await screen.findByText(/^微信虚拟支付道具：/)).toHaveTextContent('已发布，可以购买');
    done.unmount();
    open({ soldBy: 'wxpay', goods: null });
    expect(await screen.findByText(/小程序内现在用微信支付出售/)).toBeVisible();
  });

  it('say what was sold, and how older orders differ', async () => {
    renderAdmin({ at: '/admin/packages/edit/pkg_0001', answers });
    expect(await screen.findByText('¥149.70')).toBeVisible();
    expect(screen.getByText('¥99.80')).toBeVisible();
    expect(screen.getByText(/有 2 笔下单时的内容与现在不同/)).toBeVisible();
    expect(screen.getByText('售价：当时 ¥49.90，现在 ¥45.90')).toBeVisible();
    const link = screen.getByRole('link', { name: '查看订单' });
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(
      '{"packageId":"pkg_0001"}',
    );
  });
});

it('a print price to come stands below the one that holds, where they differ', async () => {
  const tiers = (unitFen: number) => [{ minQty: 1, unitFen }];
  const terms = { packFen: null, packQty: null, shippingFen: 500, freeShippingFromFen: null };
  const price = {
    ...(like(packagePriceEntity.record) as object),
    ...terms,
    _id: 'price_2',
    name: '6寸 光面',
    effectiveTime: Date.parse('2126-12-01T00:00:00+08:00'),
    endTime: null,
    tiers: tiers(600),
    current: { ...terms, tiers: tiers(450) },
  };
  renderAdmin({
    at: '/admin/package-prices',
    answers: {
      'adminPackagePrice.getPackagePrices': { list: [price] as never, total: 1 },
      'adminPrintSize.getPrintSizes': { list: [], total: 0 },
    },
  });
  const cell = (await screen.findByText('自 2126-12-01 00:00 起')).closest('td');
  expect(cell?.textContent).toMatch(/¥4\.50.*自 2126-12-01 00:00 起.*¥6\.00/);
  expect(screen.getAllByText('¥5.00')).toHaveLength(1);
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
    const order = anOrder({
      adminRemarks: [{ time: 1_700_000_000_000, by: '李娜', text: '已电话确认' }],
    });
    const { lines: _, refunds: __, refundable: ___, isMiniProgramSet: ____, ...row } = order;
    const late = held(order);
    renderAdmin({
      at: '/admin/orders',
      answers: {
        'adminOrder.getOrders': list({ ...row, history: [], adminRemarks: [] }),
        'adminOrder.getOrderById': () => late.answer,
        'adminUser.getUserById': () => ok(taskUser),
      },
    });
    fireEvent.click(await screen.findByRole('cell', { name: /进阶积分包/ }));
    expect(await screen.findByRole('heading', { level: 2, name: order.orderNo })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '当前位置' })).toHaveTextContent(order.orderNo);
    expect(screen.getByRole('region', { name: '金额' })).toHaveTextContent('¥49.90');
    const remarks = within(screen.getByRole('region', { name: '动态' }));
    expect(remarks.queryByText('已电话确认')).not.toBeInTheDocument();
    late.release();
    expect(await remarks.findByText('已电话确认')).toBeVisible();
  });

  it('keeps what was typed before the record came, which others have changed since', async () => {
    const late = held(draft);
    renderAdmin({
      at: '/admin/packages',
      answers: {
        ...answers,
        'adminPackage.getPackages': list(draft),
        'adminPackage.getPackageById': () => late.answer,
      },
    });
    fireEvent.click(await screen.findByRole('cell', { name: /套餐2/ }));
    const form = within(await screen.findByRole('main'));
    const name = await form.findByRole('textbox', { name: /名称/ });
    fireEvent.change(name, { target: { value: '套餐2（秋季）' } });
    late.release({ ...draft, rev: 5, credits: 700 });
    await waitFor(() => expect(screen.getByDisplayValue('700')).toBeVisible());
    await waitFor(() => expect(name).toHaveValue('套餐2（秋季）'));
  });
});
