import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findRecords, readRecord } from '../product/database.ts';
import { createVisitor } from '../product/visitor.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const LIST = '/admin/local-app-templates';
const ALL = `${LIST}?filter=%7B%7D`;
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const stored = (fields: Record<string, unknown>) =>
  findRecords(product.dataDir, 'localApps', fields);

const icon = () =>
  sharp({ create: { width: 240, height: 240, channels: 3, background: '#4f46e5' } })
    .png()
    .toBuffer();

test('a local app is made with its icon, edited, recommended, priced in the list, switched off and deleted @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}${LIST}`);
  await expect(page.getByRole('tab', { name: /全部 8/ })).toBeVisible();

  // Made: what is wrong is said beside its field.
  await page.getByRole('link', { name: '新建' }).click();
  await page.getByRole('textbox', { name: /^名称/ }).fill('老照片翻拍');
  await page.getByLabel('应用标识').fill('Photo Scan');
  await page.getByRole('textbox', { name: '启动参数' }).fill('{"maxImages": 4');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page.getByText('以小写字母开头', { exact: false })).toBeVisible();
  await expect(page.getByText('不是有效的 JSON', { exact: false })).toBeVisible();
  expect(stored({ name: '老照片翻拍' })).toEqual([]);
  await page.getByLabel('应用标识').fill('photo_scan');
  await page.getByRole('textbox', { name: '启动参数' }).fill('{"maxImages": 4}');
  await page.getByRole('combobox', { name: '分类' }).click();
  await page.getByRole('option', { name: '照片处理' }).click();
  await page
    .locator('input[type=file][aria-label="图标"]')
    .setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: await icon() });
  await expect(page.getByRole('group', { name: '图标' }).locator('img')).toBeVisible();
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(page).toHaveURL(/local-app-templates\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1) ?? '';
  const made = readRecord(product.dataDir, 'localApps', id);
  expect(made).toMatchObject({
    appCode: 'photo_scan',
    categoryId: 'lcat_0001',
    config: { maxImages: 4 },
    status: 'enabled',
    isRecommend: false,
  });
  expect(made?.['icon']).toMatch(/\.(png|webp)$/);

  // Edited; what was saved is there after a reload.
  await expect(page.getByRole('heading', { name: '老照片翻拍' })).toBeVisible();
  await page.getByRole('textbox', { name: '介绍' }).fill('对准照片，自动裁边');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '介绍' })).toHaveValue('对准照片，自动裁边');

  // Recommended and priced in the list.
  await page.goto(`${product.url}${LIST}`);
  await page.getByPlaceholder('搜索应用名称').fill('翻拍');
  const row = rowOf(page, '老照片翻拍');
  await expect(page.getByRole('row')).toHaveCount(2);
  const recommended = page.waitForResponse(
    response => response.request().postData()?.includes('"isRecommend":true') ?? false,
  );
  await row.getByRole('switch').click();
  await recommended;
  await row.getByRole('button', { name: /修改「老照片翻拍」的消耗积分/ }).click();
  await row.getByRole('textbox', { name: /消耗积分/ }).fill('3');
  await row.getByRole('textbox', { name: /消耗积分/ }).press('Enter');
  await expect(row.getByRole('button', { name: /的消耗积分 3/ })).toBeVisible();
  await expect
    .poll(() => readRecord(product.dataDir, 'localApps', id))
    .toMatchObject({ isRecommend: true, costCredits: 3 });

  // Switched off after a question; the tab of what is off holds it, also after a reload.
  await row.getByRole('button', { name: '停用「老照片翻拍」' }).click();
  await page
    .getByRole('dialog', { name: '停用「老照片翻拍」？' })
    .getByRole('button', { name: '停用', exact: true })
    .click();
  await expect(row.getByRole('button', { name: '启用「老照片翻拍」' })).toBeVisible();
  // The list remembers what was searched; its whole is asked for.
  await page.goto(`${product.url}${ALL}`);
  await page.getByRole('tab', { name: /停用 2/ }).click();
  await expect(rowOf(page, '老照片翻拍').getByRole('switch')).toBeChecked();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(3);
  expect(readRecord(product.dataDir, 'localApps', id)).toMatchObject({ status: 'disabled' });

  // Deleted; one that a quick function leads to is not.
  await rowOf(page, '老照片翻拍').getByRole('button', { name: '删除「老照片翻拍」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, '老照片翻拍')).toHaveCount(0);
  expect(readRecord(product.dataDir, 'localApps', id)).toBeUndefined();
  await page.goto(`${product.url}${ALL}`);
  await rowOf(page, '九宫格拼图').getByRole('button', { name: '删除「九宫格拼图」' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认删除' }).click();
  await expect(page.getByText('还有 1 个快捷入口指向该应用')).toBeVisible();
  expect(readRecord(product.dataDir, 'localApps', 'app_0002')).toBeDefined();
});

test('categories of local apps are made, put in order with the keyboard, and kept while apps belong to them @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/local-app-categories`);
  const names = page
    .getByRole('list', { name: '本地应用分类' })
    .getByRole('listitem')
    .getByRole('link', { name: /^(照片处理|拼图排版|趣味工具|实验功能|修图)$/ });
  await expect(names).toHaveText(['照片处理', '拼图排版', '趣味工具', '实验功能']);

  await page.getByRole('link', { name: '新建' }).click();
  await page.getByRole('textbox', { name: /^名称/ }).fill('修图');
  await page.getByRole('button', { name: '创建', exact: true }).click();
  await expect(names).toHaveText(['照片处理', '拼图排版', '趣味工具', '实验功能', '修图']);

  const handle = page.getByRole('button', { name: '拖动「修图」' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('「修图」移到第 5 位，共 5 位')).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('「修图」移到第 4 位，共 5 位')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(names).toHaveText(['照片处理', '拼图排版', '趣味工具', '修图', '实验功能']);
  await page.getByRole('button', { name: '下移「照片处理」' }).click();
  const ordered = ['拼图排版', '照片处理', '趣味工具', '修图', '实验功能'];
  await expect(names).toHaveText(ordered);
  await expect
    .poll(() =>
      findRecords(product.dataDir, 'localAppCategories')
        .sort((a, b) => Number(b['sort']) - Number(a['sort']))
        .map(({ name }) => name),
    )
    .toEqual(ordered);
  await page.reload();
  await expect(names).toHaveText(ordered);

  await page.getByRole('button', { name: '删除「照片处理」' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('还有 2 个本地应用属于该分类', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: '确认删除' }).click();
  await expect(dialog.getByRole('alert')).toContainText('请先移走这些应用');
  await dialog.getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '删除「修图」' }).click();
  await dialog.getByRole('button', { name: '确认删除' }).click();
  await expect(names).toHaveCount(4);
  expect(findRecords(product.dataDir, 'localAppCategories', { name: '修图' })).toEqual([]);
});

test('a visitor is told where a local app is, uses one in the mini-program, and its administrator sees both', async ({
  page,
}) => {
  const clicked = () =>
    Number(readRecord(product.dataDir, 'quickFunctions', 'qf_0003')!['clickCount']);
  const used = () => Number(readRecord(product.dataDir, 'localApps', 'app_0007')!['useCount']);
  const [clicks, uses] = [clicked(), used()];
  const counted = { timeout: 20_000 };

  await page.goto(product.url);
  const quick = page.getByRole('navigation', { name: '快捷入口' });
  await expect(quick.getByRole('link', { name: /冲印照片/ })).toContainText('小程序内使用');
  await quick.getByRole('link', { name: /九宫格/ }).click();
  const title = '「九宫格拼图」请在微信小程序内使用';
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('heading', { name: '拼图排版' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '取色卡' })).toContainText(
    '每次 2 积分',
  );
  await expect(page.getByText('旧版壁纸')).toHaveCount(0);
  await expect.poll(clicked, counted).toBe(clicks + 1);
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('link', { name: '全部小程序应用' }).click();
  await expect(page).toHaveURL(`${product.url}/mini-program`);

  // What the mini-program does.
  const { ask, call } = await createVisitor(product.url, 7);
  const { list } = await ask('appTemplate', 'getLocalApps', { version: '9.0.0' });
  const app = (list as { _id: string; costCredits: number }[]).find(
    ({ _id }) => _id === 'app_0007',
  )!;
  const wish = { id: app._id, expectCredits: app.costCredits, idemKey: 'one-use-of-it' };
  const first = await ask('appUser', 'useLocalApp', wish);
  expect(await ask('appUser', 'useLocalApp', wish)).toEqual(first);
  expect((await call('appUser', 'useLocalApp', { ...wish, expectCredits: 1 })).code).toBe(0);
  await expect.poll(used, counted).toBe(uses + 1);
  expect(
    findRecords(product.dataDir, 'creditLedger', { refId: app._id, _id: `${first['_id']}_gift` }),
  ).toMatchObject([{ kind: 'consume', delta: -2, reason: '取色卡' }]);

  await signIn(page, `${product.url}/admin/users/credits`);
  await page
    .getByRole('row')
    .filter({ hasText: '取色卡' })
    .first()
    .getByRole('link', { name: '取色卡' })
    .click();
  await expect(page).toHaveURL(/local-app-templates\/edit\/app_0007$/);
  await expect(page.getByText(String(uses + 1), { exact: true })).toBeVisible();
});
