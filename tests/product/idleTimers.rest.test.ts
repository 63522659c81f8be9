import { randomBytes } from 'node:crypto';
import tcb from '@cloudbase/node-sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { jobs, type PeriodicJob, periods } from '#cloudfunctions/_shared/base/jobs.ts';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { makeDirectory } from '../../emulator/tests/conformance/fixture.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { build, built } from '../../scripts/shared/built.js';
import { localSandbox } from '../../scripts/shared/sandbox.ts';
import { idleRequests } from '../../tools/costs/estimate.ts';
import { findRecords } from './database.ts';

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ended) await end();
});

/** An empty platform, set up for payments and messages, whose own timers are off: nothing else asks the database. */
const startIdle = async () => {
  const dataDir = makeDirectory();
  const { functionsDir, workerFile } = built;
  const kek = randomBytes(32).toString('base64');
  // The settings' secrets are sealed here, too.
  vi.stubEnv('APP_KEK_1', kek);
  const config = platformConfig({ APP_KEK_1: kek });
  for (const deployed of Object.values(config.functions)) delete deployed.timers;
  let emulator: Emulator;
  const local = localSandbox(dataDir, true, () => emulator);
  const prepare = async (started: Emulator) => {
    emulator = started;
    for (const { environment } of Object.values(config.functions))
      Object.assign(environment ?? {}, local.variables(started.url));
    await local.configure(started);
  };
  const { mounts } = local;
  const options = {
    port: 0,
    dataDir,
    workers: 1,
    config,
    functionsDir,
    workerFile,
    mounts,
    prepare,
  };
  emulator = await startEmulator(options);
  ended.push(async () => {
    await emulator.close();
    local.sandbox.close();
  });
  return { emulator, dataDir };
};

it('a timer that finds nothing to do asks the database as often as docs/operations.md reckons', async () => {
  await build();
  const { emulator, dataDir } = await startIdle();
  const { database, envId, secretId, secretKey, url } = emulator;
  vi.stubEnv('TENCENTCLOUD', 'true');
  vi.stubEnv('SILENCE', 'true');
  const app = tcb.init({ env: envId, secretId, secretKey, serviceUrl: `${url}/admin` });
  const handle = database.handle.bind(database);
  let requests = 0;
  database.handle = (action, body) => {
    requests += 1;
    return handle(action, body);
  };
  const run = async (name: string, data: object) => {
    requests = 0;
    const { result } = (await app.callFunction({ name, data })) as { result: { ok: boolean } };
    expect(result.ok, `${name} ${JSON.stringify(data)}`).toBe(true);
    return requests;
  };
  const timer = (TriggerName: string, all = false) =>
    run('worker', { Type: 'Timer', TriggerName, all });

  // What the first run of all has to set up is no matter of every run.
  await timer('sweep', true);
  const isDue = ({ time, until }: Record<string, unknown>) =>
    Number(time) <= Date.now() || Number(until) > 0;
  await expect
    .poll(() => findRecords(dataDir, 'due').filter(isDue), { timeout: 60_000, interval: 500 })
    .toEqual([]);
  const [all, some] = [await timer('sweep', true), await timer('sweep')];
  const beat = await timer('beat');
  const { turn } = idleRequests;
  const asked: Record<string, number> = {};
  for (const job of Object.keys(periods) as PeriodicJob[]) {
    const alone = { jobs: [job], alone: true };
    await run(jobs[job], alone);
    // Beside the job: its turn, and twice what is due.
    asked[job] = (await run(jobs[job], alone)) - turn - 2 * beat;
  }
  // A sweep does what is due as well.
  const sweep = some - beat;
  expect({ beat, sweep, sweptHourly: all - some, turn, jobs: asked }).toEqual(idleRequests);
});
