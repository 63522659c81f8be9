import { expect, type Locator } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { seam } from '../product/gateway.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const largest = async (amounts: Locator) =>
  Math.max(
    ...(await amounts.filter({ hasText: '¥' }).allTextContents()).map(text =>
      Number(text.replace(/[¥,]/g, '')),
    ),
  );

test('the dashboard shows what needs attention and the figures, and a failed card does not affect the others', async ({
  page,
}) => {
  const failure = { action: 'adminDashboard.getUserStats', times: 1, code: 'SYS_ERR' };
  expect((await seam(product, '/__emulator/inject', 'POST', failure)).ok).toBe(true);
  await signIn(page, `${product.url}/admin/dashboard`);

  // The figures are the database's.
  const held = findRecords(product.dataDir, 'printOrders', { status: 'on_hold' }).length;
  expect(held).toBeGreaterThan(0);
  const todo = page.getByRole('region', { name: '待办', exact: true });
  await expect(todo.getByRole('listitem')).toHaveCount(5);

  // One card has failed; the others have not, and it can be asked again.
  const users = page.getByRole('region', { name: '用户', exact: true });
  await expect(users.getByText('暂时无法读取')).toBeVisible();
  await expect(page.getByRole('table', { name: '模板排行' }).getByRole('row')).toHaveCount(9);
  await users.getByRole('button', { name: '重试' }).click();
  const disabled = findRecords(product.dataDir, 'users', { status: 'disabled' }).length;
  await expect(users.getByRole('link', { name: /已停用/ })).toContainText(String(disabled));

  // The charts are drawn, their axes say whole yuan, none of them shortened, and their numbers can be read unseen.
  for (const name of ['收款与订单', '生成成本与收入']) {
    const card = page.getByRole('region', { name });
    const labels = card.locator('.MuiChartsAxis-directionY text');
    await expect(card.locator('svg :is(rect, path)').first()).toBeAttached();
    await expect(labels.nth(2)).toBeVisible();
    await expect(labels.filter({ hasNotText: /^¥\d{1,3}(,\d{3})*$/ })).toHaveCount(0);
    await expect(card.getByRole('row')).toHaveCount(31);
    const [mark, amount] = [await largest(labels), await largest(card.getByRole('cell'))];
    // In fen they would be a hundred times as large.
    expect(mark / amount, name).toBeLessThan(10);
  }

  // The period is in the address and survives a reload.
  const week = page.getByRole('button', { name: '近 7 天' });
  const revenue = page.getByRole('region', { name: '收款与订单' });
  await week.click();
  await expect(revenue.getByRole('row')).toHaveCount(8);
  await page.reload();
  await expect(week).toHaveAttribute('aria-pressed', 'true');

  // All that waits is a page of its own, of one kind if asked; one of them opens its record.
  await todo.getByRole('link', { name: /^全部 \d+ 项$/ }).click();
  await expect(page).toHaveURL(/\/admin\/todo$/);
  await expect(page).toHaveTitle(/^\(\d+\) 待办 - 管理系统$/);
  await page.getByRole('button', { name: `待用户换图 ${held}` }).click();
  const rows = page.getByRole('list', { name: '待处理' }).getByRole('listitem');
  await expect(rows).toHaveCount(held);
  await rows.first().getByRole('button', { name: '认领' }).click();
  await expect(rows.filter({ hasText: '由我处理' })).toHaveCount(1);
  await rows.filter({ hasText: '由我处理' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/print-orders\/\w+$/);
  await page.getByRole('button', { name: '交还' }).click();
  await expect(page.getByRole('button', { name: '认领' })).toBeVisible();
});
