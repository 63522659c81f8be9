import { expect } from '@playwright/test';
import type { ReconciliationDifference } from '#contract/reconciliation.ts';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const differences = () =>
  findRecords(
    product.dataDir,
    'reconciliationDifferences',
  ) as unknown as ReconciliationDifference[];
const dateOf = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;

test('from the dashboard to the open differences: one is resolved by asking the gateway, one is explained @rest', async ({
  page,
}) => {
  const open = differences().filter(({ status }) => status === 'open');
  const missed = open.find(({ kind, orderId }) => kind === 'paid_there' && orderId !== '')!;
  const shop = open.find(({ kind, orderId }) => kind === 'paid_there' && orderId === '')!;
  await signIn(page, `${product.url}/admin/todo`);
  await page.getByRole('button', { name: `对账差异 ${open.length}` }).click();
  await page.getByRole('list', { name: '待处理' }).getByRole('link').first().click();
  const rows = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: '填写说明' }) });
  await expect(rows).toHaveCount(open.length);

  // Mended where it was noticed: the order is paid, the day is compared again, the difference is gone.
  const row = rows.filter({ hasText: missed.number });
  await expect(row).toContainText('微信已收款，系统未入账');
  await row.getByRole('button', { name: '查询支付结果' }).click();
  await expect(page.getByText(`${dateOf(missed.day)} 核对结果：`)).toBeVisible();
  await expect(rows).toHaveCount(open.length - 1);
  expect(readRecord(product.dataDir, 'orders', missed.orderId)).toMatchObject({ latePay: true });
  expect(readRecord(product.dataDir, 'reconciliationDifferences', missed._id)).toMatchObject({
    status: 'resolved',
  });

  // What has no order of ours is explained on its day's page.
  await page.getByRole('link', { name: dateOf(shop.day) }).click();
  await expect(page).toHaveURL(`${product.url}/admin/reconciliation/${shop.day}`);
  await page.getByRole('button', { name: '填写说明' }).click();
  const dialog = page.getByRole('dialog', { name: '填写这笔差异的说明' });
  // A usual explanation is submitted with the tap.
  await dialog.getByRole('button', { name: '同一商户号的其他业务' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('同一商户号的其他业务').first()).toBeVisible();
  await expect(page.getByText('已处理')).toBeVisible();

  // Compared again it stays explained; both actions are in the day's trail.
  await page.getByRole('button', { name: '重新核对' }).click();
  await expect(page.getByText(`${dateOf(shop.day)} 核对结果：已处理`)).toBeVisible();
  expect(readRecord(product.dataDir, 'reconciliationDifferences', shop._id)).toMatchObject({
    status: 'closed',
    note: '同一商户号的其他业务',
    closeBy: '管理员',
  });
  await expect(page.getByRole('region', { name: '操作日志' })).toContainText('核对账单');
});
