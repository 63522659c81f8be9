import { expect } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { portrait } from '../workflows.ts';
import { consent, findCard, painted, photo } from './pictures.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const NAME = '水墨山居';

test('a template is created from its workflow, tried with a photo, published, and a visitor makes a picture with it @rest', async ({
  page,
  browser,
}) => {
  // From nothing: the workflow gives the inputs and what the first preset may set.
  await signIn(page, `${product.url}/admin/templates/create`);
  await page.getByLabel('名称').fill(NAME);
  await page.getByRole('combobox', { name: '分类' }).fill('古风');
  await page.getByRole('option', { name: '古风国潮' }).click();
  await page.getByRole('tab', { name: '输入项' }).click();
  await page.getByRole('button', { name: '导入', exact: true }).click();
  await page
    .getByRole('textbox', { name: '工作流 JSON（API 格式）' })
    .fill(JSON.stringify(portrait));
  await page.getByRole('button', { name: '全部添加推荐项' }).click();
  await page.getByRole('tab', { name: '第一个预设' }).click();
  await page.getByRole('switch', { name: '同时创建一个预设' }).click();
  await page.getByRole('switch', { name: /变化强度/ }).click();
  await page.getByRole('tab', { name: '生成与计费' }).click();
  await page.getByLabel('工作流编号').fill('1985000000000000001');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/templates\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1)!;

  // What is missing is said. The trial shows what the cover may be.
  const publish = page.getByRole('button', { name: `上线「${NAME}」` });
  await publish.click();
  await expect(page.getByText('上线前请上传封面图').first()).toBeVisible();
  await page
    .getByRole('button', { name: `试跑「${NAME}」` })
    .first()
    .click();
  const trial = page.getByRole('dialog', { name: `试跑「${NAME}」` });
  await trial
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await painted(trial.getByRole('group', { name: '上传人像' }).locator('img'));
  await trial.getByRole('button', { name: '开始试跑' }).click();
  await trial.getByRole('button', { name: '设为封面' }).click({ timeout: 90_000 });
  await expect(page.getByText('已设为封面')).toBeVisible();
  await trial.getByRole('button', { name: '关闭' }).click();
  await publish.click();
  await expect(page.getByText('已上线').first()).toBeVisible();

  // A visitor finds it, sees its cover, and makes a picture of their own photo.
  const visitor = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await visitor.goto(product.url);
  const card = await findCard(visitor, NAME);
  await painted(card.locator('img'));
  await card.click();
  await expect(visitor).toHaveURL(`${product.url}/template/${id}`);
  await visitor
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await consent(visitor);
  await expect(visitor.getByText('已上传')).toBeVisible();
  await visitor.getByRole('button', { name: '开始制作' }).click();
  await expect(visitor.getByRole('heading', { name: '制作完成' })).toBeVisible({ timeout: 90_000 });
  await painted(visitor.locator('main img'));

  const runs = findRecords(product.dataDir, 'tasks', { templateId: id });
  expect(runs.map(({ isTrial, status }) => ({ isTrial, status }))).toEqual([
    { isTrial: true, status: 'succeeded' },
    { isTrial: false, status: 'succeeded' },
  ]);
});
