import { expect, type Page } from '@playwright/test';
import { everyPage } from './everyPage.ts';
import { headingOf, settle } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

const OPEN = 'dialog[open], .MuiModal-root:not(.MuiModal-hidden)';
const isOpen = (page: Page) => page.locator(OPEN).count();
const addressOf = (page: Page) => new URL(page.url()).pathname;

/** Rows, cards and tiles have the same buttons, each with the name of its record. */
const LATER_ROWS = 'main :is(tbody tr, li):nth-child(n + 3) button';
const BUTTONS = `:is(main button:not([role=tab]), header button, main [role=combobox]):not(${LATER_ROWS})`;

/** What the buttons of a page are called. */
const namesOf = (page: Page) =>
  page
    .locator(BUTTONS)
    .evaluateAll(buttons =>
      buttons.map(button => (button.getAttribute('aria-label') ?? button.textContent).trim()),
    );

interface Found {
  opened: string[];
  wrong: string[];
}

/** Presses what has not been pressed before, and Back where that has opened something. */
const sweep = async (
  page: Page,
  seen: Set<string>,
  found: Found,
  settled: () => Promise<unknown>,
) => {
  const address = page.url();
  for (const name of await namesOf(page)) {
    if (!name || seen.has(name)) continue;
    seen.add(name);
    // What was pressed before may have brought others, or taken it away.
    const at = (await namesOf(page)).indexOf(name);
    const button = page.locator(BUTTONS).nth(at);
    if (at < 0 || !(await button.isVisible())) continue;
    await button.click({ timeout: 3_000 }).catch(() => undefined);
    // What it opens may be loaded then.
    await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
    await settled();
    if (await isOpen(page)) {
      found.opened.push(`${addressOf(page)}: ${name}`);
      await page.goBack();
      await expect
        .poll(async () => (await isOpen(page)) || addressOf(page) !== new URL(address).pathname, {
          timeout: 3_000,
        })
        .toBeFalsy()
        .catch(() => found.wrong.push(`${new URL(address).pathname}: ${name}`));
    }
    if (page.url() === address && !(await isOpen(page))) continue;
    await page.goto(address);
    await settled();
  }
};

for (const half of [0, 1])
  test(`Back closes what a button of the management side has opened, and nothing else: ${half + 1} of 2 @deep`, async ({
    page,
  }) => {
    test.setTimeout(900_000);
    // A form that a button has changed asks before its page is left for the next.
    page.on('dialog', dialog => void dialog.accept());
    const found: Found = { opened: [], wrong: [] };
    // Its dialog comes with an answer, which may be that of a button pressed before.
    const seen = new Set(['导出']);
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, `${product.url}/admin/dashboard`);
    for (const to of everyPage().filter((_page, at) => at % 2 === half)) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.goto(product.url + to.address);
      const settled = async () => {
        // A button may have led to another page.
        if (addressOf(page) === to.address)
          await page.locator('main h1', { hasText: headingOf(to) }).waitFor({ state: 'attached' });
        await settle(page);
      };
      await settled();
      // What a button does at once is not what is looked at here.
      await page.route(/\/v1\/functions\/(?!adminAuth)/, route =>
        /"action":"(get|preview|check)/.test(route.request().postData() ?? '')
          ? route.continue()
          : route.abort(),
      );
      await sweep(page, seen, found, settled);
    }
    console.log(`management side: ${found.wrong.length} of ${found.opened.length}`);
    expect(found.wrong).toEqual([]);
    expect(found.opened.length).toBeGreaterThan(30);
  });

test('Back closes what a button of the visitors’ pages has opened, and keeps what was typed @rest', async ({
  page,
}) => {
  const found: Found = { opened: [], wrong: [] };
  const seen = new Set<string>();
  await page.setViewportSize({ width: 390, height: 844 });
  const settled = async () => {
    await expect(page.locator('main h1')).toBeAttached();
    await expect(page.locator('[aria-busy=true], .page-loading')).toHaveCount(0);
    // A form for complaints is loaded when it is asked for.
    await page.waitForLoadState('networkidle');
  };
  for (const address of ['/me', '/template/tpl_0001', '/works']) {
    await page.goto(product.url + address);
    await settled();
    await page.getByRole('button').last().waitFor();
    await sweep(page, seen, found, settled);
  }
  console.log(`visitors: ${found.wrong.length} of ${found.opened.length}`);
  expect(found.wrong).toEqual([]);
  expect(found.opened.length).toBeGreaterThan(1);

  await page.goto(product.url);
  await settled();
  await page.getByRole('link', { name: '我的' }).first().click();
  await page.locator('main').getByRole('button', { name: '投诉与反馈' }).click();
  const text = page.locator('#feedback-text');
  await text.fill('照片颜色不对，而且等了很久');
  await page.goBack();
  await expect(text).toBeHidden();
  expect(addressOf(page)).toBe('/me');
  await page.locator('main').getByRole('button', { name: '投诉与反馈' }).click();
  await expect(text).toHaveValue('照片颜色不对，而且等了很久');
  // Closed by itself, it costs Back nothing.
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/`);
});

test('with unsaved changes behind a dialog, one Back asks one thing @rest', async ({ page }) => {
  const asked: string[] = [];
  page.on('dialog', dialog => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await signIn(page, `${product.url}/admin/users`);
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await page.getByRole('button', { name: '调整积分', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').last().fill('补偿');
  const address = page.url();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect([page.url(), asked.length]).toEqual([address, 1]);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/users(\?|$)/);
  expect(asked).toHaveLength(1);

  await page.goto(`${product.url}/admin/categories`);
  await page.locator('a[href*="/categories/edit/"]').first().click();
  await page.locator('input[name="name"]').fill('改了名');
  await page.getByRole('button', { name: '全局搜索' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(asked).toHaveLength(1);
  await expect(page).toHaveURL(/\/categories\/edit\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/categories(\?|$)/);
  expect(asked).toHaveLength(2);
});
