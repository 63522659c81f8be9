import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Template } from '#contract/template.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

/** Templates that go on and off line at a time. */
const world = await startWorld({ MODERATION_SECRET_ID: 'key', MODERATION_SECRET_KEY: 'key' });
const { as, call, ok, rows, set } = world;
const HOUR = 3_600_000;
const id = 'tpl_0001';
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
});
afterEach(() => vi.useRealTimers());

const get = () => ok('adminTemplate', 'getTemplateById', { id }, as());
const plan = async (times: Partial<Pick<Template, 'onlineAt' | 'offlineAt'>>) => {
  const { rev } = await get();
  return call('adminTemplate', 'updateTemplate', { _id: id, rev, ...times }, as());
};
/** So many milliseconds later, what is due then is done. */
const after = async (ms: number) => {
  vi.setSystemTime(Date.now() + ms);
  await finishJob(world, 'templateTimes');
};
const reasons = async () =>
  (await rows('auditLogs'))
    .filter(row => row['action'] === 'templateTimes')
    .map(({ reason }) => reason);

describe('a template with times', () => {
  it('goes on and off line at them, once, with a row of the audit log each', async () => {
    await set('templates', id, { status: 'offline' });
    const [onlineAt, offlineAt] = [Date.now() + HOUR, Date.now() + 3 * HOUR];
    expect((await plan({ onlineAt, offlineAt })).code).toBe(0);
    expect((await rows('due')).some(row => row['time'] === onlineAt)).toBe(true);
    await after(HOUR - 1);
    expect(await get()).toMatchObject({ status: 'offline', onlineAt, offlineAt });
    await after(1);
    expect(await get()).toMatchObject({ status: 'online', onlineAt: null, offlineAt });
    await after(2 * HOUR);
    expect(await get()).toMatchObject({ status: 'offline', onlineAt: null, offlineAt: null });
    await after(HOUR);
    expect(await reasons()).toEqual(['定时上线', '定时下线']);
  });

  it('that may not go online stays as it is, and administrators hear why, once', async () => {
    await set('templates', id, { status: 'offline', coverImage: '' });
    await plan({ onlineAt: Date.now() + HOUR });
    await after(HOUR);
    await after(HOUR);
    expect(await get()).toMatchObject({ status: 'offline', onlineAt: null });
    const held = (await rows('messages')).filter(({ event }) => event === 'templateHeld');
    expect(new Set(held.map(({ dedupeKey }) => dedupeKey)).size).toBe(1);
    expect(JSON.stringify(held)).toContain('上线前请上传封面图');
    expect(await reasons()).toEqual([expect.stringContaining('上线前请上传封面图')]);
  });

  it('is offline where both have passed while nothing ran', async () => {
    await plan({ onlineAt: Date.now() + HOUR, offlineAt: Date.now() + 2 * HOUR });
    await after(5 * HOUR);
    expect(await get()).toMatchObject({ status: 'offline', onlineAt: null, offlineAt: null });
  });

  it('refuses times that are over, or in the wrong order, beside the field', async () => {
    const now = Date.now();
    for (const [times, field] of [
      [{ onlineAt: now }, 'onlineAt'],
      [{ offlineAt: now - 1 }, 'offlineAt'],
      [{ onlineAt: now + HOUR, offlineAt: now + HOUR }, 'offlineAt'],
    ] as const)
      expect(Object.keys(((await plan(times)).data as { fields?: object }).fields!)).toEqual([
        field,
      ]);
    // One that has passed meanwhile does not stand in the way of another change.
    await plan({ offlineAt: now + HOUR });
    vi.setSystemTime(now + 2 * HOUR);
    const { rev, offlineAt } = await get();
    const change = { _id: id, rev, subtitle: '新的副标题', offlineAt };
    expect((await call('adminTemplate', 'updateTemplate', change, as())).code).toBe(0);
  });

  it('has none as a copy', async () => {
    await plan({ onlineAt: Date.now() + HOUR });
    expect(await ok('adminTemplate', 'copyTemplate', { id }, as())).toMatchObject({
      onlineAt: null,
      offlineAt: null,
    });
  });
});
