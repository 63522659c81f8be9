import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { someTask } from './fixtures/people.ts';
import { startWorld } from './harness.ts';

const world = await startWorld({ RUNNINGHUB_RESULT_BYTES: 4 * 1024 * 1024 });
const { createTask, outcomeOf, runAiApp, upload } =
  await import('#cloudfunctions/_shared/runningHub/client.ts');
const { ResultRefused } = await import('#cloudfunctions/_shared/runningHub/download.ts');
const { saveResult } = await import('#cloudfunctions/_shared/tasks/save.ts');

const access = { apiKey: 'e'.repeat(32), region: 'cn' as const };
const workflowId = '1985000000000000001';
const task = someTask(9, 'saving') as unknown as StoredTask;
const tell = (settings: object) =>
  fetch(`${world.emulator.url}/__sandbox/runninghub`, {
    method: 'PUT',
    body: JSON.stringify(settings),
  });
const says = (fieldValue: string) => [{ nodeId: '6', fieldName: 'text', fieldValue }];
beforeEach(async () => {
  await world.reset();
  await tell({ queueMs: 0, runMs: 0 });
});

const results = async (taskId: string) => {
  const outcome = await outcomeOf(access, taskId);
  if (outcome.state !== 'done') throw new Error(`the task is ${outcome.state}`);
  return outcome.results;
};

describe('the image service', () => {
  it('changes the uploaded photo, for a workflow and for an app', async () => {
    const large = { create: { width: 90, height: 120, channels: 3 as const, background: '#a52' } };
    const content = await sharp(large).jpeg().toBuffer();
    const fieldValue = await upload(access, { name: 'a.jpg', type: 'image/jpeg', content });
    const nodeInfoList = [{ nodeId: '5', fieldName: 'image', fieldValue }];
    const ids = [
      await createTask(access, { workflowId, nodeInfoList }),
      await runAiApp(access, { webappId: workflowId, nodeInfoList }),
    ];
    for (const taskId of ids) {
      const [found] = await results(taskId);
      expect(await saveResult(task, found!, 0)).toMatchObject({
        fileType: 'png',
        width: 90,
        height: 120,
        nodeId: '9',
      });
    }
  });

  it('tells that a task waits, runs or has failed', async () => {
    await tell({ queueMs: 3_600_000 });
    const waiting = await createTask(access, { workflowId, nodeInfoList: [] });
    await tell({ queueMs: 0, runMs: 3_600_000 });
    const running = await createTask(access, { workflowId, nodeInfoList: [] });
    await tell({ runMs: 0 });
    const failed = await createTask(access, { workflowId, nodeInfoList: says('sandbox-fail') });
    const states = [waiting, running, failed].map(id => outcomeOf(access, id));
    const expected = [
      { state: 'queued' },
      { state: 'running' },
      { state: 'failed', why: expect.stringContaining(': ') as string },
    ];
    expect(await Promise.all(states)).toEqual(expected);
  });

  it.each([
    ['reject', 'rejected'],
    ['person', 'person'],
    ['code-421', 'busy'],
    ['code-433', 'template'],
    ['code-416', 'money'],
    ['code-801', 'key'],
  ])('refuses sandbox-%s, which means: %s', async (word, failure) => {
    const creation = createTask(access, { workflowId, nodeInfoList: says(`sandbox-${word}`) });
    await expect(creation).rejects.toMatchObject({ failure });
  });
});

describe('a result', () => {
  it.each(['html', 'huge', 'redirect', 'inner', 'empty', 'broken'])(
    'that is harmful is not stored: %s',
    async word => {
      const before = world.storedFiles();
      const nodeInfoList = says(`sandbox-${word}`);
      const taskId = await createTask(access, { workflowId, nodeInfoList });
      const [found] = await results(taskId);
      await expect(saveResult(task, found!, 0)).rejects.toBeInstanceOf(ResultRefused);
      expect(world.storedFiles()).toEqual(before);
    },
  );

  it('is a video only where the template makes videos, and there may be four', async () => {
    const made = async (word: string) =>
      results(await createTask(access, { workflowId, nodeInfoList: says(`sandbox-${word}`) }));
    const [video] = await made('video');
    await expect(saveResult(task, video!, 0)).rejects.toBeInstanceOf(ResultRefused);
    const ofVideos = { ...task, plan: { ...task.plan, outputType: 'video' as const } };
    expect(await saveResult(ofVideos, video!, 0)).toMatchObject({ fileType: 'mp4' });
    expect(await made('four')).toHaveLength(4);
  });
});
