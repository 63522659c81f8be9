/**
 * `node --import tsx tools/bench/walked.ts DIR`: calls every action with its example, and every job, on a local platform
 * of the directory, and sends its parent what each has asked of the database. All of them meet the same records: what one
 * has changed is undone. A process of its own, since functions read the platform's address once.
 */
import path from 'node:path';
import type { StoredAdmin } from '../../cloudfunctions/_shared/base/session.ts';
import type { Explanation } from '../../emulator/database/reader.ts';
import { type Emulator, startEmulator } from '../../emulator/emulator.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { findAll, insertAll } from '../../scripts/demo/seedDatabase.ts';
import { localKeys } from '../../scripts/shared/localKeys.ts';
import { localSandbox } from '../../scripts/shared/sandbox.ts';
import { exampleOf } from '../../tests/functions/world/exampleOf.ts';
import { HOME, PASSWORD, send, variablesFor } from '../../tests/functions/world/inProcess.ts';
import { everyAction } from '../../tests/functions/world/registry.ts';
import { jobNames, runJob } from '../../tests/functions/world/runJob.ts';
import { type Cost, costOf } from '../../tests/functions/world/waits.ts';
import { replaceSdkTransport } from '../../tests/replaceSdkTransport.ts';
import { noteChanges } from './undo.ts';

export interface Walked extends Cost {
  id: string;
  /** What was answered; of a job 0 where it went well, else 1. */
  code: number;
}

// Functions write a line about every call.
console.info = console.warn = console.error = () => undefined;

const [dataDir = ''] = process.argv.slice(2);
const queries: { trace?: (explanation: Explanation) => void } = {};
// eslint-disable-next-line prefer-const
let seen: Emulator;
const local = localSandbox(dataDir, true, () => seen);
const emulator = await startEmulator({
  port: 0,
  mounts: local.mounts,
  dataDir,
  config: { ...platformConfig(), envId: 'local' },
  functionsDir: path.join(dataDir, 'no-functions'),
  workers: 0,
  test: true,
  trace: explanation => queries.trace?.(explanation),
});
// What the stand-ins look up is no cost of a call.
const handle = emulator.database.handle.bind(emulator.database);
seen = { ...emulator, database: { ...emulator.database, handle } as Emulator['database'] };
const { kek } = localKeys(dataDir);
// Seals the secrets of settings, which are those of the stand-ins as long as no service is named.
process.env['APP_KEK_1'] = kek;
await local.configure(emulator);
Object.assign(process.env, variablesFor(emulator, local, kek));
// Only now: they read the environment when they load.
const { app } = await import('../../cloudfunctions/_shared/base/cloud.ts');
const { createFirstAdmin } = await import('../../cloudfunctions/_shared/admins/newAdmin.ts');
const { openSession } = await import('../../cloudfunctions/_shared/base/session.ts');
const { runMigrations } = await import('../../scripts/migrations/run.ts');
const backToHttp = replaceSdkTransport(emulator.database);
app.callFunction = (() =>
  Promise.resolve({ result: { ok: true }, requestId: '' })) as typeof app.callFunction;
await runMigrations({ log: () => undefined, liveSince: 0 });
await createFirstAdmin({ username: 'admin', password: PASSWORD, nickName: '管理员' });
// Of the small demo, what a seed has none of: examples name them.
const { makeDemo } = await import('../../scripts/demo/demo.ts');
const { admins, reconciliationDays, reconciliationDifferences } = makeDemo(Date.now()).collections;
await insertAll(seen, { admins, reconciliationDays, reconciliationDifferences } as never);
const [first] = await findAll<StoredAdmin>(seen, 'admins', { _id: 'first_admin' });
const { token } = await openSession(first!, { ip: HOME, userAgent: 'bench' });
const undo = noteChanges(dataDir);

const call = (
  name: never,
  action: string,
  data: unknown,
  { token: by }: { token?: unknown } = {},
) => send(name, { action, data, ...(by !== undefined && { token: by }) });
const ok = async (...asked: Parameters<typeof call>) => (await call(...asked)).data;

const rows: Walked[] = [];
const measure = async (id: string, work: () => Promise<number>) => {
  const { cost, result: code } = await costOf({ emulator, queries }, work);
  rows.push({ ...cost, id, code });
  emulator.database.dropTransactions();
  undo();
  local.sandbox.reset();
};

for (const { name, action, title, definition } of everyAction) {
  const data = await exampleOf({ call, ok } as never, { name, action, title, definition }, token);
  const sent = async (asked: object) => (await send(name, { action, data: asked, token })).code;
  await measure(title, () => sent(data));
  const exactly = { ...data, exactTotal: true };
  if (definition.input.safeParse(exactly).success)
    await measure(`${title}, exact total`, () => sent(exactly));
}
for (const job of jobNames)
  await measure(`job ${job}`, async () => ((await runJob(job)).ok ? 0 : 1));

backToHttp();
await emulator.close();
local.sandbox.close();
process.send?.(rows);
process.disconnect?.();
