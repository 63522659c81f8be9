import { existsSync, rmSync } from 'node:fs';
import Libsql from 'libsql';
import { gramsOf } from '../../cloudfunctions/_shared/base/searchTerms.ts';
import type { StoredOrder } from '../../cloudfunctions/_shared/orders/orders.ts';

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
export const fillFloor = async (
  file: string,
  pages: AsyncIterable<StoredOrder[]>,
): Promise<void> => {
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
