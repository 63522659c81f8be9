import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { painted } from './pictures.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, test } from './test.ts';

/**
 * One template through the whole product, as seen by an administrator, a second one and a visitor. Every step builds on
 * the one before, so it is one test.
 */

const NAME = '雨巷油纸伞';

const picture = () =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: '#2f6f6a' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="600" height="800"><circle cx="300" cy="300" r="180" fill="#e9b44c"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer();

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const openFromList = async (page: Page, name: string) => {
  await page.goto(`${product.url}/admin/templates`);
  await page.getByPlaceholder('搜索模板、关键词').fill(name);
  await expect(rowOf(page, name)).toHaveCount(1);
  await rowOf(page, name)
    .getByRole('link', { name: new RegExp(`编辑`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/templates\/edit\/[\w-]+$/);
};

test('a template is made, seen, edited by two, recommended, published, taken offline and deleted @rest', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();

  // Sign in: opening an inner page leads to sign-in first, and back.
  await page.goto(`${product.url}/admin/templates`);
  await expect(page).toHaveURL(`${product.url}/admin/login`);
  await expect(page).toHaveTitle('登录 - 管理系统');
  await fillInSignIn(page);
  await expect(page).toHaveURL(`${product.url}/admin/templates`);
  await expect(page).toHaveTitle('模板管理 - 管理系统');

  // Create, with a cover and a keyword that does not exist yet.
  await page.goto(`${product.url}/admin/templates/create`);
  await page.getByLabel('名称').fill(NAME);
  await page.getByLabel('副标题').fill('青石板与细雨');
  await page.locator('input[type=file][aria-label="封面图"]').setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await picture(),
  });
  await painted(page.getByRole('group', { name: '封面图' }).locator('img'));
  await page.getByRole('combobox', { name: '关键词' }).fill('油纸伞');
  await page.getByRole('option', { name: '新建「油纸伞」' }).click();
  await expect(page.getByText('已创建「油纸伞」')).toBeVisible();
  // What the engine needs to run: the photo, where it goes, and the workflow's number.
  await page.getByRole('tab', { name: '输入项' }).click();
  await page.getByRole('button', { name: '添加输入项' }).click();
  await page.getByRole('menuitem', { name: '单张图片' }).click();
  await page.getByRole('tabpanel', { name: '输入项' }).getByLabel('名称').fill('照片');
  await page.getByLabel('节点编号').fill('12');
  await page.getByLabel('节点字段').fill('image');
  await page.getByRole('tab', { name: '生成与计费' }).click();
  await page.getByLabel('工作流编号').fill('1985000000000000001');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/templates\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1) ?? '';

  // It is in the list, with its picture painted.
  await page.goto(`${product.url}/admin/templates`);
  await page.getByPlaceholder('搜索模板、关键词').fill('油纸');
  await expect(rowOf(page, NAME)).toHaveCount(1);
  await painted(rowOf(page, NAME).locator('img'));

  // A second administrator saves first; the first one's save is merged and nothing typed is lost.
  const second = await (await browser.newContext()).newPage();
  await second.goto(`${product.url}/admin/login`);
  await fillInSignIn(second);
  await expect(second).toHaveURL(`${product.url}/admin/dashboard`);
  await openFromList(page, NAME);
  await openFromList(second, NAME);
  await page.getByLabel('副标题').fill('我写的副标题');
  await page.getByLabel('介绍').fill('我写的介绍');
  await second.getByLabel('副标题').fill('对方写的副标题');
  await second.getByRole('combobox', { name: '分类' }).fill('古风');
  await second.getByRole('option', { name: '古风国潮' }).click();
  await second.getByRole('button', { name: '保存', exact: true }).click();
  await expect(second.getByText('已保存', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '这条记录刚被他人修改过' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('对方写的副标题').first()).toBeVisible();
  await dialog
    .getByRole('radiogroup', { name: '选择副标题的版本' })
    .getByRole('radio')
    .first()
    .click();
  await dialog.getByRole('button', { name: '合并并保存' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('副标题')).toHaveValue('我写的副标题');
  await expect(page.getByLabel('介绍')).toHaveValue('我写的介绍');
  await expect(page.getByText('古风国潮').first()).toBeVisible();

  // Recommend it in the list.
  await page.goto(`${product.url}/admin/templates`);
  await page.getByPlaceholder('搜索模板、关键词').fill(NAME);
  const recommended = rowOf(page, NAME).getByRole('switch');
  await expect(recommended).not.toBeChecked();
  await recommended.click();
  await expect(recommended).toBeChecked();
  await page.reload();
  await expect(rowOf(page, NAME).getByRole('switch')).toBeChecked();

  // Try it, which publishing for the first time needs.
  await rowOf(page, NAME)
    .getByRole('button', { name: `试跑「${NAME}」` })
    .click();
  const trial = page.getByRole('dialog', { name: `试跑「${NAME}」` });
  await trial.getByRole('button', { name: '选用已有图片 1：照片' }).click();
  await trial.getByRole('button', { name: '开始试跑' }).click();
  await expect(trial.getByRole('button', { name: '设为封面' })).toBeVisible({ timeout: 60_000 });
  await trial.getByRole('button', { name: '关闭' }).click();

  // Publish it; a visitor sees it with its picture.
  await rowOf(page, NAME).getByRole('button', { name: /上线/ }).click();
  await expect(rowOf(page, NAME).getByText('已上线')).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${product.url}/`);
  await visitor.getByRole('searchbox').fill('油纸伞');
  const card = visitor.getByRole('link').filter({ hasText: NAME });
  await expect(card).toHaveCount(1);
  await painted(card.locator('img'));
  await card.click();
  await expect(visitor).toHaveURL(`${product.url}/template/${id}`);
  await painted(visitor.locator('img'));

  // Deleting it while it is published is refused with the reason, by the server too.
  const token = (await context.cookies()).find(({ name }) => name === 'admin_token')?.value;
  expect(token).toBeTruthy();
  const refusal = await page.evaluate(
    async ({ id, token }) => {
      const credentials = JSON.parse(localStorage.getItem('credentials_local') ?? '{}') as {
        access_token: string;
      };
      const response = await fetch('/v1/functions/adminTemplate', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${credentials.access_token}`,
        },
        body: JSON.stringify({ action: 'deleteTemplate', token, data: { id } }),
      });
      return (await response.json()) as { code: number; message: string };
    },
    { id, token },
  );
  expect(refusal).toMatchObject({ code: 40902, message: '模板已上线，请先下线再删除' });
  await rowOf(page, NAME).getByRole('button', { name: /删除/ }).click();
  const blocked = page.getByRole('dialog');
  await expect(blocked.getByText(/下线才能删除|请先下线/)).toBeVisible();
  await page.keyboard.press('Escape');

  // Offline, then gone.
  await rowOf(page, NAME).getByRole('button', { name: /下线/ }).click();
  await page
    .getByRole('dialog', { name: `下线「${NAME}」？` })
    .getByRole('button', { name: '下线', exact: true })
    .click();
  await expect(rowOf(page, NAME).getByText('已下线')).toBeVisible();
  await rowOf(page, NAME).getByRole('button', { name: /删除/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, NAME)).toHaveCount(0);
  await visitor.goto(`${product.url}/template/${id}`);
  await expect(visitor.getByText(NAME)).toHaveCount(0);

  // Change the password: told, then signed out, the other administrator's session is dead, the new one signs in.
  const changed = `${EXAMPLE_PASSWORD}-new`;
  await page.goto(`${product.url}/admin/password`);
  await page.getByLabel('原密码').fill(EXAMPLE_PASSWORD);
  await page.getByLabel('新密码', { exact: true }).fill(changed);
  await page.getByLabel('确认新密码').fill(changed);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码修改成功，请重新登录')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/admin/login`);
  expect((await context.cookies()).some(({ name }) => name === 'admin_token')).toBe(false);
  await second.goto(`${product.url}/admin/categories`);
  await expect(second).toHaveURL(`${product.url}/admin/login`);
  await expect(second.getByText('已退出登录')).toHaveCount(0);
  await fillInSignIn(page);
  await expect(page.getByText('用户名或密码错误')).toBeVisible();
  await fillInSignIn(page, changed);
  await expect(page).toHaveURL(/\/admin\/(dashboard|password)$/);
});
