import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('a batch of codes is made, exported, shown one by one, extended and disabled @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/activation-codes`);
  const batch = () => findRecords(product.dataDir, 'activationBatches', { name: '冬日活动' })[0];
  const codes = (status: string) =>
    findRecords(product.dataDir, 'activationCodes', { batchId: batch()?._id, status }).length;

  await page.getByRole('button', { name: '生成激活码' }).click();
  const creating = page.getByRole('dialog', { name: '生成激活码' });
  await creating.getByRole('button', { name: '开始生成' }).click();
  await expect(creating.getByText('请填写').first()).toBeVisible();
  await creating.getByLabel('批次名称').fill('冬日活动');
  await creating.getByLabel('数量').fill('1200');
  await creating.getByLabel('积分').fill('50');
  await creating.getByRole('button', { name: '开始生成' }).click();

  // The rest is made while one looks.
  await expect(page).toHaveURL(/\/admin\/activation-codes\/\w+/);
  await expect(page.getByText('已用 0 / 1,200').first()).toBeVisible({ timeout: 30_000 });
  expect(codes('unused')).toBe(1_200);

  // Exported: as Excel reads it, every code once.
  await page.getByRole('button', { name: '导出激活码' }).click();
  const exporting = page.getByRole('dialog', { name: '导出「冬日活动」的激活码' });
  await exporting.getByRole('button', { name: '印刷卡片' }).click();
  const downloading = page.waitForEvent('download');
  await exporting.getByRole('button', { name: '导出激活码' }).click();
  const file = await (await downloading).path();
  const text = readFileSync(file, 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines = text.trim().split('\r\n').slice(1);
  expect(new Set(lines.map(line => line.split(',')[1])).size).toBe(1_200);

  // One code, for a reason that is kept.
  const row = page.getByRole('row').filter({ hasText: '未使用' }).first();
  await row.getByRole('button', { name: /^查看/ }).click();
  const asking = page.getByRole('dialog');
  await asking.getByRole('button', { name: '核对激活码' }).click();
  await asking.getByRole('button', { name: '查看', exact: true }).click();
  const shown = page.getByRole('dialog', { name: '完整的激活码' });
  const whole = /[0-9A-Z]{4}-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{4}/.exec(
    (await shown.textContent()) ?? '',
  )?.[0];
  expect(lines.some(line => line.includes(whole ?? 'none'))).toBe(true);
  await shown.getByRole('button', { name: '关闭' }).click();
  expect(
    findRecords(product.dataDir, 'auditLogs', { action: 'revealCodes', reason: '核对激活码' }),
  ).toHaveLength(1);

  // All of them disabled, after the number was read and typed.
  await page.getByRole('button', { name: '「冬日活动」的更多操作' }).click();
  await page.getByRole('menuitem', { name: '作废全部未使用的激活码' }).click();
  const disabling = page.getByRole('dialog', { name: '作废「冬日活动」的未使用激活码' });
  await expect(disabling).toContainText('将作废 1,200 个');
  await disabling.getByRole('button', { name: '活动取消' }).click();
  await disabling.getByLabel('请输入「1,200」确认').fill('1,200');
  await disabling.getByRole('button', { name: '作废', exact: true }).click();
  await expect(disabling).toBeHidden({ timeout: 30_000 });
  await expect.poll(() => codes('disabled'), { timeout: 30_000 }).toBe(1_200);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: '已作废' }).first()).toBeVisible();

  // A code that a user reads out is found from the list.
  await page.goto(`${product.url}/admin/activation-codes`);
  await page.getByPlaceholder('搜索批次名称、批次号、激活码').fill(whole ?? '');
  const matches = page.getByRole('region', { name: '匹配的激活码' });
  await expect(matches.getByRole('link')).toHaveCount(1);
  await matches.getByRole('link').click();
  await expect(page.getByRole('row').filter({ hasText: '已作废' })).toHaveCount(1);
});
