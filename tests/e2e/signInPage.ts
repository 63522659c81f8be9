import type { Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';

/** Fills in the sign-in page and sends it. */
export const fillInSignIn = async (page: Page, password: string = EXAMPLE_PASSWORD) => {
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};
