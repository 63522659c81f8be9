import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import type { CollectionName } from '#contract/collections.ts';
import { openDatabase } from '#emulator/database/database.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { replaceSdkTransport } from '../replaceSdkTransport.ts';
import type { Row } from './database.ts';
import type { Fate } from './fate.ts';
import { GATEWAY_URL, makeKeys, simulateGateway } from './gateway.ts';
import { GENERATOR_URL } from './generator.ts';
import { createScheduler } from './scheduler.ts';
import { WECHAT_URL } from './weChat.ts';
import { createWorld, type Main, type World } from './world.ts';

/** When every story begins: ten in the morning in Shanghai. */
const BEGIN = Date.UTC(2026, 10, 20, 2);

const called = [
  ...(['adminOrder', 'adminUser', 'adminPrintOrder', 'adminTask', 'adminCompensation'] as const),
  ...(['appUser', 'appTask', 'appOrder'] as const),
];
const background = ['worker', 'callback'] as const;

/** The functions with their SDK and what they read of their environment. */
const loadFunctions = async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const load = async (name: string) =>
    [
      name,
      ((await import(path.join(root, 'cloudfunctions', name, 'index.ts'))) as { main: Main }).main,
    ] as const;
  const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
  Object.assign(environment, {
    SCF_NAMESPACE: platformConfig().envId,
    STORAGE_BUCKET: 'files',
    WECHATPAY_BASE_URL: GATEWAY_URL,
    RUNNINGHUB_BASE_URL: GENERATOR_URL,
    WECHAT_BASE_URL: WECHAT_URL,
    HTTP_ACCESS_URL: 'http://127.0.0.1',
    PUBLIC_CALLS_PER_MINUTE: 10_000_000,
    ACCOUNTS_PER_ADDRESS: 1_000,
    ORDERS_PER_ADDRESS: 1_000,
    // A story lasts two days at most; hundreds of empty ones before it would be compared every hour.
    COUNTERS_REBUILD_DAYS: 3,
  });
  const mains = new Map(await Promise.all([...called, ...background].map(load)));
  const { app } = await import('#cloudfunctions/_shared/base/cloud.ts');
  return { mains, app };
};

/** Once per test file: the functions, their database and the records every story begins with. */
export const startSimulation = async () => {
  const { envId, collections } = platformConfig();
  const clock = { now: () => Date.now(), set: () => undefined };
  const database = openDatabase({ file: ':memory:', collections, clock });
  Object.assign(process.env, {
    TENCENTCLOUD: 'true',
    SILENCE: 'true',
    SCF_NAMESPACE: envId,
    TENCENTCLOUD_SECRETID: 'none',
    TENCENTCLOUD_SECRETKEY: 'none',
    APP_KEK_1: randomBytes(32).toString('base64'),
  });
  let current: World | undefined;
  // The time that a call took is another one in each run of a story.
  const noteLine = (line: string) => {
    const { event, outcome, about, error } = JSON.parse(line) as Partial<Record<string, unknown>>;
    current?.scheduler.note('log', JSON.stringify({ event, outcome, about, error }));
  };
  const logged = (['info', 'warn', 'error'] as const).map(level =>
    vi.spyOn(console, level).mockImplementation(level === 'info' ? () => undefined : noteLine),
  );
  const realFetch = globalThis.fetch;
  const realRandom = Math.random;
  const { mains, app } = await loadFunctions();
  // The SDK chooses its transport when the functions are read.
  const backToHttp = replaceSdkTransport(database, (action, body, carryOut) =>
    current ? current.carry(action, body, carryOut) : carryOut(),
  );
  const mainOf = (name: string): Main => mains.get(name)!;

  const keys = makeKeys();
  const insert = (collectionName: string, data: string[]) =>
    database.handle('database.insertDocument', { collectionName, data });
  const firstRecords = async () => {
    const { recordsAt } = await import('./records.ts');
    const scheduler = createScheduler(BEGIN);
    scheduler.install();
    const never = (): never => {
      throw new Error('no story has begun');
    };
    const fate = { manner: never, settling: never, notice: never, deliver: never, push: never };
    const { settings } = simulateGateway({ ...fate, keys, scheduler });
    try {
      const records = Object.entries(recordsAt(BEGIN, keys, settings));
      return new Map(records.map(([name, its]) => [name, its.map(row => JSON.stringify(row))]));
    } finally {
      scheduler.uninstall();
    }
  };
  const atFirst = await firstRecords();
  for (const [name, its] of atFirst) await insert(name, its);
  /** Brings back what the last story has written to. */
  const restore = async () => {
    for (const collectionName of current?.written ?? []) {
      const all = { collectionName, query: '{}', multi: true };
      await database.handle('database.removeDocument', all);
      const its = atFirst.get(collectionName);
      if (its) await insert(collectionName, its);
    }
  };

  const rows = async <R = Row>(collection: CollectionName): Promise<R[]> => {
    const { data } = (await database.handle('database.getDocument', {
      collectionName: collection,
      queryType: 'WHERE',
      limit: 1_000,
    })) as { data: { list: string[] } };
    return data.list.map(text => JSON.parse(text) as R);
  };

  const write = (collectionName: CollectionName, _id: string, fields: object) =>
    database.handle('database.modifyDocument', {
      collectionName,
      multi: false,
      merge: true,
      upsert: false,
      query: JSON.stringify({ _id }),
      data: JSON.stringify({ $set: fields }),
    });

  const leave = () => {
    current?.scheduler.uninstall();
    globalThis.fetch = realFetch;
    Math.random = realRandom;
  };

  afterAll(() => {
    leave();
    backToHttp();
    for (const one of logged) one.mockRestore();
    database.close();
  });

  /** A new story on the first records. */
  const begin = async (fate: Fate): Promise<World> => {
    leave();
    // Callers left waiting for a lock do not continue in the next story.
    database.dropTransactions();
    await new Promise(setImmediate);
    await restore();
    const scheduler = createScheduler(BEGIN);
    scheduler.install();
    Math.random = fate.random;
    const world = await createWorld({ fate, scheduler, mainOf, readRows: rows, write, keys });
    globalThis.fetch = world.fetch;
    Object.assign(app, world.storage.methods, { callFunction: world.callFunction });
    current = world;
    return world;
  };

  return { begin, leave, rows };
};

export type Simulation = Awaited<ReturnType<typeof startSimulation>>;
