import { expect, type Page } from '@playwright/test';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).first().focus();
  await page.keyboard.press('Enter');
};

test('with the keyboard one comes back to the row of the record that one has looked at @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/orders`);
  const row = page.locator('tbody tr').nth(3).getByRole('link').first();
  const name = await row.textContent();
  for (const back of ['browser', 'page'] as const) {
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/orders\/ord_/);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused();
    if (back === 'browser') await page.goBack();
    else {
      await page.getByRole('link', { name: '返回列表' }).focus();
      await page.keyboard.press('Enter');
    }
    await expect(page.locator('tbody tr').getByRole('link', { name: name! })).toBeFocused();
  }
});

test('after a dialog, a bulk action and a save the focus is where it was, or beside it @rest', async ({
  page,
}) => {
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement === document.body
        ? ''
        : activeElement!.closest('main')
          ? 'main'
          : 'other';
    });
  await signIn(page, `${product.url}/admin/users/usr_0002`);
  await press(page, '调整积分');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '调整积分', exact: true })).toBeFocused();

  // The action takes its own button away.
  await press(page, '停用');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('测试');
  await dialog.getByRole('button', { name: /^确认停用/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: '启用', exact: true })).toBeVisible();
  await expect.poll(focused).toBe('main');

  // The toolbar goes with the selection.
  await page.goto(`${product.url}/admin/keywords`);
  await page.locator('tbody tr').nth(1).getByRole('checkbox').check();
  await press(page, '删除');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '删除', exact: true }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: /删除$/ }).focus();
  await page.keyboard.press('Enter');
  const close = dialog.getByRole('button', { name: '关闭', exact: true });
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(focused).toBe('main');

  // A save leaves nothing to be saved.
  await page.locator('tbody tr').nth(2).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/keywords\/edit/);
  await page.locator('input[name="word"]').fill('新的词');
  await press(page, '保存');
  await expect(page.getByText('已保存').first()).toBeVisible();
  await expect.poll(focused).toBe('main');
});
