import { randomBytes } from 'node:crypto';
import { afterAll, vi } from 'vitest';
import type { WebAnswer } from '#cloudfunctions/_shared/base/httpFunction.ts';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import type { StoredRefund } from '#cloudfunctions/_shared/refunds/refunds.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { CollectionName } from '#contract/collections.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { ActionName, FunctionName } from '#contract/index.ts';
import { openDatabase } from '#emulator/database/database.ts';
import type { SignedNotice } from '../../sandbox/wechatPay/notices.ts';
import {
  backgroundConfigs,
  functionConfigs,
  platformConfig,
} from '../../scripts/build/platform.ts';
import { tinyPng } from '../functions/tinyPng.ts';
import { noAnswer, takeShortWay } from '../shortWay.ts';
import {
  GATEWAY_URL,
  type GatewayCall,
  type GatewayOptions,
  makeKeys,
  type Manner,
  type MessageCall,
  type SimulatedGateway,
  simulateGateway,
} from './gateway.ts';
import { GENERATOR_URL, type GeneratorCall, simulateGenerator } from './generator.ts';
import { createScheduler, type Ended, type Scheduler } from './scheduler.ts';
import { simulateStorage } from './storage.ts';
import { simulateWeChat, WECHAT_URL } from './weChat.ts';

/** When every story begins: ten in the morning in Shanghai. */
const BEGIN = Date.UTC(2026, 10, 20, 2);

type Row = Record<string, unknown> & { _id: string };
type Main = (event: unknown, context?: unknown) => Promise<unknown>;

/** How long one request to the database is under way, there and back, and whether its answer gets lost. */
export interface Latency {
  ms: number;
  back?: number;
  lost?: 'before' | 'after' | undefined;
}

/** Decided at random, or by a script. */
export interface Fate extends Pick<GatewayOptions, 'settling' | 'notice'> {
  manner(call: GatewayCall | GeneratorCall | MessageCall, number: string): Manner;
  /** The code of the generator's refusal. */
  refusal(): number;
  latency(action: string): Latency;
  /** The wait at which a process dies; Infinity: it lives. */
  diesAtWait(process: string): number;
  /** In the place of Math.random. */
  random(): number;
}

const SDK_TIMEOUT_MS = 8_000;
/** Orders paid more recently are being fulfilled by whoever recorded the payment. */
const FULFILS_AFTER_MS = 31_000;
const HOME = '203.0.113.7';

const called = [
  ...(['adminOrder', 'adminUser', 'adminPrintOrder', 'adminTask'] as const),
  ...(['appUser', 'appTask'] as const),
];
const background = [
  ...(['orderTimers', 'payNotify', 'refundNotify'] as const),
  ...(['taskTimers', 'runninghubWebhook', 'messageTimers'] as const),
];
export type TimerName = 'orders' | 'refunds' | 'tasks' | 'messages';
const functionOf: Record<TimerName, 'orderTimers' | 'taskTimers' | 'messageTimers'> = {
  orders: 'orderTimers',
  refunds: 'orderTimers',
  tasks: 'taskTimers',
  messages: 'messageTimers',
};
/** What the platform calls a function's timer, where it is not the same. */
const triggers: Partial<Record<TimerName, string>> = { tasks: 'run', messages: 'send' };

const writes = new Set(
  ['insertDocument', 'modifyDocument', 'modifyAndReturnDoc', 'removeDocument'].map(
    name => `database.${name}`,
  ),
);

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
  const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
  Object.assign(environment, {
    SCF_NAMESPACE: envId,
    STORAGE_BUCKET: 'files',
    WECHATPAY_BASE_URL: GATEWAY_URL,
    RUNNINGHUB_BASE_URL: GENERATOR_URL,
    WECHAT_BASE_URL: WECHAT_URL,
    HTTP_ACCESS_URL: 'http://127.0.0.1',
    PUBLIC_CALLS_PER_MINUTE: 10_000_000,
  });

  let current: World | undefined;
  const logged = vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    const words = parts.map(part => (part instanceof Error ? part.message : String(part)));
    current?.scheduler.tell('log', words.join(' '));
  });
  const realFetch = globalThis.fetch;
  const realRandom = Math.random;
  const backToHttp = takeShortWay(database, (action, body, carryOut) =>
    current ? current.carry(action, body, carryOut) : carryOut(),
  );

  const load = async (name: string) =>
    [
      name,
      ((await import(`../../cloudfunctions/${name}/index.ts`)) as { main: Main }).main,
    ] as const;
  const mains = new Map(await Promise.all([...called, ...background].map(load)));
  const { app } = await import('#cloudfunctions/_shared/base/cloud.ts');

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
    const fate = { manner: never, settling: never, notice: never, deliver: never };
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
    logged.mockRestore();
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
    const world = await createWorld({ fate, scheduler, mains, readRows: rows, write, keys });
    globalThis.fetch = world.fetch;
    Object.assign(app, world.storage.methods);
    current = world;
    return world;
  };

  return { begin, leave, rows };
};

export type Simulation = Awaited<ReturnType<typeof startSimulation>>;

interface Parts {
  write(collection: CollectionName, _id: string, fields: object): Promise<unknown>;
  fate: Fate;
  scheduler: Scheduler;
  mains: Map<string, Main>;
  readRows: <R = Row>(collection: CollectionName) => Promise<R[]>;
  keys: ReturnType<typeof makeKeys>;
}

const createWorld = async ({ fate, scheduler, mains, readRows, write, keys }: Parts) => {
  const { tell } = scheduler;
  let calls = 0;
  /** Collections that have changed since anybody looked. */
  const changed = new Set<string>();
  /** What was read of a collection, until it is written to. */
  const cached = new Map<string, Promise<unknown[]>>();
  const rows = <R = Row>(collection: CollectionName): Promise<R[]> => {
    const known = cached.get(collection) ?? readRows(collection);
    cached.set(collection, known);
    return known as Promise<R[]>;
  };
  const noteChange = (name: string) => {
    changed.add(name);
    cached.delete(name);
  };
  /** Collections that anybody has written to, or tried to. */
  const written = new Set<string>();
  const inTransactions = new Map<unknown, Set<string>>();

  const noteWrite = (action: string, body: Row | Record<string, unknown>) => {
    const { transactionId, collectionName } = body;
    if (action === 'database.commitTransaction') {
      for (const name of inTransactions.get(transactionId) ?? []) noteChange(name);
    } else if (writes.has(action)) {
      written.add(String(collectionName));
      if (!transactionId) return noteChange(String(collectionName));
      const names = inTransactions.get(transactionId) ?? new Set<string>();
      inTransactions.set(transactionId, names.add(String(collectionName)));
    }
  };

  const carry = async (
    action: string,
    body: Record<string, unknown>,
    carryOut: () => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> => {
    const process = scheduler.current();
    const { ms, back, lost } = fate.latency(action);
    const about = [body['collectionName'] ?? '', body['query'] ?? ''].join(' ').trim();
    const what = `${action.slice('database.'.length)} ${about}`.trim();
    await scheduler.pause(what, ms);
    const isWrite = writes.has(action) || action === 'database.commitTransaction';
    const silent = async (): Promise<never> => {
      tell(process?.name ?? '?', `${what}: no answer, ${lost} it was carried out`);
      await scheduler.pause('no answer', SDK_TIMEOUT_MS);
      throw noAnswer();
    };
    if (lost === 'before') return silent();
    const answer = await carryOut();
    if (!answer['code']) noteWrite(action, body);
    // A process that died while waiting for a lock does not continue.
    if (process?.dead) return new Promise(() => undefined);
    if (isWrite || answer['code'])
      tell(process?.name ?? '?', `${what}${answer['code'] ? `: ${String(answer['code'])}` : ''}`);
    if (lost === 'after') return silent();
    if (back) await scheduler.pause(`the answer to ${what}`, back);
    return answer;
  };

  const run = <T>(name: string, process: string, seconds: number, work: () => Promise<T>) =>
    scheduler.start(process, work, {
      lives: seconds * 1_000,
      diesAtWait: fate.diesAtWait(name),
    });

  const notice = async (to: 'payNotify' | 'refundNotify', signed: SignedNotice) => {
    const process = `${to}#${(calls += 1)}`;
    tell(process, 'a notice arrives');
    const event = { path: '/', httpMethod: 'POST', headers: signed.headers, body: signed.body };
    const work = () => mains.get(to)!(event) as Promise<WebAnswer>;
    const ended = await run(to, process, backgroundConfigs[to]!.timeout, work);
    if (ended.kind === 'done') tell(process, `answers ${ended.value.statusCode}`);
    return ended.kind === 'done' && ended.value.statusCode === 200;
  };

  const gateway: SimulatedGateway = simulateGateway({
    keys,
    scheduler,
    deliver: notice,
    manner: (call, number) => fate.manner(call, number),
    settling: () => fate.settling(),
    notice: () => fate.notice(),
  });
  for (const order of await rows<StoredOrder>('orders')) gateway.know(order);

  const report = async (path: string, body: string) => {
    const process = `runninghubWebhook#${(calls += 1)}`;
    tell(process, 'a report arrives');
    const event = { path, httpMethod: 'POST', headers: {}, body };
    const work = () => mains.get('runninghubWebhook')!(event) as Promise<WebAnswer>;
    const { timeout } = backgroundConfigs['runninghubWebhook']!;
    const ended = await run('runninghubWebhook', process, timeout, work);
    if (ended.kind === 'done') tell(process, `answers ${ended.value.statusCode}`);
    return ended.kind === 'done' && ended.value.statusCode === 200;
  };

  const generator = simulateGenerator({
    scheduler,
    picture: tinyPng,
    deliver: report,
    manner: (call, number) => fate.manner(call, number),
    refusal: () => fate.refusal(),
    notice: () => fate.notice(),
  });
  const weChat = simulateWeChat({ scheduler, manner: number => fate.manner('message', number) });
  const storage = simulateStorage(scheduler, () => fate.latency('storage'));
  for (const { filePath } of await rows<{ filePath: string }>('files'))
    storage.contents.set(filePath, tinyPng);

  const fetch = (given: URL | string, init: RequestInit): Promise<Response> => {
    const url = new URL(given);
    if (url.origin === WECHAT_URL) return weChat.fetch(url, init);
    return url.origin === GENERATOR_URL ? generator.fetch(url, init) : gateway.fetch(url, init);
  };

  /** Numbers of refunds whose void has been answered as done, and when. */
  const voided = new Map<string, number>();
  /** Answers to people, in the order they were given. */
  const answers: { who: string; action: string; data: Record<string, unknown>; code: number }[] =
    [];
  /** How often people asked for money of an order to be sent back. */
  const wishes = new Map<string, number>();

  const call = async <F extends FunctionName>(
    who: string,
    name: F,
    action: ActionName<F> & string,
    data: Record<string, unknown>,
    as: { token?: string; caller?: Record<string, string> },
  ): Promise<Ended<Envelope>> => {
    const process = `${who}#${(calls += 1)}`;
    tell(process, `calls ${action} ${JSON.stringify(data)}`);
    // Prints that are cancelled are paid back; the order bears their number.
    const wished = action === 'processRefund' || data['status'] === 'cancelled';
    const orderId = String(data['id']).replace('prt_', 'ord_');
    if (wished) wishes.set(orderId, (wishes.get(orderId) ?? 0) + 1);
    const event = { action, data, ...(as.token && { token: as.token }) };
    const caller = as.caller ?? {};
    const context = {
      request_id: process,
      environment: JSON.stringify({
        ...caller,
        TCB_SOURCE_IP: HOME,
        TCB_CONTEXT_KEYS: ['TCB_SOURCE_IP', ...Object.keys(caller)].join(','),
      }),
    };
    const work = () => mains.get(name)!(event, context) as Promise<Envelope>;
    const ended = await run(name, process, functionConfigs[name].timeout, work);
    if (ended.kind === 'died') return ended;
    const { code, message, data: answer } = ended.value;
    const status = (answer as { status?: string } | null)?.status ?? '';
    tell(process, `is answered ${code} ${code === 0 ? status : message}`.trim());
    answers.push({ who, action, data, code });
    if (action === 'voidRefund' && code === 0) voided.set(String(data['id']), scheduler.now());
    return ended;
  };

  const timer = async (name: TimerName) => {
    const process = `timer ${name}#${(calls += 1)}`;
    const event = { Type: 'Timer', TriggerName: triggers[name] ?? name };
    const of = functionOf[name];
    const work = () => mains.get(of)!(event) as Promise<{ ok: boolean }>;
    const ended = await run(of, process, backgroundConfigs[of]!.timeout, work);
    return ended.kind === 'done' && ended.value.ok;
  };

  const change = async (collection: CollectionName, _id: string, fields: object) => {
    written.add(collection);
    await write(collection, _id, fields);
    noteChange(collection);
  };

  /** When a timer's next run will find something to do; Infinity: nothing is expected. */
  const due = async (name: TimerName): Promise<number> => {
    if (name === 'messages') {
      const waiting = (await rows<StoredMessage>('messages')).filter(
        ({ status }) => status === 'waiting',
      );
      return Math.min(...waiting.map(({ nextTime }) => nextTime), Infinity);
    }
    if (name === 'tasks') {
      const instants = (await rows<StoredTask>('tasks')).flatMap(({ status, nextPollTime }) => {
        // A slot may be free for it at any time.
        if (status === 'queued') return 0;
        return nextPollTime > 0 ? nextPollTime : [];
      });
      return Math.min(...instants, Infinity);
    }
    const instants =
      name === 'refunds'
        ? (await rows<StoredRefund>('refunds')).map(({ status, nextQueryTime }) =>
            status === 'success' ? Infinity : (nextQueryTime ?? Infinity),
          )
        : (await rows<StoredOrder>('orders')).map(({ status, fulfil, expireTime, updateTime }) => {
            if (fulfil.status === 'pending') return updateTime + FULFILS_AFTER_MS;
            return status === 'pending' ? (expireTime ?? Infinity) : Infinity;
          });
    return Math.min(...instants, Infinity);
  };

  const parts = {
    scheduler,
    gateway,
    generator,
    weChat,
    storage,
    fetch: fetch as unknown as typeof globalThis.fetch,
    call,
    timer,
    carry,
    rows,
    change,
    changed,
    written,
    due,
  };
  return {
    ...parts,
    voided,
    wishes,
    answers,
    tell,
    fate,
  };
};

export type World = Awaited<ReturnType<typeof createWorld>>;
