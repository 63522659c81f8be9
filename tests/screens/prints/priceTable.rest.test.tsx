import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { type PackagePrice, packagePriceEntity } from '#contract/packagePrice.ts';
import { answer, click, failed, renderAdmin } from '../renderAdmin.tsx';

const LATER = Date.now() + 7 * 24 * 3_600_000;

const aPrice = (at: number, more: Partial<PackagePrice> = {}): PackagePrice =>
  packagePriceEntity.record.parse({
    _id: `price_${at}`,
    rev: 1,
    createTime: 1_700_000_000_000,
    updateTime: 1_700_000_000_000,
    lineId: `line_${at}`,
    name: `${at}寸 光面`,
    sizeId: 'size_1',
    paper: 'glossy',
    tiers: [{ minQty: 1, unitFen: 120 }],
    shippingFen: 800,
    effectiveTime: 1_700_000_000_000,
    endTime: null,
    sort: 0,
    status: 'enabled',
    ...more,
  });

it('twenty prices are pasted by name and saved as new versions, each from when its dialog would have it', async () => {
  const twoTiers = [
    { minQty: 1, unitFen: 120 },
    { minQty: 30, unitFen: 95 },
  ];
  const prices = Array.from({ length: 20 }, (_, at) => aPrice(at + 1));
  prices[0] = aPrice(1, { tiers: twoTiers });
  prices[1] = aPrice(2, { effectiveTime: LATER });
  const newer = aPrice(3, { _id: 'price_3b', rev: 1, tiers: [{ minQty: 1, unitFen: 130 }] });
  const { dataOf } = renderAdmin({
    at: '/admin/package-prices',
    answers: {
      'adminPrintSize.getPrintSizes': { list: [], total: 0 },
      'adminPackagePrice.getPackagePrices': () =>
        answer('adminPackagePrice', 'getPackagePrices', { list: prices, total: 20, counts: {} }),
      'adminPackagePrice.updatePackagePrice': ({ data: { _id, ...fields } }) => {
        const at = prices.findIndex(price => price._id === _id);
        if (_id === 'price_3') {
          prices[2] = newer;
          return failed(codes.conflict, undefined, { current: newer });
        }
        const next = { ...prices[at]!, ...fields, _id: `${String(_id)}b`, rev: 1 };
        prices[at] = next;
        return answer('adminPackagePrice', 'updatePackagePrice', next);
      },
    },
  });
  // Two clicks, one paste, two clicks.
  await click(await screen.findByRole('button', { name: '表格编辑' }));
  const first = screen.getByLabelText('修改「1寸 光面」的第 1 档单价');
  expect(screen.queryByLabelText('修改「2寸 光面」的第 2 档单价')).not.toBeInTheDocument();
  await click(first);
  const lines = prices.map(({ name }, at) => `${name}\t${(1.3 + at / 100).toFixed(2)}`);
  fireEvent.paste(first, { clipboardData: { getData: () => lines.reverse().join('\r\n') } });
  expect(screen.getByText('已填入 20 格')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: '保存（20 处修改）' }));
  const rows = within(screen.getByRole('dialog')).getAllByRole('row').slice(1);
  expect(rows).toHaveLength(20);
  expect(rows.find(row => row.textContent?.startsWith('1寸'))).toHaveTextContent(
    /保存后立即生效.*¥1.20¥1.30\+8.3%/,
  );
  expect(rows.find(row => row.textContent?.startsWith('2寸'))).toHaveTextContent(/\d\d 生效/);
  fireEvent.click(screen.getByRole('button', { name: '确认保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  const of = (id: string) => dataOf('updatePackagePrice').filter(({ _id }) => _id === id);
  expect(of('price_1')).toEqual([
    { _id: 'price_1', rev: 1, tiers: [{ minQty: 1, unitFen: 130 }, twoTiers[1]] },
  ]);
  expect(of('price_2')).toEqual([
    { _id: 'price_2', rev: 1, effectiveTime: LATER, tiers: [{ minQty: 1, unitFen: 131 }] },
  ]);
  // Another has made a newer version of the third one meanwhile.
  expect(screen.getByText('现为 ¥1.30')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: '保存（1 处修改）' }));
  fireEvent.click(screen.getByRole('button', { name: '确认保存' }));
  await waitFor(() => expect(of('price_3b')).toHaveLength(1));
});
