import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/shared/chromium.ts';
import { fillInSignIn } from '../e2e/signInPage.ts';
import { type Product, startProduct } from '../product/product.ts';
import { copyRepository } from './copy.ts';

/*
 * Pages of react-admin's documentation are pasted into a copy of this repository, as they stand, in place of three of its
 * own, once more with the imports of the kit; the copy is built and opened in a browser.
 */
const { copy, place, replace, remove } = copyRepository();
const at = (file: string) => path.join(copy, file);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'trial-data-'));
const app = 'src/admin/shell/AdminApp.tsx';
const menu = 'src/admin/shell/layout/Menu.tsx';
const pasted = 'src/admin/resources/pasted';

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  place({ file: `${pasted}/Revenue.tsx` });
  place({ file: `${pasted}/Posts.tsx` });
  copyFileSync(at(`${pasted}/Posts.tsx`), at(`${pasted}/PostsOfKit.tsx`));
  replace(`${pasted}/PostsOfKit.tsx`, "'react-admin'", "'../../kit/index.ts'");
  place({
    file: app,
    before: [
      [
        "import { AppLayout } from './layout/AppLayout.tsx';",
        [
          "import { EditGuesser, ListGuesser, ShowGuesser } from 'react-admin';",
          "import * as stock from '../resources/pasted/Posts.tsx';",
          "import * as ofKit from '../resources/pasted/PostsOfKit.tsx';",
          "import Revenue from '../resources/pasted/Revenue.tsx';",
        ].join('\n'),
      ],
      [
        '      <Route path="/profile" element={<ProfilePage />} />',
        '      <Route path="/revenue" element={<Revenue />} />',
      ],
    ],
  });
  replace(
    app,
    '<Resource {...packages} />',
    '<Resource name="packages" list={stock.PostList} edit={stock.PostEdit} />',
  );
  replace(
    app,
    '<Resource {...categories} />',
    '<Resource name="categories" list={ofKit.PostList} edit={ofKit.PostEdit} />',
  );
  replace(
    app,
    '<Resource {...feedback} />',
    '<Resource name="feedback" list={ListGuesser} edit={EditGuesser} show={ShowGuesser} />',
  );
  place({
    file: menu,
    before: [
      [
        '      <MenuSection\n        to="/settings"',
        '      <MenuSection to="/revenue" primaryText="Revenue" leftIcon={<DefaultIcon />} />',
      ],
    ],
  });
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    cwd: copy,
    stdio: 'pipe',
  });
  product = await startProduct({ root: copy, dataDir });
  browser = await chromium.launch({
    executablePath: await findChromium(console.log),
    args: chromiumFlags,
  });
  page = await browser.newPage();
  await page.goto(`${product.url}/admin/profile`);
  await fillInSignIn(page);
  await page.waitForURL('**/admin/profile');
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
  remove();
});

const opens = async (address: string, title: string, breadcrumb: string, entry: string) => {
  await page.goto(`${product.url}/admin${address}`);
  await expectPage(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectPage(page).toHaveTitle(new RegExp(title));
  await expectPage(page.getByRole('navigation', { name: '当前位置' })).toHaveText(breadcrumb);
  const link = page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: entry });
  await expectPage(link).toHaveAttribute('aria-current', 'page');
  expect(new URL(page.url()).pathname).toBe(`/admin${address}`);
};
const rows = () => page.getByRole('main').getByRole('row');

describe('pasted into a copy', () => {
  it('a custom page opens with its title, breadcrumb and entry in the menu', async () => {
    await opens('/revenue', 'Revenue', '仪表盘/Revenue', 'Revenue');
    await expectPage(page.getByText('12,345')).toBeVisible();
  });

  it('a stock list and form open, undo what was deleted, and save', async () => {
    await opens('/packages', '套餐管理', '仪表盘/套餐管理', '套餐管理');
    await expectPage(rows().nth(3)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const before = await rows().count();
    await rows().nth(1).getByRole('button', { name: '删除' }).click();
    await expectPage(rows()).toHaveCount(before - 1);
    await page.getByRole('button', { name: '撤销' }).click();
    await expectPage(rows()).toHaveCount(before);
    await rows().nth(2).getByRole('link', { name: '编辑' }).click();
    await expectPage(page.getByRole('heading', { level: 1, name: '编辑套餐' })).toBeVisible();
    await page.getByLabel(/^名称/).fill('尝鲜卡');
    await page.getByRole('button', { name: '保存' }).click();
    await expectPage(page.getByText('尝鲜卡')).toBeVisible();
  });

  it('a guesser shows its records', async () => {
    await opens('/feedback', '投诉与反馈', '仪表盘/投诉与反馈', '投诉与反馈');
    await expectPage(rows().nth(1)).toBeVisible();
  });

  it('the same page with the imports of the kit has drafts, counted changes and a dialog before deleting', async () => {
    await opens('/categories', '分类管理', '仪表盘/分类管理', '分类管理');
    await expectPage(rows().nth(1)).toBeVisible();
    await rows().nth(1).getByRole('button', { name: /删除/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    await rows().nth(1).getByRole('link', { name: /编辑/ }).click();
    await page.waitForURL('**/admin/categories/edit/*');
    await page.getByLabel(/^名称/).fill('写真馆');
    await expectPage(page.getByText('有 1 处修改未保存')).toBeVisible();
    // What is typed is stored once the typing has paused.
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    await expectPage.poll(stored).toContain('写真馆');
    await page.reload();
    await page.getByRole('button', { name: '恢复草稿' }).click();
    await page.getByRole('button', { name: '保存' }).click();
    await expectPage(page.getByText('已保存', { exact: true }).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${product.url}/admin/categories`);
    await expectPage(page.getByText('写真馆').first()).toBeVisible();
  });
});
