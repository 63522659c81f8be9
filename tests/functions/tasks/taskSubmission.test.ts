import { describe, expect, it } from 'vitest';
import { startTaskWorld } from './taskWorld.ts';

const {
  world,
  report,
  sandbox,
  later,
  run,
  template,
  order,
  seen,
  task,
  steps,
  without,
  creations,
} = await startTaskWorld();
const { ok, set } = world;

describe('a creation whose answer was lost', () => {
  const lose = () =>
    sandbox('runninghub', { path: '/task/openapi/create', mode: 'lose', times: 1 });
  const createdOnce = async () =>
    expect(Object.values((await sandbox('runninghub'))['createsByWebhook'] as object)).toEqual([1]);

  it('is never sent again, keeps its slot, and is found by the report', async () => {
    await without('key_0002');
    await sandbox('runninghub', { webhooks: 'lost' });
    await lose();
    const { _id: id } = await order();
    await run();
    for (let at = 0; at < 3; at += 1) {
      later(20_000);
      await run();
    }
    expect(await task(id)).toMatchObject({
      status: 'submitting',
      slot: 'key_0001#0',
      rhTaskId: '',
    });
    await createdOnce();
    const [made] = (await creations()) as { taskId: string; webhookUrl: string }[];
    const path = new URL(made!.webhookUrl).pathname;
    expect(await report(path, { event: 'TASK_END', taskId: made!.taskId })).toBe(200);
    await run(6);
    expect(await seen(id)).toMatchObject({ status: 'succeeded' });
    expect(await steps(id)).toContain('running');
    await createdOnce();
  });

  it('keeps its slot when it is cancelled, until the provider has been asked to stop, or its time is over', async () => {
    await sandbox('runninghub', { runMs: 3_600_000, webhooks: 'lost' });
    await template({ timeoutSec: 60 });
    const cancelled = async () => {
      await lose();
      const { _id: id } = await order();
      await run(3);
      await ok('adminTask', 'cancelTask', { id, reason: '测试' });
      await run(3);
      expect((await task(id))['slotKey']).not.toBe('');
      return id;
    };
    const [heard, silent] = [await cancelled(), await cancelled()];
    const [made] = (await creations()) as { taskId: string; webhookUrl: string }[];
    expect(await report(new URL(made!.webhookUrl).pathname, { taskId: made!.taskId })).toBe(200);
    await run(3);
    expect(await task(heard)).toMatchObject({ status: 'cancelled', slotKey: '' });
    expect((await task(silent))['slotKey']).not.toBe('');
    later(60_000);
    await run(3);
    expect(await task(silent)).toMatchObject({ status: 'cancelled', slotKey: '' });
    expect((await creations()).map(one => (one as { state: string }).state).sort()).toEqual([
      'CANCELLED',
      'RUNNING',
    ]);
  });

  it('is not found by a report that is forged, about another task, or about what the provider does not know', async () => {
    await sandbox('runninghub', { webhooks: 'lost' });
    // The provider knows a number only by the key that it was given to.
    await without('key_0002');
    const { _id: other } = await order();
    await run(6);
    const { rhTaskId: ofOther } = await task(other);
    await lose();
    const { _id: id, taskNo } = await order();
    await run(3);
    const made = ((await creations()) as { taskId: string; webhookUrl: string }[]).find(
      ({ taskId }) => taskId !== ofOther,
    );
    const path = new URL(made!.webhookUrl).pathname;
    const secret = path.split('/')[3]!;
    const forged = [
      [`/notify/runninghub/${'0'.repeat(40)}/${taskNo}`, made!.taskId],
      [`/notify/runninghub/${secret}/T2026112000000003`, made!.taskId],
      [path, '1234567890123456789'],
      [path, String(ofOther)],
      [path, '../../x'],
      ['/notify/runninghub', made!.taskId],
    ] as const;
    for (const [address, taskId] of forged) expect(await report(address, { taskId })).toBe(404);
    expect(await task(id)).toMatchObject({ status: 'submitting', rhTaskId: '' });
  });
});

describe('keys', () => {
  it('are shown with the tasks that they run, beside the queue', async () => {
    await sandbox('runninghub', { runMs: 3_600_000 });
    await without('key_0002');
    await set('apiKeys', 'key_0001', { maxConcurrency: 1 });
    const [first, second] = [await order(), await order()];
    await run();
    const { keys, ...rest } = await ok('adminDashboard', 'getEngine', {});
    // Besides the waiting task of the fixture.
    expect(rest).toMatchObject({ waiting: 2, running: 1, slots: 1 });
    expect(rest.oldestTime).toBeLessThanOrEqual(second.createTime);
    expect(keys[0]).toMatchObject({ _id: 'key_0001', running: 1, maxConcurrency: 1 });
    expect(first.status).toBe('created');
  });
});
