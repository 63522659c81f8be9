import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRights } from '#contract/rights/rights.ts';
import { functionNames } from '../../scripts/build/platform.ts';
import { migrations } from '../../scripts/migrations/list.ts';
import { buildVersionBefore, release, type VersionBefore } from '../product/versionBefore.ts';
import { rememberEarlier } from './earlierVersion.ts';
import {
  approveWaiting,
  askAboveLimit,
  beginWork,
  expectBalanced,
  expectEnded,
  goOnDuring,
} from './inFlight.ts';
import { openWithStandIns, type Service, storeDataBefore } from './standIns.ts';
import { MINUTES } from './steps.ts';

const kek = randomBytes(32).toString('base64');
// What the stand-ins' accounts are sealed with.
process.env['APP_KEK_1'] = kek;
let before: VersionBefore;
beforeAll(async () => void (before = await buildVersionBefore(kek)), 2 * MINUTES);
afterAll(() => before && rmSync(before.folder, { recursive: true, force: true }));

const expectInUse = async ({ functions, find }: Service) => {
  expect(await functions()).toEqual([...functionNames].sort());
  const done = find('migrations').map(({ _id, status, isLive }) => [_id, status, isLive]);
  expect(done.sort()).toEqual(migrations.map(({ id }) => [id, 'done', true]));
};

const refunding = ({ find }: Service) =>
  find('users').filter(({ refundingCredits }) => Number(refundingCredits ?? 0) > 0).length;

/** Functions for clients stay where a page may call them. */
const expectBeforeInUse = async ({ functions }: Service, earlier: string[]) => {
  const names = await functions();
  expect(names).toEqual(expect.arrayContaining(earlier));
  for (const name of ['worker', 'heavyWorker', 'callback']) expect(names).not.toContain(name);
};

it(
  `orders, refunds and tasks that version ${release.version} began are ended by this one, each once`,
  { timeout: 15 * MINUTES },
  async () => {
    await using service = await openWithStandIns(kek);
    await service.deploy();
    const earlier = await rememberEarlier(service.environment, before);
    await service.deploy('--rollback');
    await expectBeforeInUse(service, earlier);
    await storeDataBefore(service, before);

    const work = await beginWork(service);
    const bought = await goOnDuring(work, () => service.deploy());
    await expectInUse(service);
    await expectEnded(work, bought);
    expect(refunding(service)).toBe(0);
    // The session has begun where there were no roles.
    expect((await work.ask('adminAuth', 'getProfile'))['rights']).toEqual(allRights);
  },
);

it(
  `orders, refunds and tasks that this version began are ended by version ${release.version} after a rollback, each once`,
  { timeout: 20 * MINUTES },
  async () => {
    await using service = await openWithStandIns(kek);
    await service.deploy();
    const earlier = await rememberEarlier(service.environment, before);
    await storeDataBefore(service, before);
    await service.run('migrate', ['--live']);
    await expectInUse(service);

    const work = await beginWork(service);
    expect(refunding(service)).toBe(2);
    const waiting = await askAboveLimit(work);
    const bought = await goOnDuring(work, () => service.deploy('--rollback'));
    await expectBeforeInUse(service, earlier);
    await expectEnded(work, bought);
    expect(await work.ask('adminAuth', 'getProfile')).toMatchObject({ username: 'deployer' });

    await service.deploy();
    await expectInUse(service);
    expectBalanced(work);
    expect(refunding(service)).toBe(0);
    await approveWaiting(work, waiting);
  },
);
