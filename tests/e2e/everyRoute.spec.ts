import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { User } from '#contract/user.ts';
import { firstLists } from '#src/firstList.ts';
import { nameOfUser } from '#src/shared/nameOfUser.ts';
import { isDeep } from '../depth.ts';
import { findRecords } from '../product/database.ts';
import { type Address, everyPage } from './everyPage.ts';
import { gotoPage, headingOf, settle, titleOf } from './gotoPage.ts';
import { overflows } from './overflow.ts';
import { signIn } from './signIn.ts';
import { product, test } from './test.ts';

/** Names and units that are the same in Chinese; lower case. */
const names = new Set(
  [
    ['ai', 'api', 'key', 'keys', 'vod', 'csv', 'excel', 'json', 'url', 'ip', 'id', 'openid'],
    ['jpg', 'jpeg', 'png', 'webp', 'gif', 'mp', 'mov', 'kb', 'mb', 'gb', 'px', 'cm', 'mm', 'dpi'],
    ['ctrl', 'enter', 'esc', 'k', 's', 'vip', 'hd', 'runninghub', 'cloudbase', 'cos', 'webhook'],
    ['mchid', 'appid', 'chrome', 'windows', 'mac', 'macos', 'linux', 'safari', 'edge', 'firefox'],
    ['appsecret', 'ssl', 'starttls', 'rh', 'icp'],
    ['prompt', 'seed', 'lora', 'sku', 'sla', 'wechat', 'linux', 'android', 'ios', 'iphone'],
  ].flat(),
);

/** Written with a digit or a mark of ids, addresses and paths: data, not words. */
const data = /[\w@.:/\\%+=*#!?&-]*[\d_@:/\\*#]+[\w@.:/\\%+=*#!?&-]*/g;

/** The English words in what people read. */
const englishIn = (text: string): string[] =>
  (text.replace(data, ' ').match(/[A-Za-z]{2,}/g) ?? []).filter(
    word => !names.has(word.toLowerCase()),
  );

/** As long as most names may be, in characters that may be broken anywhere and in ones that may not. */
const longNames = ['一二三四五六七八九十'.repeat(3), 'Abcdefghijklmnopqrst'.repeat(3)] as const;

/** Runs in the browser, so it stands for itself. */
const wrapFetch = ({ names, everyRow }: { names: readonly string[]; everyRow: boolean }) => {
  /** Fields that people fill with names and short sentences of their own. */
  const written =
    /^(name|nickName|username|title|label|word|subtitle|remark|reason|note|[a-z]+(Name|Reason|Remark))$/;

  /** What decides how a field looks: whether it is filled, and which state or kind it names. */
  const lookOf = (value: unknown) => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string')
      return /^[a-z][a-zA-Z_]{1,30}$/.test(value) ? value : value !== '';
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'number' ? Math.sign(value) : value !== null;
  };

  /** Of rows that look the same in every field, or as others taken together, the first. */
  const different = (rows: unknown[]) => {
    const seen = new Set<string>();
    return rows.filter(row => {
      const before = seen.size;
      for (const [key, value] of Object.entries(row as object)) seen.add(`${key} ${lookOf(value)}`);
      return seen.size > before;
    });
  };

  /** A record with a long name different from the one before. */
  const lengthen = (value: unknown, at: { count: number }): unknown => {
    if (Array.isArray(value)) return value.map(one => lengthen(one, at));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === 'list' && Array.isArray(inner) && !everyRow)
          return [key, lengthen(different(inner), at)];
        if (typeof inner !== 'string' || inner === '' || !written.test(key))
          return [key, lengthen(inner, at)];
        at.count += 1;
        return [key, names[at.count % names.length]];
      }),
    );
  };

  const ask = window.fetch;
  window.fetch = async (...request) => {
    const response = await ask(...request);
    if (!response.url.includes('/v1/functions/')) return response;
    const { status, headers } = response;
    const answer = lengthen(await response.json(), { count: 0 });
    return new Response(JSON.stringify(answer), { status, headers });
  };
};

/**
 * Everything that the functions answer from the next load on has long names. Of a list's rows only those are left that
 * show something in a way no row before does: twenty like them would be arranged and coloured as it is. `npm run test:deep`
 * keeps all.
 */
const answerWithLongNames = (page: Page) =>
  page.addInitScript(wrapFetch, { names: longNames, everyRow: isDeep });

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

/** What stays too wide when the layout has followed a change of the page's width. */
const tooWide = async (page: Page) => {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await overflows(page)), { timeout: 10_000 })
    .toEqual([])
    .catch(() => undefined);
  return found;
};

const offences = async (page: Page) => {
  // The application is loaded once, and so is axe, whose half megabyte takes longer to read than many a page to check.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
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
const latinNames = () =>
  [
    ...findRecords(product.dataDir, 'users').map(user => nameOfUser(user as Partial<User>)),
    ...findRecords(product.dataDir, 'admins').map(({ username }) => String(username)),
  ].filter(name => englishIn(name).length > 0);

/** What is out of sight is measured as well. */
const layOutEverything = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
};

const asCall = (name: string, action: string, data?: object) =>
  `${name}.${action} ${JSON.stringify(data)}`;

/** Every call that a page makes, as `src/firstList.ts` asks for the first one ahead. */
const collectCalls = (page: Page) => {
  const calls = new Set<string>();
  page.on('request', request => {
    const { action, data } = (request.postDataJSON() ?? {}) as { action?: string; data?: object };
    if (action) calls.add(asCall(request.url().split('/').at(-1)!, action, data));
  });
  return calls;
};

const sizes = {
  '1440': { width: 1440, height: 900 },
  '1024': { width: 1024, height: 900 },
  '390': { width: 390, height: 844 },
  // A screen of 1280 px, enlarged four times.
  '320': { width: 320, height: 568 },
};
const narrowing = ['1440', '1024', '390', '320'] as const;
const widening = narrowing.toReversed();

/**
 * Each page begins at the width at which the one before has ended. Axe, which takes longest, looks at the last one;
 * `npm run test:deep` lets it look at the first one too.
 */
const look = async (page: Page, to: Address, at: number, names: string[]) => {
  const complaints: string[] = [];
  const isOurs = (text: string) =>
    englishIn(names.reduce((rest, name) => rest.replaceAll(name, ''), text)).length > 0;
  const widths = at % 2 === 0 ? narrowing : widening;
  for (const width of widths) {
    await page.setViewportSize(sizes[width]);
    if (width !== widths[0]) await settle(page);
    else await gotoPage(page, to);
    const isNarrow = width === '320';
    const found = (await tooWide(page)).filter(what => !isNarrow || what.startsWith('page'));
    if (width === '1440' || width === '390')
      for (const text of (await readable(page)).filter(isOurs))
        found.push(`English: ${text.trim().slice(0, 80)}`);
    if (width === widths[3] || (isDeep && width === widths[0]))
      found.push(...(await offences(page)));
    complaints.push(...found.map(what => `${to.address} (${width}) ${what}`));
  }
  const title = await page.title();
  if (!titleOf(headingOf(to)).test(title)) complaints.push(`${to.address} has the title ${title}`);
  return complaints;
};

/** `PAGES=/admin/orders`: only those, while something is being looked for. */
const only = process.env['PAGES'] ?? '';
const chosen = everyPage().filter(({ address }) => address.includes(only));
/** The page table is shared out among tests, which run side by side; a new page is covered by its line there. */
const PARTS = only ? 1 : 4;
const schemes = ['light', 'dark'] as const;

for (let part = 0; part < PARTS; part += 1)
  for (const colorScheme of schemes) {
    // Every page in one of them; in depth, and while something is being looked for, in both.
    if (schemes[part % 2] !== colorScheme && !isDeep && !only) continue;
    test(`every route has its title, speaks Chinese only, is accessible and has room for long names, ${colorScheme} (${part + 1} of ${PARTS}) @rest`, async ({
      page,
    }) => {
      test.setTimeout(600_000);
      await page.emulateMedia({ colorScheme });
      await answerWithLongNames(page);
      // Whenever the page is loaded: it may load itself anew (`src/main.tsx`).
      await page.addInitScript(layOutEverything);
      await signIn(page, `${product.url}/admin/dashboard`);
      const names = [...longNames, ...latinNames()];
      const calls = collectCalls(page);
      const complaints: string[] = [];
      for (const [at, to] of chosen.filter((_, at) => at % PARTS === part).entries()) {
        complaints.push(...(await look(page, to, at, names)));
        const ahead = (firstLists as Partial<typeof firstLists>)[
          to.path.slice(1) as keyof typeof firstLists
        ];
        if (ahead && !calls.has(asCall(ahead.name, ahead.action, ahead.data)))
          complaints.push(`${to.address} asks for another list than src/firstList.ts does`);
      }
      expect([...new Set(complaints)]).toEqual([]);
    });
  }
