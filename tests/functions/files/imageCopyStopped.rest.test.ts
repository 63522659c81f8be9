import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileId } from '../world/fixtures/content.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { copyWorld, picture } from './copyWorld.ts';

const world = await startWorld();
const { rows, set, inject } = world;
const { store, make, shown, copiesIn } = copyWorld(world);
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const plain = 'template/demo/large.png';
const content = await picture();
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
type Copies = Record<string, { path: string }>;
const rowOf = async (path: string) => (await rows('files')).find(({ _id }) => _id === fileId(path));

describe('a caller that makes a copy and', () => {
  const { database } = world.emulator;
  const src = `${plain}!thumbnail`;
  const broken = () => Object.assign(new Error('injected'), { code: 'DATABASE_REQUEST_FAILED' });

  /** Meets each request to the database while the copy is made, before it is carried out and after. */
  const makeMeeting = async (meet: (at: number) => unknown) => {
    const handle = database.handle.bind(database);
    let at = 0;
    database.handle = async (action, body) => {
      if (isUnmet) return handle(action, body);
      await meet((at += 1));
      const answer = await handle(action, body);
      await meet((at += 1));
      return answer;
    };
    try {
      await make(src).catch(() => undefined);
    } finally {
      database.handle = handle;
    }
    return at;
  };
  let isUnmet = false;
  /** Requests of other callers, while the copy is made. */
  const unmet = async (work: () => Promise<void>) => {
    isUnmet = true;
    await work();
    isUnmet = false;
  };
  const muchLater = () => later(2 * 3_600_000);
  const sweep = async () => {
    await runJob('purgeFiles');
    await runJob('sweepFiles');
  };
  const throwAway = async () => {
    await set('files', fileId(plain), { status: 'trash', purgeTime: 1 });
    await runJob('purgeFiles');
  };
  /** The requests of an undisturbed making, each before and after. */
  const countSteps = async () => {
    await world.reset();
    await store(plain, content);
    return makeMeeting(() => undefined);
  };

  it.each([
    ['is shown again', false],
    ['is erased', true],
  ])(
    'is killed at any step leaves nothing behind when the picture %s',
    async (_what, isErased) => {
      const steps = await countSteps();
      expect(steps).toBeGreaterThan(5);
      for (let death = 1; death <= steps; death += 1) {
        for (const isStored of [false, true]) {
          await world.reset();
          await store(plain, content);
          const refused = { action: 'storage.getUploadMetadata', code: 'SYS_ERR', times: 9 };
          if (!isStored) await inject(refused);
          await makeMeeting(at => {
            if (at >= death) throw broken();
          });
          await world.forgetInjections();
          if (isErased) await throwAway();
          muchLater();
          if (!isErased) expect([death, isStored, await shown(src)]).not.toContain(null);
          await sweep();
          vi.useRealTimers();
          const named = Object.values(((await rowOf(plain))?.['copies'] ?? {}) as Copies).map(
            ({ path }) => path,
          );
          expect([death, isStored, copiesIn()]).toEqual([death, isStored, named]);
          expect(named).toHaveLength(isErased ? 0 : 1);
        }
      }
    },
    60_000,
  );

  it('finds the picture erased at any step leaves nothing behind', async () => {
    const steps = await countSteps();
    for (let step = 1; step <= steps; step += 1) {
      await world.reset();
      await store(plain, content);
      await makeMeeting(async at => {
        if (at === step) await unmet(throwAway);
      });
      muchLater();
      await sweep();
      vi.useRealTimers();
      expect([step, copiesIn(), await rowOf(plain)]).toEqual([step, [], undefined]);
    }
  });

  it.each([
    ['goes on', false],
    ['is killed', true],
  ])(
    'stores its content while the picture is erased and %s leaves nothing behind',
    async (_what, isKilled) => {
      await store(plain, content);
      const put = world.emulator.files.put.bind(world.emulator.files);
      let isStored = false;
      const stored = vi
        .spyOn(world.emulator.files, 'put')
        .mockImplementation(async (key, ...rest) => {
          await unmet(throwAway);
          const file = await put(key, ...rest);
          isStored = key.startsWith('copy/');
          return file;
        });
      await makeMeeting(() => {
        if (isStored && isKilled) throw broken();
      });
      stored.mockRestore();
      expect([isStored, copiesIn().length]).toEqual([true, isKilled ? 1 : 0]);
      muchLater();
      await sweep();
      expect([copiesIn(), await rowOf(plain)]).toEqual([[], undefined]);
    },
  );
});
