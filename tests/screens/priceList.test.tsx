import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { packagePriceEntity } from '#contract/packagePrice.ts';
import { like } from './likeContract.ts';
import { answer, renderAdmin } from './renderAdmin.tsx';

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
      'adminPackagePrice.getPackagePrices': () =>
        answer('adminPackagePrice', 'getPackagePrices', { list: [price] as never, total: 1 }),
      'adminPrintSize.getPrintSizes': () =>
        answer('adminPrintSize', 'getPrintSizes', { list: [], total: 0 }),
    },
  });
  const cell = (await screen.findByText('自 2126-12-01 00:00 起')).closest('td');
  expect(cell?.textContent).toMatch(/¥4\.50.*自 2126-12-01 00:00 起.*¥6\.00/);
  expect(screen.getAllByText('¥5.00')).toHaveLength(1);
});
