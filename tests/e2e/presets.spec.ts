import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

test("a preset is filled in by its template's inputs, made the default, and flagged when the template changes @deep", async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/templates/edit/tpl_0001`);

  // From its template: the form is the template's inputs.
  await page.getByRole('tab', { name: '预设', exact: true }).click();
  await page.getByRole('link', { name: '新建预设' }).click();
  await expect(page.getByRole('combobox', { name: '模板' })).toHaveValue('千里江山');
  await page.getByRole('textbox', { name: '名称' }).fill('暖阳');
  await page.getByRole('switch', { name: '预先填好「风格强度」' }).check();
  await page.getByRole('switch', { name: '预先填好「色调」' }).check();
  await page.getByRole('combobox', { name: '色调' }).click();
  await page.getByRole('option', { name: '暖色' }).click();
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/templates\/presets\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1)!;
  const stored = () => readRecord(product.dataDir, 'templatePresets', id);
  expect(stored()).toMatchObject({
    templateId: 'tpl_0001',
    params: { intensity: 0.6, tone: 'warm' },
    isDefault: false,
  });

  // The default: the former one stops being it.
  await page.getByRole('button', { name: '将「暖阳」设为默认预设' }).click();
  await expect(page.getByText('已将「暖阳」设为默认预设')).toBeVisible();
  expect(
    findRecords(product.dataDir, 'templatePresets', { templateId: 'tpl_0001', isDefault: true }),
  ).toMatchObject([{ _id: id }]);

  // The template stops asking for the tone.
  await page.goto(`${product.url}/admin/templates/edit/tpl_0001?tab=inputs`);
  await page.getByRole('button', { name: '移除输入项「色调」' }).click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  expect(stored()).toMatchObject({ needsReview: true });

  await page.goto(`${product.url}/admin/templates/presets`);
  await page.getByPlaceholder('搜索预设名称、标签').fill('暖阳');
  const row = page.getByRole('row').filter({ hasText: '暖阳' });
  await expect(row).toHaveCount(1);
  await expect(row.getByText('待检查')).toBeVisible();
  await row.getByRole('link', { name: '暖阳', exact: true }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: '模板已没有输入项「tone」' })
    .getByRole('button', { name: '移除' })
    .click();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  expect(stored()).toMatchObject({ params: { intensity: 0.6 }, needsReview: false });
  await page.reload();
  await expect(page.getByRole('switch', { name: '预先填好「风格强度」' })).toBeChecked();
  await expect(page.getByRole('switch', { name: '预先填好「照片」' })).not.toBeChecked();
});
