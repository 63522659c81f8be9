import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileId } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { copyWorld, fetched, picture } from './copyWorld.ts';

const world = await startWorld();
const { ok, rows, set, inject } = world;
const { store, make, shown, copiesIn } = copyWorld(world);
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const plain = 'template/demo/large.png';
const cover = 'template/ai/cover.png';
const content = await picture();
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
const rowOf = async (path: string) => (await rows('files')).find(({ _id }) => _id === fileId(path));
const copiesOf = async (path: string) =>
  (await rowOf(path))?.['copies'] as Record<string, { path: string; state: string }> | undefined;

describe('a picture in a style', () => {
  it('is a copy of its size, upright, at a path that does not reveal which', async () => {
    const turned = await sharp(content).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    await store(plain, turned);
    const copy = await shown(`${plain}!thumbnail`);
    expect(await sharp(copy!).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 480,
    });
    const [path] = copiesIn();
    expect(path).toMatch(/^copy\/\d{6}\/[0-9a-f]{24}\.webp$/);
  });

  it('is unmade until it is asked for, and is the original in no style meanwhile', async () => {
    await store(plain, content);
    const { list } = await ok('imageService', 'getSignedUrls', {
      urls: [`${plain}!thumbnail`, plain, `${plain}!original`],
    });
    expect(list.map(({ url, unmade }) => [url !== '', unmade ?? false])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ]);
    const made = await make(`${plain}!thumbnail`);
    expect(made.data.url).toMatch(/\/copy\//);
    const again = await ok('imageService', 'getSignedUrl', { url: `${plain}!thumbnail` });
    expect(again.unmade).toBeUndefined();
    expect(await fetched(again.url)).toEqual(await fetched(made.data.url));
  });

  it('that is small already is shown itself', async () => {
    const small = await sharp({
      create: { width: 60, height: 60, channels: 3, background: '#5a5' },
    })
      .png()
      .toBuffer();
    await store(plain, small);
    expect(await shown(`${plain}!thumbnail`)).toEqual(small);
    expect(copiesIn()).toEqual([]);
  });

  it('is made again where storage has lost it', async () => {
    await store(plain, content);
    const first = await shown(`${plain}!thumbnail`);
    for (const path of copiesIn())
      await world.emulator.files.remove(world.emulator.files.find(path)!);
    later(60 * 60_000);
    expect(await shown(`${plain}!thumbnail`)).toEqual(first);
    expect(copiesIn()).toHaveLength(1);
  });

  it('that takes too long to draw is tried three times', async () => {
    const slow = async (path: string, times: number) => {
      await store(path, content);
      const toBuffer = vi
        .spyOn(sharp.prototype, 'toBuffer')
        .mockRejectedValue(new Error('timeout: 43% complete'));
      for (let time = 0; time < times; time += 1)
        expect((await make(`${path}!thumbnail`)).data).toMatchObject({ url: '', unmade: true });
      const drawn = toBuffer.mock.calls.length;
      toBuffer.mockRestore();
      expect(drawn).toBeGreaterThanOrEqual(times);
    };
    await slow(plain, 2);
    expect((await make(`${plain}!thumbnail`)).data.url).toMatch(/\/copy\//);
    await slow(cover, 3);
    expect(await make(`${cover}!thumbnail`)).toMatchObject({ code: 40400 });
  });

  it('of a picture that storage has not is made once that is there', async () => {
    await store(plain, content);
    await world.emulator.files.remove(world.emulator.files.find(plain)!);
    expect(await make(`${plain}!thumbnail`)).toMatchObject({ code: 40400 });
    const options = { owner: null, limit: content.length };
    await world.emulator.files.put(plain, Readable.from([content]), options);
    expect(await shown(`${plain}!thumbnail`)).not.toBeNull();
  });

  it('takes the place of a copy as an earlier version made it', async () => {
    const path = 'copy/202601/0123456789abcdef01234567.webp';
    await world.emulator.files.put(path, Readable.from([content]), {
      owner: null,
      limit: content.length,
    });
    const old = { path, state: 'made', claim: 'x', until: 0, tries: 1, bytes: content.length };
    await store(plain, content, { copies: { side400v0: old } });
    await shown(`${plain}!thumbnail`);
    expect(Object.keys((await copiesOf(plain))!)).toEqual(['side480v1']);
    expect(copiesIn()).toHaveLength(1);
  });

  it('that forty ask for at once is copied once', async () => {
    await store(plain, content);
    const put = vi.spyOn(world.emulator.files, 'put');
    // All have read that it is not there before the first one begins.
    const { database } = world.emulator;
    const handle = database.handle.bind(database);
    let begun = 0;
    const met = vi.spyOn(database, 'handle').mockImplementation(async (action, body) => {
      if (String(body['data']).includes('"making"')) {
        begun += 1;
        await vi.waitUntil(() => begun >= 40, { timeout: 60_000, interval: 5 });
      }
      return handle(action, body);
    });
    const answers = await Promise.all(Array.from({ length: 40 }, () => make(`${plain}!thumbnail`)));
    expect(answers.every(({ code }) => code === 0)).toBe(true);
    expect(answers.some(({ data }) => data.url !== '')).toBe(true);
    expect(put.mock.calls.map(([key]) => key)).toEqual(copiesIn());
    put.mockRestore();
    met.mockRestore();
    expect(copiesIn()).toHaveLength(1);
    expect((await copiesOf(plain))!['side480v1']).toMatchObject({ state: 'made', tries: 1 });
  });
});

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
          const named = Object.values((await copiesOf(plain)) ?? {}).map(({ path }) => path);
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
