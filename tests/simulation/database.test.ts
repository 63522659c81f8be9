import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#emulator/database/database.ts';
import { startEmulator } from '#emulator/emulator.ts';
import { borrowKeys, lendKeys } from '../folderOfRun.ts';
import { replaceSdkTransport } from '../replaceSdkTransport.ts';

const things = {
  name: 'things',
  acl: 'ADMINONLY' as const,
  indexes: [{ name: 'key', keys: { key: 1 as const }, unique: true }],
};
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'short-way-'));
borrowKeys(dataDir);
const emulator = await startEmulator({
  port: 0,
  dataDir,
  workers: 0,
  functionsDir: path.join(dataDir, 'none'),
  config: { envId: 'local', collections: [things], functions: {} },
});
lendKeys(dataDir);
afterAll(async () => {
  await emulator.close();
  rmSync(dataDir, { recursive: true, force: true });
});
Object.assign(process.env, {
  TENCENTCLOUD: 'true',
  SILENCE: 'true',
  SCF_NAMESPACE: 'local',
  TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${emulator.url}/admin` }),
  TENCENTCLOUD_SECRETID: emulator.secretId,
  TENCENTCLOUD_SECRETKEY: emulator.secretKey,
});
const { _, db } = await import('#cloudfunctions/_shared/base/cloud.ts');

interface SdkTransaction {
  collection(name: string): {
    doc(id: string): { get(): Promise<object>; update(patch: object): Promise<object> };
    add(record: object): Promise<object>;
  };
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
}
const start = () => db.startTransaction() as unknown as Promise<SdkTransaction>;
const all = () => db.collection('things');

/** What is different every time, and no more: numbers of requests and transactions. */
const comparable = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer ?? null, (key, value: unknown) =>
      key === 'requestId' || key === 'transactionId' ? typeof value : value,
    ),
  );

/** Of each kind of answer and error one: whatever the request is, both take the same way. */
const operations: [string, () => Promise<unknown>][] = [
  ['adds one', () => all().add({ _id: 'a', key: 1, n: 1, tags: ['x'], deep: { one: 1 } })],
  ['refuses an id that is taken', () => all().add({ _id: 'a', key: 9 })],
  ['refuses a key that is taken', () => all().add({ _id: 'd', key: 1 })],
  [
    'sets when the guard holds',
    () =>
      all()
        .where({ _id: 'a', n: 1 })
        .updateAndReturn({ n: _.inc(1) }),
  ],
  ['does not know a collection', () => db.collection('nothing').doc('a').get()],
  [
    'commits a transaction',
    async () => {
      const transaction = await start();
      const read = await transaction.collection('things').doc('a').get();
      const updated = await transaction.collection('things').doc('a').update({ n: 10 });
      const added = await transaction.collection('things').add({ _id: 'e', key: 5 });
      const before = await all().doc('a').get();
      const committed = await transaction.commit();
      return [read, updated, added, before, committed, await all().doc('a').get()];
    },
  ],
  [
    'lets the first of two transactions win',
    async () => {
      const [first, second] = [await start(), await start()];
      await first.collection('things').doc('a').update({ n: 12 });
      const refused = await outcomeOf(() => second.collection('things').doc('a').update({ n: 13 }));
      const dropped = await outcomeOf(() => second.commit());
      return [refused, dropped, await first.commit(), await all().doc('a').get()];
    },
  ],
  [
    'tries again three times what is in conflict',
    async () => {
      const other = await start();
      await other.collection('things').doc('a').update({ n: 18 });
      let tries = 0;
      const work = (transaction: SdkTransaction) => {
        tries += 1;
        return transaction.collection('things').doc('a').update({ n: 19 });
      };
      const outcome = await outcomeOf(
        () => db.runTransaction(work as never, 3) as Promise<unknown>,
      );
      return [tries, outcome, await other.rollback()];
    },
  ],
];

/** The answer, or what is thrown, as the functions see it. */
const outcomeOf = async (work: () => Promise<unknown>) => {
  try {
    return comparable(await work());
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    return { thrown: { code, message, isError: error instanceof Error } };
  }
};

const outcomes = async () => {
  const list: [string, unknown][] = [];
  for (const [name, work] of operations) list.push([name, await outcomeOf(work)]);
  return list;
};

it('the replaced transport gives the answers and errors of the SDK over HTTP', async () => {
  const overHttp = await outcomes();
  const clock = { now: () => Date.now(), set: () => undefined };
  const database = openDatabase({ file: ':memory:', collections: [things], clock });
  let requests = 0;
  const backToHttp = replaceSdkTransport(database, (_action, _body, carryOut) => {
    requests += 1;
    return carryOut();
  });
  const shortly = await outcomes().finally(backToHttp);
  database.close();
  expect(shortly).toEqual(overHttp);
  expect(requests).toBeGreaterThan(operations.length);
  const named = Object.fromEntries(overHttp);
  expect(named['tries again three times what is in conflict']).toMatchObject([
    4,
    { thrown: { code: 'DATABASE_TRANSACTION_CONFLICT' } },
    {},
  ]);
  expect(JSON.stringify(named['refuses a key that is taken'])).toMatch(
    /E11000|DATABASE_DUPLICATE_WRITE/,
  );
});
