import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { createVisitor } from '../product/visitor.ts';
import { product, test } from './test.ts';

test('a visitor sees where a local app is, and uses one in the mini-program, which is paid once @rest', async ({
  page,
}) => {
  const clicked = () =>
    Number(readRecord(product.dataDir, 'quickFunctions', 'qf_0003')!['clickCount']);
  const clicks = clicked();

  await page.goto(product.url);
  const quick = page.getByRole('navigation', { name: '快捷入口' });
  await expect(quick.getByRole('link', { name: /冲印照片/ })).toContainText('小程序内使用');
  await quick.getByRole('link', { name: /九宫格/ }).click();
  const title = '「九宫格拼图」请在微信小程序内使用';
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '取色卡' })).toContainText(
    '每次 2 积分',
  );
  await expect(page.getByText('旧版壁纸')).toHaveCount(0);
  await expect.poll(clicked).toBe(clicks + 1);

  // What the mini-program does.
  const { ask } = await createVisitor(product.url, 7);
  const wish = { id: 'app_0007', expectCredits: 2, idemKey: 'one-use-of-it' };
  const first = await ask('appUser', 'useLocalApp', wish);
  expect(await ask('appUser', 'useLocalApp', wish)).toEqual(first);
  expect(
    findRecords(product.dataDir, 'creditLedger', {
      refId: 'app_0007',
      _id: `${String(first['_id'])}_gift`,
    }),
  ).toMatchObject([{ kind: 'consume', delta: -2, reason: '取色卡' }]);
});
