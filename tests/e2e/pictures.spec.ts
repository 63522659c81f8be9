import { expect, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { painted, photo } from './pictures.ts';
import { product, session, test } from './test.ts';

const start = async (page: Page) => {
  await page.getByRole('button', { name: '开始制作' }).click();
  await expect(page).toHaveURL(/\/task\/task_\w+$/);
};

test('a visitor makes a picture on a phone, finds it again, and gets credits back for one that fails', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [template] = findRecords(product.dataDir, 'templates', { _id: 'tpl_0001' });
  const name = String(template?.['name']);
  await page.goto(product.url);
  await page.getByRole('searchbox').fill(name);
  await page.locator('a.card').filter({ hasText: name }).first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  // Own photo, own words: nothing is sent before the agreement.
  const own = page.getByRole('radio', { name: '自定义' });
  await expect(page.getByRole('button', { name: '开始制作' })).toBeVisible();
  if ((await own.count()) > 0) await own.check({ force: true });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await page.getByRole('button', { name: '同意并继续' }).click();
  await expect(page.getByText('已上传')).toBeVisible();
  await start(page);
  await expect(page.getByRole('heading', { name: '做好了' })).toBeVisible({ timeout: 90_000 });
  const made = page.url().split('/').at(-1)!;
  await painted(page.locator('main img'));

  // After a reload it is among the works, and opens as it was.
  await page.goto(`${product.url}/works`);
  await page.reload();
  const work = page.locator(`a[href="/task/${made}"]`);
  await painted(work.locator('img'));
  await work.click();
  await expect(page.getByRole('heading', { name: '做好了' })).toBeVisible();

  // Again, with the same photo, and words that make the service fail.
  await page.getByRole('button', { name: '再来一张' }).click();
  await expect(page.getByText('已上传')).toBeVisible();
  await page.getByLabel('画面文字').fill('sandbox-fail');
  await start(page);
  const failed = page.url().split('/').at(-1)!;
  await expect(page.getByRole('heading', { name: '没有做成' })).toBeVisible({ timeout: 90_000 });

  // An administrator sees both: the picture with what it cost, the other with its credits back.
  const office = await (await browser.newContext({ storageState: session })).newPage();
  for (const [id, words] of [
    [made, ['成功', name]],
    [failed, ['失败', '已退回', '生成失败']],
  ] as const) {
    await office.goto(`${product.url}/admin/tasks/${id}`);
    for (const word of words) await expect(office.getByText(word).first()).toBeVisible();
  }
  const tasks = findRecords(product.dataDir, 'tasks').filter(({ _id }) =>
    [made, failed].includes(_id),
  );
  const [user] = findRecords(product.dataDir, 'users', { _id: tasks[0]!['userId'] });
  const spent = tasks.find(({ _id }) => _id === made)!['costCredits'] as number;
  expect(user).toMatchObject({ activeTasks: [], credits: { paid: 0, gift: 20 - spent } });
});
