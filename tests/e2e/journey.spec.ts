import { expect } from '@playwright/test';
import sharp from 'sharp';
import { findRecords, readRecord } from '../product/database.ts';
import { createCaller } from '../product/product.ts';
import { painted } from './pictures.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const picture = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#2f6f6a' } })
    .png()
    .toBuffer();

test('what another administrator has saved meanwhile is merged, and nothing typed is lost', async ({
  page,
}) => {
  const stored = () => readRecord(product.dataDir, 'templates', 'tpl_0005')!;
  const [category] = findRecords(product.dataDir, 'categories', { name: '国画水墨' });
  await signIn(page, `${product.url}/admin/templates/edit/tpl_0005`);
  await page.getByLabel('副标题').fill('我写的副标题');
  await page.getByLabel('介绍').fill('我写的介绍');
  const other = createCaller(product.url);
  await other.signIn();
  const saved = await other.call('adminTemplate', 'updateTemplate', {
    _id: 'tpl_0005',
    rev: stored()['rev'],
    subtitle: '对方写的副标题',
    categoryIds: [category?._id],
  });
  expect(saved.code).toBe(0);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '这条记录刚被他人修改过' });
  await expect(dialog.getByText('对方写的副标题').first()).toBeVisible();
  await dialog
    .getByRole('radiogroup', { name: '选择副标题的版本' })
    .getByRole('radio')
    .first()
    .click();
  await dialog.getByRole('button', { name: '合并并保存' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('国画水墨').first()).toBeVisible();
  expect(stored()).toMatchObject({
    subtitle: '我写的副标题',
    description: '我写的介绍',
    categoryIds: [category?._id],
  });
});

test('a template is made, tried, published, seen by a visitor, taken offline and deleted @rest', async ({
  page,
  browser,
}) => {
  const name = '雨巷油纸伞';
  // Created with a cover, a keyword that does not exist yet, and what the engine needs to run.
  await signIn(page, `${product.url}/admin/templates/create`);
  await page.getByLabel('名称').fill(name);
  await page
    .locator('input[type=file][aria-label="封面图"]')
    .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: await picture() });
  await painted(page.getByRole('group', { name: '封面图' }).locator('img'));
  await page.getByRole('combobox', { name: '分类' }).fill('古风');
  await page.getByRole('option', { name: '古风国潮' }).click();
  await page.getByRole('combobox', { name: '关键词' }).fill('油纸伞');
  await page.getByRole('option', { name: '新建「油纸伞」' }).click();
  await expect(page.getByText('已创建「油纸伞」')).toBeVisible();
  await page.getByRole('tab', { name: '输入项' }).click();
  await page.getByRole('button', { name: '添加输入项' }).click();
  await page.getByRole('menuitem', { name: '单张图片' }).click();
  await page.getByRole('tabpanel', { name: '输入项' }).getByLabel('名称').fill('照片');
  await page.getByLabel('节点编号').fill('12');
  await page.getByLabel('节点字段').fill('image');
  await page.getByRole('tab', { name: '生成与计费' }).click();
  await page.getByLabel('工作流编号').fill('1985000000000000001');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/templates\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1)!;

  // It is in the list, with its picture, and is tried there, which publishing for the first time needs.
  await page.goto(`${product.url}/admin/templates`);
  await page.getByPlaceholder('搜索模板、关键词').fill('油纸');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toHaveCount(1);
  await painted(row.locator('img'));
  await row.getByRole('button', { name: `试跑「${name}」` }).click();
  const trial = page.getByRole('dialog', { name: `试跑「${name}」` });
  await trial.getByRole('button', { name: '选用已有图片 1：照片' }).click();
  await trial.getByRole('button', { name: '开始试跑' }).click();
  await expect(trial.getByRole('button', { name: '设为封面' })).toBeVisible({ timeout: 90_000 });
  await trial.getByRole('button', { name: '关闭' }).click();
  await row.getByRole('button', { name: /上线/ }).click();
  await expect(row.getByText('已上线')).toBeVisible();

  // A visitor finds it by its keyword and sees its picture.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(product.url);
  await visitor.getByRole('searchbox').fill('油纸伞');
  const card = visitor.getByRole('link').filter({ hasText: name });
  await expect(card).toHaveCount(1);
  await painted(card.locator('img'));
  await card.click();
  await expect(visitor).toHaveURL(`${product.url}/template/${id}`);
  await painted(visitor.locator('img'));

  // While it is published it is not deleted.
  await row.getByRole('button', { name: /删除/ }).click();
  await expect(page.getByRole('dialog').getByText(/下线才能删除|请先下线/)).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /下线/ }).click();
  await page
    .getByRole('dialog', { name: `下线「${name}」？` })
    .getByRole('button', { name: '下线', exact: true })
    .click();
  await expect(row.getByText('已下线')).toBeVisible();
  await row.getByRole('button', { name: /删除/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('heading', { name: '这个模板不存在或已下线' })).toBeVisible();
  await expect(visitor.getByText(name)).toHaveCount(0);
});
