import { expect, type Page } from '@playwright/test';
import { taskErrors } from '#contract/task.ts';
import { findRecords, readRecord } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** A day of support: a user is found and helped, another one is disabled. */

const PHONE = { width: 390, height: 844 };

interface StoredUser {
  _id: string;
  nickName: string;
  phoneTail: string;
  status: string;
  statusReason: string;
  disabledUntil: number | null;
  credits: { paid: number; gift: number };
}

const userOf = (id: string) =>
  readRecord(product.dataDir, 'users', id) as unknown as StoredUser | undefined;

/** The users whose failed picture the demo data has, and why it failed. */
const failedTask = () => {
  const task = findRecords(product.dataDir, 'tasks', { _id: 'task_0002' })[0];
  if (!task) throw new Error('no task_0002');
  return task as unknown as {
    userId: string;
    errorCode: keyof typeof taskErrors;
    templateSnap: { name: string };
  };
};

const openUser = async (page: Page, id: string) => {
  await signIn(page, `${product.url}/admin/users/${id}`);
  await expect(page.getByRole('tab', { name: '概览', selected: true })).toBeVisible();
};

const auditOf = (action: string, id: string) =>
  findRecords(product.dataDir, 'auditLogs', { action, resourceId: id });

test('a user is disabled with a reason and an end, and enabled again @deep', async ({ page }) => {
  const id = 'usr_0012';
  await openUser(page, id);
  await page.getByRole('button', { name: '停用', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('停用期限').click();
  await page.getByRole('option', { name: '7 天', exact: true }).click();
  await dialog.getByLabel('原因').fill('多次上传他人照片');
  const before = Date.now();
  await dialog.getByRole('button', { name: '确认停用' }).click();
  await expect(dialog).toBeHidden();

  const disabled = userOf(id);
  expect(disabled).toMatchObject({ status: 'disabled', statusReason: '多次上传他人照片' });
  const days = ((disabled?.disabledUntil ?? 0) - before) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
  expect(auditOf('updateUserStatus', id)).toHaveLength(1);
  expect(auditOf('updateUserStatus', id)[0]).toMatchObject({ reason: '多次上传他人照片' });

  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: '多次上传他人照片' })).toBeVisible();
  await expect(page.getByRole('button', { name: '停用', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '启用', exact: true }).click();
  await dialog.getByLabel('原因').fill('申诉成立');
  await dialog.getByRole('button', { name: '确认启用' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: '停用', exact: true })).toBeVisible();
  expect(userOf(id)).toMatchObject({ status: 'normal', disabledUntil: null });
});

test('support sees on a phone why a picture failed, and gives credits for it @rest', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const { userId, errorCode, templateSnap } = failedTask();

  // The reason, in Chinese, among the tasks that failed.
  await openUser(page, userId);
  await page.getByRole('link', { name: /^失败次数/ }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/users/${userId}/tasks`));
  const task = page.getByRole('listitem').filter({ hasText: templateSnap.name });
  await expect(task.getByText(taskErrors[errorCode]).first()).toBeVisible();
  await task.getByRole('button', { name: /的详情$/ }).click();
  await expect(task.getByText('用户提交的内容')).toBeVisible();
  await expect(task.getByText(errorCode)).toBeVisible();

  const before = userOf(userId);
  if (!before) throw new Error(`no ${userId}`);
  await page.getByRole('button', { name: '调整积分' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('数量').fill('20');
  await dialog.getByLabel('原因').fill('保存失败，补偿');
  await expect(dialog.getByRole('status')).toContainText(
    (before.credits.gift + 20).toLocaleString('zh-CN'),
  );
  await dialog.getByRole('button', { name: '确认调整' }).dblclick();
  await expect(dialog).toBeHidden();

  expect(userOf(userId)?.credits).toEqual({
    paid: before.credits.paid,
    gift: before.credits.gift + 20,
  });
  const lines = findRecords(product.dataDir, 'creditLedger', { userId, kind: 'admin' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    bucket: 'gift',
    delta: 20,
    balanceAfter: before.credits.gift + 20,
    reason: '保存失败，补偿',
  });
  expect(auditOf('adjustCredits', userId)).toHaveLength(1);

  await page.getByRole('tab', { name: '积分明细' }).click();
  const line = page.getByRole('listitem').filter({ hasText: '保存失败，补偿' });
  await expect(line).toContainText('+20');
  await page.reload();
  await expect(line).toHaveCount(1);
});

test('a membership is given until a day, and removed @deep', async ({ page }) => {
  const id = 'usr_0013';
  await openUser(page, id);
  await page.getByRole('button', { name: '变更套餐' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '套餐' }).click();
  await page.getByRole('option', { name: /月度会员/ }).click();
  await dialog.getByLabel('到期时间').click();
  await page.getByRole('option', { name: '90 天', exact: true }).click();
  await dialog.getByRole('button', { name: '活动赠送' }).click();
  await dialog.getByRole('button', { name: '确认变更' }).click();
  await expect(dialog).toBeHidden();
  expect(readRecord(product.dataDir, 'users', id)).toMatchObject({ packageName: '月度会员' });
  await page.reload();
  const figure = page.getByRole('link', { name: /^套餐/ });
  await expect(figure).toContainText('月度会员');
  await page.getByRole('button', { name: '变更套餐' }).click();
  await dialog.getByRole('combobox', { name: '套餐' }).click();
  await page.getByRole('option', { name: '取消套餐' }).click();
  await dialog.getByRole('button', { name: '用户申请取消' }).click();
  await dialog.getByRole('button', { name: '确认变更' }).click();
  await expect(dialog).toBeHidden();
  await expect(figure).not.toContainText('月度会员');
  expect(readRecord(product.dataDir, 'users', id)).toMatchObject({ packageId: '' });
  expect(auditOf('updateUserPackage', id)).toHaveLength(2);
});
