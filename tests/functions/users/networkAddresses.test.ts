import { expect, it } from 'vitest';
import { collections } from '#contract/collections.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { visitorNo } from '../tasks/engineRun.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows } = world;

const IP = '198.51.100.77';
const who = { caller: visitorNo(1), ip: IP };
const stored = async () => {
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const its = (await rows(name)).filter(row => JSON.stringify(row).includes(IP));
      return its.map(row => ({ name, row }));
    }),
  );
  return found.flat();
};
const names = async () => [...new Set((await stored()).map(({ name }) => name))].sort();

it('a visitor’s address is kept with the agreement and in the log of the account, and counted as a hash for a day', async () => {
  await world.reset();
  await ok('systemSettings', 'getSettings', { group: 'system' }, who);
  expect(await names()).toEqual([]);
  await ok('appUser', 'agree', { version: '1' }, who);
  await ok('appUser', 'consentToPhotos', { version: '1', pictured: true, age: 'over14' }, who);
  await ok('appUser', 'withdrawPhotoConsent', {}, who);
  await ok('appTask', 'getTasks', {}, who);
  expect((await call('appUser', 'redeemCode', { code: 'ABCD-EFGH-JKLM-NPQR' }, who)).code).not.toBe(
    0,
  );
  const feedback = {
    topic: 'other',
    text: '请看一下这个问题',
    idemKey: 'key_of_feedback_1',
  } as const;
  await ok('appUser', 'sendFeedback', feedback, who);
  expect(await names()).toEqual(['userLogs', 'users']);
  const titles = (await stored()).flatMap(({ name, row }) =>
    name === 'userLogs' ? [String(row['title'])] : [],
  );
  expect(titles).toHaveLength(5);
  const counters = await rows('rateLimits');
  expect(counters.length).toBeGreaterThan(0);
  for (const { expireTime } of counters)
    expect(Number(expireTime)).toBeLessThanOrEqual(Date.now() + DAY_MS);
  await ok('appUser', 'deleteMyData', { preview: false }, who);
  expect(await names()).toEqual([]);
});
