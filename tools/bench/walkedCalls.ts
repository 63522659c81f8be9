/**
 * `node --import tsx tools/bench/walkedCalls.ts DIR [ONLY]`: calls every action with its example, and every job, on a
 * local platform of the directory, and tells its parent what each has asked of the database. A process of its own, since
 * functions read the environment, with the platform's address, once.
 */
import path from 'node:path';
import type { StoredAdmin } from '../../cloudfunctions/_shared/base/session.ts';
import { EXAMPLE_PASSWORD } from '../../contract/admin.ts';
import type { CollectionName } from '../../contract/collections.ts';
import type { Explanation } from '../../emulator/database/reader.ts';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { countAll, findAll } from '../../scripts/demo/seedDatabase.ts';
import { localKeys } from '../../scripts/shared/localKeys.ts';
import { localSandbox } from '../../scripts/shared/sandbox.ts';
import { HOME, send, variablesFor } from '../../tests/functions/world/inProcess.ts';
import { everyAction, type RegisteredAction } from '../../tests/functions/world/registry.ts';
import { jobNames, runJob } from '../../tests/functions/world/runJob.ts';
import { costOf } from '../../tests/functions/world/waits.ts';
import { replaceSdkTransport } from '../../tests/replaceSdkTransport.ts';
import type { WalkedRow } from './walked.ts';

/** Longer calls are told of while they are made, in seconds. */
const LONG_S = 10;

type World = Parameters<typeof costOf>[0];

const startWorld = async (dataDir: string) => {
  const queries: World['queries'] = {};
  // eslint-disable-next-line prefer-const
  let seen: Emulator;
  const local = localSandbox(dataDir, true, () => seen);
  const emulator = await startEmulator({
    port: 0,
    mounts: local.mounts,
    dataDir,
    config: platformConfig(),
    functionsDir: path.join(dataDir, 'no-functions'),
    workers: 0,
    test: true,
    trace: (explanation: Explanation) => queries.trace?.(explanation),
  });
  // What the stand-ins look up is no cost of a call.
  const handle = emulator.database.handle.bind(emulator.database);
  seen = { ...emulator, database: { ...emulator.database, handle } };
  Object.assign(process.env, variablesFor(emulator, local, localKeys(dataDir).kek));
  // Only now: they read the environment when they load.
  const { app } = await import('../../cloudfunctions/_shared/base/cloud.ts');
  const { createFirstAdmin } = await import('../../cloudfunctions/_shared/admins/newAdmin.ts');
  const { openSession } = await import('../../cloudfunctions/_shared/base/session.ts');
  const { runMigrations } = await import('../../scripts/migrations/run.ts');
  const backToHttp = replaceSdkTransport(emulator.database);
  app.callFunction = (() =>
    Promise.resolve({ result: { ok: true }, requestId: '' })) as typeof app.callFunction;
  await runMigrations({ log: () => undefined, liveSince: 0 });
  await createFirstAdmin({ username: 'admin', password: EXAMPLE_PASSWORD, nickName: '管理员' });
  await local.configure(emulator);
  const [first] = await findAll<StoredAdmin>(seen, 'admins', { _id: 'first_admin' });
  const { token, session } = await openSession(first!, { ip: HOME, userAgent: 'bench' });
  const restore = (
    collectionName: CollectionName,
    { _id, ...$set }: StoredAdmin | typeof session,
  ) =>
    handle('database.modifyDocument', {
      collectionName,
      queryType: 'DOC',
      multi: false,
      merge: true,
      upsert: true,
      query: JSON.stringify({ _id }),
      data: JSON.stringify({ $set }),
    });
  return {
    world: { emulator, queries },
    token,
    /** The first administrator and the session as at the beginning, whatever a call has changed. */
    restore: async () => {
      await restore('admins', first!);
      await restore('adminSessions', session);
    },
    close: async () => {
      backToHttp();
      await emulator.close();
      local.sandbox.close();
    },
  };
};

/** Reads first; what removes comes last, so that there is something left to be called with. */
const turnOf = ({ action, definition }: RegisteredAction) =>
  definition.effect === 'read' ? 0 : /^(delete|remove|purge|merge)/i.test(action) ? 2 : 1;

// Functions write a line about every call; what this process says itself goes another way.
console.info = console.warn = console.error = () => undefined;

const [dataDir = '', only = ''] = process.argv.slice(2);
const isWanted = (id: string) => only.split(',').some(its => id.startsWith(its));
const { world, token, restore, close } = await startWorld(dataDir);
const size = await countAll(world.emulator, 'orders');
console.log(`\n${size} orders`);
const rows: WalkedRow[] = [];

const measure = async (id: string, kind: WalkedRow['kind'], work: () => Promise<number>) => {
  if (!isWanted(id)) return;
  const started = performance.now();
  const { cost, result: code } = await costOf(world, work);
  const { answer: _, ...its } = cost;
  rows.push({ id, kind, size, code, ...its });
  const seconds = (performance.now() - started) / 1_000;
  if (seconds > LONG_S) console.log(`${id} took ${seconds.toFixed(0)} s`);
};

for (const at of everyAction.toSorted((a, b) => turnOf(a) - turnOf(b))) {
  const { name, action, title, definition } = at;
  await restore();
  await measure(title, definition.effect, async () => {
    const { code } = await send(name, { action, data: definition.example, token });
    return code;
  });
}
for (const job of jobNames)
  await measure(`job ${job}`, 'job', async () => ((await runJob(job)).ok ? 0 : 1));

await close();
process.send?.(rows);
process.disconnect?.();
