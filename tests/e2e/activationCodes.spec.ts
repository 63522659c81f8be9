import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('a batch of codes is made and exported, and a code that a user reads out is found and shown @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/activation-codes`);
  await page.getByRole('button', { name: '生成激活码' }).click();
  const creating = page.getByRole('dialog', { name: '生成激活码' });
  await creating.getByLabel('批次名称').fill('冬日活动');
  await creating.getByLabel('数量').fill('600');
  await creating.getByLabel('积分').fill('50');
  await creating.getByRole('button', { name: '开始生成' }).click();

  // The rest is made while one looks.
  await expect(page).toHaveURL(/\/admin\/activation-codes\/\w+/);
  await expect(page.getByText('已用 0 / 600').first()).toBeVisible();
  const [batch] = findRecords(product.dataDir, 'activationBatches', { name: '冬日活动' });
  const codes = findRecords(product.dataDir, 'activationCodes', { batchId: batch?._id });
  expect(codes.filter(({ status }) => status === 'unused')).toHaveLength(600);

  // Exported: as Excel reads it, every code once.
  await page.getByRole('button', { name: '导出激活码' }).click();
  const exporting = page.getByRole('dialog', { name: '导出「冬日活动」的激活码' });
  await exporting.getByRole('button', { name: '印刷卡片' }).click();
  const downloading = page.waitForEvent('download');
  await exporting.getByRole('button', { name: '导出激活码' }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const exported = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(',')[1]!);
  expect(new Set(exported).size).toBe(600);

  // Found by the code itself, and shown for a reason that is kept.
  await page.goto(`${product.url}/admin/activation-codes`);
  await page.getByPlaceholder('搜索批次名称、批次号、激活码').fill(exported[0]!);
  await page.getByRole('region', { name: '匹配的激活码' }).getByRole('link').click();
  const row = page.getByRole('row').filter({ hasText: '未使用' });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^查看/ }).click();
  const asking = page.getByRole('dialog');
  await asking.getByRole('button', { name: '核对激活码' }).click();
  await asking.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '完整的激活码' })).toContainText(exported[0]!);
  expect(
    findRecords(product.dataDir, 'auditLogs', { action: 'revealCodes', reason: '核对激活码' }),
  ).toHaveLength(1);
});
