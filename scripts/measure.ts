/**
 * `npm run measure`: for every route, cold, the requests, gzip bytes of JavaScript (also beyond the shell) and
 * milliseconds until it is usable; and the milliseconds of one list call.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { build, built, loadServer } from './build.ts';
import { findChromium } from './chromium.ts';
import { everyPage } from './everyPage.ts';

await build();
process.env['ADMIN_INITIAL_PASSWORD'] = EXAMPLE_PASSWORD;
const { serve } = await loadServer();
const dataDir = mkdtempSync(path.join(tmpdir(), 'measure-'));
const { emulator, close } = await serve({
  port: 0,
  dataDir,
  workers: 2,
  demo: 'small',
  test: false,
  log: () => undefined,
  ...built,
});
const browser = await chromium.launch({
  executablePath: await findChromium(console.log),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

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

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Cold: a context without a cache. */
const load = async (
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
  let requests = 0;
  let calls = 0;
  const sizes: Promise<[string, number]>[] = [];
  page.on('response', response => {
    const url = response.url();
    requests += 1;
    if (url.includes('/v1/functions/')) calls += 1;
    if (!/\.js($|\?)/.test(url)) return;
    sizes.push(
      response.body().then(
        body => [url, gzipSync(body).length],
        () => [url, 0],
      ),
    );
  });
  const started = performance.now();
  await page.goto(emulator.url + address);
  await ready(page).catch(() => console.warn(`${address} was not usable within its time`));
  const ms = performance.now() - started;
  const loaded = { requests, calls, ms, scripts: new Map(await Promise.all(sizes)) };
  await context.close();
  return loaded;
};

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;
const rows: Record<string, string | number>[] = [];
const tell = (page: string, { requests, calls, ms, scripts }: Loaded, shell?: Loaded) =>
  rows.push({
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

tell('sign-in', await load('/admin/login', page => page.getByLabel('用户名').waitFor()));
tell('visitor home', await load('/', page => page.locator('main a img').first().waitFor()));

const door = await browser.newContext({ locale: 'zh-CN' });
const doorPage = await door.newPage();
await doorPage.goto(`${emulator.url}/admin/login`);
await doorPage.getByLabel('用户名').fill('admin');
await doorPage.getByLabel('密码', { exact: true }).fill(EXAMPLE_PASSWORD);
await doorPage.getByRole('button', { name: '登录', exact: true }).click();
await doorPage.waitForURL('**/admin/dashboard');
const signedIn = await door.storageState();
await door.close();

/** The barest page there is. */
const shell = await load('/admin/404', usable, signedIn);
for (const { address } of everyPage()) {
  tell(address, await load(address, usable, signedIn), shell);
}
console.table(rows);

/** The whole way of one list call: gateway, worker, session check, three parallel queries, output filter. */
const post = async (route: string, bearer: string, body: object) => {
  const answer = await fetch(emulator.url + route, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { data: { token: string; ticket: string }; access_token: string };
};
const { data } = await post('/v1/functions/adminAuth', emulator.publishableKey, {
  action: 'login',
  data: { username: 'admin', password: EXAMPLE_PASSWORD },
});
const { access_token: bearer } = await post('/auth/v1/signin/custom?client_id=local', '', {
  provider_id: 'custom',
  ticket: data.ticket,
});
const list = () =>
  post('/v1/functions/adminTemplate', bearer, {
    action: 'getTemplates',
    token: data.token,
    data: { page: 1, pageSize: 25, withCounts: true },
  });
for (let warm = 0; warm < 50; warm += 1) await list();
const times: number[] = [];
for (let round = 0; round < 300; round += 1) {
  const started = performance.now();
  await list();
  times.push(performance.now() - started);
}
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(2);
console.log(`one list call with total and tab counts: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);

await browser.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
