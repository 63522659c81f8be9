import type { Browser, Page } from '@playwright/test';
import { everyPage } from '../../tests/e2e/everyPage.ts';
import {
  collectAnswers,
  isCall,
  kilobytes,
  scriptSizes,
  signIn,
  type StorageState,
  sum,
} from '../shared/loading.ts';

/** What a person waits for is there: the heading, and nothing that is still loading. */
const usable = async (page: Page) => {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(
    () => !document.querySelector('.MuiSkeleton-root, [aria-busy=true]'),
    null,
    { timeout: 15_000 },
  );
};

interface Loaded {
  requests: number;
  calls: number;
  ms: number;
  /** Address → gzip bytes. */
  scripts: Map<string, number>;
}

/** Cold: a context without a cache. */
const load = async (
  browser: Browser,
  address: string,
  ready: (page: Page) => Promise<unknown>,
  storageState?: StorageState,
): Promise<Loaded> => {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  const answers = collectAnswers(page);
  const started = performance.now();
  await page.goto(address);
  await ready(page).catch(() => console.warn(`${address} was not usable within its time`));
  const ms = performance.now() - started;
  const loaded = {
    requests: answers.length,
    calls: answers.filter(answer => isCall(answer.url())).length,
    ms,
    scripts: await scriptSizes(answers),
  };
  await context.close();
  return loaded;
};

const row = (page: string, { requests, calls, ms, scripts }: Loaded, shell?: Loaded) => ({
  page,
  'JavaScript KB (gzip)': kilobytes(sum(scripts.values())),
  ...(shell && {
    'beyond the shell': kilobytes(
      sum([...scripts].filter(([url]) => !shell.scripts.has(url)).map(([, size]) => size)),
    ),
  }),
  requests,
  calls,
  ms: Math.round(ms),
});

export const measureRoutes = async (browser: Browser, url: string) => {
  const login = await load(browser, `${url}/admin/login`, page =>
    page.getByLabel('用户名').waitFor(),
  );
  const home = await load(browser, url, page => page.locator('main a img').first().waitFor());
  const signedIn = await signIn(browser, url);
  /** The barest page there is. */
  const shell = await load(browser, `${url}/admin/404`, usable, signedIn);
  const rows = [row('sign-in', login), row('visitor home', home)];
  for (const { address } of everyPage()) {
    rows.push(row(address, await load(browser, url + address, usable, signedIn), shell));
  }
  console.table(rows);
};
