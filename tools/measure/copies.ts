/**
 * `npm run measure -- copies`: how long pictures of lists take that nobody has looked at yet, beside the same lists
 * afterwards; and what one copy costs, with the decoder's native code and with the one for runtimes where that does not
 * load.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { programIn } from '../../scripts/shared/oldRuntime.ts';
import { median } from '../../scripts/shared/quantile.ts';
import { CREDITS_PER_YUAN, prices } from '../costs/prices.ts';
import { signIn } from '../shared/loading.ts';

/** So tall that a hundred tiles are in sight. */
const viewport = { width: 1_440, height: 9_000 };
const lists = {
  images: '/admin/images?perPage=100',
  orders: '/admin/orders?perPage=100',
  templates: '/admin/templates?perPage=100',
};
const ROUNDS = 3;

/** Milliseconds until the rows are there, and until every picture in sight is painted. */
const look = async (browser: Browser, url: string, state: Awaited<ReturnType<typeof signIn>>) => {
  const context = await browser.newContext({ locale: 'zh-CN', viewport, storageState: state });
  const page = await context.newPage();
  const started = performance.now();
  await page.goto(url);
  await page.locator('main tbody tr, main .signed-image').first().waitFor();
  const rows = performance.now() - started;
  await page.waitForFunction(
    () => !document.querySelector('main .signed-image:not([data-painted=true])'),
    null,
    { timeout: 120_000, polling: 20 },
  );
  const pictures = performance.now() - started;
  const count = await page.locator('main .signed-image').count();
  await context.close();
  return { rows, pictures, count };
};

const measureLists = async (browser: Browser, address: string) => {
  const state = await signIn(browser, address);
  const table: Record<string, object> = {};
  for (const [name, list] of Object.entries(lists)) {
    const first = await look(browser, address + list, state);
    const later = [];
    for (let round = 0; round < ROUNDS; round += 1)
      later.push(await look(browser, address + list, state));
    table[name] = {
      pictures: first.count,
      'first rows ms': Math.round(first.rows),
      'first pictures ms': Math.round(first.pictures),
      'later rows ms': Math.round(median(later.map(({ rows }) => rows))),
      'later pictures ms': Math.round(median(later.map(({ pictures }) => pictures))),
    };
  }
  console.table(table);
};

/** Draws the same copy several times; the first one includes loading the decoder. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { drawCopy } from './cloudfunctions/imageCopy/draw.ts';
const [photo, copy] = process.argv.slice(2);
const times = [];
const draw = async () => {
  const content = readFileSync(photo);
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    const made = await drawCopy(content, JSON.parse(copy));
    if (!Buffer.isBuffer(made)) throw new Error('no copy');
    times.push(performance.now() - started);
  }
  const [, peak] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  console.log(JSON.stringify({ times, peak: Number(peak) }));
  process.exit();
};
void draw();`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const copies = {
  thumbnail: { path: 'template/a.jpg', side: 480, isMarked: false },
  'uploadimage, 1,600': { path: 'template/a.jpg', side: 1_600, isMarked: false },
  'generated, 2,048, marked': { path: 'results/a.jpg', side: 2_048, isMarked: true },
  'download, marked': { path: 'results/a.jpg', isMarked: true },
};
/** Of imageCopy. */
const MEMORY_GB = 0.5;
/** Reading and storing, as long as the drawing's own function waits for the platform. */
const PLATFORM_SECONDS = 0.2;
/** Requests to the database and the storage of one copy. */
const REQUESTS = { database: 5, storage: 4 };

const yuanPerThousand = (ms: number) => {
  const seconds = ms / 1_000 + PLATFORM_SECONDS;
  const credits =
    seconds * MEMORY_GB * prices.functionGbSeconds +
    prices.functionCalls +
    prices.gatewayCalls +
    REQUESTS.database * prices.databaseRequests +
    REQUESTS.storage * prices.storageRequests;
  return ((credits * 1_000) / CREDITS_PER_YUAN).toFixed(2);
};

const measureDecoder = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'copies-'));
  const run = await programIn(folder, {
    stdin: { contents: PROGRAM, resolveDir: root, loader: 'ts' },
  });
  const photo = path.join(folder, 'photo.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { width: 1_000, height: 750, channels: 3, background: '#000', noise } as const;
  // Twelve megapixels, with the detail of a photo rather than of noise.
  const small = await sharp({ create }).png().toBuffer();
  await sharp(small).resize(4_000, 3_000, { kernel: 'cubic' }).jpeg({ quality: 90 }).toFile(photo);

  const table: Record<string, object> = {};
  for (const [name, copy] of Object.entries(copies))
    for (const decoder of ['native', 'WebAssembly']) {
      const output = run(decoder !== 'native', photo, JSON.stringify(copy));
      const { times, peak } = JSON.parse(output) as { times: number[]; peak: number };
      const [first = NaN, ...others] = times;
      table[`${name}, ${decoder}`] = {
        'first ms': Math.round(first),
        'next ms': Math.round(median(others)),
        'memory MB': Math.round(peak / 1_024),
        'yuan per 1,000': yuanPerThousand(median(others)),
      };
    }
  rmSync(folder, { recursive: true });
  console.log('A photo of 12 megapixels:');
  console.table(table);
};

export const measureCopies = async (browser: Browser, address: string) => {
  await measureLists(browser, address);
  await measureDecoder();
};
