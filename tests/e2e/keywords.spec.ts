import { expect, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const IMPORT = '/admin/keywords/import';
const stored = (fields: Record<string, unknown> = {}) =>
  findRecords(product.dataDir, 'keywords', fields);
const rowOf = (page: Page, word: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: word, exact: true }) });

test('keywords are imported from pasted text and from a file, with the result of each shown before and after @rest', async ({
  page,
}) => {
  const before = stored().length;
  await signIn(page, `${product.url}/admin/keywords`);
  await page.getByRole('button', { name: '批量导入' }).click();
  await expect(page).toHaveURL(`${product.url}${IMPORT}`);

  // Pasted as a spreadsheet copies it: new, stored, twice, wrong.
  await page
    .getByLabel('关键词内容')
    .fill(
      [
        '关键词\t类型\t同义词\t权重',
        '油纸伞\t热门\t纸伞、雨伞\t320',
        '汉服\t标签\t\t1',
        '旗袍\t标签\t\t',
        '油纸伞\t\t\t',
        '书法\t乐器\t\t',
      ].join('\n'),
    );
  const state = (word: string, at = 0) => rowOf(page, word).nth(at).getByRole('cell').last();
  await expect(state('油纸伞')).toHaveText('新增');
  await expect(state('油纸伞', 1)).toHaveText('与第 2 行重复');
  await expect(state('汉服')).toHaveText('已存在，将跳过');
  await expect(state('书法')).toHaveText('类型：请选择有效的选项');

  await page.getByRole('button', { name: '导入 2 个关键词' }).click();
  await expect(
    page.getByRole('status').getByText('导入完成：新增 2 个', { exact: false }),
  ).toBeVisible();
  await expect(state('旗袍')).toHaveText('已新增');
  expect(stored()).toHaveLength(before + 2);
  expect(stored({ word: '油纸伞' })).toMatchObject([
    { type: 'hot', aliases: ['纸伞', '雨伞'], weight: 320, status: 'enabled' },
  ]);
  expect(stored({ word: '汉服' })).toMatchObject([{ type: 'hot', weight: 900 }]);

  // A file as a Chinese spreadsheet saves it, of more rows than one call takes, updating what exists.
  await page.getByRole('button', { name: '再导入一批' }).click();
  const gb18030 = [
    // 关键词,权重 and 汉服,77
    [0xb9, 0xd8, 0xbc, 0xfc, 0xb4, 0xca, 0x2c, 0xc8, 0xa8, 0xd6, 0xd8, 0x0d, 0x0a],
    [0xba, 0xba, 0xb7, 0xfe, 0x2c, 0x37, 0x37, 0x0d, 0x0a],
  ].flat();
  const many = Array.from({ length: 620 }, (_, at) => `word ${at},${at}`).join('\r\n');
  await page.getByLabel('用导入的内容更新').check();
  await page.locator('input[type=file]').setInputFiles({
    name: 'words.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([Buffer.from(gb18030), Buffer.from(many)]),
  });
  await expect(state('汉服')).toHaveText('已存在，将更新');
  await page.getByRole('button', { name: '导入 621 个关键词' }).click();
  await expect(
    page.getByText('导入完成：新增 620 个，更新 1 个，跳过 0 个，失败 0 个。'),
  ).toBeVisible({ timeout: 90_000 });
  expect(stored()).toHaveLength(before + 622);
  expect(stored({ word: '汉服' })).toMatchObject([{ type: 'hot', weight: 77 }]);
  expect(stored({ word: 'word 619' })).toMatchObject([{ weight: 619 }]);
});

test('keywords are merged: one stays with the names of the others, and templates follow @deep', async ({
  page,
}) => {
  const templatesOf = (id: string) =>
    findRecords(product.dataDir, 'templates').filter(({ keywordIds }) =>
      (keywordIds as string[]).includes(id),
    );
  const both = new Set(
    [...templatesOf('kw_0011'), ...templatesOf('kw_0012')].map(({ _id }) => _id),
  );
  const filter = encodeURIComponent(JSON.stringify({ ids: ['kw_0011', 'kw_0012'] }));
  await signIn(page, `${product.url}/admin/keywords`);
  await page.goto(`${product.url}/admin/keywords?filter=${filter}`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: '合并', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '合并 2 个关键词' });
  const moved = templatesOf('kw_0012').length;
  await dialog.getByRole('radio', { name: /^动漫（\d+ 个模板）$/ }).check();
  await dialog.getByRole('button', { name: '合并', exact: true }).click();
  await expect(page.getByText(`已合并到「动漫」，${moved} 个模板已更新`)).toBeVisible();
  expect(stored({ word: '手绘' })).toEqual([]);
  expect(stored({ word: '动漫' })[0]?.['aliases']).toEqual(['二次元', '漫画', '手绘']);
  expect(new Set(templatesOf('kw_0011').map(({ _id }) => _id))).toEqual(both);
  expect(templatesOf('kw_0012')).toEqual([]);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
});
