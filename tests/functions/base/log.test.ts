import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobs } from '#cloudfunctions/_shared/base/jobs.ts';
import { codes } from '#contract/envelope.ts';
import { callback, callbackNames } from '../world/callback.ts';
import { startWorld } from '../world/harness.ts';
import { leavesOf, valueAt, withKey, withLeaf } from '../world/leaves.ts';
import { everyAction } from '../world/registry.ts';
import { jobNames, runJob } from '../world/runJob.ts';

const world = await startWorld({ COUNTERS_REBUILD_DAYS: 2 });
const { logCall, report } = await import('#cloudfunctions/_shared/base/log.ts');

type Line = Record<string, unknown>;
const all = () => [...world.lines, ...world.errors].map(line => JSON.parse(line) as Line);
const last = () => all().at(-1);

let { admin, token } = await world.reset();
beforeEach(async () => {
  ({ admin, token } = await world.reset());
  world.lines.length = world.errors.length = 0;
});

describe('the log', () => {
  it('has a line for each call: who, what, how long, how it ended', async () => {
    const { requestId } = await world.call('adminTemplate', 'getTemplates', {});
    expect(all()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        level: 'info',
        function: 'adminTemplate',
        action: 'getTemplates',
        requestId,
        caller: 'admin',
        adminId: admin._id,
        outcome: 'ok',
        ms: expect.any(Number) as number,
      },
    ]);
  });

  it('names refusals by their code, and callers by their kind', async () => {
    const call = async (token_: unknown, caller?: Record<string, string>) => {
      await world.call(
        'systemSettings',
        'getSettings',
        { x: 1 },
        { token: token_, ...(caller && { caller }) },
      );
      const { level, caller: kind, adminId, outcome, code } = last() ?? {};
      return { level, kind, adminId, outcome, code };
    };
    const refused = { level: 'info', outcome: 'refused', code: codes.invalidInput };
    const wechat = { TCB_UUID: '17', WX_OPENID: 'oCanaryCanaryCanaryCanary001' };
    expect(await call(undefined, wechat)).toEqual({ ...refused, kind: 'user' });
    expect(await call(undefined, { ...wechat, TCB_ISANONYMOUS_USER: 'true' })).toEqual({
      ...refused,
      kind: 'anonymous',
    });
    await world.call('adminTemplate', 'getTemplates', {}, { token: 'adm.guessed', caller: {} });
    expect(last()).toMatchObject({ outcome: 'refused', code: -1, caller: 'anonymous' });
  });

  it('names what failed by name, code and place, without the message', async () => {
    await world.inject({
      action: 'database.getDocument',
      times: 50,
      code: 'DATABASE_REQUEST_FAILED',
      message: 'E11000 duplicate key {phone: "13912345678"}',
    });
    const { requestId } = await world.call('keyword', 'getKeywordsByIds', { ids: ['kw_0001'] });
    await world.forgetInjections();
    const failed = all().find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({
      level: 'error',
      function: 'keyword',
      requestId,
      code: codes.internal,
      error: { name: 'Error', code: 'DATABASE_REQUEST_FAILED' },
    });
    expect((failed?.['error'] as { stack: string[] }).stack.join()).toContain('repository.ts');
    expect(JSON.stringify(all())).not.toMatch(/13912345678|duplicate/);
  });

  it('warns of what took more than a tenth of its time, and of a run that exceeded its budget', async () => {
    const levelAfter = async (ms: number, kind: 'admin' | 'timer', limit: number) => {
      const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(ms);
      await logCall('adminOrder', kind, { time_limit_in_ms: limit }, () => Promise.resolve());
      now.mockRestore();
      const { level, slow } = JSON.parse(
        (ms > 0 && world.errors.at(-1)) || world.lines.at(-1)!,
      ) as Line;
      return [level, slow];
    };
    expect(await levelAfter(1_999, 'admin', 20_000)).toEqual(['info', undefined]);
    expect(await levelAfter(2_001, 'admin', 20_000)).toEqual(['warn', true]);
    expect(await levelAfter(45_001, 'timer', 60_000)).toEqual(['warn', true]);
  });

  it('has a line for a run of a worker, for each of its jobs and for a request from outside', async () => {
    await runJob('expireCodes', { request_id: 'run-1' });
    const run = { function: 'worker', requestId: 'run-1', caller: 'timer', outcome: 'ok' };
    expect(all()).toMatchObject([
      { ...run, action: 'expireCodes' },
      { ...run, action: 'call' },
    ]);
    await callback('payNotice', { body: 'nobody signed this' });
    expect(last()).toMatchObject({
      function: 'callback',
      action: 'payNotice',
      caller: 'http',
      outcome: 'refused',
      code: 400,
    });
  });

  it('says which call had a problem that did not make it fail', async () => {
    await logCall('adminOrder', 'admin', { request_id: 'of-this-call' }, () => {
      report('not counted', new TypeError('13912345678'), 'paidOrders');
      return Promise.resolve();
    });
    expect(JSON.parse(world.errors[0]!)).toMatchObject({
      level: 'error',
      function: 'adminOrder',
      requestId: 'of-this-call',
      event: 'not counted',
      about: 'paidOrders',
      error: { name: 'TypeError' },
    });
    expect(world.errors.join()).not.toContain('13912345678');
  });
});

describe('nothing personal is logged', () => {
  const personal = {
    phone: '13912345678',
    name: '欧阳明华',
    openid: 'oCanaryCanaryCanaryCanary001',
    address: '浙江省杭州市西湖区文三路 7 号',
    file: '欧阳明华的照片.jpg',
  };
  const values = Object.values(personal);
  const seen = () => {
    const text = [...world.lines, ...world.errors, ...world.log].join('\n');
    return values.filter(value => text.includes(value) || text.includes(encodeURIComponent(value)));
  };
  const caller = { TCB_UUID: '17', WX_OPENID: personal.openid };

  it('of what is sent in any field, in the place of an action, a key or a token', async () => {
    for (const [at, { name, action, definition }] of everyAction.entries()) {
      const texts = leavesOf(definition.example).filter(
        path => typeof valueAt(definition.example, path) === 'string',
      );
      const hostile = texts.reduce(
        (data, path, nth) => withLeaf(data, path, values[(at + nth) % values.length]),
        definition.example,
      );
      await world.send(name, { action, data: hostile, token }, undefined, caller);
      const spoilt = withKey(hostile, [], personal.name, personal);
      const event = {
        action: at % 2 ? action : personal.name,
        data: spoilt,
        token: personal.phone,
      };
      await world.send(name, event);
    }
    expect(world.lines.length).toBeGreaterThan(everyAction.length);
    expect(seen()).toEqual([]);
  });

  it('of what workers and callbacks are sent', async () => {
    const request = {
      below: `/${personal.name}`,
      headers: personal,
      body: JSON.stringify(personal),
    };
    for (const name of callbackNames) await callback(name, request);
    const { main: outside } = await import('#cloudfunctions/callback/index.ts');
    await outside({ ...request, path: `/${personal.name}`, httpMethod: personal.name });
    for (const name of new Set(Object.values(jobs))) {
      const { main } = (await import(`../../../cloudfunctions/${name}/index.ts`)) as {
        main: (event: unknown) => Promise<unknown>;
      };
      await main({ Type: 'Timer', TriggerName: personal.name, ...personal });
      await main({ jobs: [...values, ...jobNames], alone: true, ...personal });
    }
    expect(all().map(({ action }) => action)).toEqual(expect.arrayContaining(jobNames));
    expect(seen()).toEqual([]);
  });

  it('of what errors say, however they were made', () => {
    const mutated = new Error('first');
    mutated.message = `later ${personal.phone}`;
    class ByName extends Error {
      override name = personal.name;
    }
    for (const error of [
      new Error(`${personal.phone}\n    at ${personal.name} (${personal.phone}:1:1)`),
      Object.assign(new Error('refused'), { code: personal.address, requestId: personal.file }),
      new Error('outer', { cause: { code: personal.phone, message: personal.name } }),
      new ByName(personal.address),
      mutated,
      personal,
      personal.phone,
      null,
    ])
      report('a trial', error);
    expect(world.errors).toHaveLength(8);
    expect(seen()).toEqual([]);
  });
});
