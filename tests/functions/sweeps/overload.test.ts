import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { as } = world;
beforeEach(async () => {
  await world.forgetInjections();
  await world.reset();
});

const failing = { code: 50001, message: '系统繁忙，请稍后再试', data: null };
const busy = { code: 50301, message: '当前使用的人较多，请过几秒再试', data: null };

/** Often enough for whatever a call reads beside its session, and goes on with after its answer. */
const breakDown = async (code: string) => {
  for (const step of ['getDocument', 'aggregateDocuments', 'calculateDocument', 'insertDocument'])
    await world.inject({ action: `database.${step}`, code, times: 500 });
};
const save = () => world.call('adminCategory', 'createCategory', { name: '新' });

/** One of each kind; `failures.rest.test.ts` lets the database fail somewhere in each of the others. */
const some = ['adminOrder.getOrders', 'adminTemplate.updateTemplate', 'adminOrder.processRefund'];
const chosen = adminActions.filter(({ title }) => some.includes(title));

describe.each([
  ['fails while the session is checked', 'CONN_ERROR', failing],
  ['takes no more requests', 'EXCEED_CONCURRENT_REQUEST_LIMIT', busy],
])('a database that %s', (_how, code, answer) => {
  it.each(chosen)('$title says so, signs nobody out and admits nobody', async at => {
    const before = await world.dump();
    await breakDown(code);
    const event = { action: at.action, data: at.definition.example, ...as() };
    expect(await world.send(at.name, event)).toMatchObject(answer);
    await world.forgetInjections();
    expect(await world.dump()).toBe(before);
  });
});

describe('a database that takes no more requests', () => {
  it.each(['EXCEED_CONCURRENT_REQUEST_LIMIT', 'EXCEED_RATELIMIT', 'EXCEED_REQUEST_LIMIT'])(
    'is known by %s, reported to who operates it, and the same works afterwards',
    async code => {
      await breakDown(code);
      expect(await save()).toMatchObject(busy);
      expect(world.errors.at(-1)).toContain(code);
      await world.forgetInjections();
      expect((await save()).code).toBe(0);
    },
  );

  it('does not end a job, which goes on with its next run', async () => {
    await breakDown('EXCEED_RATELIMIT');
    expect(await runJob('expireCodes')).toEqual({ ok: false });
    await world.forgetInjections();
    expect(await runJob('expireCodes')).toMatchObject({ ok: true });
  });
});
