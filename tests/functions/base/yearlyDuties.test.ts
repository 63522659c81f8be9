import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { costOf } from '../world/waits.ts';

const world = await startWorld();
const { as, call, ok, rows, set, someAdmin } = world;
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const HOUR = 3_600_000;
/** Noon of a day in Shanghai, in a year without any other records. */
const noon = (day: string) => Date.parse(`${day}T12:00:00+08:00`);
const duties = (data: object = { year: 2031 }, who: object = as()) =>
  ok('adminSettings', 'getYearlyDuties', data, who);
const stamp = (_id: string, day: string) => ({
  _id,
  rev: 1,
  createTime: noon(day),
  updateTime: noon(day),
});
const audited = (_id: string, action: string, more: object = {}, day = '2031-05-01') => ({
  ...stamp(_id, day),
  adminId: '',
  function: 'adminUser',
  action,
  resource: 'user',
  resourceId: 'usr_0001',
  diff: [],
  reason: '',
  result: 'ok',
  ...more,
});

describe('the figures of a year', () => {
  it('are about the year whose report is due next, until the end of January', async () => {
    for (const [day, year, due] of [
      ['2031-01-31', 2030, '2031-01-31'],
      ['2031-02-01', 2031, '2032-01-31'],
    ] as const) {
      vi.useFakeTimers({ toFake: ['Date'], now: noon(day) });
      const { token } = await someAdmin();
      const found = await duties({}, { token });
      expect(found.year).toBe(year);
      expect(new Date(found.minorsDue + 8 * HOUR).toISOString()).toBe(`${due}T23:59:59.999Z`);
    }
  });

  it('count users whose guardians agreed once, in the year only', async () => {
    const consent = (_id: string, userId: string, day: string, age = 'guardian') => ({
      ...stamp(_id, day),
      userId,
      kind: 'face',
      version: '1',
      isGiven: true,
      age,
    });
    await world.insert('consents', [
      consent('c1', 'usr_0001', '2031-01-01'),
      consent('c2', 'usr_0001', '2031-12-31'),
      consent('c3', 'usr_0002', '2031-06-01'),
      consent('c4', 'usr_0003', '2031-06-01', 'over14'),
      consent('c5', 'usr_0004', '2032-01-01'),
    ]);
    expect((await duties()).guardedUsers).toBe(2);
  });

  it('say how long complaints took, by kind', async () => {
    const [model] = await rows('feedback');
    const complaint = (at: number, hours: number | null) => ({
      ...model,
      ...stamp(`fb_y${at}`, '2031-03-01'),
      receiptNo: `Y${at}`,
      topic: 'minor',
      handledTime: hours === null ? null : noon('2031-03-01') + hours * HOUR,
    });
    await world.insert(
      'feedback',
      [1, 3, 9, 30, null].map((hours, at) => complaint(at, hours)),
    );
    const { complaints, isCut } = await duties();
    expect(isCut).toBe(false);
    expect(complaints).toContainEqual({
      topic: 'minor',
      count: 5,
      handled: 4,
      medianMs: 6 * HOUR,
      longestMs: 30 * HOUR,
    });
    expect(complaints).toContainEqual({
      topic: 'quality',
      count: 0,
      handled: 0,
      medianMs: null,
      longestMs: null,
    });
    expect(complaints.map(({ topic }) => topic)).not.toContain('support');
  });

  it('count what the log says was done: deletions, pictures, exports, looks; refusals are none', async () => {
    const deleted = { diff: [{ path: 'status', from: 'normal', to: 'deleted' }] };
    const file = { resource: 'file' };
    await world.insert('auditLogs', [
      audited('a1', 'deleteMyData', deleted),
      audited('a2', 'deleteMyData', { resource: 'task' }),
      audited('a3', 'updateUserStatus', deleted),
      audited('a4', 'updateUserStatus', { diff: [{ path: 'status', to: 'disabled' }] }),
      audited('a5', 'removeUserImage', { ...file, reason: '涉及他人肖像' }),
      audited('a6', 'removeUserImage', { ...file, reason: '内容违规' }),
      audited('a7', 'removeUserImage', { resource: 'admin', result: 'fail' }),
      audited('a8', 'createExport'),
      audited('a9', 'createExport', { result: 'fail' }),
      audited('b1', 'lookAtPictures'),
      audited('b2', 'lookAtPictures', {}, '2030-12-31'),
      audited('b3', 'withdrawPhotoConsent'),
    ]);
    expect(await duties()).toMatchObject({
      deletions: { byUsers: 1, byAdministrators: 1 },
      removed: { all: 2, ofPersons: 1 },
      exported: 1,
      downloaded: 0,
      looks: 1,
      withdrawn: 1,
    });
  });

  it('name who may see pictures of users, to roles that see administrators', async () => {
    const before = (await duties()).looking.count;
    await someAdmin({ role: 'support', nickName: '小林' });
    await someAdmin({ role: 'support', status: 'disabled', nickName: '小周' });
    await someAdmin({ role: 'finance', nickName: '小赵' });
    const { looking } = await duties();
    expect(looking.count).toBe(before + 1);
    expect(looking.names).toContain('小林');
    await set('roles', 'role_0001', { rights: ['settings.read'] });
    const { token } = await someAdmin({ role: 'role_0001' });
    expect((await duties({}, { token })).looking).toEqual({ count: before + 1, names: [] });
    const { token: support } = await someAdmin({ role: 'support' });
    expect((await call('adminSettings', 'getYearlyDuties', {}, { token: support })).code).toBe(
      40305,
    );
  });

  it('are read in one round trip', async () => {
    expect((await costOf(world, () => duties())).cost.waits).toBe(1);
  });
});
