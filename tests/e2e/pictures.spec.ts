import { expect, type Page } from '@playwright/test';
import { findRecords, readRecord, readStored } from '../product/database.ts';
import { isVisiblyMarked } from '../visibleMark.ts';
import { givePhoto, painted, photo } from './pictures.ts';
import { product, session, test } from './test.ts';

const start = async (page: Page) => {
  await page.getByRole('button', { name: '开始制作' }).click();
  await expect(page).toHaveURL(/\/task\/task_\w+$/);
};

/** Everything that the page is given of the storage, by path. */
const storedAddresses = (page: Page) => {
  const addresses = new Map<string, string>();
  page.on('response', response => {
    const [, key] = /\/cos\/([^?]+)/.exec(response.url()) ?? [];
    if (key && response.request().method() === 'GET')
      addresses.set(decodeURIComponent(key), response.url());
  });
  return addresses;
};

/** Opened by themselves, all pictures of the result have the mark: large, small and saved. */
const expectMarked = async (page: Page, taskId: string, addresses: Map<string, string>) => {
  const task = readRecord(product.dataDir, 'tasks', taskId) as unknown as {
    outputs: { filePath: string }[];
  };
  const { filePath } = task.outputs[0]!;
  const [row] = findRecords(product.dataDir, 'files', { filePath });
  const copies = Object.values(row!['copies'] as Record<string, { path: string }>);
  const original = readStored(product.dataDir, filePath);
  expect([...addresses.keys()].filter(key => /^(results|template\/ai)\//.test(key))).toEqual([]);
  const seen = copies.filter(({ path }) => addresses.has(path));
  expect(seen.length).toBeGreaterThan(1);
  for (const { path } of seen) {
    const answer = await page.request.get(addresses.get(path)!);
    expect([path, await isVisiblyMarked(original, await answer.body())]).toEqual([path, true]);
  }
};

test('a visitor makes a picture on a phone, finds it again marked, and has paid for it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const addresses = storedAddresses(page);
  const [template] = findRecords(product.dataDir, 'templates', { _id: 'tpl_0001' });
  const name = String(template?.['name']);
  await page.goto(product.url);
  await page.locator('a.card').filter({ hasText: name }).first().click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await givePhoto(page);
  await start(page);
  await expect(page.getByRole('heading', { name: '制作完成' })).toBeVisible({ timeout: 90_000 });
  const made = page.url().split('/').at(-1)!;
  await painted(page.locator('main img'));
  await page.getByRole('button', { name: '放大查看' }).click();
  await painted(page.getByRole('dialog').locator('img'));
  await page.keyboard.press('Escape');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载图片' }).click();
  await saved;

  // It is among the works, and opens as it was.
  await page.goto(`${product.url}/works`);
  const work = page.locator(`a[href="/task/${made}"]`);
  await painted(work.locator('img'));
  await work.click();
  await expect(page.getByRole('heading', { name: '制作完成' })).toBeVisible();
  await expectMarked(page, made, addresses);

  // It has cost what its template costs.
  const task = readRecord(product.dataDir, 'tasks', made)!;
  expect(readRecord(product.dataDir, 'users', String(task['userId']))).toMatchObject({
    activeTasks: [],
    credits: { paid: 0, gift: 20 - Number(task['costCredits']) },
  });
});

test('who placed a print order replaces the photo that cannot be printed @rest', async ({
  browser,
}) => {
  const held = () => readRecord(product.dataDir, 'printOrders', 'prt_0010') as unknown as Held;
  interface Held {
    status: string;
    items: { filePath: string; itemStatus: string; lowRes: boolean }[];
  }
  const context = await browser.newContext({
    storageState: session,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${product.url}/print/prt_0010`);
  await expect(page.getByRole('heading', { name: '需要更换照片' })).toBeVisible();
  const chooser = page.locator('input[type=file]').first();
  const bad = held().items.findIndex(({ itemStatus }) => itemStatus === 'bad');
  const before = held().items[bad]!.filePath;

  // Once it is known how many pixels the size needs.
  await expect(page.getByRole('button', { name: /^换一张照片/ }).first()).toBeEnabled();
  await chooser.setInputFiles(await photo(3_000, 2_000));
  await page.getByRole('button', { name: '使用' }).click();
  await expect(page.getByRole('heading', { name: '已支付，待审核照片' })).toBeVisible();
  expect(held()).toMatchObject({ status: 'paid' });
  expect(held().items[bad]).toMatchObject({ itemStatus: 'replaced', lowRes: false });
  expect(held().items[bad]!.filePath).not.toBe(before);
  await context.close();
});
