import { expect } from '@playwright/test';
import { readRecord } from '../product/database.ts';
import { openWithPhoto, painted } from './pictures.ts';
import { product, session, test } from './test.ts';

test('a doubtful result waits hidden until an administrator has looked at it and passed it @rest', async ({
  page,
  browser,
}) => {
  const name = String(readRecord(product.dataDir, 'templates', 'tpl_0001')?.['name']);
  await page.goto(product.url);
  await openWithPhoto(page, name);
  await page.getByLabel('画面文字').fill('sandbox-cyan');
  await page.getByRole('button', { name: '开始制作' }).click();
  await expect(page).toHaveURL(/\/task\/task_\w+$/);
  await expect(page.getByRole('heading', { name: '正在审核' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('作品正在审核，通过后就能看到；未通过会全额退回')).toBeVisible();
  const id = page.url().split('/').at(-1)!;
  expect(readRecord(product.dataDir, 'tasks', id)).toMatchObject({ status: 'saving' });

  const office = await (await browser.newContext({ storageState: session })).newPage();
  await office.goto(`${product.url}/admin`);
  await office.getByRole('button', { name: /展开其余 \d+ 项/ }).click();
  await office.getByRole('link', { name: /个任务的结果图待审核/ }).click();
  await expect(office).toHaveURL(/\/admin\/tasks\?/);
  await office.goto(`${product.url}/admin/tasks/${id}`);
  await expect(office.getByText('疑似违规（色情）').first()).toBeVisible();
  await painted(office.getByRole('button', { name: /结果图/ }).locator('img'));
  await office.getByRole('button', { name: '通过结果图审核' }).click();
  const dialog = office.getByRole('dialog', { name: '通过这个任务的结果图？' });
  await dialog.getByRole('button', { name: '没有违规内容' }).click();
  await dialog.getByRole('button', { name: '确认通过' }).click();
  await expect(office.getByText('已通过，结果图已展示给用户')).toBeVisible();
  await expect(office.getByText('人工审核通过：没有违规内容').first()).toBeVisible();

  await expect(page.getByRole('heading', { name: '制作完成' })).toBeVisible({ timeout: 60_000 });
  await painted(page.locator('main img'));
  expect(readRecord(product.dataDir, 'tasks', id)).toMatchObject({ inReview: false });
});
