import { expect, type Locator } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test('the dashboard shows what needs attention and the figures, and a failed card does not affect the others', async ({
  page,
}) => {
  const failOnce = await fetch(`${product.url}/__emulator/inject`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'adminDashboard.getUserStats', times: 1, code: 'SYS_ERR' }),
  });
  expect(failOnce.ok).toBe(true);

  await signIn(page, `${product.url}/admin/dashboard`);

  // The figures are the database's.
  const held = findRecords(product.dataDir, 'printOrders', { status: 'on_hold' }).length;
  expect(held).toBeGreaterThan(0);
  const attention = page.getByRole('region', { name: '今日待办' });
  const onHold = attention.getByRole('link', { name: /单冲印待用户换图/ });
  await attention.getByRole('button', { name: /^展开其余/ }).click();
  await expect(onHold).toContainText(String(held));
  const disabled = findRecords(product.dataDir, 'users', { status: 'disabled' }).length;

  // One card has failed; the others have not, and it can be asked again.
  const users = page.getByRole('region', { name: '用户', exact: true });
  await expect(users.getByText('暂时无法读取')).toBeVisible();
  await expect(page.getByRole('table', { name: '模板排行' }).getByRole('row')).toHaveCount(9);
  await users.getByRole('button', { name: '重试' }).click();
  await expect(users.getByRole('link', { name: /已停用/ })).toContainText(String(disabled));

  // The chart is drawn, and its numbers can be read without seeing it.
  const revenue = page.getByRole('region', { name: '收款与订单' });
  await expect(revenue.locator('svg rect').first()).toBeVisible();
  await expect(revenue.getByRole('row')).toHaveCount(31);

  // The axis of a chart of money says yuan, as its numbers do.
  for (const name of ['收款与订单', '生成成本与收入']) {
    const card = page.getByRole('region', { name });
    const largest = async (texts: Locator) =>
      Math.max(...(await texts.allTextContents()).map(text => Number(text.replace(/[¥,]/g, ''))));
    const mark = await largest(card.locator('.MuiChartsAxis-directionY text'));
    const amount = await largest(card.getByRole('cell').filter({ hasText: '¥' }));
    expect([name, mark > amount / 2 && mark < amount * 3]).toEqual([name, true]);
  }

  // The period is in the address and survives a reload.
  await page.getByRole('button', { name: '近 7 天' }).click();
  await expect(revenue.getByRole('row')).toHaveCount(8);
  await page.reload();
  await expect(page.getByRole('button', { name: '近 7 天' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // The number opens the list behind it.
  await attention.getByRole('button', { name: /^展开其余/ }).click();
  await onHold.click();
  await expect(page).toHaveURL(/\/admin\/print-orders\?filter=/);
  await expect(page.getByRole('row')).toHaveCount(held + 1);
});
