import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { User } from '#contract/user.ts';
import { firstLists } from '#src/firstList.ts';
import { nameOfUser } from '#src/shared/nameOfUser.ts';
import { isDeep } from '../depth.ts';
import { findRecords } from '../product/database.ts';
import { type Address, everyPage } from './everyPage.ts';
import { gotoPage, headingOf, paint, settle } from './gotoPage.ts';
import { answerWithLongNames, longNames } from './longNames.ts';
import { overflows } from './overflow.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';
import { englishIn } from './visibleEnglish.ts';

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const between = [1024, 1280].map(width => ({ width, height: 900 }));

/** All texts that are read, by eye or screen reader; not what was entered, which is data, nor the content of `code`. */
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

/** Waits for the layout after the page has become narrower. */
const tooWide = async (page: Page) => {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await overflows(page)), { timeout: 5_000 })
    .toEqual([])
    .catch(() => undefined);
  return found;
};

/** The rules of axe that look at colours; what all others find is the same in light and dark. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

const offences = async (page: Page, rules?: string[]) => {
  // The application is loaded once, and so is axe, whose half megabyte takes longer to read than many a page to check.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const builder = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
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

/** What people of the demo data are called, as far as it has Latin letters. */
const latinNamesOf = (dataDir: string): string[] =>
  [
    ...findRecords(dataDir, 'users').map(user => nameOfUser(user as Partial<User>)),
    ...findRecords(dataDir, 'admins').map(({ username }) => String(username)),
  ].filter(name => englishIn(name).length > 0);

const lightFirst = ['light', 'dark'] as const;
const darkFirst = ['dark', 'light'] as const;

/** `PAGES=/admin/orders`: only those, while something is being looked for. */
const only = process.env['PAGES'] ?? '';
const chosen = everyPage().filter(({ address }) => address.includes(only));

/** What is out of sight would keep the colours of the scheme before until it comes into sight. */
const layOutEverything = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
};

type Complain = (where: string, what: string) => void;

/** What a page is asked at its present width and in its present colours. */
const inspect = (page: Page, complain: Complain) => {
  const latinNames = [...longNames, ...latinNamesOf(product.dataDir)];
  const isOurs = (text: string) =>
    englishIn(latinNames.reduce((rest, name) => rest.replaceAll(name, ''), text)).length > 0;
  return {
    speaksChinese: async (where: string) => {
      for (const text of (await readable(page)).filter(isOurs))
        complain(where, `English: ${text.trim().slice(0, 80)}`);
    },
    isAccessible: async (where: string, rules?: string[]) => {
      for (const offence of await offences(page, rules)) complain(where, offence);
    },
    hasRoom: async (where: string) => {
      for (const excess of await tooWide(page)) complain(where, excess);
    },
  };
};

/** Every call that a page makes, as `src/firstList.ts` asks for the first one ahead. */
const collectCalls = (page: Page) => {
  const calls = new Set<string>();
  page.on('request', request => {
    const { action, data } = (request.postDataJSON() ?? {}) as { action?: string; data?: object };
    if (action) calls.add(asCall(request.url().split('/').at(-1)!, action, data));
  });
  return calls;
};

const asCall = (name: string, action: string, data?: object) =>
  `${name}.${action} ${JSON.stringify(data)}`;

const lookOnPhone = async (page: Page, to: Address, complain: Complain) => {
  const { speaksChinese, isAccessible, hasRoom } = inspect(page, complain);
  const actual = await page.title();
  if (actual !== `${headingOf(to)} - 管理系统`) complain('title', actual);
  await speaksChinese('1440');
  await page.setViewportSize(phone);
  await settle(page);
  await speaksChinese('390');
  await hasRoom('390');
  await isAccessible('390 light');
};

/**
 * Painting anew takes longest, so each page begins in the colours in which the one before has ended. All rules are tried
 * once at each width and once in each of the schemes, those about colours in depth everywhere.
 */
const lookEverywhere = async (page: Page, _to: Address, complain: Complain, at: number) => {
  const { isAccessible, hasRoom } = inspect(page, complain);
  const [first, second] = at % 2 === 0 ? lightFirst : darkFirst;
  await isAccessible(`1440 ${first}`);
  await page.setViewportSize(phone);
  await settle(page);
  if (isDeep) await isAccessible(`390 ${first}`, aboutColours);

  await paint(page, second);
  await isAccessible(`390 ${second}`);
  for (const size of between) {
    await page.setViewportSize(size);
    await hasRoom(String(size.width));
  }
  await page.setViewportSize(wide);
  await settle(page);
  await hasRoom('1440');
  if (isDeep) await isAccessible(`1440 ${second}`, aboutColours);
};

const looks = [
  [
    'every route has its title, speaks Chinese only, and is accessible and has room for long names on a phone',
    lookOnPhone,
  ],
  [
    'every route is accessible in light and dark, and has room for long names at every width @rest',
    lookEverywhere,
  ],
] as const;

/** The page table is shared out among tests, which run side by side; a new page is covered by its line there. */
const PARTS = only ? 1 : 4;

for (const [says, look] of looks) {
  for (let part = 0; part < PARTS; part += 1) {
    const addresses = chosen.filter((_, at) => at % PARTS === part);

    test(`${says} (${part + 1} of ${PARTS})`, async ({ page }) => {
      test.setTimeout(600_000);
      await answerWithLongNames(page);
      // Whenever the page is loaded: it may load itself anew (`src/main.tsx`).
      await page.addInitScript(layOutEverything);
      await signIn(page, `${product.url}/admin/dashboard`);
      const complaints: string[] = [];
      const calls = collectCalls(page);
      for (const [at, to] of addresses.entries()) {
        await page.setViewportSize(wide);
        await gotoPage(page, to);
        const complain: Complain = (where, what) =>
          complaints.push(`${to.address} (${where}) ${what}`);
        await look(page, to, complain, at);
        const ahead = (firstLists as Partial<typeof firstLists>)[
          to.path.slice(1) as keyof typeof firstLists
        ];
        if (ahead && !calls.has(asCall(ahead.name, ahead.action, ahead.data)))
          complain('asks', 'for another list than src/firstList.ts does');
      }
      expect([...new Set(complaints)]).toEqual([]);
    });
  }
}
