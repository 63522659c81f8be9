import { expect, type Locator, type Page } from '@playwright/test';
import { isDeep } from '../depth.ts';
import { everyPage } from './everyPage.ts';
import { gotoPage, settle } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** The first record of what a page lists: a row, a card or a tile. */
const RECORD = 'main tbody tr:not(.RaDataTable-expandRow), main ul > li';

interface Spot {
  text: string;
  x: number;
  y: number;
  width: number;
}

/** Where each text of the first record is that is no button's. */
const textsOf = (page: Page): Promise<Spot[]> =>
  page.evaluate(selector => {
    const record = [...document.querySelectorAll(selector)].find(
      element => element.checkVisibility() && element.textContent,
    );
    if (!record) return [];
    record.scrollIntoView({ block: 'center' });
    const spots: Spot[] = [];
    const walker = document.createTreeWalker(record, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      if (
        !parentElement?.checkVisibility() ||
        parentElement.closest('button, .MuiButton-root, svg, label')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const [line] = range.getClientRects();
      // What is cut off, and what lies below something else, cannot be dragged over.
      const middle = line && {
        x: line.left + Math.min(line.width, 60) / 2,
        y: line.top + line.height / 2,
      };
      if (!middle || line.width < 20) continue;
      if (!parentElement.contains(document.elementFromPoint(middle.x, middle.y))) continue;
      spots.push({
        text: node.textContent ?? '',
        x: line.left,
        y: middle.y,
        width: Math.min(line.width, parentElement.getBoundingClientRect().width),
      });
    }
    return spots;
  }, RECORD);

const stateOf = (page: Page) =>
  page.evaluate(() => ({
    address: location.pathname,
    shown: document.querySelectorAll('[role=dialog], [aria-expanded=true], .RaDataTable-expanded')
      .length,
    selected: String(getSelection()) !== '',
  }));

/** All texts (in depth; otherwise the first and the last), and those that one cannot select without something else happening. */
const dragOver = async (page: Page) => {
  const { length } = await textsOf(page);
  const dragged = Array.from({ length }, (_, at) => at).filter(
    at => isDeep || at === 0 || at === length - 1,
  );
  const before = await stateOf(page);
  const wrong: string[] = [];
  for (const at of dragged) {
    // Where it is now: parts that come later move others.
    const { text, x, y, width } = (await textsOf(page)).at(at)!;
    await page.mouse.move(x + 2, y);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y, { steps: 3 });
    await page.mouse.move(x + width - 2, y, { steps: 3 });
    await page.mouse.up();
    await settle(page);
    const after = await stateOf(page);
    if (after.address !== before.address || after.shown !== before.shown || !after.selected)
      wrong.push(`${before.address}: ${text}${after.selected ? '' : ' (not selected)'}`);
    if (after.address !== before.address || after.shown !== before.shown) {
      await page.goto(product.url + before.address);
      await settle(page);
    }
    await page.evaluate(() => getSelection()?.removeAllRanges());
  }
  return { texts: dragged.length, wrong };
};

/** The addresses of the tabs that one opens, and the address at which one is then. */
const opened = async (page: Page, click: () => Promise<void>) => {
  const tab = page.context().waitForEvent('page');
  await click();
  const { url, close } = await tab.then(one => ({
    url: () => one.url(),
    close: () => one.close(),
  }));
  await expect.poll(url).toContain('/admin/');
  const address = new URL(url()).pathname;
  await close();
  return [address, new URL(page.url()).pathname];
};

/** Lists inside the pages of records. */
const within = ['/admin/users/usr_0002/orders', '/admin/users/usr_0002/logs'];

for (const [name, width] of [
  ['rows', 1440],
  ['cards', 390],
] as const)
  test(`dragging over a text selects it and opens nothing: ${name} @rest`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, `${product.url}/admin/dashboard`);
    let texts = 0;
    const wrong: string[] = [];
    for (const to of everyPage().filter(({ path }) => !/:|create|import/.test(path))) {
      await gotoPage(page, to);
      const found = await dragOver(page);
      texts += found.texts;
      wrong.push(...found.wrong);
    }
    for (const address of within) {
      await page.goto(product.url + address);
      await settle(page);
      const found = await dragOver(page);
      texts += found.texts;
      wrong.push(...found.wrong);
    }
    console.log(`${name}: ${wrong.length} of ${texts}`);
    expect(wrong).toEqual([]);
    expect(texts).toBeGreaterThan(isDeep ? 60 : 30);
  });

const waysToATab: Parameters<Locator['click']>[0][] = [
  { modifiers: ['ControlOrMeta'] },
  { button: 'middle' },
];

test('Ctrl and the middle button open a row, a card and a tile in a tab @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/orders`);
  const row = page.locator('main tbody tr').first();
  const cell = row.locator('td').nth(3);
  const order = new URL((await row.getByRole('link').first().getAttribute('href'))!, product.url)
    .pathname;
  for (const options of waysToATab)
    expect(await opened(page, () => cell.click(options))).toEqual([order, '/admin/orders']);
  // A row that unfolds has no page.
  await page.goto(`${product.url}/admin/audit-logs`);
  await page.locator('main tbody tr td').nth(1).click({ button: 'middle' });
  await expect(page.locator('.RaDataTable-expanded')).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 900 });
  for (const [address, name] of [
    ['keywords', '编辑'],
    ['templates', ''],
  ] as const) {
    await page.goto(`${product.url}/admin/${address}`);
    const link = page
      .locator(`main ul > li a[href*="/${address}/edit/"]:visible`)
      .filter({ hasText: name })
      .first();
    const to = new URL((await link.getAttribute('href'))!, product.url).pathname;
    for (const options of waysToATab)
      expect(await opened(page, () => link.click(options))).toEqual([to, `/admin/${address}`]);
  }
});
