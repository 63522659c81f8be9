import { expect, type Page } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const price = (id: string) => readRecord(product.dataDir, 'packagePrices', id);

test('the tiers of a price are changed, its history is kept, and it is disabled @deep', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/package-prices`);
  const before = price('price_0002');
  const { name, lineId } = before as unknown as { name: string; lineId: string };

  await expect(rowOf(page, name)).toBeVisible();
  await rowOf(page, name)
    .getByRole('button', { name: `编辑「${name}」` })
    .click();
  const dialog = page.getByRole('dialog', { name: `修改冲印价格「${name}」` });
  const third = dialog.getByLabel('第 3 档起订张数');
  await third.fill('20');
  await expect(dialog.getByText('要大于上一档的 30 张')).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeVisible();
  expect(price('price_0002')).toEqual(before);
  await third.fill('120');
  await dialog.getByLabel('第 3 档单价').fill('0.70');
  await expect(dialog.getByText('30–119 张')).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();

  const latest = () => findRecords(product.dataDir, 'packagePrices', { lineId, isLatest: true })[0];
  expect(latest()).toMatchObject({
    tiers: [
      { minQty: 1, unitFen: 120 },
      { minQty: 30, unitFen: 95 },
      { minQty: 120, unitFen: 70 },
    ],
  });
  expect(price('price_0002')).toMatchObject({ isLatest: false });
  await page.reload();
  await expect(rowOf(page, name).getByText('120 张及以上')).toBeVisible();

  await rowOf(page, name)
    .getByRole('button', { name: `「${name}」的价格历史` })
    .click();
  const history = page.getByRole('dialog', { name: `「${name}」价格历史` });
  const newest = history.getByRole('listitem').first();
  await expect(newest.getByText('当前')).toBeVisible();
  await expect(newest.locator('del')).toContainText('100 张及以上 ¥0.75');
  await expect(newest).toContainText('120 张及以上 ¥0.70');
  await history.getByRole('button', { name: '关闭' }).click();

  await rowOf(page, name)
    .getByRole('button', { name: `停用「${name}」` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(rowOf(page, name).getByRole('button', { name: `启用「${name}」` })).toBeVisible();
  expect(latest()).toMatchObject({ status: 'disabled' });
});
