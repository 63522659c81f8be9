import { expect, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';

/** Opens a page of the management side through the sign-in page. */
export const signIn = async (page: Page, address: string) => {
  await page.goto(address);
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(EXAMPLE_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(address);
};
