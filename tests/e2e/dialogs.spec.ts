import { expect, type Locator, type Page } from '@playwright/test';
import { everyPage } from './everyPage.ts';
import { gotoPage, settle } from './gotoPage.ts';
import { overflows } from './overflow.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** `DIALOGS=<folder>`: a picture of each there. */
const pictures = process.env['DIALOGS'] ?? '';
const phone = { width: 390, height: 844 };

/** What opens dialogs, on the page or in the menus of one of its records. */
const opener = '[aria-haspopup=dialog]:visible:enabled';
const menu = '[aria-haspopup=menu]:visible:enabled';

/** Runs in the browser: what of a dialog cannot be reached on the phone. */
const outOfReach = (dialog: Element) => {
  const found: string[] = [];
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight)
    found.push('stands beyond the screen');
  for (const part of dialog.querySelectorAll('*'))
    if (/auto|scroll/.test(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth)
      if (part.role !== 'region') found.push(`${part.className} is wider than the dialog`);
  for (const button of dialog.querySelectorAll('button')) {
    if (!button.checkVisibility()) continue;
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = button.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const over = document.elementFromPoint(x, y);
    // A disabled one lets taps through to what holds it.
    const isThere = over !== null && (button.contains(over) || over.contains(button));
    if (!isThere) found.push(`“${button.textContent || button.ariaLabel}” cannot be tapped`);
  }
  return found;
};

/** @param seen by page and by what opened it, so that the same one of the next row is not opened again */
const look = async (page: Page, open: () => Promise<unknown>, seen: Set<string>) => {
  await open();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog).toBeVisible();
  await settle(page);
  const title =
    (await dialog
      .getByRole('heading')
      .first()
      .textContent({ timeout: 1_000 })
      .catch(() => '')) ?? '';
  const found: string[] = [];
  if (!seen.has(title)) {
    seen.add(title);
    if (pictures)
      await page.screenshot({ path: `${pictures}/${title.replaceAll(/[^\p{L}\d]/gu, '')}.png` });
    found.push(...(await overflows(page)), ...(await dialog.evaluate(outOfReach)));
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return found.map(what => `${title}: ${what}`);
};

/** By their names without those of records: of twenty rows the first. */
const different = async (all: Locator): Promise<number[]> => {
  const names = await all.evaluateAll(found =>
    found.map(one => (one.textContent || one.ariaLabel || '').replace(/[「“].*|[\d.:¥-]+/g, '')),
  );
  return names.flatMap((name, at) => (names.indexOf(name) === at ? [at] : []));
};

const PARTS = 3;
for (let part = 0; part < PARTS; part += 1)
  test(`every dialog of the management side has room on a phone (${part + 1} of ${PARTS}) @rest`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize(phone);
    await signIn(page, `${product.url}/admin/dashboard`);
    const seen = new Set<string>();
    const complaints: string[] = [];
    for (const to of everyPage().filter((_, at) => at % PARTS === part)) {
      await gotoPage(page, to);
      const main = page.locator('main');
      const note = (found: string[]) =>
        complaints.push(...found.map(what => `${to.address} ${what}`));
      const buttons = main.locator(opener);
      for (const at of await different(buttons))
        note(await look(page, () => buttons.nth(at).click(), seen));
      const menus = main.locator(menu);
      for (const at of await different(menus)) {
        await menus.nth(at).click();
        const items = page.locator(`[role=menu] ${opener}`);
        const count = await items.count();
        await page.keyboard.press('Escape');
        for (let item = 0; item < count; item += 1)
          note(
            await look(
              page,
              async () => {
                await menus.nth(at).click();
                await items.nth(item).click();
              },
              seen,
            ),
          );
      }
    }
    expect(complaints).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
  });
