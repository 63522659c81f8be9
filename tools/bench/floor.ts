/**
 * What the work costs at the least: the same orders in SQLite tables made for exactly these questions, behind a bare HTTP
 * server, without sessions, checks or audit log. Prints its address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Libsql from 'libsql';

const PAGE = 25;
const DAY_MS = 86_400_000;

const [file = ''] = process.argv.slice(2);
const db = new Libsql(file);
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000');

const columns =
  'id, orderNo, userId, nickName, status, payFen, payChannel, createTime, remark, rev';
const page = db.prepare(
  `SELECT ${columns} FROM orders ORDER BY createTime DESC, id DESC LIMIT ${PAGE} OFFSET ?`,
);
const ofStatus = db.prepare(
  `SELECT ${columns} FROM orders WHERE status = ? ORDER BY createTime DESC, id DESC LIMIT ${PAGE}`,
);
const totals = db.prepare('SELECT status, total FROM totals');
const byId = db.prepare(`SELECT ${columns} FROM orders WHERE id = ?`);
const found = db.prepare(
  `SELECT ${columns} FROM orders WHERE rowid IN (SELECT seq FROM grams WHERE gram = ? AND instr(text, ?) > 0
   ORDER BY createTime DESC LIMIT ${PAGE}) ORDER BY createTime DESC`,
);
const foundTotal = db.prepare(
  'SELECT count(*) AS total FROM grams WHERE gram = ? AND instr(text, ?) > 0',
);
const change = db.prepare(
  'UPDATE orders SET remark = ?, rev = rev + 1 WHERE id = ? AND rev = coalesce(?, rev)',
);
const audit = db.prepare('INSERT INTO audit (orderId, remark, time) VALUES (?, ?, ?)');
const byDay = db.prepare(
  'SELECT createTime / 86400000 AS day, count(*) AS orders, sum(payFen) AS payFen FROM orders WHERE createTime >= ? GROUP BY day',
);
const newest = db.prepare('SELECT max(createTime) AS time FROM orders').get() as { time: number };

type Query = Record<string, string>;
const count = () => {
  const rows = totals.all() as { status: string; total: number }[];
  return {
    counts: Object.fromEntries(rows.map(({ status, total }) => [status, total])),
    total: rows.reduce((sum, { total }) => sum + total, 0),
  };
};

const answers: Record<string, (query: Query) => unknown> = {
  list: ({ offset = '0' }) => ({ list: page.all([Number(offset)]), total: count().total }),
  filter: ({ status = '' }) => {
    const { counts } = count();
    return { list: ofStatus.all([status]), total: counts[status], counts };
  },
  search: ({ gram = '', text = '' }) => ({
    list: found.all([gram, text]),
    ...(foundTotal.get([gram, text]) as object),
  }),
  get: ({ id = '' }) => byId.get([id]),
  change: ({ id = '', remark = '', rev = '' }) => {
    const { changes } = change.run([remark, id, rev === '' ? null : Number(rev)]);
    if (changes === 1) audit.run([id, remark, Date.now()]);
    return changes === 1 ? byId.get([id]) : null;
  },
  dashboard: () => ({ days: byDay.all([newest.time - 30 * DAY_MS]) }),
} satisfies Record<string, (query: Query) => unknown>;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor');
  const answer = answers[pathname.slice(1)]?.(Object.fromEntries(searchParams));
  const body = Buffer.from(JSON.stringify(answer ?? null));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => process.exit(0));
