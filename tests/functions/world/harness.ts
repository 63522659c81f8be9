import crypto, { randomBytes, type ScryptOptions } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, afterEach, vi } from 'vitest';
import type * as Environments from '#cloudfunctions/_shared/base/environment.ts';
import type { Actions } from '#contract/action.ts';
import { type CollectionName, collections } from '#contract/collections.ts';
import type { Envelope } from '#contract/envelope.ts';
import {
  type ActionName,
  type ActionOutput,
  type FunctionName,
  functions,
} from '#contract/index.ts';
import { DEFAULT_VERSION } from '#contract/legal.ts';
import type { Explanation } from '#emulator/database/reader.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { createInject, type Injection } from '#emulator/seams/inject.ts';
import { PlatformError } from '#emulator/types.ts';
import { platformConfig } from '../../../scripts/build/platform.ts';
import { localSandbox, noMemory } from '../../../scripts/shared/sandbox.ts';
import { borrowKeys, folderOfRun, lendKeys } from '../../folderOfRun.ts';
import { type Carry, replaceSdkTransport } from '../../replaceSdkTransport.ts';
import { HOME, PASSWORD, send, variablesFor } from './inProcess.ts';
import { restoreEnvironment } from './restoreEnvironment.ts';
import { takeSnapshot } from './snapshot.ts';

/** Without any an action of administrators is called by the one whom `reset` has signed in. */
export interface CallOptions {
  token?: unknown;
  /** Where the caller is, as the platform vouches for it. */
  ip?: string;
  /** Who the platform says it is; the first administrator on the visitor side when absent. */
  caller?: Record<string, string>;
  /** Whether a visitor agrees to what is asked, as on the pages, and the call is made again; `true` when absent. */
  agrees?: boolean;
}

export { PASSWORD };
/** The times of records are relative to the moment they were made. */
const FRESH_MS = 30_000;

/** What the functions read from their environment: limits and addresses. */
type Environment = typeof Environments.environment;

/**
 * The functions as they are deployed, called through their dispatchers in this process, on a real local platform:
 * real database, real storage, the server SDK in between, whose requests to the database go without HTTP (see
 * `replaceSdkTransport.ts`; over HTTP every action is called in tests/product). One platform per worker process, which
 * runs many test files: each file begins with `startWorld`, and `reset` brings back what the tests before have changed.
 *
 * Must be called once, at the top of a test file. `wanted` holds until the file ends.
 */
export const startWorld = async (wanted: Partial<Environment> = {}): Promise<World> => {
  const backToFullCost = hashCheaply();
  const before = { ...process.env };
  const world = await (kept ??= makeWorld());
  Object.assign(process.env, world.variables);
  // For processes that a test starts.
  for (const [name, value] of Object.entries(wanted)) process.env[name] = String(value);
  world.errors.length = world.lines.length = world.log.length = 0;
  vi.spyOn(console, 'info').mockImplementation((line: string) => void world.lines.push(line));
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((...parts) => {
      const texts = parts.map(part => (part instanceof Error ? part.stack : String(part)));
      world.errors.push(texts.join(' '));
    });
  const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
  if (environment.STORAGE_BUCKET !== world.variables.STORAGE_BUCKET)
    throw new Error('A function was imported before startWorld(): import it with await import().');
  const usual = { ...environment };
  Object.assign(environment, wanted);
  await world.forgetInjections();
  const backToHttp = replaceSdkTransport(world.emulator.database, world.meetInjections);
  // What the functions logged says why a call answered 50001.
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && world.errors.length)
      process.stderr.write(`logged by functions: ${world.errors.slice(-5).join('\n')}\n`);
  });
  afterAll(() => {
    backToHttp();
    backToFullCost();
    restoreEnvironment(before);
    Object.assign(environment, usual);
    vi.useRealTimers();
  });
  return world;
};

let kept: Promise<World> | undefined;

const isOfAdmins = (name: FunctionName, action: string) =>
  (functions as Record<string, Actions>)[name]?.[action]?.access === 'admin';

const { scrypt } = crypto;
/** The hash of a password takes a quarter of a second on purpose. Here it must be asked for so, and is made at once. */
const hashCheaply = () => {
  const cheap = (
    password: string,
    salt: Buffer,
    length: number,
    { N = 0, r = 0, p = 0, ...others }: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => {
    if (N < 2 ** 15 || r < 8 || p < 3) throw new Error('a password is hashed too cheaply');
    scrypt(password, salt, length, { N: 16, r, p: 1, ...others }, done);
  };
  crypto.scrypt = cheap as typeof scrypt;
  syncBuiltinESMExports();
  return () => {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  };
};

const makeWorld = async () => {
  // The SDK adds a listener per request to sockets it keeps; two hundred at once make Node warn about it.
  EventEmitter.defaultMaxListeners = 0;
  /** What functions log of calls that went well, and of provoked failures; not printed. */
  const lines: string[] = [];
  const errors: string[] = [];
  const dataDir = mkdtempSync(path.join(folderOfRun(), 'functions-'));
  borrowKeys(dataDir);
  const log: string[] = [];
  // eslint-disable-next-line prefer-const
  let emulator: Emulator;
  const local = localSandbox(dataDir, true, () => emulator);
  const queries: { trace?: (explanation: Explanation) => void } = {};
  emulator = await startEmulator({
    port: 0,
    mounts: local.mounts,
    dataDir,
    config: platformConfig(),
    functionsDir: path.join(dataDir, 'no-functions'),
    workers: 0,
    test: true,
    log: line => log.push(line),
    trace: explanation => queries.trace?.(explanation),
  });
  lendKeys(dataDir);
  let snapshot: ReturnType<typeof takeSnapshot> | undefined;

  const variables = variablesFor(emulator, local, randomBytes(32).toString('base64'));
  Object.assign(process.env, variables);
  // Not before: what it is made from reads the environment as well.
  const { fixture } = await import('./fixture.ts');
  const { hashPassword } = await import('#cloudfunctions/_shared/admins/password.ts');
  const { admins, openSession } = await import('#cloudfunctions/_shared/base/session.ts');
  const passwordHash = await hashPassword(PASSWORD);
  const { app } = await import('#cloudfunctions/_shared/base/cloud.ts');
  /** The workers that actions have called, with their jobs. */
  const calledWorkers: { name: string; data: { jobs: string[] } }[] = [];
  app.callFunction = (call => {
    calledWorkers.push(call as never);
    return Promise.resolve({ result: { ok: true }, requestId: '' });
  }) as typeof app.callFunction;

  const call = async <F extends FunctionName, A extends ActionName<F>>(
    name: F,
    action: A,
    data: unknown,
    options: CallOptions = isOfAdmins(name, action) ? as() : {},
  ): Promise<Envelope<ActionOutput<F, A>>> => {
    const { token, ip, caller, agrees = true } = options;
    const ask = (asked: unknown) =>
      send(name, { action, data: asked, ...(token !== undefined && { token }) }, ip, caller);
    let answer = await ask(data);
    const who = { ...(ip && { ip }), ...(caller && { caller }) };
    for (let asks = 0; agrees && asks < 3; asks += 1) {
      const needs = (answer.data ?? {}) as Partial<Record<string, boolean>>;
      if (needs['needsAgreement']) await agreeToTerms(who);
      else if (needs['needsPhotoConsent']) await agreeToPhotos(who);
      else if (!needs['needsRefundRules']) break;
      const refundRules = needs['needsRefundRules'] && { refundRules: DEFAULT_VERSION };
      answer = await ask(refundRules ? { ...(data as object), ...refundRules } : data);
    }
    return answer as Envelope<ActionOutput<F, A>>;
  };

  const agreeToTerms = async (who: CallOptions) => {
    const { site } = await ok('systemSettings', 'getSettings', { group: 'system' }, who);
    await ok('appUser', 'agree', { version: site.agreementVersion }, who);
  };

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

  const agreeToPhotos = (who: CallOptions) => {
    const photos = { version: DEFAULT_VERSION, pictured: true, age: 'over14' } as const;
    return ok('appUser', 'consentToPhotos', photos, who);
  };

  /** The account of a visitor, begun by agreeing. @returns its id */
  const account = async (who: CallOptions): Promise<string> => {
    await agreeToTerms(who);
    await agreeToPhotos(who);
    return (await ok('appUser', 'getMe', {}, who))._id;
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
      // The audit rows that the examples read were not written by what a test does.
      if (data.list.length < 1_000) return all.filter(({ requestId }) => requestId !== 'seed');
    }
  };

  const one = async <T = Record<string, unknown>>(
    collection: CollectionName,
    id: string,
  ): Promise<T> => {
    const found = (await rows(collection)).find(({ _id }) => _id === id);
    if (!found) throw new Error(`${collection} has no ${id}`);
    return found as T;
  };

  /** Takes stored records away as no function would. */
  const remove = (collectionName: CollectionName, query: object) =>
    emulator.database.handle('database.removeDocument', {
      collectionName,
      queryType: 'WHERE',
      query: JSON.stringify(query),
      multi: true,
    });

  /** What a stand-in has seen, or how it is to behave from now on. */
  const standIn = async <T = Record<string, unknown>>(name: string, how?: object): Promise<T> => {
    const order = how && { method: 'PUT', body: JSON.stringify(how) };
    const answer = await fetch(`${emulator.url}/__sandbox/${name}`, order);
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as T;
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
  /**
   * Everything stored except the counters of attempts and the marks for jobs, which are written beside what they are for
   * and may be there without it. Read again only after a write.
   */
  const dump = async (leftOut: CollectionName[] = []): Promise<string> => {
    const ignored: string[] = ['rateLimits', 'due', ...leftOut];
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
        role: 'admin',
        lastLoginTime: null,
        lastLoginIp: '',
        oneTimeUntil: null,
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

  const firstFiles = fixture().files;
  /** The contents that were stored for them last. */
  const contents = new Map<string, string>();
  const listKeys = new Libsql(path.join(dataDir, 'platform.sqlite'), { readonly: true })
    .prepare('SELECT key FROM files')
    .raw();
  const storedPaths = () => (listKeys.all() as [string][]).map(([key]) => key);
  /** The fixture's files, as they were, and no others. */
  const restoreFiles = async () => {
    for (const { key, content } of firstFiles) {
      if (contents.has(key) && emulator.files.find(key)?.content === contents.get(key)) continue;
      const options = { owner: null, limit: content.length };
      contents.set(key, (await emulator.files.put(key, oneChunk(content), options)).content);
    }
    for (const [key] of listKeys.all([]) as [string][]) {
      const file = contents.has(key) ? null : emulator.files.find(key);
      if (file) await emulator.files.remove(file);
    }
  };

  /**
   * What is sealed into the fixture must be opened by every test of this process. A file that leaves other keys behind is named,
   * because secrets then fail in files that have nothing to do with it.
   */
  const settleKeys = () => {
    const others = Object.keys(process.env).filter(
      name => name.startsWith('APP_KEK_') && name !== 'APP_KEK_1',
    );
    const isOther = process.env['APP_KEK_1'] !== variables.APP_KEK_1;
    if (others.length === 0 && !isOther) return;
    process.stderr.write(`keys were left: ${others.join(', ')}${isOther ? ' APP_KEK_1' : ''}\n`);
    for (const name of others) delete process.env[name];
    process.env['APP_KEK_1'] = variables.APP_KEK_1;
  };

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
    await further?.();
    return { admin, token, session };
  };

  let further: (() => Promise<void>) | undefined;
  /** What `reset` fills the database with beside the fixture, until it is called without. */
  const fillFurther = (write?: () => Promise<void>) => {
    further = write;
    snapshot?.close();
    snapshot = signedIn = undefined;
    dumpedAtFirst.clear();
  };

  let memory = noMemory;
  let signedIn: Awaited<ReturnType<typeof fill>> | undefined;
  /** As the administrator whom `reset` has signed in. */
  const as = () => ({ token: signedIn?.token ?? '' });
  /**
   * An empty database with the records of `fixture.ts` and one signed-in administrator, and the fixture's files.
   * Written once; afterwards a copy is restored with the same session, as long as its times are recent.
   */
  const reset = async () => {
    settleKeys();
    emulator.database.dropTransactions();
    emulator.clock.set(null);
    local.sandbox.reset();
    // A test may set the clock back: nothing is restored that would lie in its future.
    const age = Date.now() - (signedIn?.session.lastSeenTime ?? -Infinity);
    if (age < 0 || age > FRESH_MS) {
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
    await restoreFiles();
    return structuredClone(signedIn);
  };

  const injected = createInject();
  let isDisturbed = false;
  /** In the requests to the database, what `inject` has planned happens here. */
  const meetInjections: Carry = async (action, body, carryOut) => {
    try {
      // As over a network, a caller gives way to others.
      await new Promise(setImmediate);
      const after = await injected.meet([action]).catch(async (error: { code?: string }) => {
        // Whatever meets another transaction ends its own.
        if (body['transactionId'] && error.code === 'DATABASE_TRANSACTION_CONFLICT')
          await emulator.database.handle('database.abortTransaction', body);
        throw error;
      });
      const answer = await carryOut();
      await after();
      return answer;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return { code: error.code, message: error.message };
    }
  };

  const seam = async (name: 'inject' | 'forget', body: object) => {
    const answer = await fetch(`${emulator.url}/__emulator/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };

  /** Makes the platform fail; see the emulator's README. */
  const inject = async (injection: Partial<Injection> & { action: string }) => {
    if (injection.action.startsWith('database.'))
      injected.add({ times: 1, when: 'before', ...injection });
    else {
      isDisturbed = true;
      await seam('inject', injection);
    }
  };

  /** Plans that no call has met are dropped. */
  const forgetInjections = async () => {
    injected.reset();
    if (isDisturbed) await seam('forget', {});
    isDisturbed = false;
  };

  return {
    variables,
    fillFurther,
    meetInjections,
    forgetInjections,
    dataDir,
    emulator,
    queries,
    sandbox: local.sandbox,
    remember: local.remember,
    send,
    call,
    ok,
    account,
    rows,
    one,
    set,
    remove,
    standIn,
    dump,
    storedFiles,
    storedPaths,
    insert,
    someAdmin,
    reset,
    as,
    inject,
    log,
    lines,
    errors,
    calledWorkers,
    home: HOME,
  };
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

async function* oneChunk(content: Buffer) {
  yield content;
}
