import { existsSync, linkSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContext, test as base } from '@playwright/test';
import Libsql from 'libsql';
import { takeSnapshot } from '../functions/world/snapshot.ts';
import { seam } from '../product/gateway.ts';
import { type Product, startProduct } from '../product/product.ts';
import { useEvenFont } from './evenFont.ts';
import { fillInSignIn } from './signInPage.ts';

/**
 * Keeps a product's stored files and platform sessions as they are now. Content never changes under its name (the
 * emulator's README shows the layout), so a second link to it is a copy.
 */
const keepFiles = (dataDir: string) => {
  const db = new Libsql(path.join(dataDir, 'platform.sqlite'), { timeout: 5_000 });
  const tables = ['files', 'users', 'sessions'];
  db.exec("ATTACH ':memory:' AS kept");
  for (const name of tables) db.exec(`CREATE TABLE kept.${name} AS SELECT * FROM main.${name}`);
  const contents = db.prepare('SELECT content FROM kept.files').all([]) as { content: string }[];
  const kept = path.join(dataDir, 'kept');
  mkdirSync(kept);
  const placeOf = (content: string) => path.join(dataDir, 'files', content.slice(0, 2), content);
  for (const { content } of contents) linkSync(placeOf(content), path.join(kept, content));
  const copies = tables.flatMap(name => [
    `DELETE FROM main.${name}`,
    `INSERT INTO main.${name} SELECT * FROM kept.${name}`,
  ]);
  return {
    restore: () => {
      for (const { content } of contents)
        if (!existsSync(placeOf(content))) linkSync(path.join(kept, content), placeOf(content));
      db.exec(['BEGIN IMMEDIATE', ...copies, 'COMMIT'].join(';'));
    },
    close: () => void db.close(),
  };
};

/** The product of this worker, a process that runs one test at a time; each test finds the demo data untouched. */
export let product: Product;

/** What the browser keeps of the administrator's session, which is part of what each test finds. */
export let session: Awaited<ReturnType<BrowserContext['storageState']>>;

const post = async (address: string) => {
  const response = await fetch(product.url + address, { method: 'POST', body: '{}' });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
};

/**
 * What turns or pulses for as long as something is loading costs more than loading it: each of its frames is drawn.
 * Runs in the browser; a sheet that a script makes is none that the content policy knows.
 */
const keepStill = () => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation-iteration-count: 1 !important }');
  document.adoptedStyleSheets.push(sheet);
};

interface OfWorker {
  /** Brings the data back to what they were when the worker began. */
  restore: () => Promise<void>;
}

/** Playwright's, on a product that is started once per worker and brought back before each test. */
export const test = base.extend<{ restored: undefined }, OfWorker>({
  restore: [
    async ({ browser }, use) => {
      product = await startProduct();
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${product.url}/admin/profile`);
      await fillInSignIn(page);
      await page.waitForURL('**/admin/profile');
      session = await context.storageState();
      await context.close();
      await post('/__emulator/settle');
      const database = takeSnapshot(path.join(product.dataDir, 'local.sqlite'));
      const files = keepFiles(product.dataDir);
      await use(async () => {
        await post('/__emulator/settle');
        await post('/__sandbox/reset');
        // Nothing but waiting is saved: what is under way is seen all the same.
        await seam(product, '/__sandbox/runninghub', 'PUT', { queueMs: 100, runMs: 400 });
        files.restore();
        database.restore();
      });
      files.close();
      database.close();
      await product.dispose();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // After the page, which is blank by then and asks nothing more.
  restored: [
    async ({ page, restore }, use) => {
      await restore();
      await page.addInitScript(keepStill);
      await useEvenFont(page);
      await use(undefined);
      // What a test has held back may still be on its way.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
    { auto: true },
  ],
});
