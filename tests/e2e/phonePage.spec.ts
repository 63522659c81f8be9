import { expect } from '@playwright/test';
import { readRecord } from '../product/database.ts';
import { painted, photo } from './pictures.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** The package's at its price. */
const GOODS = 'pkg_0002_1990_s';

test('virtual payment is tried by hand: what the page of the phone does is what the orders show @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/settings?tab=payment`);
  await page.getByLabel('启用虚拟支付').check();
  await page.getByLabel('使用沙箱环境').check();
  await page.locator('input[type=file][aria-label="道具图片"]').setInputFiles(await photo());
  await painted(page.getByRole('group', { name: '道具图片' }).locator('img'));
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const difference = page.getByRole('dialog', { name: '保存支付设置的修改？' });
  await difference.getByRole('button', { name: '保存' }).click();
  await expect(difference).toBeHidden();
  await page.getByRole('button', { name: '测试虚拟支付' }).click();
  await expect(page.getByText('连接正常，密钥正确')).toBeVisible();
  await page.goto(`${product.url}/admin/packages/pkg_0002`);
  await page.getByLabel('虚拟支付').check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  // In the sandbox goods can be bought once they are uploaded, which a job does.
  await expect
    .poll(() => readRecord(product.dataDir, 'virtualGoods', GOODS), { timeout: 60_000 })
    .toMatchObject({ state: 'published', error: '' });

  await page.goto(`${product.url}/__sandbox/phone`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const [order, errCode] = [page.locator('#order'), page.locator('#errCode')];
  await press('Sign in (wx.login)');
  const { name } = readRecord(product.dataDir, 'packages', 'pkg_0002') as unknown as {
    name: string;
  };
  const buy = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: `${name},` })
      .getByRole('button', { name: 'Buy' })
      .click();
  await page.getByLabel('phone').selectOption('ios');
  await buy();
  await expect(page.locator('#log')).toContainText('暂不支持在苹果设备上购买');
  await page.getByLabel('phone').selectOption('android');
  await buy();
  await expect(order).toContainText('pending, to be paid by virtual');
  await press('Expire the session');
  await press('Pay');
  await expect(errCode).toHaveText('-15007');
  await press('Sign in (wx.login)');
  await press('Sign its payment anew (payOrder)');
  await press('Pay');
  await expect(errCode).toHaveText('0');
  await expect(async () => {
    await press('Ask for its state');
    await expect(order).toContainText('completed', { timeout: 1_000 });
  }).toPass();
});
