import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { movement, stopTimers } from './gotoPage.ts';
import { overflows } from './overflow.ts';
import { product, test } from './test.ts';

const addresses = [
  '/',
  '/?q=没有这样的模板',
  '/works',
  '/me',
  '/mini-program?app=app_0002',
  '/404',
];
const narrow = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

const settle = async (page: Page) => {
  await expect(page.locator('main h1')).toBeAttached();
  // Placeholders of the list's next page may stay.
  const waiting = '[aria-busy=true], .page-loading, :is(.tabs, .quick-functions) .skeleton';
  await expect(page.locator(waiting)).toHaveCount(0);
};

const offences = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
};

test('the visitors’ pages are accessible and fit, narrow and wide, light and dark @rest', async ({
  page,
}) => {
  for (const [at, address] of addresses.entries()) {
    const schemes = ['light', 'dark'] as const;
    await page.setViewportSize(narrow);
    await page.emulateMedia({ colorScheme: schemes[at % 2]! });
    await page.goto(product.url + address);
    await settle(page);
    await expect.poll(() => overflows(page), { message: address }).toEqual([]);
    expect(await offences(page), address).toEqual([]);
    await page.setViewportSize(wide);
    await page.emulateMedia({ colorScheme: schemes[(at + 1) % 2]! });
    await settle(page);
    await expect.poll(() => overflows(page), { message: `${address} wide` }).toEqual([]);
    expect(await offences(page), `${address} wide`).toEqual([]);
  }
});

test('nothing moves on the home page when its parts arrive @rest', async ({ page }) => {
  await page.setViewportSize(narrow);
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route('**/v1/functions/appTemplate', async route => {
    await held;
    await route.continue();
  });
  await page.goto(product.url, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
  await settle(page);
  await expect(page.getByRole('navigation', { name: '快捷入口' })).toBeVisible();
  expect(await movement(page)).toBeLessThan(0.02);
});

test('one call brings the first templates with the addresses of their pictures, before anything is rendered', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>(resolve => (release = resolve));
  await page.route('**/auth/v1/signin/anonymously*', async route => {
    await held;
    await route.continue();
  });
  const called: string[] = [];
  page.on('request', request => {
    const [, name] = /\/v1\/functions\/(\w+)/.exec(request.url()) ?? [];
    if (name) called.push(name);
  });
  const answer = page.waitForResponse('**/v1/functions/appTemplate');
  await page.goto(product.url, { waitUntil: 'commit' });
  await answer;
  await expect(page.locator('#shell')).toBeVisible();
  release();
  await expect(page.locator('.card [data-state=ready] img').first()).toBeVisible();
  expect(called.filter(name => name !== 'imageCopy')).toEqual(['appTemplate']);
});

test('the first page asks three functions at most, signed in before or not', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', request => {
    const [, name] = /\/v1\/functions\/(\w+)/.exec(request.url()) ?? [];
    if (name) calls.push(name);
  });
  // What is asked later begins five seconds later, which a slow machine may need for what is waited for.
  await stopTimers(page, 5_000);
  for (const open of [() => page.goto(product.url), () => page.reload()]) {
    calls.length = 0;
    await open();
    await expect(page.locator('.card [data-state=ready] img').first()).toBeVisible();
    expect(calls.filter(name => name === 'appTemplate')).toHaveLength(1);
    const others = ['appTemplate', 'imageService', 'imageCopy'];
    expect([...new Set(calls)].filter(name => !others.includes(name))).toEqual([]);
  }
});

test('placeholders that keep moving cost the main thread nothing', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/v1/functions/appTemplate', () => undefined);
  await page.goto(product.url);
  await expect(page.locator('.grid .card').first()).toBeVisible();
  // Without what keeps pages still in tests (`test.ts`).
  await page.evaluate(() => (document.adoptedStyleSheets = []));
  const animated = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes().flatMap(Object.keys)),
    );
  await expect.poll(async () => (await animated()).length).toBeGreaterThan(0);
  const ofAnyFrame = ['offset', 'computedOffset', 'easing', 'composite'];
  expect(new Set(await animated())).toEqual(new Set([...ofAnyFrame, 'opacity']));
});

test('a visitor redeems a code, writes to the service, deletes their data and is a stranger again', async ({
  page,
}) => {
  const before = findRecords(product.dataDir, 'users', { status: 'normal', isAnonymous: true });
  await page.goto(`${product.url}/me`);
  await page.getByLabel('激活码').fill('0123 45678 9abcd efgc');
  await page.getByRole('button', { name: '兑换', exact: true }).click();
  const terms = page.getByRole('dialog', { name: '使用前请确认' });
  await terms.getByRole('checkbox').check();
  await terms.getByRole('button', { name: '同意并继续' }).click();
  await expect(page.getByText(/^兑换成功/)).toBeVisible();
  await expect(page.locator('.ledger li').first()).toContainText('+');

  await page
    .locator('main')
    .getByRole('button', { name: /投诉与反馈/ })
    .click();
  await page.getByRole('radio', { name: '其他建议' }).check({ force: true });
  await page.getByLabel('请描述问题').fill('希望增加更多国风模板');
  await page.getByRole('button', { name: '提交' }).click();
  await expect(page.getByText('已收到，谢谢你的反馈')).toBeVisible();
  const [complaint] = findRecords(product.dataDir, 'feedback', { text: '希望增加更多国风模板' });
  const id = String(complaint!['userId']);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();

  await page.getByRole('button', { name: /删除我的全部数据/ }).click();
  await page.getByLabel('请输入「删除」确认').fill('删除');
  await page.getByRole('button', { name: '确认删除' }).click();
  await expect(page).toHaveURL(`${product.url}/deleted`);
  await page.getByRole('link', { name: '返回首页' }).click();
  expect(findRecords(product.dataDir, 'users', { _id: id })[0]).toMatchObject({
    status: 'deleted',
    openid: `deleted:${id}`,
  });
  await page.getByRole('link', { name: '我的' }).click();
  await expect(page.getByText('匿名访客')).toBeVisible();
  await expect(page.locator('.ledger li')).toHaveCount(0);
  expect(findRecords(product.dataDir, 'users', { status: 'normal', isAnonymous: true })).toEqual(
    before,
  );
});

test('a shared address leads people to the template', async ({ page }) => {
  await page.goto(`${product.url}/share/template/tpl_0001`);
  await expect(page).toHaveURL(`${product.url}/template/tpl_0001`);
});
