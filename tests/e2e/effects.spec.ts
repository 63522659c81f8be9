import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { seam } from '../product/gateway.ts';
import { givePhoto } from './pictures.ts';
import { product, session, test } from './test.ts';

test('a visitor finds templates by a synonym; what finds nothing becomes one with a click @rest', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const search = page.getByPlaceholder('搜索模板、关键词');
  await page.goto(`${product.url}/?q=${encodeURIComponent('二次元')}`);
  await expect(page.locator('a[href^="/template/"]').first()).toBeVisible();
  await search.fill('汉服古装照');
  await expect(page.getByText('没有找到')).toBeVisible();

  const office = await (await browser.newContext({ storageState: session })).newPage();
  await office.goto(`${product.url}/admin/keywords/misses`);
  const row = office.getByRole('row').filter({ hasText: '汉服古装照' });
  await row.getByRole('button', { name: '加到「汉服」' }).click();
  await expect(office.getByText('「汉服古装照」已加为「汉服」的同义词')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.reload();
  await expect(page.locator('a[href^="/template/"]').first()).toBeVisible();
});

test('a visitor buys one picture, pays it by a code, and gets it @rest', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sold = findRecords(product.dataDir, 'templates', { status: 'online' }).find(
    ({ priceFen, vipOnly, inputs }) =>
      priceFen !== null &&
      vipOnly === false &&
      (inputs as { required: boolean; type: string }[]).every(
        ({ required, type }) => !required || type === 'image',
      ),
  )!;
  await page.goto(`${product.url}/template/${sold._id}`);
  await givePhoto(page);

  await page.getByRole('button', { name: /^单次购买/ }).click();
  const dialog = page.getByRole('dialog', { name: /^购买一次/ });
  const pay = dialog.getByRole('button', { name: /^去支付/ });
  await expect(pay).toBeDisabled();
  await dialog.getByRole('checkbox').check();
  await pay.click();
  await expect(page.getByRole('heading', { name: '待支付' })).toBeVisible();
  await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible();
  const id = page.url().split('/').at(-1)!;
  const order = readRecord(product.dataDir, 'orders', id)!;
  expect(order).toMatchObject({ type: 'template', payFen: sold['priceFen'], status: 'pending' });

  // A reload asks for the same code.
  await page.reload();
  await expect(page.getByRole('img', { name: '微信支付二维码' })).toBeVisible();
  await seam(product, '/__sandbox/wechatpay/pay', 'POST', { outTradeNo: order['orderNo'] });
  await expect(page).toHaveURL(/\/task\/task_\w+$/, { timeout: 30_000 });
  await expect(page.getByRole('heading', { name: '制作完成' })).toBeVisible({ timeout: 90_000 });
  expect(readRecord(product.dataDir, 'orders', id)).toMatchObject({ status: 'completed' });
});
