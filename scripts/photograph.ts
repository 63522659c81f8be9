/**
 * `npm run photograph -- [--out screenshots] [--only text]`: every route at 1440 and 390 px, light and dark, on demo
 * data. Overflowing elements and console errors are listed at the end. The folder is not committed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '#contract/admin.ts';
import { build, built, loadServer } from './build.ts';
import { findChromium } from './chromium.ts';
import { everyPage } from './everyPage.ts';
import { overflows } from './overflow.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
  },
});

const visitorRoutes = ['/', '/template/tpl_0001', '/404'];
const adminRoutes = everyPage().map(({ address }) => address);
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

await build();
process.env['ADMIN_INITIAL_PASSWORD'] = EXAMPLE_PASSWORD;
const { serve } = await loadServer();
const dataDir = mkdtempSync(path.join(tmpdir(), 'photograph-'));
const { emulator, close } = await serve({
  port: 0,
  dataDir,
  workers: 2,
  demo: 'small',
  test: false,
  log: () => undefined,
  ...built,
});
const out = path.resolve(values.out);
mkdirSync(out, { recursive: true });
const complaints: string[] = [];

const settle = async (page: Page) => {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .waitForFunction(
      () => !document.querySelector('.MuiSkeleton-root, [data-state=loading], [aria-busy=true]'),
      null,
      {
        timeout: 8_000,
      },
    )
    .catch(() => undefined);
  await page.waitForTimeout(300);
};

const browser = await chromium.launch({
  executablePath: await findChromium(console.log),
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      deviceScaleFactor: size === 'phone' ? 2 : 1,
    });
    const page = await context.newPage();
    let route = '';
    page.on('console', message => {
      if (message.type() === 'error')
        complaints.push(`${route} ${size} ${colorScheme}: ${message.text()}`);
    });
    const shoot = async (address: string, name: string) => {
      route = address;
      await page.goto(emulator.url + address);
      await settle(page);
      for (const excess of await overflows(page))
        complaints.push(`${address} ${size} ${colorScheme}: ${excess}`);
      await page.screenshot({ path: path.join(out, `${name}-${size}-${colorScheme}.png`) });
    };
    const wanted = (address: string) => address.includes(values.only);
    const nameOf = (address: string) => address.replace(/^\//, '').replaceAll('/', '_') || 'home';

    for (const address of visitorRoutes.filter(wanted))
      await shoot(address, `visitor_${nameOf(address)}`);
    await shoot('/admin/login', 'admin_login');
    await page.getByLabel('用户名').fill('admin');
    await page.getByLabel('密码', { exact: true }).fill(EXAMPLE_PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/admin/dashboard');
    for (const address of adminRoutes.filter(wanted)) await shoot(address, nameOf(address));
    await context.close();
  }
}
await browser.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  complaints.length > 0
    ? [...new Set(complaints)].join('\n')
    : 'no overflow, no error in the console',
);
