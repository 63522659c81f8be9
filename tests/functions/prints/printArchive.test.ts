import { createHash } from 'node:crypto';
import { strFromU8 } from 'fflate';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { ArchivePhoto } from '#cloudfunctions/_shared/prints/archives.ts';
import { jpeg, pixelAt, sizeSnap, startPrintArchiveWorld, WHOLE } from './printArchiveWorld.ts';

const { world, set, print, newPrint, tick, photoOf, orderOf, start, archive, download } =
  await startPrintArchiveWorld();
const { call, ok, rows } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');

describe('an archive', () => {
  const photo = async (background = '#888') =>
    sharp({ create: { width: 120, height: 180, channels: 3, background } })
      .jpeg(jpeg)
      .toBuffer();

  it('sorts by size and paper, names by print order, photo and copies, and lists each in manifest and pick sheet', async () => {
    const [grey, red] = [await photoOf(await photo()), await photoOf(await photo('#a00'))];
    const formula = { ...sizeSnap, code: 'T2', name: '=1+1/<b>' };
    const first = await orderOf([
      { filePath: grey, qty: 3 },
      { filePath: red, sizeSnap: formula, paper: 'matte' },
    ]);
    const second = await orderOf([{ filePath: red }], { userRemark: '<script>轻放' });
    const job = await start();
    expect(job).toMatchObject({ status: 'queued', total: 3, orderCount: 2, name: 'T-1' });
    await tick();
    const done = await archive(job._id);
    expect(done).toMatchObject({ status: 'ready', done: 3, problems: [] });
    expect(done.parts).toMatchObject([{ fileName: 'T-1-1.zip', photos: 3 }]);
    const files = await download(job._id);
    const names = [
      `T1 小样 光面/${first.printNo}-01-x3.jpg`,
      `T2 =1+1__b_ 绒面/${first.printNo}-02-x1.jpg`,
      `T1 小样 光面/${second.printNo}-01-x1.jpg`,
    ];
    expect(Object.keys(files).sort()).toEqual(['manifest.csv', 'pick-sheet.html', ...names].sort());
    const manifest = strFromU8(files['manifest.csv']!).split('\r\n');
    expect(manifest).toHaveLength(5);
    const sum = createHash('sha256').update(files[names[0]!]!).digest('hex');
    expect(manifest[1]).toBe(
      `${first.printNo},1,${names[0]},1,T1 小样,光面,3,120,170,127,2,${sum},`,
    );
    expect(strFromU8(files['manifest.csv']!)).not.toMatch(/(^|,)=/m);
    const sheet = strFromU8(files['pick-sheet.html']!);
    expect(sheet).toContain(encodeURIComponent(`${first.printNo}-01-x3.jpg`));
    expect(sheet).toContain('&lt;script&gt;轻放');
    expect(sheet).not.toMatch(/<script|<b>绒|13912345678|\b502\b/);
    for (const { _id } of [first, second]) {
      const after = await print(_id);
      expect(after.steps.fileReady).toBe('complete');
    }
    const audits = (await rows('auditLogs')).map(({ action }) => action);
    expect(audits).toEqual(expect.arrayContaining(['createPrintArchive', 'getPrintArchiveUrl']));
  });

  it('names what cannot be printed before anything is made, and makes the rest only on request', async () => {
    const [good, gone] = [await photoOf(await photo()), 'user_upload/202611/nothing.jpg'];
    const { _id: id, printNo } = await orderOf([
      { filePath: good },
      { filePath: gone },
      { filePath: good, itemStatus: 'bad' },
      { filePath: good, crop: { ...WHOLE, x: 0.5 } },
      { filePath: good, sizeSnap: { ...sizeSnap, pixelWidth: 0 } },
      { filePath: good, sizeSnap: { ...sizeSnap, pixelWidth: 9_000, pixelHeight: 9_000 } },
    ]);
    const { problems } = await ok('adminPrintArchive', 'checkPrintPhotos', { ids: [id] });
    const lacking = ['missing', 'waiting', 'crop', 'size', 'tooLarge'];
    expect(problems.map(({ problem }) => problem)).toEqual(lacking);
    const leaveOut = problems.map(({ itemIndex }) => ({ id, itemIndex }));
    const few = { ids: [id], leaveOut: leaveOut.slice(1) };
    expect((await call('adminPrintArchive', 'createPrintArchive', few)).code).toBe(40902);
    const unpaid = await newPrint('pending', { items: (await print(id)).items.slice(0, 1) });
    const of = { ids: [unpaid._id] };
    const { problems: ofUnpaid } = await ok('adminPrintArchive', 'checkPrintPhotos', of);
    expect(ofUnpaid.map(({ problem }) => problem)).toEqual(['notPaid']);
    const all = [{ id, itemIndex: 0 }, ...leaveOut];
    const none = { ids: [id], leaveOut: all };
    expect((await call('adminPrintArchive', 'createPrintArchive', none)).code).toBe(40902);
    const { _id } = await start({ ids: [id], leaveOut });
    await tick();
    const done = await archive(_id);
    expect(done).toMatchObject({ status: 'ready', done: 1, total: 1 });
    expect(done.problems.map(({ problem }) => problem)).toEqual(lacking);
    const manifest = strFromU8((await download(_id))['manifest.csv']!);
    expect(manifest).toContain(`${printNo},2,,,,,,,,,,,原图已被删除`);
    expect((await print(id)).steps.fileReady).toBe('error');
  });

  it('warns of photos that were paid back, and of no reprint of them', async () => {
    const filePath = await photoOf(await photo());
    const { _id: id, orderId } = await orderOf([{ filePath }, { filePath, lowRes: true }]);
    const { _id: again } = await orderOf([{ filePath }, { filePath }], { orderId, reprintOf: id });
    const found = async (order: object) => {
      await set('orders', orderId, order);
      const of = { ids: [id, again] };
      const { warnings } = await ok('adminPrintArchive', 'checkPrintPhotos', of);
      return warnings.map(({ printId, itemIndex, warning }) => [printId, itemIndex, warning]);
    };
    const second = [id, 1, 'paidBack'];
    const refundItems = [{ itemIndex: 1, qty: 1, amountFen: 100 }];
    expect(await found({ refundItems })).toEqual([second]);
    const whole = { refundItems: [], payFen: 300, refundedFen: 100, refundingFen: 200 };
    expect(await found(whole)).toEqual([[id, 0, 'paidBack'], second]);
  });

  it('does without what was cancelled or refused since it was asked for', async () => {
    const filePath = await photoOf(await photo());
    const { _id: gone } = await orderOf([{ filePath, qty: 5 }]);
    const { _id: kept, items } = await orderOf([{ filePath }, { filePath, qty: 3 }]);
    const { _id } = await start();
    await set('printOrders', gone, { status: 'cancelled' });
    await set('printOrders', kept, { items: [items[0], { ...items[1], itemStatus: 'bad' }] });
    await tick();
    expect(await archive(_id)).toMatchObject({
      status: 'ready',
      done: 1,
      problems: [
        { printId: gone, itemIndex: 0, problem: 'notPaid' },
        { printId: kept, itemIndex: 1, problem: 'waiting' },
      ],
    });
    // The lab counts what it has printed.
    const sheet = strFromU8((await download(_id))['pick-sheet.html']!);
    expect(sheet).toContain(
      '<div>2 单冲印订单，1 张照片</div><ul><li>小样 光面 <b>× 1</b></li></ul>',
    );
  });

  it('does without photos that turn out to be damaged or no picture, and says which', async () => {
    const whole = await photo();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const { _id: id } = await orderOf([
      { filePath: await photoOf(whole) },
      { filePath: await photoOf(whole.subarray(0, whole.length / 2)) },
      { filePath: await photoOf(svg) },
    ]);
    const { _id } = await start({ ids: [id] });
    await tick();
    const done = await archive(_id);
    expect(done).toMatchObject({ status: 'ready', done: 1, total: 3 });
    expect(done.problems).toMatchObject([
      { printId: id, itemIndex: 1, problem: 'damaged' },
      { printId: id, itemIndex: 2, problem: 'damaged' },
    ]);
  });

  it('is made only of what exists, and of a thousand photos at most', async () => {
    const item = { filePath: 'user_upload/a.jpg' };
    await orderOf(
      Array.from({ length: 1_001 }, () => item),
      { batchNo: 'T-many' },
    );
    for (const wrong of [
      { batchNo: 'T-none' },
      { batchNo: 'T-many' },
      { batchNo: '../x' },
      { ids: [] },
      {},
    ]) {
      const answer = await call('adminPrintArchive', 'createPrintArchive', wrong);
      expect([wrong, [40001, 40902].includes(answer.code)]).toEqual([wrong, true]);
    }
  });

  /** Six photos, each of another grey. */
  const six = async () => {
    const greys = ['#000', '#333', '#666', '#999', '#ccc', '#fff'];
    const paths = await Promise.all(greys.map(async grey => photoOf(await photo(grey))));
    return orderOf(paths.map(filePath => ({ filePath })));
  };
  const greysIn = (files: Record<string, Uint8Array>) =>
    Promise.all(
      Object.keys(files)
        .filter(name => name.endsWith('.jpg'))
        .sort()
        .map(async name => (await pixelAt(Buffer.from(files[name]!), 60, 85))[0]),
    );
  const everyGrey = [0, 0x33, 0x66, 0x99, 0xcc, 0xff];

  it('is made by one of several workers, in slices and in parts that fit', async () => {
    await six();
    const usual = { ...environment };
    Object.assign(environment, { PRINT_ARCHIVE_BUDGET_MS: 40, PRINT_ARCHIVE_PART_BYTES: 4_000 });
    const { _id } = await start();
    try {
      await vi.waitUntil(
        async () => {
          await Promise.all([tick(), tick()]);
          return (await archive(_id)).status === 'ready';
        },
        { timeout: 30_000, interval: 1 },
      );
    } finally {
      Object.assign(environment, usual);
    }
    const { parts } = await archive(_id);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.reduce((sum, { photos }) => sum + photos, 0)).toBe(6);
    expect(await greysIn(await download(_id))).toEqual(everyGrey);
  });

  it('gives up a photo whose worker ends each time, and not the others', async () => {
    await six();
    const { _id } = await start();
    const usual = { ...environment };
    Object.assign(environment, { PRINT_ARCHIVE_BUDGET_MS: 1 });
    // On a slow machine the time is over before the photos are listed.
    await vi.waitUntil(
      async () => {
        await tick();
        return (await rows('printArchivePhotos')).length === 6;
      },
      { timeout: 30_000, interval: 1 },
    );
    Object.assign(environment, usual);
    const photos = (await rows('printArchivePhotos')) as unknown as ArchivePhoto[];
    await set('printArchivePhotos', photos[3]!._id, { tries: 2, status: 'waiting' });
    await tick();
    expect(await archive(_id)).toMatchObject({
      status: 'ready',
      done: 5,
      problems: [{ itemIndex: 3, problem: 'crashed' }],
    });
  });

  it('that is stopped leaves nothing, and one that is kept goes after three days', async () => {
    await six();
    await tick();
    const before = world.storedFiles();
    const stopped = await start();
    await ok('adminPrintArchive', 'cancelPrintArchive', { id: stopped._id });
    const kept = await start();
    await tick();
    expect((await archive(stopped._id)).done).toBe(0);
    // Its single print files are in the part by now.
    expect(world.storedFiles()).toHaveLength(before.length + 1);
    const get = (id: string) => call('adminPrintArchive', 'getPrintArchiveUrl', { id });
    expect((await get(stopped._id)).code).toBe(40902);
    const { purgeTime } = await archive(kept._id);
    expect(Number(purgeTime) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    await set('printArchives', kept._id, { purgeTime: 1 });
    await tick('purgePrintArchives');
    expect(world.storedFiles()).toEqual(before);
    expect(await rows('printArchivePhotos')).toEqual([]);
    expect((await get(kept._id)).code).toBe(40902);
    const ends = await Promise.all([archive(stopped._id), archive(kept._id)]);
    expect(ends.map(({ status }) => status)).toEqual(['cancelled', 'expired']);
  });
});
