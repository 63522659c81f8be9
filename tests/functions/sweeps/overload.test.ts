import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { adminActions } from '../world/registry.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
let token: string;
beforeEach(async () => {
  await world.forgetInjections();
  ({ token } = await world.reset());
});

const busy = { code: 50301, message: '当前使用的人较多，请过几秒再试', data: null };

const overload = async (code: string) => {
  for (const step of ['getDocument', 'aggregateDocuments', 'calculateDocument', 'insertDocument'])
    await world.inject({ action: `database.${step}`, code, times: 500 });
};

describe('a database that takes no more requests', () => {
  // One of each kind; `failures.rest.test.ts` lets it fail in all others.
  const some = ['adminOrder.getOrders', 'adminTemplate.updateTemplate', 'adminOrder.processRefund'];
  const chosen = adminActions.filter(({ title }) => some.includes(title));
  it.each(chosen)('$title says that it is busy, and signs nobody out', async at => {
    const before = await world.dump();
    await overload('EXCEED_CONCURRENT_REQUEST_LIMIT');
    const event = { action: at.action, data: at.definition.example, token };
    expect(await world.send(at.name, event)).toMatchObject(busy);
    await world.forgetInjections();
    expect(await world.dump()).toBe(before);
  });

  it.each(['EXCEED_CONCURRENT_REQUEST_LIMIT', 'EXCEED_RATELIMIT', 'EXCEED_REQUEST_LIMIT'])(
    'is known by %s, and the same works afterwards',
    async code => {
      const save = () => world.call('adminCategory', 'createCategory', { name: '新' }, { token });
      await overload(code);
      expect(await save()).toMatchObject(busy);
      await world.forgetInjections();
      expect((await save()).code).toBe(0);
    },
  );

  it('tells who operates it the code of the platform', async () => {
    await overload('EXCEED_REQUEST_LIMIT');
    await world.call('adminCategory', 'createCategory', { name: '新' }, { token });
    expect(world.errors.at(-1)).toContain('EXCEED_REQUEST_LIMIT');
  });

  it('does not end a job, which goes on with its next run', async () => {
    await overload('EXCEED_RATELIMIT');
    expect(await runJob('expireCodes')).toEqual({ ok: false });
    await world.forgetInjections();
    expect(await runJob('expireCodes')).toMatchObject({ ok: true });
  });
});
