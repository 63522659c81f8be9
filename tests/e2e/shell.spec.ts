import { gzipSync } from 'node:zlib';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { findRecords } from '../product/database.ts';
import { signIn } from './signIn.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, session, test } from './test.ts';

const remembered = async (page: Page, context: BrowserContext) => ({
  cookie: (await context.cookies()).some(({ name }) => name === 'admin_token'),
  user: await page.evaluate(() => localStorage.getItem('admin_user')),
});

test('up to and including 768 px the menu is closed and the breadcrumb hidden; from 769 both are there', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const breadcrumb = page.getByRole('navigation', { name: '当前位置' });
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(menu).toBeVisible();
  await expect(breadcrumb).toBeVisible();
  expect((await menu.boundingBox())?.width).toBeLessThan(64);
  await page.setViewportSize({ width: 1281, height: 900 });
  await expect.poll(async () => (await menu.locator('..').boundingBox())?.width).toBe(256);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(menu).toBeHidden();
  await expect(breadcrumb).toBeHidden();
});

/** What of an element is in sight, from left to right. */
const isWithin = async (outer: Locator, inner: Locator) => {
  const [around, box] = [(await outer.boundingBox())!, (await inner.boundingBox())!];
  return box.x >= around.x - 1 && box.x + box.width <= around.x + around.width + 1;
};

test('a table wider than its place keeps what a row is about and what can be done with it in sight', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  await page.setViewportSize({ width: 800, height: 900 });
  await page.goto(`${product.url}/admin/print-orders`);
  const table = page.locator('.RaDataTable-tableWrapper');
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  const [first, second, last] = [cells.nth(1), cells.nth(2), cells.last()];
  expect(await isWithin(table, last)).toBe(true);
  await table.evaluate(element => (element.scrollLeft = element.scrollWidth));
  expect(await isWithin(table, first)).toBe(true);
  expect(await isWithin(table, last)).toBe(true);
  expect((await second.boundingBox())!.x).toBeLessThan((await first.boundingBox())!.x);
});

test('a message covers nothing that is clicked next, and lets clicks through', async ({ page }) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  await page.goto(`${product.url}/admin/templates/edit/tpl_0001`);
  const name = page.getByRole('textbox', { name: '名称', exact: false }).first();
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await name.fill(`写真 ${size.width}`);
    await page.getByRole('button', { name: '保存' }).click();
    const message = page.locator('.MuiSnackbar-root').filter({ hasText: '已保存' });
    await expect(message).toBeVisible();
    const covered = await message.evaluate(element => {
      const over = element.getBoundingClientRect();
      return [...document.querySelectorAll('main :is(a, button, input, [role=tab])')]
        .filter(one => {
          const box = one.getBoundingClientRect();
          const beside = box.right <= over.left || box.left >= over.right;
          return !beside && box.bottom > over.top && box.top < over.bottom;
        })
        .map(one => one.textContent);
    });
    expect(covered, String(size.width)).toEqual([]);
    expect(await message.evaluate(element => getComputedStyle(element).pointerEvents)).toBe('none');
    await expect(message).toBeHidden({ timeout: 15_000 });
  }
});

test('a bare address leads below /admin and keeps its query, an unknown one to a page that says so', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/profile`);
  await page.goto(`${product.url}/admin`);
  await expect(page).toHaveTitle('仪表盘 - 管理系统');
  await page.goto(`${product.url}/categories?page=1`);
  await expect(page).toHaveURL(/\/admin\/categories\?(.*&)?page=1/);
  await page.goto(`${product.url}/admin/templates/tpl_0001`);
  await expect(page).toHaveURL(`${product.url}/admin/templates/edit/tpl_0001`);
  await page.goto(`${product.url}/admin/nowhere`);
  await expect(page).toHaveURL(`${product.url}/admin/404`);
  await expect(page).toHaveTitle('页面不存在 - 管理系统');
  await page.goto(`${product.url}/nowhere`);
  await expect(page).toHaveURL(`${product.url}/404`);
});

test('logging out asks, obeys, says so, and leaves nothing behind', async ({ page, context }) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  const ask = async () => {
    await page.getByRole('button', { name: '账号菜单' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await expect(page.getByText('确定要退出登录吗？')).toBeVisible();
  };
  await ask();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);
  await ask();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /退出登录|确定/ })
    .click();
  await expect(page).toHaveURL(`${product.url}/admin/login`);
  await expect(page.getByText('已退出登录')).toBeVisible();
  expect(await remembered(page, context)).toEqual({ cookie: false, user: null });
});

test('the account menu opens the handbook beside the page, at what is done there', async ({
  page,
  context,
}) => {
  await signIn(page, `${product.url}/admin/refunds`);
  await page.getByRole('button', { name: '账号菜单' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: '使用手册' }).click();
  const handbook = await opened;
  const refused: string[] = [];
  handbook.on('console', message => refused.push(message.text()));
  await expect(handbook.getByRole('heading', { name: '退款没有成功' })).toBeInViewport();
  const picture = handbook.getByRole('img', { name: '订单里的退款' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(refused).toEqual([]);
  await expect(page).toHaveURL(`${product.url}/admin/refunds`);
});

test('signing out does not wait for the network, and does not affect the next session', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  const credentials = () => page.evaluate(() => localStorage.getItem('credentials_local'));
  const first = await credentials();
  const sessions = () => findRecords(product.dataDir, 'adminSessions').length;
  const before = sessions();
  let release = () => {};
  const released = new Promise<void>(resolve => (release = resolve));
  await page.route('**/v1/functions/adminAuth', async route => {
    if (route.request().postData()?.includes('"logout"')) await released;
    await route.continue();
  });
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('已退出登录')).toBeVisible();
  expect(await credentials()).toBeNull();
  expect(sessions()).toBe(before);

  await fillInSignIn(page);
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);
  const second = await credentials();
  const revoking = page.waitForRequest(request => request.url().includes('/auth/v1/revoke'));
  release();
  expect((await revoking).postData()).toContain(
    (JSON.parse(first!) as { access_token: string }).access_token,
  );
  await expect.poll(sessions).toBe(before);
  expect(await credentials()).toBe(second);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '仪表盘' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/admin/dashboard');
});

test('a session that the server ended leads to sign-in and back to the same page, without saying logged out', async ({
  page,
  context,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  await page.goto(`${product.url}/admin/keywords`);
  await expect(page.getByRole('table')).toBeVisible();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'admin_token');
  await context.addCookies([{ ...cookie!, value: `adm.first_admin.${'x'.repeat(43)}` }]);
  await page.goto(`${product.url}/admin/keywords`);
  await expect(page).toHaveURL(`${product.url}/admin/login`);
  await expect(page.getByText('登录已过期')).toBeVisible();
  await expect(page.getByText('已退出登录')).toHaveCount(0);
  expect(await remembered(page, context)).toEqual({ cookie: false, user: null });
  await fillInSignIn(page);
  await expect(page).toHaveURL(/\/admin\/keywords/);
});

test('an administrator who is signed in and opens the sign-in page lands on the dashboard', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  await page.goto(`${product.url}/login`);
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);
});

test('a start-up that fails says so in Chinese', async ({ page }) => {
  await page.route('**/config.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const alerted = page.waitForEvent('dialog');
  await page.goto(`${product.url}/`, { waitUntil: 'commit' });
  const dialog = await alerted;
  expect(dialog.message()).toBe('系统初始化失败，请刷新页面重试');
  await dialog.dismiss();
});

test('while the back end does not answer, a list says so and a retry brings it back', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  await page.route('**/v1/functions/keyword', route => route.abort());
  await page.goto(`${product.url}/admin/keywords`);
  await expect(page.getByText('加载失败').first()).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/v1/functions/keyword');
  await page.getByRole('button', { name: '重试' }).first().click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a page loaded before a deployment reloads itself instead of showing an error', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/dashboard`);
  let loads = 0;
  page.on('load', () => loads++);
  let asked = 0;
  await page.route(/\/assets\/OrderList-.*\.js$/, route =>
    asked++ === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('link', { name: '订单管理', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: '订单号' })).toBeVisible();
  expect(loads).toBe(1);
});

test('with the keyboard it is visible where the focus is', async ({ page }) => {
  await signIn(page, `${product.url}/admin/keywords/create`);
  await expect(page.getByRole('button', { name: '创建' })).toBeVisible();
  /** What has the focus, and the width of the line around it, or around the input that it is part of. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement!;
      const border = element.closest('.MuiOutlinedInput-root')?.querySelector('fieldset');
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return {
        name: element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40),
        kind: element.tagName,
        width: border
          ? parseFloat(getComputedStyle(border).borderWidth)
          : outlineStyle === 'none'
            ? 0
            : parseFloat(outlineWidth),
      };
    });
  const kinds = new Set<string>();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const { kind, name } = await focused();
    if (kind === 'BODY') break;
    kinds.add(kind);
    await expect
      .poll(async () => (await focused()).width, { message: String(name), timeout: 5_000 })
      .toBeGreaterThanOrEqual(2);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['A', 'BUTTON', 'INPUT']));
});

/** The files and calls that a page has asked for until something is there; the icon of the tab comes when it likes. */
const loadedUntil = async (page: Page, address: string, there: string) => {
  const sizes: Promise<number>[] = [];
  const requests: string[] = [];
  // What is loaded ahead begins five seconds later, which a slow machine may need for what is waited for.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    const delayed = (...call: Parameters<typeof setTimeout>) =>
      call[1] === 5_000 ? 0 : setTimeout(...call);
    Object.assign(globalThis, { setTimeout: delayed });
  });
  page.on('request', request => {
    const { action } = (request.postDataJSON() ?? {}) as { action?: string };
    if (!request.url().endsWith('.svg')) requests.push(action ?? new URL(request.url()).pathname);
  });
  page.on('response', response => {
    // One that the cache has already, and that has not changed, has no body.
    if (response.url().endsWith('.js') && response.status() === 200)
      sizes.push(
        response
          .body()
          .then(gzipSync)
          .then(({ length }) => length),
      );
  });
  await page.goto(address);
  await page.locator(there).first().waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  page.removeAllListeners();
  return { kilobytes: Math.round(bytes / 1_000), requests };
};

test('what is loaded before the first row of a list, the sign-in and the home page stays small', async ({
  page,
}) => {
  const home = await loadedUntil(page, product.url, 'a.card');
  expect(home.kilobytes).toBeGreaterThan(100);
  expect(home.kilobytes).toBeLessThanOrEqual(184);

  const signingIn = await loadedUntil(page, `${product.url}/admin/login`, 'input[type=password]');
  expect(signingIn.kilobytes).toBeLessThanOrEqual(174);

  await page.context().setStorageState(session);
  // All other texts come after the first row, and are not missed until then.
  let release: () => void = () => undefined;
  const released = new Promise<void>(resolve => (release = resolve));
  const texts = /\/assets\/zh-.*\.js$/;
  await page.route(texts, async route => {
    await released;
    await route.continue();
  });
  const orders = await loadedUntil(page, `${product.url}/admin/orders`, 'main tbody tr');
  await expect(page.getByRole('columnheader', { name: '订单号' })).toBeVisible();
  release();
  const files = orders.requests.filter(request => request.startsWith('/') && !texts.test(request));
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(8);
  expect(orders.kilobytes).toBeLessThanOrEqual(480);
  // The list is asked for ahead, beside the settings, and not once more.
  expect(orders.requests.filter(request => request === 'getOrders')).toHaveLength(1);
  expect(orders.requests.indexOf('getOrders')).toBeLessThanOrEqual(files.length + 2);
});

declare global {
  /** Their durations, milliseconds. */
  var longTasks: number[];
  var renderings: number;
}

test('a list is there after few long tasks, and its next page is rendered once', async ({
  page,
}) => {
  await page.context().setStorageState(session);
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver(list => {
      globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
  // Slow enough for every piece of work that counts to be a long task, on any machine.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const row = page.locator('main tbody tr').first();
  // What else runs on the machine makes short tasks long: one calm loading is enough.
  await expect(async () => {
    await page.goto(`${product.url}/admin/orders`);
    await row.waitFor();
    const tasks = await page.evaluate(() => globalThis.longTasks);
    // How many small ones last 50 ms depends on the machine; what is a twentieth of all work does not.
    const work = tasks.reduce((sum, ms) => sum + ms, 0);
    // Evaluating the application, a first rendering, and the rows.
    expect(tasks.filter(ms => ms > work / 20).length).toBeLessThanOrEqual(8);
  }).toPass({ timeout: 120_000 });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.detach();

  await page.waitForLoadState('networkidle');
  const before = await row.textContent();
  await page.evaluate(() => {
    globalThis.renderings = 0;
    new MutationObserver(changes => {
      if (changes.some(({ target }) => target.parentElement?.closest('table')))
        globalThis.renderings += 1;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(row).not.toHaveText(before ?? '');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => globalThis.renderings)).toBe(1);
});

test.describe('where fingers work', () => {
  test.use({ viewport: { width: 1024, height: 900 }, hasTouch: true, isMobile: true });

  test('header, back, copy and the visitors’ buttons are 44 px high and wide', async ({ page }) => {
    const tooSmall = () =>
      page.evaluate(() =>
        // A link among words is as high as they are.
        [
          ...document.querySelectorAll(
            'button:not(.MuiLink-button), [role=tab], #side-menu a, .site-nav a, a.button, a.MuiButtonBase-root',
          ),
        ]
          .filter(
            element =>
              element.checkVisibility({ visibilityProperty: true }) &&
              !element.matches('.MuiChip-root'),
          )
          .map(element => [element, element.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < 43.5)
          .map(([element]) => element.getAttribute('aria-label') ?? element.textContent),
      );
    await signIn(page, `${product.url}/admin/dashboard`);
    for (const address of ['/admin/orders', '/admin/orders/ord_0003', '/admin/categories']) {
      await page.goto(product.url + address);
      await page.waitForLoadState('networkidle');
      expect(await tooSmall(), address).toEqual([]);
    }
    await page.goto(product.url);
    await expect(page.locator('a.card').first()).toBeVisible();
    expect(await tooSmall(), 'the visitors’ home page').toEqual([]);
  });
});
