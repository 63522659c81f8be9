/**
 * `node --import tsx tools/bench/peers/fill.ts FILE --data DIR`: writes the orders of a seeded directory into the table
 * `orders` of an SQLite file, for a peer to be measured on them (docs/bench.md). A table that is there already gets the
 * columns that it has, whichever way they are spelt; otherwise one is made with the indexes that the floor has.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import Libsql from 'libsql';
import { floorOf } from '../data.ts';

const MAKE = `
  CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY, orderNo TEXT, userId TEXT, nickName TEXT, status TEXT, payFen INTEGER, payChannel TEXT,
    createTime INTEGER, remark TEXT, rev INTEGER
  );
  CREATE INDEX byTime ON orders (createTime DESC, id DESC);
  CREATE INDEX byStatus ON orders (status, createTime DESC, id DESC);`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string' } },
});
const [file] = positionals;
if (!file || !values.data) throw new Error('name the file, and with --data the seeded directory');

const plain = (column: string) => column.replaceAll('_', '').toLowerCase();
const columnsOf = (db: Libsql.Database, schema: string): string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info('orders', '${schema}')`)
    .all()
    .map(row => (row as { name: string }).name);

const db = new Libsql(path.resolve(file));
db.exec(`ATTACH '${await floorOf(path.resolve(values.data))}' AS floor`);
if (columnsOf(db, 'main').length === 0) db.exec(MAKE);
const wanted = new Map(columnsOf(db, 'main').map(name => [plain(name), name]));
const pairs = columnsOf(db, 'floor').flatMap(from => {
  const to = wanted.get(plain(from));
  return to === undefined ? [] : [{ from, to }];
});
const { changes } = db
  .prepare(
    `INSERT INTO main.orders (${pairs.map(({ to }) => to).join(', ')})
     SELECT ${pairs.map(({ from }) => from).join(', ')} FROM floor.orders`,
  )
  .run();
db.exec('ANALYZE');
db.close();
console.log(`${changes} orders in ${file}`);
