/** `npm run measure`: requests, gzip bytes of JavaScript and milliseconds to each first page, and of one list call. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { build, dist } from './build.ts';
import { findChromium } from './chromium.ts';
import type { serve as Serve } from './serve.ts';

await build();
process.env['ADMIN_INITIAL_PASSWORD'] = EXAMPLE_PASSWORD;
const { serve } = (await import(path.join(dist, 'server/serve.js'))) as { serve: typeof Serve };
const dataDir = mkdtempSync(path.join(tmpdir(), 'measure-'));
const { emulator, close } = await serve({
  ...{ port: 0, dataDir, workers: 2, demo: 'small', test: false, log: () => undefined },
  functionsDir: path.join(dist, 'functions'),
  appDir: path.join(dist, 'app'),
  workerFile: path.join(dist, 'server/worker.js'),
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

const rows: Record<string, string | number>[] = [];

/** Cold: a context without a cache. `ready` is what a person waits for. */
const measure = async (
  name: string,
  address: string,
  ready: (page: Page) => Promise<unknown>,
  signedIn = false,
) => {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  if (signedIn) {
    await page.goto(`${emulator.url}/admin/login`);
    await page.getByLabel('用户名').fill('admin');
    await page.getByLabel('密码', { exact: true }).fill(EXAMPLE_PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/admin/dashboard');
    const session = await context.newCDPSession(page);
    await session.send('Network.clearBrowserCache');
  }
  let requests = 0;
  let calls = 0;
  const sizes: Promise<number>[] = [];
  page.on('response', response => {
    requests += 1;
    if (response.url().includes('/v1/functions/')) calls += 1;
    if (/\.js($|\?)/.test(response.url())) {
      sizes.push(
        response.body().then(
          body => gzipSync(body).length,
          () => 0,
        ),
      );
    }
  });
  const started = performance.now();
  await page.goto(emulator.url + address);
  await ready(page);
  const ms = performance.now() - started;
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  rows.push({
    page: name,
    'JavaScript KB (gzip)': Math.round(bytes / 1_000),
    requests,
    calls,
    ms: Math.round(ms),
  });
  await context.close();
};

const table = (page: Page) => page.locator('tbody tr').first().waitFor();
await measure('sign-in', '/admin/login', page => page.getByLabel('用户名').waitFor());
await measure('visitor home', '/', page => page.locator('main a img').first().waitFor());
await measure('template list', '/admin/templates', table, true);
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
