import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { build } from 'vite';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { product, test } from './test.ts';

const outDir = mkdtempSync(path.join(tmpdir(), 'foreign-'));
test.afterAll(() => rmSync(outDir, { recursive: true, force: true }));

/** The application, as a foreign build makes it. */
const built = async () => {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir,
      lib: { entry: 'tests/trial/foreign/main.tsx', formats: ['es'], fileName: 'main' },
      minify: false,
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return readFileSync(path.join(outDir, 'main.js'), 'utf8');
};

test('a stock application on the two providers signs in, lists, edits, is refused and signs out @rest', async ({
  page,
}) => {
  const code = await built();
  // Of the contract it brings what it names.
  expect(code).toContain('getCategories');
  expect(code).not.toContain('getPrintOrders');
  const html =
    '<!doctype html><div id="root"></div><script src="/config.js"></script><script type="module" src="/foreign/main.js"></script>';
  await page.route('**/foreign/**', (route, request) => {
    const { base, ext } = path.parse(new URL(request.url()).pathname);
    return route.fulfill(
      ext === '.js'
        ? { contentType: 'text/javascript', path: path.join(outDir, base) }
        : { contentType: 'text/html', body: html },
    );
  });
  await page.goto(`${product.url}/foreign/categories`);
  await page.getByLabel(/Username/).fill('admin');
  await page.getByLabel(/Password/).fill(EXAMPLE_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const rows = page.getByRole('row');
  await expect(rows.nth(3)).toBeVisible();

  await rows.nth(1).getByRole('cell').nth(2).click();
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('外来的分类');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('cell', { name: '外来的分类' })).toBeVisible();

  await page.getByRole('cell', { name: '外来的分类' }).click();
  await name.fill('很长的名称'.repeat(20));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('最多 20 个字').first()).toBeVisible();

  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto(`${product.url}/foreign/categories`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
