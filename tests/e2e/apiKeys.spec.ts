import { expect } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const KEY = '5ec2e7c0ffee5ec2e7c0ffee5ec2e7c0';
const NEXT = '7ec2e7c0ffee7ec2e7c0ffee7ec2e7c1';

test('a key is added once and never shown again, tested, paused, rotated and removed @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/api-keys`);
  const stored = () => findRecords(product.dataDir, 'apiKeys', { name: '活动专用' })[0];

  await page.getByRole('button', { name: '添加密钥' }).click();
  const adding = page.getByRole('dialog', { name: '添加密钥' });
  await adding.getByLabel('名称').fill('活动专用');
  await adding.getByLabel('密钥', { exact: false }).first().fill(KEY);
  await adding.getByRole('button', { name: '创建' }).click();
  await expect(page.getByText('密钥已加密保存，之后不会再显示')).toBeVisible();

  const row = page.getByRole('row').filter({ hasText: '活动专用' });
  await expect(row).toContainText('5ec****e7c0');
  expect(JSON.stringify(stored())).not.toContain(KEY);
  await expect(page.locator('body')).not.toContainText(KEY);

  await row.getByRole('button', { name: '测试「活动专用」' }).click();
  await expect(page.getByText('「活动专用」可用，余额已更新')).toBeVisible();
  await expect(row).toContainText('币');
  expect(stored()?.['remainCoins']).toBeGreaterThan(0);

  await row.getByRole('button', { name: '暂停「活动专用」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await expect(row).toContainText('已暂停');
  expect(stored()?.['status']).toBe('paused');

  const before = stored()?.['keyCipher'];
  await row.getByRole('button', { name: '「活动专用」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '更换密钥' }).click();
  const rotating = page.getByRole('dialog', { name: '更换「活动专用」的密钥' });
  await rotating.getByLabel('密钥', { exact: false }).first().fill(NEXT);
  await rotating.getByRole('button', { name: '更换密钥' }).click();
  await expect(row).toContainText('7ec****e7c1');
  expect(stored()?.['keyCipher']).not.toBe(before);

  await row.getByRole('button', { name: '「活动专用」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const removing = page.getByRole('dialog', { name: '删除「活动专用」？' });
  await removing.getByLabel('请输入「活动专用」确认').fill('活动专用');
  await removing.getByRole('button', { name: '确认删除' }).click();
  // A dialog hides the table from roles: a missing row means something only after it has closed.
  await expect(removing).toBeHidden();
  await expect(row).toHaveCount(0);
  expect(stored()).toBeUndefined();
});
