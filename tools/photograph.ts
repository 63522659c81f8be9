/**
 * `npm run photograph -- [--out screenshots] [--only text|changed] [--full]`: every route at 1440 and 390 px, light and dark, on
 * demo data. `--only orders` takes the routes with that text in their address, `--only changed` those that the changes
 * since main touch: a file in a folder named like a part of an address belongs to it, any other file to all
 * (`changedRoutes.ts`). What is wider than its place and errors of the console are listed at the end. The folder is not
 * committed. `--full` takes each page in its whole length.
 *
 * `npm run photograph -- --role support [--only text]`: what an administrator of a standard role sees, in light colours, of
 * the pages that the role opens; every call that the server refuses is reported as an error.
 *
 * `npm run photograph -- --handbook [--only text]`: the pictures of docs/handbook.md and README instead, which are committed.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '../contract/admin.ts';
import { FULL_ROLE } from '../contract/constants.ts';
import { codes } from '../contract/envelope.ts';
import { accessTo, admits } from '../contract/rights/rights.ts';
import { isStandardRole, rightsOfRole, standardRoles } from '../contract/rights/roles.ts';
import { build, built } from '../scripts/shared/built.js';
import { chromiumFlags, findChromium } from '../scripts/shared/chromium.ts';
import { serve } from '../scripts/start/serve.ts';
import { everyPage } from '../tests/e2e/everyPage.ts';
import { gotoPage, paint, settle } from '../tests/e2e/gotoPage.ts';
import { overflows } from '../tests/e2e/overflow.ts';
import { changedFiles, changedRoutes } from './photograph/changedRoutes.ts';
import { createWithRole, WITH_ROLE } from './photograph/createWithRole.ts';
import { HANDBOOK_TIME, photographHandbook } from './photograph/handbook.ts';
import { signIn } from './photograph/signIn.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    full: { type: 'boolean', default: false },
    handbook: { type: 'boolean', default: false },
    role: { type: 'string' },
  },
});

const { role } = values;
if (role !== undefined && !isStandardRole(role))
  throw new Error(`--role: one of ${Object.keys(standardRoles).join(', ')}`);
/** Rights of the role; all where none is chosen. */
const rights = new Set<string>(rightsOfRole(role ?? FULL_ROLE));

const publicRoutes = [
  '/',
  '/template/tpl_0001',
  '/works',
  '/me',
  '/print/new',
  '/prints',
  '/mini-program?app=app_0002',
  '/404',
  '/admin/login',
  '/admin/lost-password',
];
const adminPages = everyPage().filter(({ path: page }) => admits(rights, accessTo(page)));
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

const all = [...(role ? [] : publicRoutes), ...adminPages.map(({ address }) => address)];
const wanted = new Set(
  values.only === 'changed'
    ? changedRoutes(all, changedFiles())
    : all.filter(address => address.includes(values.only)),
);
if (wanted.size === 0 && !values.handbook) {
  console.log('no route to photograph');
  process.exit(0);
}

await build();
process.env['ADMIN_INITIAL_PASSWORD'] = EXAMPLE_PASSWORD;
const dataDir = mkdtempSync(path.join(tmpdir(), 'photograph-'));
const { emulator, close } = await serve({
  port: 0,
  dataDir,
  workers: 2,
  demo: 'small',
  test: false,
  log: () => undefined,
  ...(values.handbook && { now: HANDBOOK_TIME }),
  ...built,
});
const out = path.resolve(values.handbook ? 'docs/images/handbook' : values.out);
mkdirSync(out, { recursive: true });
if (role) await createWithRole(role, { url: emulator.url, dataDir }, EXAMPLE_PASSWORD);
const complaints: string[] = [];

const browser = await chromium.launch({
  executablePath: await findChromium(console.log),
  args: chromiumFlags,
});

const nameOf = (address: string) =>
  `${address.startsWith('/admin') ? '' : 'visitor_'}${address.slice(1).replaceAll('/', '_') || 'home'}`;

/** A page outside of the management side: something stands in it, and nothing in sight is still on its way. */
const loaded = async (page: Page) => {
  await page.locator('h1').first().waitFor();
  await settle(page);
};

/** An answer of a function within that of the platform. */
const refused = new RegExp(`code\\\\*":${codes.forbidden}`);

/** Every route at one width. Each page is gone to once and begins in the colours in which the one before has ended. */
const photograph = async (size: keyof typeof sizes) => {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
  });
  const page = await context.newPage();
  let route = '';
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(`${route} ${size}: ${message.text()}`);
  });
  let scheme: 'light' | 'dark' = 'light';
  const shoot = async () => {
    for (const excess of await overflows(page))
      complaints.push(`${route} ${size} ${scheme}: ${excess}`);
    await page.screenshot({
      path: path.join(out, `${nameOf(route)}-${size}-${scheme}.png`),
      fullPage: values.full,
    });
  };
  if (role)
    page.on('response', async response => {
      const text = await response.text().catch(() => '');
      if (refused.test(text))
        complaints.push(
          `${route} ${size}: refused ${response.request().postData()?.slice(0, 200)}`,
        );
    });
  const shootBoth = async () => {
    await shoot();
    if (role) return;
    scheme = scheme === 'light' ? 'dark' : 'light';
    await paint(page, scheme);
    await shoot();
  };

  for (const address of publicRoutes.filter(one => wanted.has(one))) {
    route = address;
    await page.goto(emulator.url + address);
    await loaded(page);
    await shootBoth();
  }
  const its = adminPages.filter(({ address }) => wanted.has(address));
  if (its.length > 0) {
    route = '/admin/login';
    await signIn(page, emulator.url, EXAMPLE_PASSWORD, role && WITH_ROLE);
  }
  for (const to of its) {
    route = to.address;
    await gotoPage(page, to);
    await shootBoth();
  }
  await context.close();
};

if (values.handbook)
  complaints.push(...(await photographHandbook(browser, emulator.url, out, values.only)));
else await Promise.all([photograph('wide'), photograph('phone')]);
await browser.close();
await close();
rmSync(dataDir, { recursive: true, force: true });
console.log(
  complaints.length > 0
    ? [...new Set(complaints)].join('\n')
    : `no overflow, no error in the console${role ? ', no call refused' : ''}`,
);
