/**
 * `npm run seed -- --orders 100000 --users 30000 [--random-seed 20261120] [--data .data] [--now 2026-11-20T12:00+08:00]`
 * Fills an empty data directory with a service of any size, while nothing runs on it. The same seed and size make the
 * same records; their year ends with the last full hour, or at `--now`. `npm start` then makes the administrator.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmulator } from '#emulator/emulator.ts';
import type { EmulatorConfig } from '#emulator/types.ts';
import { platformConfig } from './build/platform.ts';
import { countAll, insertAll, storePictures } from './fill.ts';
import { localKeys } from './keys.ts';

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
  const { kek, secretId, secretKey } = localKeys(dataDir);
  process.env['APP_KEK_1'] = kek;
  const open = (config: EmulatorConfig) =>
    startEmulator({
      port: 0,
      dataDir,
      workers: 0,
      functionsDir: path.join(dataDir, 'none'),
      config,
      secretId,
      secretKey,
    });
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1_000).toFixed(0);
  const config = platformConfig();
  const untouched = await open(config);
  try {
    for (const name of ['templates', 'orders', 'users'] as const)
      if ((await countAll(untouched, name)) > 0)
        throw new Error(`${dataDir} holds data already; seeding needs an empty directory`);
  } finally {
    await untouched.close();
  }
  const plain = await open(withoutIndexes(config));
  try {
    // Only now: what seals secrets reads the environment when it loads.
    const { demoPages } = await import('./demo/pages.ts');
    let told = started;
    for (const page of demoPages(now, seed, { orders, users })) {
      await Promise.all([insertAll(plain, page.collections), storePictures(plain, page.pictures)]);
      if (performance.now() - told < 10_000) continue;
      told = performance.now();
      console.log(`${page.orders} orders, ${page.users} users after ${seconds()} s`);
    }
  } finally {
    await plain.close();
  }
  console.log(`building the indexes after ${seconds()} s`);
  const emulator = await open(config);
  try {
    const made = await Promise.all(['orders', 'users'].map(name => countAll(emulator, name)));
    console.log(`${made[0]} orders and ${made[1]} users in ${dataDir} (${seconds()} s)`);
  } finally {
    await emulator.close();
  }
};

/** Millions of documents are stored first and indexed at the end: that takes minutes instead of hours. */
const withoutIndexes = (config: EmulatorConfig): EmulatorConfig => ({
  ...config,
  collections: config.collections.map(collection => ({ ...collection, indexes: [] })),
});

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
