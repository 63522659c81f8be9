import { spawn } from 'node:child_process';
import { constants, createReadStream, existsSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import Libsql from 'libsql';
import type { Stored } from '../../cloudfunctions/_shared/base/repository.ts';
import { gramsOf } from '../../cloudfunctions/_shared/base/searchTerms.ts';
import type { StoredOrder } from '../../cloudfunctions/_shared/orders/orders.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { findAll } from '../../scripts/demo/seedDatabase.ts';
import { root } from '../../scripts/shared/built.js';
import { openDataDirectory } from '../../scripts/shared/openDataDirectory.ts';
import { DEEP } from './questions.ts';

const SCHEMA = `
  CREATE TABLE orders (
    id TEXT NOT NULL UNIQUE, orderNo TEXT, userId TEXT, nickName TEXT, status TEXT, payFen INTEGER, payChannel TEXT,
    createTime INTEGER, remark TEXT, rev INTEGER
  );
  CREATE TABLE grams (
    gram TEXT, createTime INTEGER, seq INTEGER, text TEXT, PRIMARY KEY (gram, createTime DESC, seq)
  ) WITHOUT ROWID;
  CREATE TABLE totals (status TEXT PRIMARY KEY, total INTEGER);
  CREATE TABLE audit (orderId TEXT, remark TEXT, time INTEGER);`;
const INDEXES = `
  CREATE INDEX byTime ON orders (createTime DESC, id DESC);
  CREATE INDEX byStatus ON orders (status, createTime DESC, id DESC);
  INSERT INTO totals SELECT status, count(*) FROM orders GROUP BY status;
  ANALYZE;`;

/**
 * Makes the floor's tables from the same orders.
 * @param pages of stored orders
 */
const fillFloor = async (file: string, pages: AsyncIterable<StoredOrder[]>): Promise<void> => {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) rmSync(name);
  const db = new Libsql(file);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; ${SCHEMA}`);
  const order = db.prepare('INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const gram = db.prepare('INSERT OR IGNORE INTO grams VALUES (?, ?, ?, ?)');
  for await (const page of pages) {
    db.exec('BEGIN');
    for (const one of page) {
      const { nickName } = one.userSnap;
      const { lastInsertRowid: seq } = order.run([
        one._id,
        one.orderNo,
        one.userId,
        nickName,
        one.status,
        one.payFen,
        one.payChannel,
        one.createTime,
        one.remark,
        1,
      ]);
      for (const pair of gramsOf(nickName))
        gram.run([pair, one.createTime, Number(seq), nickName.toLowerCase()]);
      for (const digits of [one.orderNo.slice(-4), one.userSnap.phoneTail].filter(Boolean))
        gram.run([digits, one.createTime, Number(seq), digits]);
    }
    db.exec('COMMIT');
  }
  db.exec(INDEXES);
  // One file, so that it can be copied.
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
};

/** What the measured work is about, taken from the stored data. */
export interface Sample {
  orderIds: string[];
  /** Last digits of order numbers. */
  digits: string[];
  /** The order before the page of `deep`; absent where there are fewer. */
  beforeDeep?: { _id: string; createTime: number };
}

const USERS_PER_ORDER = 0.3;
const DIGITS = 4;
const MEGABYTE = 2 ** 20;
/** Every so many orders are read and changed: others than those that were read just before. */
const EVERY = 20;

/** What is kept from run to run. */
export const folder = path.join(root, '.tmp/bench');

/** A directory with so many orders, made once and kept: a million take minutes. */
export const seededDirectory = async (orders: number): Promise<string> => {
  const dataDir = path.join(folder, String(orders));
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

/** A copy to be changed and thrown away, so that every run begins with the same data. */
export const copyOf = async (dataDir: string): Promise<string> => {
  const copy = path.join(folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  await cp(dataDir, copy, {
    recursive: true,
    dereference: true,
    mode: constants.COPYFILE_FICLONE,
    // A database that was closed just now may still remove what it shared with others; it is made anew.
    filter: file => !file.endsWith('-shm') && existsSync(file),
  });
  // Into the page cache: how quick the disk is, is not what is measured.
  for (const name of ['local.sqlite', 'floor.sqlite'].filter(its =>
    existsSync(path.join(copy, its)),
  ))
    await finished(createReadStream(path.join(copy, name), { highWaterMark: MEGABYTE }).resume());
  return copy;
};

/** The records that `query` finds, by id. */
async function* pagesOf<R extends Stored>(
  stored: Pick<Emulator, 'database'>,
  collectionName: string,
  query: object = {},
): AsyncGenerator<R[]> {
  for (let last = ''; ;) {
    const page = await findAll<R>(stored, collectionName, { ...query, _id: { $gt: last } });
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)!._id;
  }
}

export const floorFile = (dataDir: string) => path.join(dataDir, 'floor.sqlite');

/** The floor's tables of the same orders, made once and kept beside them. */
export const floorOf = async (dataDir: string): Promise<string> => {
  const file = floorFile(dataDir);
  if (existsSync(file)) return file;
  const stored = await openDataDirectory(dataDir);
  const unfinished = `${file}.part`;
  await fillFloor(unfinished, pagesOf<StoredOrder>(stored, 'orders'));
  await stored.close();
  renameSync(unfinished, file);
  return file;
};

export const readSample = (dataDir: string): { size: number; sample: Sample } => {
  const db = new Libsql(floorFile(dataDir), { readonly: true });
  const { size } = db.prepare('SELECT count(*) AS size FROM orders').get() as { size: number };
  const every = db.prepare(`SELECT id, orderNo FROM orders WHERE rowid % ${EVERY} = 0`);
  const some = every.all() as { id: string; orderNo: string }[];
  const inOrder = db.prepare(
    `SELECT id AS _id, createTime FROM orders ORDER BY createTime DESC, id DESC LIMIT 1 OFFSET ${DEEP - 1}`,
  );
  const beforeDeep = inOrder.get() as Sample['beforeDeep'];
  db.close();
  return {
    size,
    sample: {
      orderIds: some.map(({ id }) => id),
      digits: some.slice(0, DIGITS).map(({ orderNo }) => orderNo.slice(-4)),
      ...(beforeDeep && { beforeDeep }),
    },
  };
};
