import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { engineOf, visitorNo } from './engineRun.ts';

const VISITORS = 40;
const GIFT = 10;
const COST = 4;
/** How long a task takes at the provider. */
const RUN_MS = 5_000;

const world = await startWorld({ GIFTS_PER_ADDRESS: 1_000 });
const { ok, rows, set } = world;
const { timer, sandbox, later, upload } = engineOf(world);
const { inParallel } = await import('#cloudfunctions/_shared/base/parallel.ts');
const people = Array.from({ length: VISITORS }, (_, at) => visitorNo(at));

interface Made {
  mostAtOnce: Record<string, number>;
  createsByWebhook: Record<string, number>;
}

/** From its submission until its slot was free. */
const timesOf = ({ submitTime, history }: Record<string, unknown>) => ({
  begun: submitTime as number,
  done: (history as { to: string; time: number }[]).find(({ to }) => to === 'saving')!.time,
});

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await world.reset();
  await set('settings', 'general', { registerGiftCredits: GIFT });
  await set('settings', 'system', { data: { task: { addressDaily: 1_000, paidShare: 0 } } });
  await set('templates', 'tpl_0001', { costCredits: COST });
  await sandbox('runninghub', { queueMs: 0, runMs: RUN_MS });
  return () => void vi.useRealTimers();
});

describe('forty visitors at once, with two keys of one slot each', () => {
  it('are all served in their order, never more at a time than there are slots, and pay once', async () => {
    const photo = await sharp({
      create: { width: 96, height: 128, channels: 3, background: '#a52' },
    })
      .jpeg()
      .toBuffer();
    const photos = new Map<unknown, string>();
    // The crowd waits for the generator; forty uploads at once would wait for the processor.
    await inParallel(people, async caller => photos.set(caller, await upload(caller, photo)));
    const ids: string[] = [];
    for (const caller of people) {
      const wish = { templateId: 'tpl_0001', inputs: { photo: photos.get(caller) } };
      ids.push((await ok('appTask', 'createTask', wish, { caller }))._id);
      later(5);
    }
    const ended = async () =>
      (await rows('tasks')).filter(
        ({ _id, status }) => ids.includes(String(_id)) && status === 'succeeded',
      );
    for (let runs = 0; runs < VISITORS * 3 && (await ended()).length < VISITORS; runs += 1) {
      // Runs meet each other, as they may in the cloud.
      await Promise.all([timer(), timer()]);
      later(RUN_MS);
    }
    const made = await ended();
    expect(made).toHaveLength(VISITORS);

    const { mostAtOnce, createsByWebhook } = (await sandbox('runninghub')) as unknown as Made;
    expect(Object.values(mostAtOnce).every(most => most === 1)).toBe(true);
    for (const key of ['key_0001', 'key_0002']) {
      const its = made.filter(({ apiKeyId }) => apiKeyId === key).map(timesOf);
      expect(its.length).toBeGreaterThan(VISITORS / 10);
      its.sort((a, b) => a.begun - b.begun);
      its.forEach(({ done }, at) =>
        expect(done).toBeLessThanOrEqual(its[at + 1]?.begun ?? Infinity),
      );
    }
    expect(Object.values(createsByWebhook)).toEqual(Array(VISITORS).fill(1));

    const begun = made
      .sort((a, b) => (a['createTime'] as number) - (b['createTime'] as number))
      .map(({ submitTime }) => submitTime as number);
    // Two slots: neighbours may overtake each other by one run, nobody else.
    begun.forEach((time, at) => expect(time).toBeLessThanOrEqual(begun[at + 2] ?? Infinity));

    const users = (await rows('users')).filter(({ openid }) =>
      String(openid).startsWith('anon:anonymous'),
    );
    expect(users).toHaveLength(VISITORS);
    expect(users.every(({ credits }) => (credits as { gift: number }).gift === GIFT - COST)).toBe(
      true,
    );
    expect(users.every(({ activeTasks }) => (activeTasks as string[]).length === 0)).toBe(true);
  }, 120_000);
});
