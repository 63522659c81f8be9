import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Package, packageEntity } from '#contract/package.ts';
import { answer, type Answers, ok, renderAdmin } from './renderAdmin.tsx';

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
  productId: '',
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
  'adminPackage.getPackageSales': () =>
    answer('adminPackage', 'getPackageSales', {
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
    }),
  'adminAuditLog.getResourceHistory': () => ok({ list: [], total: 0 }),
};

describe('packages', () => {
  it('that were sold are not deleted but taken off sale', async () => {
    const { user, sent } = renderAdmin({ at: '/admin/packages', answers });
    await user.click(await screen.findByRole('button', { name: /删除.*套餐1/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/已售出 1,239 份，.*不能删除/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '下架' }));
    await waitFor(() => expect(sent('setPackageStatus')).toHaveLength(1));
    expect(sent('setPackageStatus')[0]?.data).toEqual({
      id: 'pkg_0001',
      rev: 4,
      status: 'disabled',
    });
    expect(sent('deletePackage')).toEqual([]);
  });

  it('are published in their row at the version that was read', async () => {
    const { user, sent } = renderAdmin({ at: '/admin/packages', answers });
    await user.click(await screen.findByRole('button', { name: '上架「套餐2」' }));
    await waitFor(() => expect(sent('setPackageStatus')).toHaveLength(1));
    expect(sent('setPackageStatus')[0]?.data).toEqual({
      id: 'pkg_0002',
      rev: 4,
      status: 'enabled',
    });
  });

  it('are published together, leaving out those that are on sale', async () => {
    const { user, sent } = renderAdmin({ at: '/admin/packages', answers });
    await screen.findByText('套餐2');
    await user.click(screen.getAllByRole('checkbox')[0]!);
    await user.click(await screen.findByText('上架', { selector: 'button:not([aria-label])' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('上架 2 个套餐？')).toBeVisible();
    await user.click(dialog.getByText('上架', { selector: 'button' }));
    await dialog.findByText('关闭');
    expect(sent('setPackageStatus').map(({ data }) => data)).toEqual([
      { id: 'pkg_0002', status: 'enabled' },
    ]);
  });

  it('tell what was sold, and how older orders differ', async () => {
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
