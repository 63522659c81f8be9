import type { Page } from '@playwright/test';

export const signIn = async (
  page: Page,
  url: string,
  password: string,
  username = 'admin',
): Promise<void> => {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  // A role without the dashboard begins elsewhere.
  await page.waitForURL(/\/admin\/(?!login)/);
  // Away from what would show that it is pointed at.
  await page.mouse.move(0, 0);
};
