import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, expect as expectPage, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/shared/chromium.ts';
import { fillInSignIn } from '../e2e/signInPage.ts';
import { type Product, startProduct } from '../product/product.ts';
import { copyRepository } from './copy.ts';

/*
 * Forty pieces of react-admin's documentation are pasted into a copy of this repository, as they stand, and once more with
 * the imports of the kit; the copy is built and opened in a browser.
 */
const { copy, place, replace, remove } = copyRepository();
const at = (file: string) => path.join(copy, file);
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'trial-data-'));
const app = 'src/admin/shell/AdminApp.tsx';
const pasted = 'src/admin/resources/pasted';
const imports = ['stock', 'kit'] as const;
/** Of a machine that other tests share. */
const PATIENCE_MS = 60_000;
const expect = expectPage.configure({ timeout: PATIENCE_MS });

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  place({ file: `${pasted}/Posts.tsx` });
  copyFileSync(at(`${pasted}/Posts.tsx`), at(`${pasted}/PostsOfKit.tsx`));
  replace(`${pasted}/PostsOfKit.tsx`, "'react-admin'", "'../../kit/index.ts'");
  const routes = imports.map(
    name => `{Object.entries(${name}.pieces).map(([piece, element]) => (
        <Route key={piece} path={\`/${name}/\${piece}\`} element={element} />
      ))}`,
  );
  place({
    file: app,
    before: [
      [
        'import { roles }',
        [
          "import * as stock from '../resources/pasted/Posts.tsx';",
          "import * as kit from '../resources/pasted/PostsOfKit.tsx';",
        ].join('\n'),
      ],
      ['      <Route path={PROFILE_PAGE} ', routes.join('\n')],
    ],
  });
  for (const [resource, from] of [
    ['packages', 'stock'],
    ['categories', 'kit'],
  ] as const)
    replace(
      app,
      `<Resource {...${resource}} />`,
      `<Resource name="${resource}" list={${from}.PostList} create={${from}.PostCreate}` +
        ` edit={${from}.PostEdit} show={${from}.PostShow} recordRepresentation="name" />`,
    );
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
  page.setDefaultTimeout(PATIENCE_MS);
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

const main = () => page.getByRole('main');
const rows = () => main().getByRole('row');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const click = (name: string | RegExp) => button(name).first().click();
const text = (words: string | RegExp) => expect(page.getByText(words).first()).toBeVisible();
const gone = (words: string | RegExp) => expect(page.getByText(words)).toHaveCount(0);
const fill = (label: string | RegExp, words: string) => page.getByLabel(label).first().fill(words);
const confirm = async () => {
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
const ownButton = (name: string) => button(new RegExp(`^${name}`));
/** A word that no earlier piece has written. */
const fresh = (word: string) => `${word}${(words += 1)}`;
let words = 0;

/** What is done on the page of each piece. */
const acts: Record<string, (from: (typeof imports)[number]) => Promise<unknown>> = {
  revenue: async () => {
    await expect(page).toHaveTitle(/Revenue/);
    await text(/\d+ posts/);
  },
  filters: async () => {
    await fill('Search', '不会有这样的名字');
    await expect(rows().nth(1)).toBeHidden();
    await fill('Search', '');
    await expect(rows().nth(2)).toBeVisible();
    await click('添加筛选');
    await page.getByRole('menuitemcheckbox', { name: '状态' }).click();
    await page.getByRole('combobox', { name: '状态' }).click();
    await page.getByRole('option', { name: 'Off' }).click();
    await expect(page).toHaveURL(/disabled/);
    await page.getByRole('columnheader', { name: '名称' }).getByText('名称').click();
    await expect(page).toHaveURL(/sort=name/);
  },
  refused: async from => {
    await expect(rows().nth(1)).toBeVisible();
    await fill('Search', '会员');
    await text('这个列表不支持这样的搜索或筛选');
    if (from === 'kit') {
      await expect(rows().nth(1)).toBeVisible();
      await click('清除筛选');
    } else await page.goto(`${product.url}/admin/stock/refused`);
    await expect(rows().nth(1)).toBeVisible();
    await gone('这个列表不支持这样的搜索或筛选');
  },
  bulk: async () => {
    await rows().nth(2).getByRole('checkbox').check();
    await click('Disable');
    await confirm();
    await expect(rows().nth(2)).toContainText(/disabled/);
    await rows().nth(2).getByRole('checkbox').check();
    await expect(button(/导出/).first()).toBeVisible();
  },
  checkboxes: () => expect(rows().nth(1).getByRole('checkbox')).toBeVisible(),
  table: async () => {
    await rows().nth(1).getByRole('cell').last().click();
    await text(/Panel of ./);
    // What is expanded is remembered.
    await rows().nth(1).getByRole('cell').last().click();
    await gone(/Panel of ./);
  },
  datagrid: async () => {
    // Hidden from those who hear the page: the row itself is expanded by its keys.
    const expand = rows().nth(1).locator('.RaDatagrid-expandIcon');
    await expand.click();
    await text(/Panel of ./);
    await expand.click();
    await gone(/Panel of ./);
  },
  aside: async () => {
    await page.getByText('Enabled only').click();
    await expect(page).toHaveURL(/enabled/);
    await expect(rows().nth(1)).toBeVisible();
  },
  infinite: () => text(/\d+ in all/),
  context: () => text(/\d+ in context/),
  controller: async () => {
    await click('By name');
    await expect(main().getByText(/./).nth(2)).toBeVisible();
  },
  actions: async () => {
    const downloads = page.waitForEvent('download');
    await click(/导出/);
    expect((await downloads).suggestedFilename()).toContain('.csv');
  },
  toolbar: () => expect(rows().nth(1)).toBeVisible(),
  tabbed: async () => {
    const word = fresh('说明');
    await page.getByRole('tab', { name: 'second' }).click();
    await fill(/说明/, word);
    await page.getByRole('tab', { name: 'first' }).click();
    await fill(/名称/, '');
    await click('保存');
    await expect(page.getByRole('tab', { name: 'first' })).toBeVisible();
    await fill(/名称/, fresh('分类'));
    await click('保存');
    await text('已保存');
    await page.getByRole('tab', { name: 'second' }).click();
    await expect(page.getByLabel(/说明/).first()).toHaveValue(word);
  },
  iterator: async () => {
    await fill(/名称/, fresh('套餐'));
    await click('保存');
    await text('已保存');
  },
  save: async () => {
    await fill(/名称/, 'bad');
    await click('Save and say');
    await text('Not this');
    await fill(/名称/, fresh('分类'));
    await gone('Not this');
    await click('Save and say');
    await text('Said');
  },
  undoable: async () => {
    await expect(page.getByText('Beside')).toBeVisible();
    const word = fresh('可撤销');
    await fill(/说明/, word);
    await click('保存');
    await page.waitForURL(/\/admin\/categories(\?.*)?$/);
    await click('撤销');
    await expect(button('撤销')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByLabel(/说明/).first()).not.toHaveValue(word);
  },
  editDialog: async () => {
    await click('Open');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/名称/)).not.toHaveValue('');
    await dialog.getByLabel(/名称/).fill(fresh('分类'));
    await dialog.getByRole('button', { name: '保存' }).click();
    await expect(dialog).toHaveCount(0);
  },
  createDialog: async () => {
    await click('Open');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/名称/).fill(fresh('新分类'));
    await dialog.getByRole('button', { name: /保存|创建|新建/ }).click();
    await expect(dialog).toHaveCount(0);
  },
  show: () => text('Categories'),
  references: () => expect(rows().nth(1)).toBeVisible(),
  referenceInput: async () => {
    await fill(/名称/, fresh('子分类'));
    await page.getByRole('combobox', { name: 'Parent' }).click();
    await page.getByRole('option').first().click();
    await click(/保存|创建|新建/);
    await page.waitForURL(/\/admin\/categories(\?.*)?$/);
  },
  buttons: async () => {
    await click('Describe');
    await confirm();
    await text('by button');
  },
  hooks: async () => {
    await text(/2 of many, referenced/);
    await click('Update');
    await text('hooked');
    await click('Ask');
    await text('1 asked');
    await click('Create');
    await click('Redirect');
    await page.waitForURL('**/admin/categories/edit/cat_0003');
  },
  settings: async () => {
    await text('保存 zh light');
    await text('may delete');
    await text('unknown');
    await click('Store');
    await text('kept');
    await click('Ask first');
    await confirm();
  },
  guessedList: () => expect(rows().nth(1)).toBeVisible(),
  guessedEdit: () => expect(main().locator('input').first()).toBeVisible(),
  guessedShow: () => text('cat_0002'),
};

describe.each(imports)('with imports of %s, the piece', from => {
  it.each(Object.entries(acts))(
    '%s works',
    async (name, act) => {
      await page.goto(`${product.url}/admin/${from}/${name}`);
      await act(from);
      expect(page.url()).not.toContain('/404');
    },
    180_000,
  );
});

it.each([
  ['packages', 'pkg_0001'],
  ['categories', 'cat_0001'],
])(
  '%s as a resource with list, create, edit and show',
  async (resource, id) => {
    await page.goto(`${product.url}/admin/${resource}`);
    await expect(rows().nth(3)).toBeVisible();
    const row = rows().nth(1);
    await row.getByRole('link', { name: /查看/ }).click();
    await page.waitForURL(/\/show$/);
    await page.getByRole('tab', { name: 'body' }).click();
    await page.waitForURL(/\/show\/body$/);
    await page.goto(`${product.url}/admin/${resource}/${id}`);
    await page.waitForURL(`**/admin/${resource}/edit/${id}`);
    await fill(/名称/, fresh('改名'));
    await ownButton('保存').click();
    await text('已保存');
  },
  180_000,
);
