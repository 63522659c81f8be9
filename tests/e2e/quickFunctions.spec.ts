import { expect } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const inOrder = () =>
  findRecords(product.dataDir, 'quickFunctions')
    .sort((a, b) => Number(b['sort']) - Number(a['sort']))
    .map(({ title }) => title);

test('quick functions are moved with the keyboard, made with a schedule and a target, and disabled @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/templates/quick-functions`);
  const home = page.getByRole('list', { name: '首页快捷入口' });
  // Two of eight lead to what visitors cannot see, one is disabled.
  const shown = ['千里江山', '明信片', '九宫格', '冲印照片', '会员套餐'];
  const titles = home.getByRole('listitem');
  await expect(titles).toHaveCount(shown.length);

  // Picked up, moved up and put down with the keyboard; said in Chinese.
  await page.getByRole('button', { name: '拖动「会员套餐」' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('「会员套餐」移到第 6 位，共 8 位')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('「会员套餐」移到第 5 位，共 8 位')).toBeAttached();
  await page.keyboard.press('Space');
  const moved = ['千里江山', '明信片', '九宫格', '老照片', '会员套餐', '冲印照片'];
  await expect.poll(() => inOrder().slice(0, 6)).toEqual(moved);
  await expect(titles.nth(3)).toContainText('会员套餐');

  // A new one, for a category, from next month on.
  await page.getByRole('button', { name: '新建', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '新建快捷入口' });
  await dialog.getByRole('textbox', { name: '标题' }).fill('新年写真');
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(dialog.getByText('请选择要打开的内容')).toBeVisible();
  await dialog.getByRole('combobox', { name: '打开' }).click();
  await page.getByRole('option', { name: '分类' }).click();
  await dialog.getByRole('combobox', { name: '目标' }).fill('节日');
  await page.getByRole('option', { name: '节日祝福' }).click();
  await dialog.getByLabel('开始时间').fill('2035-01-01T08:00');
  await dialog.getByRole('button', { name: '创建' }).click();
  await expect(page.getByText('已创建「新年写真」，排在最后')).toBeVisible();
  expect(findRecords(product.dataDir, 'quickFunctions', { title: '新年写真' })).toMatchObject([
    {
      targetType: 'category',
      targetId: 'cat_0005',
      startTime: Date.UTC(2035, 0, 1),
      endTime: null,
    },
  ]);
  expect(inOrder().at(-1)).toBe('新年写真');

  // Its time has not come; the preview can look ahead.
  const entries = page.getByRole('list', { name: '快捷入口管理' }).getByRole('listitem');
  await expect(entries.filter({ hasText: '新年写真' })).toContainText('未开始');
  await expect(titles.filter({ hasText: '新年写真' })).toHaveCount(0);
  await page.getByLabel('预览时间').fill('2035-02-01T08:00');
  await expect(titles.filter({ hasText: '新年写真' })).toHaveCount(1);

  // Switched off, it leaves the home page; after a reload too.
  await page.getByRole('switch', { name: '启用「千里江山」' }).click();
  await expect(titles.filter({ hasText: '千里江山' })).toHaveCount(0);
  await expect
    .poll(
      () => findRecords(product.dataDir, 'quickFunctions', { title: '千里江山' })[0]?.['status'],
    )
    .toBe('disabled');
  await page.reload();
  await expect(page.getByRole('switch', { name: '启用「千里江山」' })).not.toBeChecked();
  await expect(titles.nth(2)).toContainText('会员套餐');
});
