import type { Page } from '@playwright/test';

export const signIn = async (page: Page, url: string, password: string): Promise<void> => {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  // Away from what would show that it is pointed at.
  await page.mouse.move(0, 0);
};
