import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { as, ok, rows } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const USERS = 150;

it('users are helped once each when the worker is killed in the middle', async () => {
  const [pattern] = await rows('users');
  const userIds = Array.from({ length: USERS }, (_user, at) => `many_${1_000 + at}`);
  const credits = { paid: 0, gift: 0 };
  await world.insert(
    'users',
    userIds.map(_id => ({ ...pattern, _id, openid: _id, status: 'normal', credits })),
  );
  const { _id: id } = await ok(
    'adminCompensation',
    'createCompensation',
    {
      what: 'credits',
      amount: 10,
      target: 'users',
      userIds,
      reason: '昨晚服务故障',
      userNote: '故障补偿',
      expectCount: USERS,
    },
    as(),
  );
  const helped = async () =>
    (await rows('compensationRows')).filter(({ compensationId }) => compensationId === id).length;
  const module = JSON.stringify(
    new URL('../../../cloudfunctions/worker/index.ts', import.meta.url).href,
  );
  const program = `import(${module}).then(({ main }) => main({ jobs: ['compensations'], alone: true }))`;
  const worker = spawn(process.execPath, ['--import', 'tsx', '-e', program], { stdio: 'ignore' });
  const ended = new Promise(resolve => worker.on('close', resolve));
  await vi.waitUntil(async () => (await helped()) >= 30, { timeout: 100_000, interval: 5 });
  worker.kill('SIGKILL');
  await ended;
  const [job] = (await rows('compensations')).filter(({ _id }) => _id === id);
  expect(job).toMatchObject({ status: 'running' });
  expect(await helped()).toBeLessThan(USERS);
  // Claims, locks and transactions of the worker are over.
  vi.setSystemTime(Date.now() + environment.COMPENSATION_CLAIM_MS + 1_000);
  await finishJob(world, 'compensations');
  const after = await ok('adminCompensation', 'getCompensationById', { id }, as());
  expect(after).toMatchObject({ status: 'done', done: USERS, failed: 0, sum: 10 * USERS });
  const balances = (await rows('users')).filter(({ _id }) => userIds.includes(String(_id)));
  expect(new Set(balances.map(user => (user['credits'] as { gift: number }).gift))).toEqual(
    new Set([10]),
  );
  const lines = (await rows('creditLedger')).filter(({ refId }) => refId === id);
  expect(lines).toHaveLength(USERS);
}, 120_000);
