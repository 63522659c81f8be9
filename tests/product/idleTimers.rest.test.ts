import { randomBytes } from 'node:crypto';
import tcb from '@cloudbase/node-sdk';
import { afterEach, expect, it, vi } from 'vitest';
import { type Emulator, startEmulator } from '#emulator/emulator.ts';
import { platformConfig } from '../../scripts/build/platform.ts';
import { build, built } from '../../scripts/built.js';
import { idleRequests } from '../../scripts/costs/estimate.ts';
import { localSandbox } from '../../scripts/sandbox.ts';
import { makeDirectory } from '../conformance/fixture.ts';

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
  return emulator;
};

it('a timer that finds nothing to do asks the database as often as docs/operations.md reckons', async () => {
  await build();
  const emulator = await startIdle();
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
  const run = async (name: string, trigger: string) => {
    requests = 0;
    const { result } = (await app.callFunction({
      name,
      data: { Type: 'Timer', TriggerName: trigger },
    })) as { result: { ok: boolean } };
    expect(result.ok, `${name} ${trigger}`).toBe(true);
    return requests;
  };

  const asked: Record<string, Record<string, number>> = {};
  for (const [name, triggers] of Object.entries(idleRequests))
    for (const trigger of Object.keys(triggers)) {
      // What the first run of all has to set up is no matter of every run.
      await run(name, trigger);
      asked[name] = { ...asked[name], [trigger]: await run(name, trigger) };
    }
  expect(asked).toEqual(idleRequests);
});
