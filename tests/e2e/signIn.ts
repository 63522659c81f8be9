import { expect, type Page } from '@playwright/test';
import { session } from './test.ts';

/** Opens a page of the management side as an administrator who has signed in before. */
export const signIn = async (page: Page, address: string) => {
  await page.context().setStorageState(session);
  await page.goto(address);
  await expect(page).toHaveURL(address);
};
