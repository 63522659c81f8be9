import { expect } from '@playwright/test';
import { readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('settings show their difference before they are saved, never show secrets, and can be restored', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/settings`);
  const stored = (type: string) => readRecord(product.dataDir, 'settings', type);

  await page.getByLabel('站点名称').fill('拾光影像');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const difference = page.getByRole('dialog', { name: '保存基本设置的修改？' });
  await expect(difference).toContainText('AI图像处理');
  await expect(difference).toContainText('拾光影像');
  await difference.getByRole('button', { name: '保存' }).click();
  await expect(difference).toBeHidden();
  expect(stored('general')?.['siteName']).toBe('拾光影像');

  // And back again.
  await page.getByRole('button', { name: '恢复到此版本' }).first().click();
  const restoring = page.getByRole('dialog', { name: /恢复到版本/ });
  await restoring.getByRole('button', { name: '恢复到此版本' }).click();
  await expect(page.getByLabel('站点名称')).toHaveValue('AI图像处理');
  expect(stored('general')?.['siteName']).toBe('AI图像处理');

  // A new secret is sealed and never comes back.
  await page.getByRole('tab', { name: '通知设置' }).click();
  const secret = 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=Sx9Sx9Sx9Sx9';
  const before = stored('notification');
  await page.getByLabel('企业微信群机器人').fill(secret);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const sealing = page.getByRole('dialog', { name: '保存通知设置的修改？' });
  await expect(sealing).toContainText('（新的密钥）');
  await expect(sealing).not.toContainText(secret);
  await sealing.getByRole('button', { name: '保存' }).click();
  await expect(sealing).toBeHidden();
  const after = stored('notification');
  expect(JSON.stringify(after)).not.toContain('Sx9Sx9Sx9');
  expect((after?.['alerts'] as { wecomWebhookEnc: string }).wecomWebhookEnc).not.toBe('');
  expect(after?.['quietHours']).toEqual(before?.['quietHours']);
  await page.reload();
  await expect(page.getByLabel('企业微信群机器人')).toHaveValue('');
});
