import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { Emulator } from '#emulator/emulator.ts';
import { root } from '../built.js';
import { openStored } from '../openStored.ts';

/** What the measured work is about, taken from the stored data. */
export interface Sample {
  orderIds: string[];
  userIds: string[];
  /** Last digits of order numbers. */
  digits: string[];
}

const USERS_PER_ORDER = 0.3;
const DIGITS = 4;

/** A directory with so many orders, made once and kept: a million take minutes. */
export const seededDirectory = async (orders: number): Promise<string> => {
  const dataDir = path.join(root, `.tmp/bench/${orders}`);
  if (existsSync(path.join(dataDir, 'local.sqlite'))) return dataDir;
  const users = Math.ceil(orders * USERS_PER_ORDER);
  const sizes = ['--orders', String(orders), '--users', String(users), '--data', dataDir];
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', ...sizes], {
    cwd: root,
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  if (code !== 0) throw new Error(`the seed ended with ${code ?? 'a signal'}`);
  return dataDir;
};

async function* pagesOf<R extends Stored>(
  { database }: Emulator,
  collectionName: string,
): AsyncGenerator<R[]> {
  for (let last = ''; ;) {
    const { data } = (await database.handle('database.getDocument', {
      collectionName,
      query: JSON.stringify({ _id: { $gt: last } }),
      order: JSON.stringify({ _id: 1 }),
      limit: 1_000,
    })) as { data: { list: string[] } };
    const page = data.list.map(text => JSON.parse(text) as R);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!._id;
  }
}

/**
 * Reads all orders and users once.
 * @param use given all orders, page by page, when somebody wants to store them elsewhere
 */
export const readStored = async (
  dataDir: string,
  use: (orders: AsyncIterable<StoredOrder[]>) => Promise<void>,
): Promise<{ size: number; sample: Sample }> => {
  const stored = await openStored(dataDir);
  const sample: Sample = { orderIds: [], userIds: [], digits: [] };
  let size = 0;
  async function* orders() {
    for await (const page of pagesOf<StoredOrder>(stored, 'orders')) {
      size += page.length;
      const one = page[page.length >> 1]!;
      sample.orderIds.push(one._id);
      if (sample.digits.length < DIGITS) sample.digits.push(one.orderNo.slice(-DIGITS));
      yield page;
    }
  }
  await use(orders());
  for await (const page of pagesOf<Stored & { status: string }>(stored, 'users')) {
    const user = page.find(({ status }) => status === 'normal');
    if (user) sample.userIds.push(user._id);
  }
  await stored.close();
  return { size, sample };
};
