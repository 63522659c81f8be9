/**
 * `npm run seed -- --orders 100000 --users 30000 [--random-seed 20261120] [--data .data] [--now 2026-11-20T12:00+08:00]`
 * Fills an empty data directory with a service of any size, while nothing runs on it. The same seed and size make the
 * same records; their year ends with the last full hour, or at `--now`. `npm start` then makes the administrator.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createClock } from '#emulator/clock.ts';
import { NewDatabase } from '#emulator/database/newDatabase.ts';
import { takeDirectory } from '#emulator/platform/dataDirectory.ts';
import { openPlatformStore } from '#emulator/platform/platformStore.ts';
import { openFileStore } from '#emulator/storage/files.ts';
import { platformConfig } from './build/platform.ts';
import type { DemoPage } from './demo/pages.ts';
import { storePictures } from './demo/seedDatabase.ts';
import { build } from './shared/built.js';
import { localKeys } from './shared/localKeys.ts';

const HOUR = 3_600_000;

const whole = (name: string, value: string): number => {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 0 && number <= 100_000_000) return number;
  throw new Error(`--${name} must be a whole number from 0 to 100000000`);
};

const instantOf = (text: string | undefined): number => {
  const given = text === undefined ? Math.floor(Date.now() / HOUR) * HOUR : Date.parse(text);
  if (Number.isNaN(given)) throw new Error('--now must be an instant, e.g. 2026-11-20T12:00+08:00');
  return given;
};

const main = async () => {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '2000' },
      users: { type: 'string' },
      'random-seed': { type: 'string', default: '20261120' },
      data: { type: 'string', default: '.data' },
      now: { type: 'string' },
    },
  });
  const orders = whole('orders', values.orders);
  const users = values.users === undefined ? Math.ceil(orders * 0.3) : whole('users', values.users);
  const seed = whole('random-seed', values['random-seed']);
  const now = instantOf(values.now);
  const dataDir = path.resolve(values.data);
  // The pictures of the demo are drawn by it.
  await build();
  const unlock = takeDirectory(dataDir);
  try {
    process.env['APP_KEK_1'] = localKeys(dataDir).kek;
    const { envId, collections } = platformConfig();
    const file = path.join(dataDir, `${envId}.sqlite`);
    if (existsSync(file))
      throw new Error(`${dataDir} holds data already; seeding needs an empty directory`);
    const database = new NewDatabase(file, collections);
    try {
      // Only now: what seals secrets reads the environment when it loads.
      const { demoPages } = await import('./demo/pages.ts');
      await store(demoPages(now, seed, { orders, users }), database, dataDir);
    } catch (error) {
      database.discard();
      throw error;
    }
  } finally {
    unlock();
  }
};

const store = async (pages: Iterable<DemoPage>, database: NewDatabase, dataDir: string) => {
  const platform = openPlatformStore(dataDir);
  try {
    const files = openFileStore(dataDir, platform, createClock());
    const started = performance.now();
    const seconds = () => ((performance.now() - started) / 1_000).toFixed(0);
    let reportedAt = started;
    let made = '';
    for (const page of pages) {
      await storePictures({ files }, page.pictures, page.collections['files']);
      for (const [name, documents] of Object.entries(page.collections))
        database.insert(name, documents);
      made = `${page.orders} orders and ${page.users} users`;
      if (performance.now() - reportedAt < 10_000) continue;
      reportedAt = performance.now();
      console.log(`${made} after ${seconds()} s`);
    }
    console.log(`building the indexes after ${seconds()} s`);
    database.finish();
    console.log(`${made} in ${dataDir} (${seconds()} s)`);
  } finally {
    platform.close();
  }
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
