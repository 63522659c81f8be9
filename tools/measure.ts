/**
 * `npm run measure`: for every route, cold, the requests, gzip bytes of JavaScript (also beyond the shell) and
 * milliseconds until it is usable. `npm run measure -- visitors`: how soon the visitors' home page shows its first
 * picture (`measure/firstPicture.ts`). `npm run measure -- cleaning`: how much slower lists are while 10,000 expired
 * pictures are erased (`measure/cleaning.ts`). `npm run measure -- archive`: time and memory of an archive of 200 print
 * files, with a kill on the way (`measure/archive.ts`). `npm run measure -- copies`: how long pictures of lists take, and
 * what a copy costs (`measure/copies.ts`). `npm run measure -- beginning`: how soon what was ordered begins
 * (`measure/beginning.ts`). What is compared with a floor is `npm run bench`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { EXAMPLE_PASSWORD } from '../contract/admin.ts';
import { build, built } from '../scripts/shared/built.js';
import { findChromium } from '../scripts/shared/chromium.ts';
import { serve } from '../scripts/start/serve.ts';
import { measureArchive } from './measure/archive.ts';
import { measureBeginning } from './measure/beginning.ts';
import { measureCleaning } from './measure/cleaning.ts';
import { measureCopies } from './measure/copies.ts';
import { measureFirstPicture } from './measure/firstPicture.ts';
import { measureRoutes } from './measure/routes.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string' }, wait: { type: 'string', default: '0' } },
});
const [subject = 'routes'] = positionals;
if (
  positionals.length > 1 ||
  !['routes', 'visitors', 'cleaning', 'archive', 'copies', 'beginning'].includes(subject)
)
  throw new Error(
    'npm run measure takes nothing, or -- visitors, -- cleaning, -- archive, -- copies, -- beginning',
  );

await build();
if (subject === 'beginning') {
  await measureBeginning(values.root, Number(values.wait));
  process.exit();
}
if (subject === 'cleaning') process.exit((await measureCleaning()) ? 0 : 1);
process.env['ADMIN_INITIAL_PASSWORD'] = EXAMPLE_PASSWORD;
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
const inBrowser = async (measure: (browser: Browser) => Promise<void>) => {
  const browser = await chromium.launch({
    executablePath: await findChromium(console.log),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  await measure(browser);
  await browser.close();
};

if (subject === 'archive') await measureArchive(emulator);
else if (subject === 'visitors')
  await inBrowser(browser => measureFirstPicture(browser, emulator.url));
else if (subject === 'copies') await inBrowser(browser => measureCopies(browser, emulator.url));
else await inBrowser(browser => measureRoutes(browser, emulator.url));

await close();
rmSync(dataDir, { recursive: true, force: true });
