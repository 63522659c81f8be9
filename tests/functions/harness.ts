import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import { collections, type CollectionName } from '#contract/collections.ts';
import type { Envelope } from '#contract/envelope.ts';
import type { ActionName, ActionOutput, FunctionName } from '#contract/index.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { localSandbox, noMemory } from '../../scripts/sandbox.ts';
import { borrowKeys, lendKeys } from '../keysOfRun.ts';
import type { Fixture } from './fixture.ts';
import { takeSnapshot } from './snapshot.ts';

/**
 * The functions as deployed, called through their dispatchers in this process, on a real local platform: real database,
 * real storage, the unmodified server SDK in between. One platform per test file.
 */
export type Event = Record<string, unknown>;
type Main = (event: unknown, context?: unknown) => Promise<Envelope>;

export interface CallOptions {
  token?: unknown;
  /** Where the caller is, as the platform vouches for it. */
  ip?: string;
  /** Who the platform says it is; the first administrator on the visitor side when absent. */
  caller?: Record<string, string>;
}

/** An administrator's ticket, on the visitor side the try-out account. */
const TICKET = { TCB_UUID: '1000000000000000001', TCB_CUSTOM_USER_ID: 'first_admin' };

export const PASSWORD = 'correct horse 电池';
/** Records tell their times from the moment they were made. */
const FRESH_MS = 30_000;
const HOME = '203.0.113.7';

/** Must be called once, at the top of a test file. `environment` is read when the functions load, so never later. */
export const startWorld = async (environment: Record<string, string> = {}) => {
  // The SDK adds a listener per request to sockets it keeps; two hundred at once make Node warn about it.
  EventEmitter.defaultMaxListeners = 0;
  /** The functions' log output: provoked failures, not printed. */
  const errors: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    errors.push(parts.map(part => (part instanceof Error ? part.stack : String(part))).join(' '));
  });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'functions-'));
  borrowKeys(dataDir);
  const log: string[] = [];
  const kek = randomBytes(32).toString('base64');
  process.env['APP_KEK_1'] = kek;
  // eslint-disable-next-line prefer-const
  let emulator: Emulator;
  const local = localSandbox(dataDir, true, () => emulator);
  emulator = await startEmulator({
    port: 0,
    mounts: local.mounts,
    dataDir,
    config: platformConfig(),
    functionsDir: path.join(dataDir, 'no-functions'),
    workers: 0,
    test: true,
    log: line => log.push(line),
  });
  lendKeys(dataDir);
  let snapshot: ReturnType<typeof takeSnapshot> | undefined;
  afterAll(async () => {
    snapshot?.close();
    await emulator.close();
    local.sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  Object.assign(process.env, {
    TENCENTCLOUD: 'true',
    SILENCE: 'true',
    SCF_NAMESPACE: emulator.envId,
    TCB_CONTEXT_CNFG: JSON.stringify({ URL: `${emulator.url}/admin` }),
    TENCENTCLOUD_SECRETID: emulator.secretId,
    TENCENTCLOUD_SECRETKEY: emulator.secretKey,
    CUSTOM_LOGIN_KEY: JSON.stringify(emulator.customLoginKey),
    STORAGE_BUCKET: 'files',
    PUBLIC_CALLS_PER_MINUTE: '10000000',
    ...local.variables(emulator.url),
    ...environment,
  });
  // Not before: what it is made from reads the environment as well.
  const { fixture } = await import('./fixture.ts');
  const { hashPassword } = await import('#cloudfunctions/_shared/password.ts');
  const { admins, openSession } = await import('#cloudfunctions/_shared/session.ts');
  const passwordHash = await hashPassword(PASSWORD);

  /** Whatever a client might send, and whatever a platform might add. */
  const send = async (
    name: FunctionName,
    event: unknown,
    ip = HOME,
    caller: Record<string, string> = TICKET,
  ): Promise<Envelope> => {
    const { main } = (await import(`../../cloudfunctions/${name}/index.ts`)) as { main: Main };
    // As it comes over the wire: no undefined, no prototypes.
    const arrived: unknown = event === undefined ? undefined : JSON.parse(JSON.stringify(event));
    return main(arrived, {
      request_id: randomBytes(8).toString('hex'),
      environment: JSON.stringify({
        ...caller,
        TCB_SOURCE_IP: ip,
        TCB_CONTEXT_KEYS: ['TCB_SOURCE_IP', ...Object.keys(caller)].join(','),
      }),
    });
  };

  const call = async <F extends FunctionName, A extends ActionName<F>>(
    name: F,
    action: A,
    data: unknown,
    { token, ip, caller }: CallOptions = {},
  ): Promise<Envelope<ActionOutput<F, A>>> =>
    (await send(
      name,
      { action, data, ...(token !== undefined && { token }) },
      ip,
      caller,
    )) as Envelope<ActionOutput<F, A>>;

  /** The answer's data; an answer that is not code 0 is shown. */
  const ok = async <F extends FunctionName, A extends ActionName<F>>(
    name: F,
    action: A,
    data: unknown,
    options?: CallOptions,
  ): Promise<ActionOutput<F, A>> => {
    const envelope = await call(name, action, data, options);
    if (envelope.code !== 0) throw new Error(`${name}.${action}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };

  /** Changes a stored record as no function would: what a test finds has another history. */
  const set = (collectionName: string, _id: string, $set: object) =>
    emulator.database.handle('database.modifyDocument', {
      collectionName,
      queryType: 'DOC',
      multi: false,
      merge: true,
      upsert: false,
      query: JSON.stringify({ _id }),
      data: JSON.stringify({ $set }),
    });

  const rows = async (collection: CollectionName): Promise<Record<string, unknown>[]> => {
    const all: Record<string, unknown>[] = [];
    for (;;) {
      const { data } = (await emulator.database.handle('database.getDocument', {
        collectionName: collection,
        queryType: 'WHERE',
        limit: 1_000,
        offset: all.length,
      })) as { data: { list: string[] } };
      all.push(...data.list.map(text => JSON.parse(text) as Record<string, unknown>));
      // The one audit row that the examples read was not written by what a test does.
      if (data.list.length < 1_000) return all.filter(({ _id }) => _id !== 'log_0001');
    }
  };

  const storedFiles = (): string[] => {
    const root = path.join(dataDir, 'files');
    if (!existsSync(root)) return [];
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
      .sort();
  };

  let dumped: { version: string; text: string } | undefined;
  const dumpedAtFirst = new Map<string, string>();
  /** Everything stored except the counters of attempts, which may change. Read again only after a write. */
  const dump = async (leftOut: CollectionName[] = []): Promise<string> => {
    const ignored: string[] = ['rateLimits', ...leftOut];
    const scope = JSON.stringify([ignored, storedFiles()]);
    const isAsAtFirst = snapshot?.touched().every(name => ignored.includes(name)) ?? false;
    if (isAsAtFirst) {
      const text = dumpedAtFirst.get(scope) ?? (await read(ignored));
      dumpedAtFirst.set(scope, text);
      return text;
    }
    const version = `${snapshot?.version()} ${scope}`;
    if (snapshot && dumped?.version === version) return dumped.text;
    const text = await read(ignored);
    dumped = { version, text };
    return text;
  };

  const read = async (ignored: string[]) => {
    const wanted = collections.filter(({ name }) => !ignored.includes(name));
    const content = await Promise.all(
      wanted.map(async ({ name }) => [
        name,
        (await rows(name)).sort((a, b) => (String(a._id) < String(b._id) ? -1 : 1)),
      ]),
    );
    return JSON.stringify([content, storedFiles()], null, 1);
  };

  const insert = async (collection: CollectionName, records: Record<string, unknown>[]) => {
    await emulator.database.handle('database.insertDocument', {
      collectionName: collection,
      data: records.map(record => JSON.stringify(record)),
    });
  };

  /** An administrator with `PASSWORD` and a session, made without hashing. */
  const someAdmin = async (fields: Partial<Record<string, unknown>> = {}, id?: string) => {
    const admin = await admins.insert(
      {
        username: `admin_${randomBytes(4).toString('hex')}`,
        nickName: '测试管理员',
        avatar: '',
        lastLoginTime: null,
        passwordHash,
        status: 'active',
        sessionEpoch: 1,
        knownIps: [],
        ...fields,
      } as never,
      id,
    );
    const { token, session } = await openSession(admin, { ip: HOME, userAgent: 'tests' });
    return { admin, token, session };
  };

  const files = (wanted: Fixture['files']) =>
    Promise.all(
      wanted.map(({ key, content }) =>
        emulator.files.put(key, oneChunk(content), { owner: null, limit: content.length }),
      ),
    );

  const fill = async () => {
    const content = fixture();
    memory = content.memory;
    for (const [collection, records] of Object.entries(content.records)) {
      await insert(collection as CollectionName, records);
    }
    await local.configure(emulator);
    const { admin, token, session } = await someAdmin({ username: 'admin' }, 'first_admin');
    await insert('adminSessions', [
      { ...session, _id: content.otherSessionId, lastSeenTime: session.lastSeenTime - 1 },
    ]);
    return { admin, token, session };
  };

  let memory = noMemory;
  let signedIn: Awaited<ReturnType<typeof fill>> | undefined;
  /**
   * An empty database with the records of `fixture.ts` and one signed-in administrator, and the fixture's files.
   * Written once; afterwards a copy is restored with the same session, as long as its times are recent.
   */
  const reset = async () => {
    emulator.database.dropTransactions();
    local.sandbox.reset();
    if (Math.abs(Date.now() - (signedIn?.session.lastSeenTime ?? 0)) > FRESH_MS) {
      snapshot?.close();
      snapshot = signedIn = undefined;
      dumpedAtFirst.clear();
    }
    snapshot?.restore();
    dumped = undefined;
    if (!signedIn) emulator.database.reset();
    signedIn ??= await fill();
    local.remember(memory);
    snapshot ??= takeSnapshot(path.join(dataDir, `${emulator.envId}.sqlite`));
    const there = new Set(storedFiles());
    if (!atFirst.every(name => there.has(name))) await files(firstFiles);
    return structuredClone(signedIn);
  };

  /** Makes the platform fail; see the emulator's README. */
  const inject = async (injection: Record<string, unknown>) => {
    const answer = await fetch(`${emulator.url}/__emulator/inject`, {
      method: 'POST',
      body: JSON.stringify(injection),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  /** Plans that no call has met are dropped. */
  const forgetInjections = async () => {
    const url = `${emulator.url}/__emulator/forget`;
    const answer = await fetch(url, { method: 'POST', body: '{}' });
    if (!answer.ok) throw new Error(await answer.text());
  };

  const firstFiles = fixture().files;
  await files(firstFiles);
  const atFirst = storedFiles();
  return {
    forgetInjections,
    dataDir,
    emulator,
    sandbox: local.sandbox,
    remember: local.remember,
    send,
    call,
    ok,
    rows,
    set,
    dump,
    storedFiles,
    insert,
    someAdmin,
    reset,
    inject,
    log,
    errors,
    home: HOME,
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;

async function* oneChunk(content: Buffer) {
  yield content;
}
