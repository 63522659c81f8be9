import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_IMAGE_STYLES } from '#contract/constants.ts';
import { isVisiblyMarked } from '../../visibleMark.ts';
import { sharedPage } from '../world/callback.ts';
import { fileId } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { copyWorld, fetched, picture } from './copyWorld.ts';

const world = await startWorld();
const { ok, rows, set } = world;
const { store, make, shown, copiesIn } = copyWorld(world);

beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

const plain = 'template/demo/large.png';
const cover = 'template/ai/cover.png';
const work = 'results/usr_0001/task_0001/9.png';
const owned = { userId: 'usr_0001', scene: 'task_result' };
const content = await picture();

const rowOf = async (path: string) => (await rows('files')).find(({ _id }) => _id === fileId(path));
const copiesOf = async (path: string) =>
  (await rowOf(path))?.['copies'] as Record<string, { path: string; state: string }> | undefined;

describe('a picture', () => {
  it('that cannot be read is shown itself, and a generated one not at all', async () => {
    const broken = Buffer.concat([content.subarray(0, 3_000), Buffer.alloc(100_000)]);
    const size = { width: 510, height: 340, sizeBytes: broken.length };
    for (const path of [plain, cover]) {
      await store(path, content, size);
      await world.emulator.files.put(path, Readable.from([broken]), {
        owner: null,
        limit: broken.length,
      });
    }
    expect(broken.equals((await shown(`${plain}!thumbnail`))!)).toBe(true);
    expect(await make(`${cover}!thumbnail`)).toMatchObject({ code: 40400 });
    expect(await shown(`${cover}!thumbnail`)).toBeNull();
    expect((await copiesOf(cover))!['side480markedv1']).toMatchObject({
      state: 'failed',
      tries: 1,
    });
    expect(copiesIn()).toEqual([]);
  });
});

describe('a generated picture', () => {
  const styles = [...Object.values(DEFAULT_IMAGE_STYLES), '!mine'].filter(
    suffix => suffix !== '!original',
  );

  it('is shown to visitors with the mark in its pixels, in every style, and never without', async () => {
    await ok('adminSettings', 'updateSettings', {
      type: 'system',
      data: { imageStyles: { ...DEFAULT_IMAGE_STYLES, mine: '!mine' } },
    });
    await store(work, content, owned);
    await store(cover, content);
    for (const [path, some] of [
      [work, styles],
      [cover, ['!thumbnail', '!download']],
    ] as const) {
      for (const style of some) {
        const copy = await shown(path + style);
        expect([path + style, await isVisiblyMarked(content, copy!)]).toEqual([path + style, true]);
        expect(String((await sharp(copy!).metadata()).xmp)).toContain('ns/AIGC/1.0/');
      }
      for (const bare of ['', '!original', '!nothing', '!'])
        expect([bare, await shown(path + bare)]).toEqual([bare, null]);
    }
    expect(await isVisiblyMarked(content, content)).toBe(false);
  });

  it('keeps its format and its size where it is saved', async () => {
    const jpeg = await picture('jpeg');
    await store(cover.replace('png', 'jpg'), jpeg);
    const saved = await shown(`${cover.replace('png', 'jpg')}!download`);
    expect(await sharp(saved!).metadata()).toMatchObject({ format: 'jpeg', width: 510 });
  });

  it('has the mark on a share page, once a page has shown it', async () => {
    await store(cover, content);
    await set('templates', 'tpl_0001', { coverImage: cover });
    const page = async () => {
      const { body } = await sharedPage('tpl_0001');
      return /og:image" content="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&');
    };
    expect(await page()).toBeUndefined();
    await shown(`${cover}!thumbnail`);
    expect(await isVisiblyMarked(content, await fetched((await page())!))).toBe(true);
  });

  it('is given to administrators as it is, and its copies with the mark', async () => {
    await store(work, content, owned);
    const { data } = await world.call('imageCopy', 'makeAnyCopy', { url: `${work}!download` });
    expect(await isVisiblyMarked(content, await fetched(data.url))).toBe(true);
    const { list } = await ok('adminStorage', 'getFileList', { fileList: [work] });
    expect(content.equals(await fetched(list[0]!.url))).toBe(true);
  });
});

describe('a copy', () => {
  const stranger = { caller: { TCB_UUID: '2000000000000000002', TCB_ISANONYMOUS_USER: 'true' } };

  it('of a private picture is made for and given to nobody else', async () => {
    await store(work, content, owned);
    expect(await make(`${work}!download`, stranger)).toMatchObject({ code: 40400, data: null });
    expect(await copiesOf(work)).toBeUndefined();
    const picture = { url: `${work}!download` };
    const { code } = await world.call('imageCopy', 'makeAnyCopy', picture, {});
    expect(code).not.toBe(0);
    const path = (await make(`${work}!download`)).data.url;
    expect(path).toMatch(/\/copy\//);
    const [copy] = copiesIn();
    for (const url of [
      `${work}!download`,
      copy!,
      `cloud://local.files/${copy}`,
      `${copy}!original`,
    ]) {
      expect(await shown(url, stranger)).toBeNull();
      expect((await make(url, stranger)).code).toBe(40400);
    }
    const { list } = await ok('adminStorage', 'getFileList', { fileList: [copy!] });
    expect(list).toEqual([]);
  });

  it('leaves with its picture, from the trash too, and comes back with it', async () => {
    await store(plain, content);
    await shown(`${plain}!thumbnail`);
    await ok('adminStorage', 'deleteImage', { filePath: plain });
    expect(await shown(`${plain}!thumbnail`)).toBeNull();
    await ok('adminStorage', 'restoreImage', { filePath: plain });
    expect(await shown(`${plain}!thumbnail`)).not.toBeNull();
    await ok('adminStorage', 'deleteImage', { filePath: plain });
    await set('files', fileId(plain), { purgeTime: 1 });
    await runJob('purgeFiles');
    expect(copiesIn()).toEqual([]);
    expect(await rowOf(plain)).toBeUndefined();
  });

  it("leaves with its user's data", async () => {
    const who = { caller: { TCB_UUID: '3000000000000000003' } };
    const userId = await world.account(who);
    await store(work, content, { userId, scene: 'task_result' });
    expect(await shown(`${work}!download`, who)).not.toBeNull();
    await ok('appUser', 'deleteMyData', { preview: false }, who);
    expect(copiesIn()).toEqual([]);
  });

  it('of a picture that is still being stored is not made, also for administrators', async () => {
    const pending = { status: 'pending', purgeTime: Date.now() + 3_600_000 };
    await store(plain, content, pending);
    await world.call('imageCopy', 'makeAnyCopy', { url: `${plain}!download` });
    expect(copiesIn()).toEqual([]);
    await store(work, content, { ...owned, ...pending });
    await ok('imageCopy', 'makeAnyCopy', { url: `${work}!thumbnail` });
    expect(copiesIn()).toHaveLength(1);
  });

  it('is not shown as a picture, and is counted with its picture', async () => {
    await store(plain, content);
    await shown(`${plain}!thumbnail`);
    const { list } = await ok('adminStorage', 'getImages', { pageSize: 100 });
    expect(JSON.stringify(list)).not.toContain('copy/');
    const found = await ok('adminStorage', 'getImageById', { filePath: plain });
    const { length: bytes } = (await shown(`${plain}!thumbnail`))!;
    expect(Object.values(found.copies ?? {})).toEqual([{ bytes }]);
  });
});
