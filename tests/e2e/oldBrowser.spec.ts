import { expect, type Page } from '@playwright/test';
import { notStarted } from '#i18n/zh/notStarted.ts';
import { missing, type Side } from '../../scripts/browsers/floor.js';
import { findRecords } from '../product/database.ts';
import { takeAway } from '../startUp/takeAway.ts';
import { everyPage } from './everyPage.ts';
import { gotoPage, settle } from './gotoPage.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, session, test } from './test.ts';

/** Runs in the browser: a regular expression is refused as by those that do not know it. */
const refuseLookbehind = () => {
  const check = (pattern: unknown) => {
    if (/\(\?<[=!]/.test(String(pattern))) throw new SyntaxError('invalid group specifier name');
  };
  globalThis.RegExp = new Proxy(RegExp, {
    apply: (own, self, given) => (check(given[0]), Reflect.apply(own, self, given)),
    construct: (own, given) => (check(given[0]), new own(given[0] as string, given[1] as string)),
  });
};

/** The page has from its next load on no more than a side's oldest browsers; gathers what then goes wrong. */
const makeOld = async (page: Page, side: Side) => {
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(`${page.url()} ${error.message}`));
  // Which the tests themselves ask; the build is searched for it.
  const kept = '.checkVisibility';
  await page.addInitScript(
    takeAway,
    missing[side].filter(name => name !== kept),
  );
  if (side === 'visitors') await page.addInitScript(refuseLookbehind);
  return complaints;
};

test('in the oldest browsers the home page and the sign-in work @rest', async ({ page }) => {
  const complaints = await makeOld(page, 'administration');
  await page.goto(`${product.url}/admin/login`);
  await fillInSignIn(page);
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);
  await settle(page);
  await expect(page.locator('main h1')).toBeVisible();
  complaints.push(...(await page.evaluate(() => ('groupBy' in Object ? ['too new'] : []))));

  await makeOld(page, 'visitors');
  await page.goto(product.url);
  await page.locator('a.card').first().click();
  await expect(page.getByRole('button', { name: /开始制作|制作/ }).first()).toBeVisible();
  await page.goto(`${product.url}/me`);
  await page
    .locator('main')
    .getByRole('button', { name: /投诉与反馈/ })
    .click();
  await page.getByRole('dialog').getByRole('textbox').first().fill('看得见吗');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  complaints.push(...(await page.evaluate(() => ('structuredClone' in globalThis ? ['new'] : []))));
  expect(complaints).toEqual([]);
});

test('in the oldest browsers every page of visitors works @deep', async ({ page }) => {
  const complaints = await makeOld(page, 'visitors');
  const idOf = (collection: string) => String(findRecords(product.dataDir, collection)[0]?.['_id']);
  await page.context().setStorageState(session);
  for (const address of [
    '/?q=古风',
    '/works',
    '/works?group=succeeded',
    '/me',
    '/prints',
    '/letters',
    '/mini-program',
    '/legal/privacy',
    `/template/${idOf('templates')}`,
    `/task/${idOf('tasks')}`,
    `/print/${idOf('printOrders')}`,
    `/pay/${idOf('orders')}`,
    '/print/new',
    '/404',
  ]) {
    await page.goto(product.url + address);
    await expect(page.locator('main h1').first(), address).toBeAttached();
    await expect(page.locator('#shell')).toHaveCount(0);
    await settle(page);
  }
  expect(complaints).toEqual([]);
});

test('in the oldest browsers every page of administration works @deep', async ({ page }) => {
  test.setTimeout(900_000);
  const complaints = await makeOld(page, 'administration');
  await page.context().setStorageState(session);
  await page.goto(`${product.url}/admin/profile`);
  const main = page.getByRole('main');
  for (const to of everyPage()) {
    await gotoPage(page, to);
    for (const tab of (await main.getByRole('tab').all()).slice(0, 8)) {
      await tab.click();
      await settle(page);
    }
    if (await page.getByText('页面出错了').isVisible()) complaints.push(to.address);
  }
  expect(complaints).toEqual([]);
});

test('where the code does not arrive or is not understood a sentence stays, with a way on @rest', async ({
  page,
}) => {
  const entry = /\/assets\/index-.*\.js$/;
  for (const address of ['/', '/me', '/admin/orders']) {
    await page.route(entry, route => route.abort());
    await page.goto(product.url + address);
    await expect(page.getByRole('alert')).toContainText(notStarted.failed);
    await expect(page.locator('body')).not.toContainText('正在加载');
    await page.unroute(entry);
    await page.getByRole('link', { name: notStarted.reload }).click();
    await expect(page.locator('main h1, .sign-in-card').first()).toBeVisible();
    await expect(page.getByText(notStarted.failed)).toHaveCount(0);

    await page.route(entry, route =>
      route.fulfill({ contentType: 'text/javascript', body: 'const later = #;' }),
    );
    await page.goto(product.url + address);
    await expect(page.getByRole('alert')).toContainText(notStarted.tooOld);
    await page.unroute(entry);
  }
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule');
  });
  await page.route(entry, () => undefined);
  await page.goto(product.url, { waitUntil: 'commit' });
  await expect(page.getByRole('alert')).toContainText(notStarted.tooOld);
});
