import { expect, type Page } from '@playwright/test';
import { slowDown } from '../../tools/shared/loading.ts';
import { product, test } from './test.ts';

const slowPhone = {
  name: '1.6 Mbit/s, 400 ms, processor 4 times slower',
  processor: 4,
  network: { throughput: 1_600_000 / 8, latency: 400 },
};
const BOUND_MS = 2_500;

/** Milliseconds until something is painted, and until templates are there; and how far anything has moved by then. */
const opened = async (page: Page, address: string, there: string) => {
  await page.goto('about:blank');
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator(there).first().waitFor();
  return page.evaluate(() => {
    const now = performance.now();
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords() as unknown as { value: number }[];
    return {
      paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      ready: now,
      moved: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });
};

test.use({
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  reuseContext: false,
  // What one asks for itself is neither slowed down nor changed.
  serviceWorkers: 'block',
});

test('a visitor with a slow phone and network sees the page within 2.5 s, and nothing moves when it comes alive @rest', async ({
  page,
}) => {
  await slowDown(page, slowPhone);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });

  const shown = await opened(page, `${product.url}/`, 'a.card');
  const works = await opened(page, `${product.url}/works`, '.visitor:not(#shell) h1');
  // Twice the same page, once without what shows the shell and asks for the code beside the entry; neither waits for it.
  let script = true;
  await page.route(`${product.url}/`, async route => {
    const response = await route.fetch();
    const text = await response.text();
    const body = script ? text : text.replace(/<script>.*?<\/script>/s, '');
    await route.fulfill({ response, body });
  });
  const withShell = await opened(page, `${product.url}/`, 'a.card');
  script = false;
  const without = await opened(page, `${product.url}/`, 'a.card');
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  console.log(
    `first paint ${seconds(shown.paint)} s, templates ${seconds(shown.ready)} s; from the page's arrival on ` +
      `${seconds(withShell.paint)} and ${seconds(withShell.ready)} s, ` +
      `without the shell ${seconds(without.paint)} and ${seconds(without.ready)} s`,
  );
  expect(shown.paint).toBeLessThanOrEqual(BOUND_MS);
  expect(works.paint).toBeLessThanOrEqual(BOUND_MS);
  expect(withShell.paint * 2).toBeLessThan(without.paint);
  expect(shown.moved).toBeLessThan(0.02);
});

test('addresses of the management side show no shell of the visitors’ page', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', message => refused.push(message.text()));
  await page.route(/\/assets\/.*\.js$/, () => undefined);
  for (const [address, isShown] of [
    ['/', true],
    ['/?q=a', true],
    ['/me/', true],
    ['/template/tpl_0001', true],
    ['/admin/orders', false],
    ['/login', false],
    ['/template/login', false],
    ['/orders', false],
    ['/nothing', false],
  ] as const) {
    await page.goto(product.url + address, { waitUntil: 'commit' });
    await expect(page.locator('#visitor-code')).toBeAttached();
    await expect(page.locator('#shell'), address).toBeVisible({ visible: isShown });
  }
  expect(refused).toEqual([]);
});
