import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, test } from './test.ts';

/** What holds on every list, shown on one of them. */

const enter = (page: Page, path: string) => signIn(page, `${product.url}/admin/${path}`);
const rows = (page: Page) => page.locator('tbody tr');

test('orders are exported as the list shows them: BOM, long numbers as text, every row @rest', async ({
  page,
}) => {
  await enter(page, 'orders');
  await page.getByRole('tab', { name: /已完成/ }).click();
  await expect(page).toHaveURL(/completed/);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出订单' });
  await expect(dialog.getByRole('checkbox', { name: '订单号' })).toBeChecked();
  await dialog.getByRole('button', { name: '全部列', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '开始导出' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^订单_\d{8}\.csv$/);
  const bytes = readFileSync(await file.path());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n');
  const completed = findRecords(product.dataDir, 'orders', { status: 'completed' });
  expect(completed.length).toBeGreaterThan(100);
  expect(lines.slice(0, 2)).toEqual(['导出,订单', '筛选,状态：已完成']);
  expect(lines[4]).toBe(`行数,${completed.length}`);
  expect(lines).toHaveLength(completed.length + 7);
  expect(lines[6]).toContain('订单号');
  // Written so that a spreadsheet keeps all twenty digits.
  const number = String(completed[0]!['orderNo']);
  expect(lines.some(line => line.includes(`"${number}\t"`))).toBe(true);

  // Closing the window loses nothing: the file is there again in the top bar.
  await dialog.getByRole('button', { name: '关闭' }).click();
  await page.reload();
  await page.getByRole('button', { name: '最近的导出' }).click();
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: /^下载「订单_/ }).click();
  expect(readFileSync(await (await again).path()).equals(bytes)).toBe(true);
});

test('a view keeps filters and sorting under a name, over a reload @deep', async ({ page }) => {
  await enter(page, 'templates');
  const online = page.getByRole('tab', { name: /已上线/ });
  await online.click();
  await expect(online).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: '更新时间' }).click();
  await expect(page).toHaveURL(/sort=updateTime/);
  await page.getByRole('button', { name: '视图', exact: true }).click();
  await page.getByRole('menuitem', { name: '保存当前视图' }).click();
  await page.getByLabel('视图名称').fill('最近更新的');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('tab', { name: /草稿/ }).click();
  await expect(page).toHaveURL(/draft/);
  await page.reload();
  await page.getByRole('button', { name: '视图', exact: true }).click();
  await page.getByRole('menuitem', { name: '最近更新的', exact: true }).click();
  await expect(page).toHaveURL(/online/);
  await expect(page).toHaveURL(/sort=updateTime/);
  await page.getByRole('button', { name: '最近更新的', exact: true }).click();
  await page.getByRole('menuitem', { name: '删除视图「最近更新的」' }).click();
  await expect(page.getByRole('menuitem', { name: '最近更新的', exact: true })).toHaveCount(0);
});

test('going back restores the filter, the page and the scroll position of a list @rest', async ({
  page,
}) => {
  await enter(page, 'templates');
  await page.getByRole('tab', { name: /已上线/ }).click();
  await expect(rows(page).filter({ hasNotText: '已上线' })).toHaveCount(0);
  const nameOf = async (row: Locator) =>
    (await row.getByRole('cell').nth(1).innerText()).split('\n')[0]!;
  const first = await nameOf(rows(page).first());
  await page.getByRole('button', { name: /第 2 页/ }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).not.toContainText(first);
  const address = page.url();
  const row = rows(page).nth(17);
  const name = await nameOf(row);
  await row.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(100);
  // In the middle of a row may be a control of its own.
  await row.getByRole('cell').nth(2).click();
  await expect(page).toHaveURL(/\/edit\//);
  await expect(page.getByLabel('副标题')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(rows(page).nth(17)).toContainText(name);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 80);
});

test('what was typed survives a lost network, a session that ended and a reload', async ({
  page,
  context,
}) => {
  const path = 'templates/edit/tpl_0003';
  await enter(page, path);
  await page.getByLabel('副标题').fill('断网也在的副标题');
  await context.setOffline(true);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('网络已断开，恢复连接后自动保存')).toBeVisible();
  await expect(page.getByLabel('副标题')).toHaveValue('断网也在的副标题');

  // Once there is a network again, the waiting call learns that the session has ended.
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'admin_token');
  await context.addCookies([{ ...cookie!, value: `adm.first_admin.${'x'.repeat(43)}` }]);
  await context.setOffline(false);
  await expect(page).toHaveURL(`${product.url}/admin/login`);
  await fillInSignIn(page);
  await expect(page).toHaveURL(`${product.url}/admin/${path}`);
  await page.reload();
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(page.getByLabel('副标题')).toHaveValue('断网也在的副标题');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  const [stored] = findRecords(product.dataDir, 'templates', { _id: 'tpl_0003' });
  expect(stored?.['subtitle']).toBe('断网也在的副标题');
});

test('a save whose answer was lost is made once', async ({ page }) => {
  const stored = () => findRecords(product.dataDir, 'templates', { _id: 'tpl_0004' })[0]!;
  const before = Number(stored()['rev']);
  await enter(page, 'templates/edit/tpl_0004');
  const save = page.getByRole('button', { name: '保存', exact: true });
  let isLost = false;
  await page.route('**/v1/functions/adminTemplate', async route => {
    const loses = !isLost && route.request().postData()?.includes('"updateTemplate"');
    if (!loses) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.getByLabel('副标题').fill('回执丢失的');
  await save.click();
  await expect(page.getByText('网络连接失败，请检查网络后重试').first()).toBeVisible();
  await save.click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(stored()).toMatchObject({ rev: before + 1, subtitle: '回执丢失的' });
});

test('Ctrl-K finds an order by its number; a slash goes to the list’s search', async ({ page }) => {
  const [order] = findRecords(product.dataDir, 'orders', { _id: 'ord_0005' });
  await enter(page, 'profile');
  await expect(page.getByRole('button', { name: '全局搜索' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '全局搜索' }).fill(String(order!['orderNo']));
  await expect(page.getByRole('group').getByRole('option').first()).toContainText(/^(?!在)/);
  await expect(page.getByRole('group', { name: '订单', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.url}/admin/orders/ord_0005`);
  await page.goto(`${product.url}/admin/templates`);
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByPlaceholder('搜索模板、关键词')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('搜索模板、关键词')).toBeFocused();
  await page.keyboard.type('千里江山');
  await expect(rows(page)).toHaveCount(1);
});
