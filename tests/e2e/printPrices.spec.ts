import { expect, type Page } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const price = (id: string) => readRecord(product.dataDir, 'packagePrices', id);

test('the tiers of a price are changed, its history is kept, and it is disabled @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/package-prices`);
  const before = price('price_0002');
  const { name, lineId } = before as unknown as { name: string; lineId: string };

  await expect(rowOf(page, name)).toBeVisible({ timeout: 60_000 });
  await rowOf(page, name)
    .getByRole('button', { name: `编辑「${name}」` })
    .click();
  const dialog = page.getByRole('dialog', { name: `修改价格「${name}」` });
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

test('a size is made, sold at a price, kept while it is used, and deleted @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/print-orders`);
  await page.getByRole('button', { name: '更多冲印设置' }).click();
  await page.getByRole('menuitem', { name: '照片尺寸管理' }).click();
  await expect(page).toHaveTitle('照片尺寸管理 - 管理系统');

  await page.getByRole('button', { name: '新建尺寸' }).click();
  const dialog = page.getByRole('dialog', { name: '新建尺寸' });
  await dialog.getByLabel('名称').fill('12寸');
  await dialog.getByLabel('代号').fill('6R');
  await dialog.getByLabel('宽（毫米）').fill('254');
  await dialog.getByLabel('高（毫米）').fill('305');
  await dialog.getByLabel('单张价格').fill('15');
  await expect(dialog.getByText('输出 3000 × 3602 像素')).toBeVisible();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('已有相同代号的尺寸')).toBeVisible();
  await dialog.getByLabel('代号').fill('12R');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
  const [size] = findRecords(product.dataDir, 'printSizes', { code: '12R' });
  expect(size).toMatchObject({ widthMm: 254, pixelHeight: 3602, basePriceFen: 1_500 });

  await page.goto(`${product.url}/admin/package-prices`);
  await page.getByRole('button', { name: '新建价格' }).click();
  const created = page.getByRole('dialog', { name: '新建价格' });
  await created.getByLabel('尺寸').click();
  await page.getByRole('option', { name: '12寸' }).click();
  await created.getByLabel('相纸').click();
  await page.getByRole('option', { name: '光面' }).click();
  await expect(created.getByLabel('名称')).toHaveValue('12寸 光面');
  await created.getByLabel('第 1 档单价').fill('14.5');
  await created.getByRole('button', { name: '保存' }).click();
  await expect(created).toBeHidden();
  await page.reload();
  await expect(rowOf(page, '12寸 光面')).toBeVisible();
  const line = () =>
    findRecords(product.dataDir, 'packagePrices', { sizeId: size?._id, isLatest: true });
  expect(line()).toMatchObject([{ tiers: [{ minQty: 1, unitFen: 1_450 }] }]);

  // Named by a price it stays; the price is given up first.
  await page.goto(`${product.url}/admin/print-size-config`);
  await rowOf(page, '12寸').getByRole('button', { name: '删除「12寸」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByText('还有 1 个冲印价格使用该尺寸')).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).click();
  await page.goto(`${product.url}/admin/package-prices`);
  await rowOf(page, '12寸 光面').getByRole('button', { name: '停用「12寸 光面」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await rowOf(page, '12寸 光面').getByRole('button', { name: '删除「12寸 光面」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, '12寸 光面')).toHaveCount(0);
  expect(line()).toEqual([]);
  await page.goto(`${product.url}/admin/print-size-config`);
  await rowOf(page, '12寸').getByRole('button', { name: '删除「12寸」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, '12寸')).toHaveCount(0);
  expect(readRecord(product.dataDir, 'printSizes', String(size?._id))).toBeUndefined();
});
