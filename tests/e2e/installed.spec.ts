import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { product, test } from './test.ts';

/** A site of which nothing is the product's but its service worker, so that it can be deployed anew and go away. */
const startSite = async () => {
  const site = { version: 1, worker: readFileSync('dist/app/sw.js', 'utf8'), url: '' };
  const offline = readFileSync('dist/app/offline.html', 'utf8');
  const server: Server = createServer(({ url }, response) => {
    const script = url === '/sw.js';
    const body = script
      ? site.worker
      : url === '/offline.html'
        ? offline
        : `<!doctype html><title>${site.version}</title>`;
    response.writeHead(200, {
      'content-type': script ? 'text/javascript' : 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      connection: 'close',
    });
    response.end(body);
  });
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(site, {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise(resolve => server.close(resolve)),
    start: () => listen(port),
  });
};

const controlled = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
};

test('the service worker shows a new deployment at once, and a page of its own without a network @rest', async ({
  browser,
}) => {
  const site = await startSite();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  await controlled(page);

  site.version = 2;
  await page.reload();
  await expect(page).toHaveTitle('2');

  await site.stop();
  await page.reload();
  await expect(page.getByRole('heading', { name: '网络已断开' })).toBeVisible();
  const management = await context.newPage();
  for (const address of ['/admin/orders', '/handbook.html'])
    await expect(management.goto(site.url + address)).rejects.toThrow(/ERR_CONNECTION/);
  await page.goto(`${site.url}/works`);
  await site.start();
  site.version = 3;
  await page.getByRole('link', { name: '刷新页面' }).click();
  await expect(page).toHaveTitle('3');
  expect(new URL(page.url()).pathname).toBe('/works');

  // A changed worker replaces the old one without being asked, and what the old one kept is gone.
  site.worker = site.worker.replace(/offline-\d+/, 'offline-next');
  await page.reload();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['offline-next']);
  await context.close();
  await site.stop();
});

test('the visitor side can be installed, keeps nothing but its offline page, and leaves the management side alone @rest', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${product.url}/admin/login`);
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);

  await page.goto(product.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(
    page.getByRole('list', { name: '模板列表' }).getByRole('link').first(),
  ).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline.html']);

  const devtools = await context.newCDPSession(page);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${product.url}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  await context.close();
});
