import { expect } from '@playwright/test';
import { URI } from 'otpauth';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { signIn } from './signIn.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, test } from './test.ts';

const codesOf = (secret: string) => {
  const totp = URI.parse(`otpauth://totp/x?secret=${secret.replaceAll(' ', '')}`);
  return (periods: number) => {
    if (!('period' in totp)) throw new Error('no codes by time');
    return totp.generate({ timestamp: Date.now() + periods * totp.period * 1_000 });
  };
};

test('a second factor is set up, asked for at sign-in, remembered, and asked for again before a secret', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/profile`);
  await page.getByRole('link', { name: '开启两步验证' }).click();
  await page.getByLabel('登录密码').fill(EXAMPLE_PASSWORD);
  await page.keyboard.press('Enter');
  const code = codesOf((await page.getByLabel('两步验证密钥', { exact: true }).textContent())!);
  await page.getByLabel('验证码').fill(code(0));
  await page.keyboard.press('Enter');
  const recoveryCodes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expect(recoveryCodes).toHaveCount(10);
  const recovery = (await recoveryCodes.first().textContent()) ?? '';
  await page.getByRole('button', { name: '我已保存' }).click();

  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await fillInSignIn(page);
  await expect(page.getByLabel('验证码')).toBeFocused();
  await page.getByLabel(/30 天内不再询问/).check();
  await page.getByLabel('验证码').fill(code(1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);

  await page.context().clearCookies({ name: 'admin_token' });
  await page.goto(`${product.url}/admin/administrators/adm_0002`);
  await fillInSignIn(page);

  // Without a code the session shows no secret; asked for above the dialog, which then goes on.
  await page.getByRole('button', { name: '重置密码' }).click();
  const reset = page.getByRole('dialog', { name: /重置「.*」的密码/ });
  await reset.getByRole('textbox').fill('kefu.lin');
  await reset.getByRole('button', { name: '重置密码' }).click();
  const asking = page.getByRole('dialog', { name: '请输入验证码' });
  await expect(asking.getByLabel('验证码')).toBeFocused();
  await asking.getByRole('button', { name: /使用恢复码/ }).click();
  await asking.getByLabel('恢复码').fill(recovery);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /的一次性密码/ })).toBeVisible();
});
