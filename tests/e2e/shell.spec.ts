import { gzipSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import { notStarted } from '#i18n/zh/notStarted.ts';
import { isDeep } from '../depth.ts';
import { everyPage } from './everyPage.ts';
import { gotoPage, movement, settle, stopTimers } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, session, test } from './test.ts';

test('up to and including 768 px the menu is closed and the breadcrumb hidden; from 769 both are there', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/profile`);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const breadcrumb = page.getByRole('navigation', { name: '当前位置' });
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(menu).toBeVisible();
  await expect(breadcrumb).toBeVisible();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(64);
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
  await page.setViewportSize({ width: 800, height: 900 });
  await signIn(page, `${product.url}/admin/print-orders`);
  const table = page.locator('.RaDataTable-tableWrapper');
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  const [first, second, last] = [cells.nth(1), cells.nth(2), cells.last()];
  await expect.poll(() => isWithin(table, last)).toBe(true);
  await table.evaluate(element => (element.scrollLeft = element.scrollWidth));
  await expect.poll(() => isWithin(table, first)).toBe(true);
  await expect.poll(() => isWithin(table, last)).toBe(true);
  const leftOf = async (cell: Locator) => (await cell.boundingBox())!.x;
  await expect.poll(async () => (await leftOf(second)) < (await leftOf(first))).toBe(true);
  // The state stands before the deadline, from the narrowest table on.
  for (const width of [600, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await table.evaluate(element => (element.scrollLeft = 0));
    const state = table.locator('tbody tr').first().locator('td.kept');
    await expect.poll(() => isWithin(table, state), { message: String(width) }).toBe(true);
    const edge = async () => (await state.boundingBox())!.x + (await state.boundingBox())!.width;
    await expect.poll(async () => (await edge()) <= (await leftOf(last)) + 1).toBe(true);
  }
  await page.setViewportSize({ width: 599, height: 900 });
  await expect(table).toBeHidden();
});

test('a message covers nothing that is clicked next, and lets clicks through @rest', async ({
  page,
}) => {
  // It would go while it is looked at.
  await stopTimers(page, 4_000);
  await signIn(page, `${product.url}/admin/templates/edit/tpl_0001`);
  await page.getByRole('textbox', { name: '名称', exact: false }).first().fill('写真');
  await page.getByRole('button', { name: '保存' }).click();
  const message = page.locator('.MuiSnackbar-root').filter({ hasText: '已保存' });
  await expect(message).toHaveCSS('pointer-events', 'none');
  const covered = () =>
    message.evaluate(element => {
      const over = element.getBoundingClientRect();
      return [...document.querySelectorAll('main :is(a, button, input, [role=tab])')]
        .filter(one => {
          const box = one.getBoundingClientRect();
          const beside = box.right <= over.left || box.left >= over.right;
          return !beside && box.bottom > over.top && box.top < over.bottom;
        })
        .map(one => one.textContent);
    });
  for (const [width, height] of [
    [1440, 900],
    [1024, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(covered, { message: String(width) }).toEqual([]);
  }
});

test('the account menu opens the handbook beside the page, at what is done there @rest', async ({
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

test('a start-up that fails says so in Chinese', async ({ page }) => {
  await page.route('**/config.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  const alerted = page.waitForEvent('dialog');
  await page.goto(`${product.url}/`, { waitUntil: 'commit' });
  const dialog = await alerted;
  expect(dialog.message()).toBe('系统初始化失败，请刷新页面重试');
  await dialog.dismiss();
  await expect(page.getByRole('alert')).toContainText(notStarted.failed);
  await expect(page.getByRole('link', { name: notStarted.reload })).toBeVisible();
});

test('a page loaded before a deployment reloads itself instead of showing an error @rest', async ({
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
  await expect.poll(() => loads).toBe(1);
});

test('with the keyboard it is visible where the focus is @rest', async ({ page }) => {
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
      .poll(async () => (await focused()).width, { message: String(name) })
      .toBeGreaterThanOrEqual(2);
  }
  expect([...kinds]).toEqual(expect.arrayContaining(['A', 'BUTTON', 'INPUT']));
});

/** The files and calls that a page has asked for until something is there; the icon of the tab comes when it likes. */
const loadedUntil = async (page: Page, address: string, there: string) => {
  const sizes: Promise<number>[] = [];
  const requests: string[] = [];
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
  // What is loaded ahead begins five seconds later, which a slow machine may need for what is waited for.
  await stopTimers(page, 5_000);
  const home = await loadedUntil(page, product.url, 'a.card');
  expect(home.kilobytes).toBeGreaterThan(100);
  expect(home.kilobytes).toBeLessThanOrEqual(175);

  const signingIn = await loadedUntil(page, `${product.url}/admin/login`, 'input[type=password]');
  expect(signingIn.kilobytes).toBeLessThanOrEqual(180);

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
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(12);
  expect(orders.kilobytes).toBeLessThanOrEqual(506);
  // The list is asked for ahead, beside the settings, and not once more.
  expect(orders.requests.filter(request => request === 'getOrders')).toHaveLength(1);
  expect(orders.requests.indexOf('getOrders')).toBeLessThanOrEqual(files.length + 2);
});

declare global {
  var renderings: number;
}

test('the next page of a list is rendered once @rest', async ({ page }) => {
  await signIn(page, `${product.url}/admin/orders`);
  const row = page.locator('main tbody tr').first();
  await expect(row).toBeVisible();
  await settle(page);
  const before = (await row.textContent())!;
  await page.evaluate(() => {
    globalThis.renderings = 0;
    new MutationObserver(changes => {
      if (changes.some(({ target }) => target.parentElement?.closest('table')))
        globalThis.renderings += 1;
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole('button', { name: '下一页' }).click();
  await expect(row).not.toHaveText(before);
  await settle(page);
  expect(await page.evaluate(() => globalThis.renderings)).toBe(1);
});

for (const width of [1440, 390])
  test(`nothing moves while a page is loaded, ${width} px wide @rest`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.context().setStorageState(session);
    // Each part comes by itself, as it does from far away.
    await page.route('**/v1/functions/**', async route => {
      await new Promise(resolve => setTimeout(resolve, 200));
      await route.continue();
    });
    const moving: string[] = [];
    const some = ['dashboard', 'settings', 'orders', 'images', 'templates/edit/tpl_0001', 'todo'];
    const all = everyPage().map(({ address }) => address.replace('/admin/', ''));
    for (const address of isDeep ? all : some) {
      await page.goto(`${product.url}/admin/${address}`);
      await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
      await settle(page);
      await page.waitForLoadState('networkidle');
      const moved = await movement(page);
      if (moved > 0.02) moving.push(`${address} ${moved.toFixed(3)}`);
    }
    expect(moving).toEqual([]);
  });

test.describe('where fingers work', () => {
  test.use({ viewport: { width: 1024, height: 900 }, hasTouch: true, isMobile: true });

  test('header, back, copy and the visitors’ buttons are 44 px high and wide @rest', async ({
    page,
  }) => {
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
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settle(page);
      await expect.poll(tooSmall, { message: address }).toEqual([]);
    }
    await page.goto(product.url);
    await expect(page.locator('a.card').first()).toBeVisible();
    await expect.poll(tooSmall, { message: 'the visitors’ home page' }).toEqual([]);
  });

  test('no input is smaller than 16 px, which iOS would enlarge the page for @rest', async ({
    page,
  }) => {
    const small: string[] = [];
    let seen = 0;
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, `${product.url}/admin/dashboard`);
    for (const to of everyPage()) {
      await gotoPage(page, to);
      const sizes = await page
        .locator(
          ':is(input:not([type=checkbox], [type=radio], [type=file], [type=range]), textarea, select):not([aria-hidden=true])',
        )
        .evaluateAll(fields =>
          fields
            .filter(field => field.checkVisibility())
            .map(field => [
              field.outerHTML.slice(0, 80),
              parseFloat(getComputedStyle(field).fontSize),
            ]),
        );
      seen += sizes.length;
      for (const [field, size] of sizes)
        if (Number(size) < 16) small.push(`${to.address} ${size}: ${field}`);
    }
    expect(small).toEqual([]);
    expect(seen).toBeGreaterThan(100);
  });
});
