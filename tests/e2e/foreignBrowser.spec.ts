import { expect, type Page } from '@playwright/test';
import { settingSecrets } from '#contract/settingFields.ts';
import { everyPage } from './everyPage.ts';
import { gotoPage, settle } from './gotoPage.ts';
import { signIn } from './signIn.ts';
import { fillInSignIn } from './signInPage.ts';
import { product, test } from './test.ts';

/* The browser belongs to its user: what they forbid, fill or add there must not end a page. */

/** Runs in the browser, as its setting against cookies and data does. */
const forbidStorage = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
};

/** Runs in the browser, as its translation does: each text that appears is replaced, every other one wrapped. */
const translateAlways = () => {
  const left = 'font, style, script, title, textarea, select';
  let count = 0;
  const translate = (text: Text) => {
    if (!text.isConnected || !text.data.trim() || text.parentElement?.closest(left)) return;
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    count += 1;
    if (count % 2 === 0) font.firstElementChild!.textContent = text.data;
    text.replaceWith(font);
    if (count % 2 === 1) font.firstElementChild!.append(text);
  };
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translate);
  };
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) addedNodes.forEach(translateIn);
  }).observe(document, { childList: true, subtree: true });
};

/** The keys and secrets in sight that a password manager would fill in or offer to keep. */
const temptingFields = (page: Page, secrets: string[]) =>
  page.evaluate(
    names =>
      [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
        .filter(({ type, name }) => type === 'password' || names.includes(name))
        .filter(({ autocomplete }) => autocomplete !== 'current-password')
        .map(field => {
          const isLeft = ['1pIgnore', 'lpignore', 'bwignore'].every(key => field.dataset[key]);
          const isNew = field.autocomplete === 'new-password';
          const isSafe =
            (isNew || field.type !== 'password') &&
            (isLeft || location.pathname.endsWith('/password'));
          return { name: field.name, isSafe };
        }),
    secrets,
  );

const secrets = Object.values(settingSecrets).flat();

test('every screen goes on without storage, under translation, and keeps secrets from password managers @deep', async ({
  page,
}) => {
  test.setTimeout(900_000);
  const complaints: string[] = [];
  let where = '';
  page.on('pageerror', error => complaints.push(`${where} ${error.message}`));
  await page.addInitScript(forbidStorage);
  await page.addInitScript(translateAlways);
  await page.goto(`${product.url}/admin/login`);
  await fillInSignIn(page);
  await expect(page).toHaveURL(`${product.url}/admin/dashboard`);
  await expect(page.getByText(/浏览器的存储空间已满或被禁止/)).toBeVisible();

  const main = page.getByRole('main');
  const found = new Set<string>();
  const look = async (what: string) => {
    await settle(page);
    if (await page.getByText('页面出错了').isVisible()) complaints.push(`${where} ${what}: error`);
    for (const { name, isSafe } of await temptingFields(page, secrets)) {
      found.add(`${where} ${what === 'tab' || what === 'button' ? 'page' : what}: ${name}`);
      if (!isSafe) complaints.push(`${where} ${what}: ${name} may be filled`);
    }
  };
  for (const to of everyPage()) {
    where = to.address;
    await gotoPage(page, to);
    await look('page');
    for (const tab of (await main.getByRole('tab').all()).slice(0, 8)) {
      await tab.click();
      await look('tab');
    }
    // Dialogs and menus, as far as they are opened by what is first on the page.
    for (const button of (await main.locator('button:visible:enabled').all()).slice(0, 4)) {
      if (!(await button.isVisible()) || page.url().includes('/404')) break;
      await button.click({ timeout: 5_000 }).catch(() => undefined);
      await look('button');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    }
    if (to.path === '/api-keys') {
      await gotoPage(page, to);
      await main.getByRole('button', { name: '添加密钥' }).click();
      await look('new key');
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
      await main
        .getByRole('button', { name: /的更多操作$/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: '更换密钥' }).click();
      await look('rotated key');
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
    }
  }
  expect([...new Set(complaints)]).toEqual([]);
  // Those of the settings, of a new key, of a rotated key, and of the password page.
  expect(found.size, [...found].join()).toBeGreaterThanOrEqual(secrets.length + 4);
});

test('a double click opens a dialog as a click does, and presses nothing in it @rest', async ({
  page,
}) => {
  await signIn(page, `${product.url}/admin/api-keys`);
  const button = page.getByRole('main').getByRole('button', { name: '添加密钥' });
  await button.hover();
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settle(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a dark page is printed dark on white, and is dark again afterwards @rest', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page, `${product.url}/admin/orders`);
  const cell = page.locator('tbody td').nth(2);
  const brightness = async () => {
    const [first = '0'] = /\d+/.exec(await cell.evaluate(td => getComputedStyle(td).color)) ?? [];
    return Number(first);
  };
  await expect.poll(brightness).toBeGreaterThan(150);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  // With reduced motion colours change in the next frame.
  await expect.poll(brightness).toBeLessThan(100);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(brightness).toBeGreaterThan(150);
});

test('in the contrast of Windows it is seen what is chosen, on both sides @rest', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(page, `${product.url}/admin/orders`);
  for (const [address, chosen] of [
    ['/admin/orders', '[role=tab][aria-selected=true]'],
    ['/works', '.site-nav [aria-current=page]'],
  ] as const) {
    await page.goto(product.url + address);
    await expect(page.locator(chosen).first()).toHaveCSS('outline-style', 'solid');
  }
});
