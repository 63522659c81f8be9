import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { settle } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const templatesOf = (id: string) =>
  findRecords(product.dataDir, 'templates').filter(({ categoryIds }) =>
    (categoryIds as string[]).includes(id),
  ).length;

test('categories are sorted among their siblings with the mouse, and merged @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/categories`);
  const under = page.getByRole('list', { name: '「古风国潮」的子分类' });
  const children = under.getByRole('listitem').getByRole('link', { name: /^(工笔设色|国画水墨)$/ });
  await expect(children).toHaveText(['工笔设色', '国画水墨']);

  // Dragged to the top of its siblings; the numbers say so in the database, and the page after a reload.
  await settle(page);
  const from = (await page.getByRole('button', { name: '拖动「国画水墨」' }).boundingBox())!;
  const to = (await page.getByRole('button', { name: '拖动「工笔设色」' }).boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 10, { steps: 4 });
  await page.mouse.move(to.x + 8, to.y - 4, { steps: 8 });
  await page.mouse.up();
  const ordered = ['国画水墨', '工笔设色'];
  await expect(children).toHaveText(ordered);
  await expect
    .poll(() =>
      findRecords(product.dataDir, 'categories', { parentId: 'cat_0001' })
        .sort((a, b) => Number(b['sort']) - Number(a['sort']))
        .map(({ name }) => name),
    )
    .toEqual(ordered);
  await page.reload();
  await expect(children).toHaveText(ordered);

  // Merged: the number is shown before and after, and every template has moved.
  const before = templatesOf('cat_0002');
  await page.getByRole('button', { name: '合并「相框装裱」到其他分类' }).click();
  const dialog = page.getByRole('dialog', { name: '合并「相框装裱」' });
  await expect(dialog.getByText('4 个模板将改为归属目标分类', { exact: false })).toBeVisible();
  await dialog.getByRole('combobox', { name: /合并到/ }).fill('明信');
  await page.getByRole('option', { name: '明信片（6 个模板）' }).click();
  await dialog.getByRole('button', { name: '合并 4 个模板' }).click();
  await expect(page.getByText('已将「相框装裱」合并到「明信片」，4 个模板已更新')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: '相框装裱' })).toHaveCount(0);
  expect(readRecord(product.dataDir, 'categories', 'cat_0010')).toBeUndefined();
  expect(templatesOf('cat_0010')).toBe(0);
  expect(templatesOf('cat_0002')).toBe(before + 4);
});
