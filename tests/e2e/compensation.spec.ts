import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

interface StoredUser {
  _id: string;
  credits: { gift: number };
}

const sound = () =>
  findRecords(product.dataDir, 'users', { status: 'normal' }) as unknown as StoredUser[];

/** Ends the processes that functions run in, in the middle of what they do. */
const killFunctions = () => {
  const { pid } = product.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const child of children) process.kill(Number(child), 'SIGKILL');
};

test('after an incident all users are given credits at once, each once, though the workers are killed in the middle @rest', async ({
  page,
}) => {
  // A killed worker's claim lasts for a minute.
  test.setTimeout(420_000);
  const before = sound();
  expect(before.length).toBeGreaterThan(500);
  // By the address: what is ticked before the rows of a tab have come is no longer all of them.
  const filter = encodeURIComponent(JSON.stringify({ status: 'normal' }));
  await signIn(page, `${product.url}/admin/users?filter=${filter}`);
  await expect(page.getByRole('tab', { name: /正常/, selected: true })).toBeVisible();
  await page.getByRole('columnheader').getByRole('checkbox').check();
  await page.getByRole('button', { name: /^选择全部/ }).click();
  await page.getByRole('button', { name: '批量补偿' }).click();
  await expect(page).toHaveURL(`${product.url}/admin/compensations/create`);

  await page.getByRole('textbox', { name: /每人赠送积分/ }).fill('7');
  await page.getByRole('textbox', { name: /^原因/ }).fill('昨晚服务故障');
  await page.getByRole('textbox', { name: /给用户的说明/ }).fill('服务故障补偿');
  const preview = page.getByRole('region', { name: '预览' });
  await expect(preview).toContainText(`${before.length} 位用户`);
  await expect(preview).toContainText(`共 ${(before.length * 7).toLocaleString('en-US')} 积分`);
  await page.getByRole('button', { name: '开始补偿' }).click();

  await expect(page).toHaveURL(/\/compensations\/[0-9a-f]{24}$/);
  const facts = page.getByRole('region', { name: '补偿信息' });
  // Counted while it goes on.
  await expect(facts).toContainText(/[1-9]\d* \/ \d{3}/);
  const rowsNow = () => findRecords(product.dataDir, 'compensationRows').length;
  killFunctions();
  expect(rowsNow()).toBeLessThan(before.length);
  await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 300_000 });
  await expect(facts).toContainText(`${before.length} / ${before.length}`);

  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  expect(readRecord(product.dataDir, 'compensations', id)).toMatchObject({
    status: 'done',
    done: before.length,
    sum: before.length * 7,
  });
  const gifts = new Map(before.map(({ _id, credits }) => [_id, credits.gift]));
  expect(sound().filter(({ _id, credits }) => credits.gift !== gifts.get(_id)! + 7)).toEqual([]);
  const lines = findRecords(product.dataDir, 'creditLedger', { refId: id });
  expect(lines).toHaveLength(before.length);
  expect(lines[0]).toMatchObject({ userNote: '服务故障补偿', operator: '管理员' });

  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('成功');
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/users\//);
});
