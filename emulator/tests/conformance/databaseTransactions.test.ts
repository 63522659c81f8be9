import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isDuplicate } from '../isDuplicate.ts';
import { type DatabaseServer, startDatabaseServer } from './databaseServer.ts';

let server: DatabaseServer;
let db: DatabaseServer['db'];

beforeAll(async () => {
  server = await startDatabaseServer([
    {
      name: 'docs',
      indexes: [
        { name: 'n', keys: { n: 1 } },
        { name: 'code', keys: { code: 1 }, unique: true },
      ],
    },
  ]);
  db = server.db;
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(null);
  server.database.reset();
  await docs().add([
    { _id: 'a', n: 1, code: 'A' },
    { _id: 'b', n: 2, code: 'B' },
    { _id: 'c', n: 3, code: 'C' },
  ]);
});

const docs = () => db.collection('docs');
const inc = (by: number) => db.command.inc(by);
const CONFLICT = { code: 'DATABASE_TRANSACTION_CONFLICT' };
const GONE = {
  code: 'DATABASE_TRANSACTION_FAIL',
  message: expect.stringContaining('[ResourceUnavailable.TransactionNotExist]') as string,
};

async function valueOf(id: string): Promise<unknown> {
  const { data } = await docs().doc(id).get();
  return (data as { n: unknown }[])[0]?.n;
}

/** `where()` and `add` of a transaction, typed. */
type OpenTransaction = Awaited<ReturnType<DatabaseServer['db']['startTransaction']>>;
const within = (transaction: OpenTransaction) => transaction.collection('docs');

it('shows a transaction its own writes, and nobody else before the commit', async () => {
  const transaction = await db.startTransaction();
  const added = await within(transaction).add({ _id: 'd', n: 4, code: 'D' });
  expect(added).toMatchObject({ inserted: 1, ok: 1, id: 'd' });
  expect(
    await within(transaction)
      .doc('a')
      .update({ n: inc(10) }),
  ).toMatchObject({ updated: 1 });
  expect(await within(transaction).doc('b').delete()).toMatchObject({ deleted: 1 });
  expect(await within(transaction).doc('c').set({ n: 30 })).toMatchObject({ updated: 1 });
  expect((await within(transaction).doc('a').get()).data).toEqual({ _id: 'a', n: 11, code: 'A' });
  expect((await within(transaction).doc('b').get()).data).toBeNull();
  const mine = await within(transaction)
    .where({ n: db.command.gt(3) })
    .orderBy('n', 'desc')
    .get();
  expect(mine.data.map((d: { _id: string }) => d._id)).toEqual(['c', 'a', 'd']);
  const page = await within(transaction).where({}).orderBy('n', 'asc').skip(1).limit(1).get();
  expect(page.data.map((d: { _id: string }) => d._id)).toEqual(['a']);

  expect((await docs().orderBy('n', 'asc').get()).data).toHaveLength(3);
  expect(await valueOf('a')).toBe(1);
  await transaction.commit();
  expect((await docs().orderBy('n', 'asc').get()).data).toEqual([
    { _id: 'd', n: 4, code: 'D' },
    { _id: 'a', n: 11, code: 'A' },
    { _id: 'c', n: 30 },
  ]);
});

it('reads as of its first statement, whatever others commit meanwhile', async () => {
  const transaction = await db.startTransaction();
  await docs().doc('a').update({ n: 100 }); // before the first statement: visible
  expect((await within(transaction).doc('a').get()).data).toMatchObject({ n: 100 });
  await docs().doc('a').update({ n: 200 });
  await docs().doc('b').remove();
  await docs().add({ _id: 'z', n: 0 });
  expect((await within(transaction).doc('a').get()).data).toMatchObject({ n: 100 });
  expect((await within(transaction).doc('b').get()).data).toMatchObject({ n: 2 });
  expect((await within(transaction).doc('z').get()).data).toBeNull();
  const all = await within(transaction)
    .where({ n: db.command.gte(0) })
    .orderBy('n', 'asc')
    .get();
  expect(all.data.map((d: { n: number }) => d.n)).toEqual([2, 3, 100]);
  await transaction.commit();
});

it('never reads half of another transaction (read skew)', async () => {
  const reader = await db.startTransaction();
  expect((await within(reader).doc('a').get()).data).toMatchObject({ n: 1 });
  await db.runTransaction(async (other: OpenTransaction) => {
    await other
      .collection('docs')
      .doc('a')
      .update({ n: inc(-1) });
    await other
      .collection('docs')
      .doc('b')
      .update({ n: inc(1) });
  });
  expect((await within(reader).doc('b').get()).data).toMatchObject({ n: 2 });
  await reader.commit();
});

it('gives the second writer of a document a conflict at its statement, and drops its transaction', async () => {
  const first = await db.startTransaction();
  const second = await db.startTransaction();
  await within(first).doc('a').update({ n: 10 });
  await expect(within(second).doc('a').update({ n: 20 })).rejects.toMatchObject(CONFLICT);
  await expect(within(second).doc('b').get()).rejects.toMatchObject(GONE);
  await first.commit();
  expect(await valueOf('a')).toBe(10);
});

it('lets no transaction overwrite what was committed after its snapshot', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).doc('b').get();
  await docs().doc('a').update({ n: 50 });
  await expect(
    within(transaction)
      .doc('a')
      .update({ n: inc(1) }),
  ).rejects.toMatchObject(CONFLICT);
  expect(await valueOf('a')).toBe(50);
});

it('allows write skew: two transactions may write what the other has read', async () => {
  const first = await db.startTransaction();
  const second = await db.startTransaction();
  await within(first).doc('b').get();
  await within(second).doc('a').get();
  await within(first).doc('a').update({ n: 0 });
  await within(second).doc('b').update({ n: 0 });
  await first.commit();
  await second.commit();
  expect([await valueOf('a'), await valueOf('b')]).toEqual([0, 0]);
});

it('refuses every use after commit or abort', async () => {
  for (const end of ['commit', 'rollback'] as const) {
    const transaction = await db.startTransaction();
    await within(transaction).doc('a').update({ n: 7 });
    await transaction[end](undefined);
    await expect(within(transaction).doc('a').get()).rejects.toMatchObject(GONE);
    await expect(within(transaction).add({ n: 1 })).rejects.toMatchObject(GONE);
    await expect(transaction.commit()).rejects.toMatchObject(GONE);
    await expect(transaction.rollback(undefined)).rejects.toMatchObject(GONE);
  }
});

it('leaves nothing behind after an abort', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).add({ _id: 'x', n: 9 });
  await within(transaction).doc('a').remove();
  await transaction.rollback(undefined);
  expect(await valueOf('a')).toBe(1);
  expect(await valueOf('x')).toBeUndefined();
  expect(await docs().doc('a').update({ n: 2 })).toMatchObject({ updated: 1 }); // and no lock
});

it('rejects runTransaction with what rollback was given', async () => {
  const outcome = db.runTransaction(async (transaction: OpenTransaction) => {
    await within(transaction).doc('a').update({ n: 9 });
    await transaction.rollback('no stock');
  });
  await expect(outcome).rejects.toBe('no stock');
  expect(await valueOf('a')).toBe(1);
});

it('commits 1,001 documents added in one transaction', async () => {
  const transaction = await db.startTransaction();
  const data = Array.from({ length: 1001 }, (_, i) => ({ n: 1000 + i, code: `code${i}` }));
  const added = await within(transaction).add(data);
  expect(added.ids).toHaveLength(1001);
  expect((await docs().count()).total).toBe(3);
  await transaction.commit();
  expect((await docs().count()).total).toBe(1004);
});

it('takes updateAndReturn of a transaction into the transaction', async () => {
  const transaction = await db.startTransaction();
  const result = await within(transaction)
    .where({ code: 'A' })
    .updateAndReturn({ n: inc(5) });
  expect(result).toMatchObject({ updated: 1, doc: { _id: 'a', n: 6 } });
  expect(await valueOf('a')).toBe(1);
  await transaction.commit();
  expect(await valueOf('a')).toBe(6);
});

it('reports the id of a document that set() made', async () => {
  const transaction = await db.startTransaction();
  expect(await within(transaction).doc('new').set({ n: 1 })).toMatchObject({
    updated: 0,
    upserted: [{ _id: 'new' }],
  });
  await transaction.commit();
  expect(await valueOf('new')).toBe(1);
});

it('ends with the number that was acknowledged when 20 transactions count at once', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 20 }, () =>
      db.runTransaction(async (transaction: OpenTransaction) => {
        await within(transaction).doc('a').get();
        await within(transaction)
          .doc('a')
          .update({ n: inc(1) });
      }),
    ),
  );
  const done = attempts.filter(a => a.status === 'fulfilled').length;
  expect(done).toBeGreaterThan(0);
  for (const a of attempts) if (a.status === 'rejected') expect(a.reason).toMatchObject(CONFLICT);
  expect(await valueOf('a')).toBe(1 + done);
});

it('holds 150 open transactions at once', async () => {
  const open = await Promise.all(Array.from({ length: 150 }, () => db.startTransaction()));
  await Promise.all(open.map((t, i) => within(t).add({ _id: `t${i}`, n: i, code: `t${i}` })));
  await Promise.all(open.map(t => t.commit()));
  expect((await docs().count()).total).toBe(153);
});

it('ends a transaction after 30 seconds, and its commit then fails', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).doc('a').update({ n: 9 });
  server.clock.set(Date.now() + 29_000);
  await within(transaction).doc('a').get();
  server.clock.set(Date.now() + 30_001);
  await expect(transaction.commit()).rejects.toMatchObject(GONE);
  expect(await valueOf('a')).toBe(1);
});

it('frees the locks of an expired transaction for a writer that is already waiting', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).doc('a').update({ n: 9 });
  const waiting = docs().doc('a').update({ n: 5 });
  await new Promise(resolve => setTimeout(resolve, 60));
  server.clock.set(Date.now() + 31_000);
  expect(await waiting).toMatchObject({ updated: 1 });
  expect(await valueOf('a')).toBe(5);
});

it('makes a write outside wait for the transaction that holds the document', async () => {
  const transaction = await db.startTransaction();
  await within(transaction)
    .doc('a')
    .update({ n: inc(1) });
  const outside = docs()
    .where({ _id: 'a' })
    .update({ n: inc(100) });
  await new Promise(resolve => setTimeout(resolve, 50));
  await transaction.commit();
  expect(await outside).toMatchObject({ updated: 1 });
  expect(await valueOf('a')).toBe(102);
});

it('checks unique indexes at the statement, against the store and against other transactions', async () => {
  const first = await db.startTransaction();
  await expect(within(first).add({ code: 'B' })).rejects.toSatisfy(isDuplicate);
  const second = await db.startTransaction();
  await within(second).doc('b').update({ code: 'free' });
  await within(second).doc('a').update({ code: 'B' }); // taken over from its own document
  await expect(within(second).add({ code: 'free' })).rejects.toSatisfy(isDuplicate);
  const third = await db.startTransaction();
  const fourth = await db.startTransaction();
  await within(third).add({ code: 'new' });
  await expect(within(fourth).add({ code: 'new' })).rejects.toMatchObject(CONFLICT);
  await third.commit();
  await expect(docs().add({ code: 'new' })).rejects.toSatisfy(isDuplicate);
});

it('drops the transaction of a statement that fails', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).doc('a').update({ n: 50 });
  await expect(
    within(transaction)
      .doc('b')
      .update({ code: inc(1) }),
  ).rejects.toMatchObject({
    code: 'DATABASE_REQUEST_FAILED',
  });
  await expect(transaction.commit()).rejects.toMatchObject(GONE);
  expect(await valueOf('a')).toBe(1);
});

it('lets where().update() escape the transaction, as the SDK sends it without its id', async () => {
  const transaction = await db.startTransaction();
  await within(transaction).where({ _id: 'c' }).update({ n: 99 });
  await transaction.rollback(undefined);
  expect(await valueOf('c')).toBe(99);
});

it('keeps the sum of accounts under random transfers', async () => {
  const ids = ['a', 'b', 'c'];
  const transfer = async (i: number) => {
    const [from, to] = [ids[i % 3]!, ids[(i + 1) % 3]!];
    await db
      .runTransaction(async (transaction: OpenTransaction) => {
        const { data } = await within(transaction).doc(from).get();
        const { n } = data as unknown as { n: number };
        await within(transaction)
          .doc(from)
          .update({ n: n - 1 });
        await within(transaction)
          .doc(to)
          .update({ n: inc(1) });
      })
      .catch((error: unknown) => expect(error).toMatchObject(CONFLICT));
    const reader = await db.startTransaction();
    const { data } = await within(reader).where({}).get();
    await reader.commit();
    expect(data.reduce((sum: number, d: { n: number }) => sum + d.n, 0)).toBe(6);
  };
  await Promise.all(Array.from({ length: 20 }, (_, i) => transfer(i)));
});
