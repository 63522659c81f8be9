import { fork } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDeep } from '../../../tests/depth.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { Connection } from '../../database/driver.ts';
import { NewDatabase } from '../../database/newDatabase.ts';
import type { CollectionConfig } from '../../types.ts';
import { isDuplicate } from '../isDuplicate.ts';

const clock = { now: () => Date.now(), set: () => undefined };
let folder: string;
let file: string;
let open: Database[] = [];

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'));
  file = path.join(folder, 'db.sqlite');
});
afterEach(() => {
  for (const database of open) database.close();
  open = [];
  fs.rmSync(folder, { recursive: true });
});

function start(indexes: CollectionConfig['indexes'] = []): Database {
  const database = openDatabase({ file, clock, collections: [{ name: 'c', indexes }] });
  open.push(database);
  return database;
}

function stop(database: Database): void {
  database.close();
  open = open.filter(other => other !== database);
}

const insert = (database: Database, docs: object[]) =>
  database.handle('database.insertDocument', {
    collectionName: 'c',
    data: docs.map(doc => JSON.stringify(doc)),
  });

async function count(database: Database, query: object = {}): Promise<number> {
  const reply = await database.handle('database.calculateDocument', {
    collectionName: 'c',
    query: JSON.stringify(query),
  });
  return (reply.data as { total: number }).total;
}

const update = (database: Database, query: object, change: object) =>
  database.handle('database.modifyDocument', {
    collectionName: 'c',
    query: JSON.stringify(query),
    data: JSON.stringify(change),
    merge: true,
    multi: true,
  });

/** What the file holds: documents in their order, and the entries of each index in its own. */
function contentOf(at: string) {
  const connection = new Connection(at);
  const rows = (sql: string) => connection.all(sql);
  const indexes = rows('SELECT name, loose, number FROM indexes ORDER BY name').map(
    ([name, loose, number]) => [name, loose, rows(`SELECT * FROM x_${String(number)}`)],
  );
  const documents = rows('SELECT seq, id, doc FROM c_1 ORDER BY seq');
  connection.close();
  return { documents, indexes };
}

describe('declared indexes', () => {
  it('are built over existing documents, used, and dropped when no longer declared', async () => {
    let database = start();
    await insert(
      database,
      Array.from({ length: 3000 }, (_, n) => ({ n, s: `s${n % 3}` })),
    );
    expect(database.explain('c', { query: { s: 's1' } }).index).toBeNull();
    stop(database);

    database = start([{ name: 's_n', keys: { s: 1, n: -1 } }]);
    expect(
      database.explain('c', { query: { s: 's1' }, sort: { n: -1 }, offset: 900, limit: 25 }),
    ).toEqual({
      collection: 'c',
      index: 's_n',
      exact: true,
      sorted: true,
      walked: 925,
      returned: 25,
    });
    expect(await count(database, { s: 's1' })).toBe(1000);
    stop(database);

    database = start([{ name: 's_n', keys: { n: 1 } }]); // same name, other keys
    expect(database.explain('c', { query: { s: 's1' } }).index).toBeNull();
    expect(database.explain('c', { query: { n: { $lt: 5 } } })).toMatchObject({
      index: 's_n',
      walked: 5,
    });
  });

  it('answer a range below a number without those that lack the field, also once one holds an array', async () => {
    const database = start([{ name: 'notified', keys: { 'notified.time': 1 } }]);
    await insert(database, [
      ...Array.from({ length: 300 }, (_, n) => ({ n })),
      { notified: [{ time: 3 }, { time: 9 }] },
    ]);
    expect(database.explain('c', { query: { 'notified.time': { $lte: 5 } } })).toMatchObject({
      index: 'notified',
      walked: 1,
      returned: 1,
    });
  });

  it('hold the same whether they were there first, came later, or were filled in a new file', async () => {
    const indexes: Required<CollectionConfig>['indexes'] = [
      { name: 'number', keys: { number: 1 }, unique: true },
      { name: 'time', keys: { time: -1, _id: -1 } },
      { name: 'state_time', keys: { state: 1, time: -1, _id: -1 } },
      { name: 'tags', keys: { tags: 1, time: 1, _id: 1 } },
      { name: 'tags_state', keys: { tags: 1, state: -1 } },
      { name: 'lines', keys: { 'lines.item': 1, 'lines.count': -1, time: 1, _id: 1 } },
      { name: 'odd', keys: { odd: 1, time: 1, _id: 1 } },
    ];
    const odd = [
      null,
      true,
      { $date: '2026-01-01T00:00:00.000Z' },
      [],
      [[1]],
      {},
      'a\0b',
      '\ud800',
    ];
    const documents = Array.from({ length: 100 }, (_, n) => ({
      _id: `d${n}`,
      number: n,
      time: (n * 37) % 50,
      state: ['open', 'closed', undefined][n % 3],
      tags: [[], ['x'], ['x', 'y', 'x'], 'z', undefined][n % 5],
      lines: Array.from({ length: n % 4 }, (_line, at) => ({ item: `i${at}`, count: n % 7 })),
      odd: odd[n % odd.length],
    }));
    await insert(start(indexes), documents);
    const expected = contentOf(file);
    expect(expected.indexes).toHaveLength(indexes.length);

    file = path.join(folder, 'later.sqlite');
    const before = start();
    await insert(before, documents);
    stop(before);
    stop(start(indexes));
    expect(contentOf(file)).toEqual(expected);

    file = path.join(folder, 'new.sqlite');
    const filled = new NewDatabase(file, [{ name: 'c', indexes }]);
    filled.insert('c', documents.slice(0, 70));
    filled.insert('c', documents.slice(70));
    expect(fs.existsSync(file)).toBe(false);
    filled.finish();
    expect(contentOf(file)).toEqual(expected);
    expect(await count(start(indexes), { state: 'open' })).toBe(34);
  });

  it('that cannot be built keep the database closed and the data unchanged', async () => {
    let database = start();
    await insert(database, [{ code: 1 }, { code: 1 }]);
    stop(database);
    expect(() => start([{ name: 'code', keys: { code: 1 }, unique: true }])).toThrow(
      /E11000.*code/,
    );
    database = start();
    expect(await count(database)).toBe(2);
  });

  it('when unique refuse a second document, a second null, and an update into a duplicate', async () => {
    const database = start([{ name: 'code', keys: { kind: 1, code: 1 }, unique: true }]);
    await insert(database, [
      { kind: 'a', code: 1 },
      { kind: 'a', code: 2 },
      { kind: 'b', code: 1 },
    ]);
    await expect(insert(database, [{ kind: 'c' }, { kind: 'a', code: 1 }])).rejects.toSatisfy(
      isDuplicate,
    );
    expect(await count(database)).toBe(3);
    await insert(database, [{ kind: 'c' }]);
    await expect(insert(database, [{ kind: 'c', code: null }])).rejects.toSatisfy(isDuplicate);
    await expect(update(database, { kind: 'a' }, { $set: { code: 7 } })).rejects.toSatisfy(
      isDuplicate,
    );
    expect(await count(database, { code: 7 })).toBe(0);
    await update(database, { kind: 'a', code: 1 }, { $set: { code: 1, seen: true } }); // its own key is no duplicate
  });

  it('hold each member of an array once, and refuse two arrays in one index', async () => {
    const database = start([
      { name: 'tags', keys: { tags: 1 }, unique: true },
      { name: 'both', keys: { a: 1, b: 1 } },
    ]);
    await insert(database, [{ tags: ['x', 'y', 'x'] }]);
    await expect(insert(database, [{ tags: ['z', 'y'] }])).rejects.toSatisfy(isDuplicate);
    await expect(insert(database, [{ tags: 'q', a: [1], b: [2] }])).rejects.toMatchObject({
      message: expect.stringContaining('parallel arrays') as string,
    });
    expect(await count(database)).toBe(1);
  });

  it('count right after writes, failed writes and writes by other processes', async () => {
    const database = start([
      { name: 's', keys: { s: 1 } },
      { name: 'u', keys: { u: 1 }, unique: true },
    ]);
    await insert(database, [
      { _id: 'a', s: 1, u: 1 },
      { _id: 'b', s: 1, u: 2 },
    ]);
    expect([await count(database), await count(database, { s: 1 })]).toEqual([2, 2]);
    await update(database, { _id: 'a' }, { $set: { s: 2 } });
    expect([await count(database, { s: 1 }), await count(database, { s: 2 })]).toEqual([1, 1]);
    await expect(
      insert(database, [
        { s: 1, u: 9 },
        { s: 1, u: 9 },
      ]),
    ).rejects.toSatisfy(isDuplicate);
    expect([await count(database), await count(database, { s: 1 })]).toEqual([2, 1]);
    const other = start([
      { name: 's', keys: { s: 1 } },
      { name: 'u', keys: { u: 1 }, unique: true },
    ]);
    await insert(other, [{ s: 1, u: 5 }]);
    expect([await count(database), await count(database, { s: 1 })]).toEqual([3, 2]);
  });

  it('are chosen by the number of entries they hold for the query', async () => {
    const database = start([
      { name: 'status', keys: { status: 1, n: -1 } },
      { name: 'user', keys: { user: 1 } },
    ]);
    await insert(
      database,
      Array.from({ length: 5000 }, (_, n) => ({ n, status: n % 2, user: n % 1000 })),
    );
    const query = { status: 1, user: 7 };
    expect(database.explain('c', { query, sort: { n: -1 } })).toMatchObject({
      index: 'user',
      walked: 5,
    });
    const or = { $or: [{ user: 7 }, { user: { $in: [8, 9] } }] };
    expect(database.explain('c', { query: or })).toMatchObject({
      index: 'or(user,user)',
      walked: 15,
    });
    const page = database.explain('c', {
      query: { x: null },
      sort: { status: 1, n: -1 },
      limit: 10,
    });
    expect(page).toMatchObject({ index: 'status', sorted: true, exact: false, walked: 10 });
  });
});

describe('hostile input', () => {
  it('never becomes part of SQL, whatever the name of a field or collection', async () => {
    const database = start([
      { name: "i'); DROP TABLE c_1;--", keys: { "a') ; DROP TABLE c_1;--": 1 } },
    ]);
    const name = "a') ; DROP TABLE c_1;--";
    await insert(database, [{ [name]: "x'; DELETE FROM c_1;--" }]);
    expect(await count(database, { [name]: "x'; DELETE FROM c_1;--" })).toBe(1);
    expect(database.explain('c', { query: {}, sort: { [name]: 1 } }).index).toContain('DROP');
    expect(await count(database)).toBe(1);
  });

  it('cannot reach the prototype of objects', async () => {
    const database = start();
    await insert(database, [{ _id: 'x', a: 1 }]);
    const refused = { code: 'DATABASE_REQUEST_FAILED' };
    const json = (text: string) => JSON.parse(text) as object;
    const tries = [
      () => update(database, {}, { $set: { '__proto__.p': 1 } }),
      () => update(database, {}, { $set: { 'constructor.prototype.p': 1 } }),
      () => update(database, {}, json('{"$set":{"a":{"__proto__":{"p":1}}}}')),
      () => update(database, {}, json('{"__proto__":{"p":1}}')),
      () => update(database, {}, { $rename: { a: '__proto__.p' } }),
      () => insert(database, [json('{"__proto__":{"p":1}}')]),
      () => count(database, { '__proto__.p': 1 }),
      () => count(database, json('{"__proto__":{"$gt":1}}')),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(refused);
    for (const stage of [
      { $lookup: { from: 'c', localField: 'a', foreignField: 'a', as: '__proto__.p' } },
      { $addFields: { 'a.__proto__.p': 1 } },
      { $count: '__proto__' },
      { $unwind: { path: '$a', includeArrayIndex: 'constructor.prototype.p' } },
    ]) {
      const [[stageKey, value]] = Object.entries(stage) as [[string, unknown]];
      const stages = [{ stageKey, stageValue: JSON.stringify(value) }];
      const run = database.handle('database.aggregateDocuments', { collectionName: 'c', stages });
      await expect(run).rejects.toMatchObject(refused);
    }
    expect(({} as Record<string, unknown>).p).toBeUndefined();
    expect(await count(database, { toString: { $exists: true } })).toBe(0); // nothing inherited is seen
  });

  it('is refused when it cannot be stored; text is made well-formed', async () => {
    const database = start();
    const refused = { code: 'DATABASE_REQUEST_FAILED' };
    const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    const add = (text: string) =>
      database.handle('database.insertDocument', { collectionName: 'c', data: [text] });
    for (const text of [
      nested(102),
      nested(20_000),
      '{"$gt":1}',
      '{"a":{"$gt":1}}',
      '{"a\\u0000b":1}',
      '{"_id":[1]}',
      '{"_id":null,"a":{"$numberDecimal":"1"}}',
    ])
      await expect(add(text), text.slice(0, 40)).rejects.toMatchObject(refused);
    for (const text of [
      '{',
      '[]',
      '"x"',
      '{"a":{"$numberLong":"99999999999999999999"}}',
      '{"a":{"$date":"soon"}}',
    ])
      await expect(add(text), text).rejects.toMatchObject({ code: 'INVALID_PARAM' });
    await add(nested(90));
    await insert(database, [{ _id: 's', s: 'a\ud800b' }]);
    expect(await count(database, { s: 'a\ufffdb' })).toBe(1);
    await expect(database.handle('database.dropEverything', {})).rejects.toMatchObject({
      code: 'INVALID_PARAM',
    });
    for (const body of [{}, { collectionName: 5 }, { collectionName: 'c', query: 7 }])
      await expect(database.handle('database.calculateDocument', body)).rejects.toMatchObject({
        code: 'INVALID_PARAM',
      });
  });
});

describe('a new file that is filled at once', () => {
  const index = { name: 'code', keys: { code: 1 }, unique: true } as const;
  const filledWith = (documents: object[]) => {
    const database = new NewDatabase(file, [{ name: 'c', indexes: [index] }]);
    try {
      database.insert('c', documents);
      database.finish();
    } catch (error) {
      database.discard();
      throw error;
    }
  };

  it('is not there after a failure, and never replaces another', () => {
    expect(() => filledWith([{ _id: 'a' }, { _id: 'a' }])).toThrow(/E11000.*_id_/);
    const twins = [{ _id: 'a' }, { _id: 'b' }];
    expect(() => filledWith(twins)).toThrow(/E11000.*code/);
    expect(() => filledWith([{ code: 1 }])).toThrow(/no _id/);
    fs.writeFileSync(`${file}-wal`, 'log');
    expect(() => filledWith([])).toThrow(/is missing but its log/);
    fs.rmSync(`${file}-wal`);
    expect(fs.readdirSync(folder)).toEqual([]);
    filledWith([{ code: 1, _id: 'a' }]);
    expect(contentOf(file).documents).toEqual([[1, 'a', '{"_id":"a","code":1}']]);
    expect(() => filledWith([])).toThrow(/exists already/);
    expect(fs.readdirSync(folder)).toEqual(['db.sqlite']);
  });
});

describe('the file', () => {
  it('keeps everything over a restart, except open transactions', async () => {
    let database = start();
    await insert(database, [{ _id: 'kept' }]);
    const { transactionId } = await database.handle('database.startTransaction', {});
    await database.handle('database.insertDocument', {
      collectionName: 'c',
      data: ['{"_id":"lost"}'],
      transactionId,
    });
    await database.handle('database.addCollection', { collectionName: 'made' });
    stop(database);
    database = start();
    expect([await count(database), await count(database, { _id: 'kept' })]).toEqual([1, 1]);
    await expect(
      database.handle('database.addCollection', { collectionName: 'made' }),
    ).rejects.toMatchObject({ code: 'DATABASE_COLLECTION_ALREADY_EXIST' });
  });

  it('that is damaged is refused with a clear message and left unchanged', async () => {
    const database = start([{ name: 'n', keys: { n: 1 } }]);
    await insert(
      database,
      Array.from({ length: 1000 }, (_, n) => ({ n, pad: 'x'.repeat(100) })),
    );
    stop(database);
    const good = fs.readFileSync(file);
    const damages: Record<string, () => Buffer> = {
      'not a database': () => Buffer.from('hello'.repeat(1000)),
      empty: () => Buffer.alloc(0),
      truncated: () => good.subarray(0, Math.floor(good.length / 2)),
      'a page overwritten': () => Buffer.from(good).fill(0x5a, 4096 * 20, 4096 * 21),
      'without its header': () => Buffer.from(good).fill(0, 0, 100),
    };
    for (const [name, make] of Object.entries(damages)) {
      const bytes = make();
      fs.writeFileSync(file, bytes);
      fs.rmSync(`${file}-wal`, { force: true });
      expect(() => start([{ name: 'n', keys: { n: 1 } }]), name).toThrow(
        /cannot be opened|is damaged/,
      );
      expect(fs.readFileSync(file).equals(bytes), name).toBe(true);
    }
    fs.writeFileSync(file, good);
    expect(await count(start([{ name: 'n', keys: { n: 1 } }]))).toBe(1000);
  });

  it('that is full refuses writes, answers reads, and recovers when there is space again', async () => {
    const database = start([{ name: 'n', keys: { n: 1 } }]);
    const { connection } = (database as unknown as { store: { connection: Connection } }).store;
    await insert(database, [{ _id: 'first', n: 1 }]);
    connection.exec('PRAGMA max_page_count = 40');
    const fill = async () => {
      for (let i = 0; i < 500; i++) await insert(database, [{ n: i, pad: 'x'.repeat(2000) }]);
    };
    await expect(fill()).rejects.toMatchObject({
      code: 'DATABASE_REQUEST_FAILED',
      message: expect.stringContaining('full') as string,
    });
    const stored = await count(database);
    expect(await count(database, { n: { $gte: 0 } })).toBe(stored); // no index entry without its document
    await database.handle('database.removeDocument', {
      collectionName: 'c',
      query: '{"_id":"first"}',
      multi: true,
    });
    connection.exec('PRAGMA max_page_count = 100000');
    await insert(database, [{ n: 1, pad: 'x'.repeat(2000) }]);
    expect(await count(database)).toBe(stored);
  });

  it('locked by another process is waited for', async () => {
    const database = start();
    const other = new Libsql(file);
    other.exec('BEGIN IMMEDIATE');
    let isWritten = false;
    const write = insert(database, [{ a: 1 }]).then(() => (isWritten = true));
    await new Promise(setImmediate);
    expect(isWritten).toBe(false);
    other.exec('COMMIT');
    await write;
    other.close();
    expect(await count(database)).toBe(1);
  });

  it('holds every acknowledged write, and no half ones, after kill -9', async () => {
    const script = path.join(import.meta.dirname, 'writer.ts');
    for (let round = 0; round < (isDeep ? 5 : 1); round++) {
      let acknowledged = -1;
      const child = fork(script, [file], { execArgv: ['--import', 'tsx'] });
      child.on('message', n => (acknowledged = Number(n)));
      while (acknowledged < 30 * (round + 1)) await new Promise(resolve => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      await new Promise(resolve => child.once('exit', resolve));
      const database = start([{ name: 'n', keys: { n: 1 } }]);
      expect(await count(database, { n: { $lte: acknowledged } })).toBe(2 * (acknowledged + 1));
      const total = await count(database);
      expect(total % 2).toBe(0); // always written in pairs
      expect(await count(database, { n: { $gte: 0 } })).toBe(total);
      stop(database);
    }
  });
});
