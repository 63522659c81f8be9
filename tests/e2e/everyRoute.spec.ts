import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import type { User } from '#contract/user.ts';
import { zh } from '#i18n/zh/index.ts';
import { nameOfUser } from '#src/admin/resources/users/nameOfUser.ts';
import { everyPage } from '../../scripts/everyPage.ts';
import { findRecords } from '../product/database.ts';
import { type Product, startProduct } from '../product/product.ts';
import { englishIn } from './visibleEnglish.ts';

/** What holds on every route of the page table; a new page is covered by its line there. */
let product: Product;
/** What people of the demo data are called, as far as it has Latin letters. */
let latinNames: string[];
test.beforeAll(async () => {
  product = await startProduct();
  latinNames = [
    ...findRecords(product.dataDir, 'users').map(user => nameOfUser(user as Partial<User>)),
    ...findRecords(product.dataDir, 'admins').map(({ username }) => String(username)),
  ].filter(name => englishIn(name).length > 0);
});
test.afterAll(() => product.dispose());

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const titleOf = (key: string) =>
  key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)[part], zh);

/** Nothing in sight is being loaded (pictures below it wait for being scrolled to). */
const settle = (page: Page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll('.MuiSkeleton-root, [data-state=loading], [aria-busy=true]')]
        .filter(element => element.checkVisibility())
        .every(element => {
          const { top, bottom } = element.getBoundingClientRect();
          return top > innerHeight || bottom < 0;
        }),
    null,
    { timeout: 30_000 },
  );

/** Goes there as a click on a link would, without loading the application anew. */
const go = async (page: Page, address: string, heading: string) => {
  await page.evaluate(to => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await page
    .getByRole('heading', { level: 1, name: heading, exact: true })
    .waitFor({ timeout: 30_000 });
  await settle(page);
};

/** Everything that is read, by eye or ear; what was entered is data, and so is what stands in `code`. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (
        !element?.checkVisibility() ||
        element.closest('code, pre, kbd, script, style, textarea')
      ) {
        continue;
      }
      found.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [title], [alt]',
    )) {
      if (!element.checkVisibility()) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return [...new Set(found)];
  });

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** In the colours of the system, which the application follows. */
const paint = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    wanted => getComputedStyle(document.documentElement).colorScheme === wanted,
    colorScheme,
  );
};

const offences = async (page: Page, rules?: string[]) => {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(' | ')}`,
    );
};

test('every route has its title, speaks Chinese only, is accessible in light and dark, and fits a phone', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${product.url}/admin/login`);
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill(EXAMPLE_PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);

  const complaints: string[] = [];
  for (const { address, title } of everyPage()) {
    const complain = (where: string, what: string) =>
      complaints.push(`${address} (${where}) ${what}`);
    const speaks = async (where: string) => {
      const isOurs = (text: string) =>
        englishIn(latinNames.reduce((rest, name) => rest.replaceAll(name, ''), text)).length > 0;
      for (const text of (await readable(page)).filter(isOurs))
        complain(where, `English: ${text.trim().slice(0, 80)}`);
    };

    await page.setViewportSize(wide);
    const heading = String(titleOf(title));
    await go(page, address, heading);
    const actual = await page.title();
    if (actual !== `${heading} - 管理系统`) complain('title', actual);
    await speaks('1440');
    for (const offence of await offences(page)) complain('1440 light', offence);

    await paint(page, 'dark');
    for (const offence of await offences(page, ['color-contrast'])) complain('1440 dark', offence);

    await page.setViewportSize(phone);
    await settle(page);
    for (const offence of await offences(page)) complain('390 dark', offence);

    await paint(page, 'light');
    for (const offence of await offences(page, ['color-contrast'])) complain('390 light', offence);
    await speaks('390');
    const tooWide = await overflow(page);
    if (tooWide > 0) complain('390', `${tooWide} px too wide`);
  }
  expect([...new Set(complaints)]).toEqual([]);
});
