import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArchivePhoto, StoredArchive } from '#cloudfunctions/_shared/prints/archives.ts';
import type { StoredPrintOrder } from '#cloudfunctions/_shared/prints/records.ts';
import { fileRow } from './fixtures/content.ts';
import { startWorld } from './harness.ts';
import { printsOf } from './prints.ts';

const world = await startWorld({ PRINT_ARCHIVE_CLAIM_MS: 400 });
const { call, ok, rows } = world;
let token = '';
beforeEach(async () => ({ token } = await world.reset()));
const { as, set, print, newPrint } = await printsOf(world, () => token);

const { main: timers } = await import('#cloudfunctions/printArchiveTimers/index.ts');
const tick = async (TriggerName = 'run') => {
  expect(await timers({ Type: 'Timer', TriggerName }), world.errors.at(-1)).toMatchObject({
    ok: true,
  });
};

type Item = StoredPrintOrder['items'][number];
type Rgb = [number, number, number];

/** 20 × 30 mm at 127 dpi: 100 × 150 pixels, and 10 of bleed. */
const sizeSnap: Item['sizeSnap'] = {
  code: 'T1',
  name: '小样',
  widthMm: 20,
  heightMm: 30,
  pixelWidth: 100,
  pixelHeight: 150,
  dpi: 127,
  bleedMm: 2,
};
const WHOLE = { x: 0, y: 0, w: 1, h: 1, rotate: 0 };

/** Red, green / blue, white, each a quarter. */
const quarters = async (width: number, height: number) => {
  const [w, h] = [width / 2, height / 2];
  const colours = ['#f00', '#0f0', '#00f', '#fff'];
  return sharp({ create: { width, height, channels: 3, background: '#000' } }).composite(
    colours.map((background, at) => ({
      input: { create: { width: w, height: h, channels: 3 as const, background } },
      left: (at % 2) * w,
      top: Math.floor(at / 2) * h,
    })),
  );
};
const jpeg = { quality: 100, chromaSubsampling: '4:4:4' } as const;

let stored = 0;
/** Stores a photo as an upload would. */
const photoOf = async (content: Buffer, extension = 'jpg') => {
  const filePath = `user_upload/202611/archive${(stored += 1)}.${extension}`;
  await world.emulator.files.put(
    filePath,
    (async function* () {
      yield content;
    })(),
    { owner: null, limit: content.length },
  );
  const { autoOrient } = await sharp(content)
    .metadata()
    .catch(() => ({ autoOrient: { width: 0, height: 0 } }));
  await world.insert('files', [
    fileRow(filePath, { ...autoOrient, scene: 'user_upload', unused: false }),
  ]);
  return filePath;
};

const orderOf = async (items: Partial<Item>[], fields: Partial<StoredPrintOrder> = {}) => {
  const [model] = (await print('prt_0001')).items as [Item];
  const ordered = { ...model, lowRes: false, itemStatus: 'ok' as const, qty: 1, crop: WHOLE };
  return newPrint('producing', {
    batchNo: 'T-1',
    items: items.map(item => ({ ...ordered, sizeSnap, ...item })),
    ...fields,
  });
};

const start = (data: object = { batchNo: 'T-1' }) =>
  ok('adminPrintArchive', 'createPrintArchive', data, as());
const archive = async (id: string) =>
  (await rows('printArchives')).find(({ _id }) => _id === id) as unknown as StoredArchive;

/** Everything that was made, by name. */
const download = async (id: string) => {
  const { parts } = await archive(id);
  const files: Record<string, Uint8Array> = {};
  for (const part of parts.keys()) {
    const { url } = await ok('adminPrintArchive', 'getPrintArchiveUrl', { id, part }, as());
    Object.assign(files, unzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())));
  }
  return files;
};
const onlyPrint = (files: Record<string, Uint8Array>) => {
  const [name, ...others] = Object.keys(files).filter(one => one.endsWith('.jpg'));
  expect(others).toEqual([]);
  return Buffer.from(files[name ?? ''] ?? []);
};

const pixelAt = async (content: Buffer, x: number, y: number): Promise<Rgb> => {
  const region = { left: x, top: y, width: 1, height: 1 };
  const pixel = await sharp(content).extract(region).removeAlpha().raw().toBuffer();
  return [pixel[0] ?? 0, pixel[1] ?? 0, pixel[2] ?? 0];
};
const near = (found: Rgb, wanted: Rgb, by = 12) =>
  expect(
    found.every((value, at) => Math.abs(value - (wanted[at] ?? 0)) <= by),
    `${found.join()} instead of ${wanted.join()}`,
  ).toBe(true);
const [RED, GREEN, BLUE, WHITE]: Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

/** The print file of one photo ordered so. */
const printed = async (photo: Buffer, item: Partial<Item> = {}, extension = 'jpg') => {
  await orderOf([{ filePath: await photoOf(photo, extension), ...item }]);
  const { _id } = await start();
  await tick();
  return onlyPrint(await download(_id));
};

describe('a print file', () => {
  it('has the pixels of size and bleed, the resolution, sRGB with its profile and no chroma subsampling', async () => {
    const photo = (await quarters(400, 600)).withExif({ IFD0: { Copyright: 'of the camera' } });
    const content = await photo.jpeg(jpeg).toBuffer();
    expect(content.includes('of the camera')).toBe(true);
    const file = await printed(content);
    const found = await sharp(file).metadata();
    expect(found).toMatchObject({
      format: 'jpeg',
      width: 120,
      height: 170,
      density: 127,
      space: 'srgb',
      chromaSubsampling: '4:4:4',
      hasProfile: true,
    });
    expect(file.includes('of the camera')).toBe(false);
    expect(found.icc?.toString('latin1').replaceAll('\u0000', '')).toContain('sRGB');
  });

  it('is upright whatever the camera says, turned as ordered, then cut', async () => {
    // Lying on its right side: upright it is 400 × 600, red top left.
    const lying = await (await quarters(400, 600)).png().toBuffer();
    const photo = await sharp(lying)
      .rotate(270)
      .withExif({ IFD0: { Orientation: '6' } });
    const content = await photo.withMetadata({ orientation: 6 }).jpeg(jpeg).toBuffer();
    const upright = await printed(content);
    for (const [x, y, colour] of [
      [30, 30, RED],
      [90, 30, GREEN],
      [30, 140, BLUE],
      [90, 140, WHITE],
    ] as const)
      near(await pixelAt(upright, x, y), colour!);

    await world.reset();
    // Turned by 90° it is 600 × 400: blue red / white green. Of this the right half, which is upright again.
    const turned = await printed(content, { crop: { x: 0.5, y: 0, w: 0.5, h: 1, rotate: 90 } });
    expect(await sharp(turned).metadata()).toMatchObject({ width: 120, height: 170 });
    near(await pixelAt(turned, 60, 40), RED!);
    near(await pixelAt(turned, 60, 130), GREEN!);
  });

  it('is as the paper, turned as the photo is; the middle is printed where their ratios differ', async () => {
    // Grey bars left and right of a landscape photo that is wider than the paper.
    const wide = await sharp({
      create: { width: 800, height: 400, channels: 3, background: '#0f0' },
    })
      .composite(
        [0, 700].map(left => ({
          input: { create: { width: 100, height: 400, channels: 3, background: '#f00' } },
          left,
          top: 0,
        })),
      )
      .png()
      .toBuffer();
    const [filePath, other] = [await photoOf(wide, 'png'), await photoOf(wide, 'png')];
    const { _id: id } = await orderOf([{ filePath }, { filePath: other, lowRes: true }]);
    const check = await ok('adminPrintArchive', 'checkPrintPhotos', { ids: [id] }, as());
    expect(check).toMatchObject({ orders: 1, photos: 2, problems: [] });
    expect(check.warnings.map(({ warning }) => warning)).toEqual(['ratio', 'lowRes']);
    await set('printOrders', id, { 'steps.fileReady': 'complete' });
    const { _id } = await start({ ids: [id], leaveOut: [{ id, itemIndex: 1 }] });
    await tick();
    // Its other photo may be in an earlier archive.
    expect((await print(id)).steps.fileReady).toBe('complete');
    const file = onlyPrint(await download(_id));
    expect(await sharp(file).metadata()).toMatchObject({ width: 170, height: 120 });
    // 600 of 800 pixels are printed, and the bleed shows what is cut off.
    near(await pixelAt(file, 12, 60), GREEN!);
    near(await pixelAt(file, 157, 60), GREEN!);
    near(await pixelAt(file, 4, 60), RED!);
    near(await pixelAt(file, 165, 60), RED!);
  });

  it('is filled beyond the edges from the photo where it goes on, and by its mirror image where it ends', async () => {
    // A ramp from black to white across 1,000 pixels.
    const ramp = Buffer.from(
      Array.from({ length: 1_000 * 750 }, (_pixel, at) => Math.round(((at % 1_000) / 999) * 255)),
    );
    const photo = await sharp(ramp, { raw: { width: 1_000, height: 750, channels: 1 } })
      .toColourspace('srgb')
      .png()
      .toBuffer();
    // 500 × 750 pixels from the left edge: 5 pixels of the photo for each of the print.
    const file = await printed(photo, { crop: { x: 0, y: 0, w: 0.5, h: 1, rotate: 0 } }, 'png');
    const grey = async (x: number) => (await pixelAt(file, x, 80))[0];
    const expected = (photoX: number) => (photoX / 999) * 255;
    // The edge of the trimmed print is at 10 and 110.
    for (const x of [20, 60, 100, 112, 118])
      expect(Math.abs((await grey(x)) - expected((x - 10) * 5 + 2))).toBeLessThan(3);
    for (const beyond of [1, 5, 9])
      expect(Math.abs((await grey(9 - beyond)) - (await grey(10 + beyond)))).toBeLessThan(3);
  });

  it.each([
    ['p3', [200, 60, 40], 4],
    // Inks make few colours exactly.
    ['cmyk', [120, 130, 140], 10],
  ] as const)(
    'shows the colours of a photo that is described in %s',
    async (space, [...colour], by) => {
      const [r, g, b] = colour as Rgb;
      const background = { r, g, b };
      const plain = sharp({ create: { width: 200, height: 300, channels: 3, background } });
      const photo = await (space === 'cmyk' ? plain.toColourspace('cmyk') : plain)
        .withIccProfile(space)
        .jpeg(jpeg)
        .toBuffer();
      const { space: stored } = await sharp(photo).metadata();
      const numbers = await sharp(photo, { ignoreIcc: true }).raw().toBuffer();
      // Otherwise nothing would have to be converted.
      expect(stored === 'cmyk' || Math.abs((numbers[0] ?? 0) - r) > 5).toBe(true);
      near(await pixelAt(await printed(photo), 60, 60), [r, g, b], by);
    },
  );
});

describe('an archive', () => {
  const photo = async (background = '#888') =>
    sharp({ create: { width: 120, height: 180, channels: 3, background } })
      .jpeg(jpeg)
      .toBuffer();

  it('sorts by size and paper, names by print order, photo and copies, and tells of each in manifest and pick sheet', async () => {
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
    expect(sheet).not.toMatch(/<script|<b>绒|13912345678|502/);
    for (const { _id } of [first, second]) {
      const after = await print(_id);
      expect(after.steps.fileReady).toBe('complete');
    }
    const audits = (await rows('auditLogs')).map(({ action }) => action);
    expect(audits).toEqual(expect.arrayContaining(['createPrintArchive', 'getPrintArchiveUrl']));
  });

  it('names what cannot be printed before anything is made, and makes the rest only when told so', async () => {
    const [good, gone] = [await photoOf(await photo()), 'user_upload/202611/nothing.jpg'];
    const { _id: id, printNo } = await orderOf([
      { filePath: good },
      { filePath: gone },
      { filePath: good, itemStatus: 'bad' },
      { filePath: good, crop: { ...WHOLE, x: 0.5 } },
      { filePath: good, sizeSnap: { ...sizeSnap, pixelWidth: 0 } },
      { filePath: good, sizeSnap: { ...sizeSnap, pixelWidth: 9_000, pixelHeight: 9_000 } },
    ]);
    const { problems } = await ok('adminPrintArchive', 'checkPrintPhotos', { ids: [id] }, as());
    const lacking = ['missing', 'waiting', 'crop', 'size', 'tooLarge'];
    expect(problems.map(({ problem }) => problem)).toEqual(lacking);
    const leaveOut = problems.map(({ itemIndex }) => ({ id, itemIndex }));
    const few = { ids: [id], leaveOut: leaveOut.slice(1) };
    expect((await call('adminPrintArchive', 'createPrintArchive', few, as())).code).toBe(40902);
    const unpaid = await newPrint('pending', { items: (await print(id)).items.slice(0, 1) });
    const of = { ids: [unpaid._id] };
    const { problems: ofUnpaid } = await ok('adminPrintArchive', 'checkPrintPhotos', of, as());
    expect(ofUnpaid.map(({ problem }) => problem)).toEqual(['notPaid']);
    const all = [{ id, itemIndex: 0 }, ...leaveOut];
    const none = { ids: [id], leaveOut: all };
    expect((await call('adminPrintArchive', 'createPrintArchive', none, as())).code).toBe(40902);
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
      const { warnings } = await ok('adminPrintArchive', 'checkPrintPhotos', of, as());
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
      '<div>2 个冲印订单，1 张照片</div><ul><li>小样 光面 <b>× 1</b></li></ul>',
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

  it('requested twice with one key is made once, and only with what exists', async () => {
    await orderOf([{ filePath: await photoOf(await photo()) }]);
    const data = { batchNo: 'T-1', idemKey: 'archive_0001' };
    const [a, b] = await Promise.all([start(data), start(data)]);
    expect(a._id).toBe(b._id);
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
      const answer = await call('adminPrintArchive', 'createPrintArchive', wrong, as());
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

  it('goes on where a kill stopped it: no photo is missing, none is there twice', async () => {
    await six();
    const { _id } = await start();
    const module = JSON.stringify(
      new URL('../../cloudfunctions/printArchiveTimers/index.ts', import.meta.url).href,
    );
    const program = `import(${module}).then(({ main }) => main({ Type: 'Timer', TriggerName: 'run' }))`;
    const worker = spawn(process.execPath, ['--import', 'tsx', '-e', program], { stdio: 'ignore' });
    const ended = new Promise(resolve => worker.on('close', resolve));
    await vi.waitUntil(async () => (await archive(_id)).done >= 2, {
      timeout: 30_000,
      interval: 2,
    });
    worker.kill('SIGKILL');
    await ended;
    expect((await archive(_id)).status).toBe('running');
    const claimed = await archive(_id);
    await vi.waitUntil(() => Date.now() > claimed.claimUntil);
    await tick();
    expect(await archive(_id)).toMatchObject({ status: 'ready', done: 6, problems: [] });
    expect(await greysIn(await download(_id))).toEqual(everyGrey);
  });

  it('is made by one of several workers, in slices and in parts that fit', async () => {
    await six();
    const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
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
    const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
    const usual = { ...environment };
    Object.assign(environment, { PRINT_ARCHIVE_BUDGET_MS: 1 });
    await tick();
    Object.assign(environment, usual);
    const photos = (await rows('printArchivePhotos')) as unknown as ArchivePhoto[];
    expect(photos).toHaveLength(6);
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
    await ok('adminPrintArchive', 'cancelPrintArchive', { id: stopped._id }, as());
    const kept = await start();
    await tick();
    expect((await archive(stopped._id)).done).toBe(0);
    // Its single print files are in the part by now.
    expect(world.storedFiles()).toHaveLength(before.length + 1);
    const get = (id: string) => call('adminPrintArchive', 'getPrintArchiveUrl', { id }, as());
    expect((await get(stopped._id)).code).toBe(40902);
    const { purgeTime } = await archive(kept._id);
    expect(Number(purgeTime) - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    await set('printArchives', kept._id, { purgeTime: 1 });
    await tick('purge');
    expect(world.storedFiles()).toEqual(before);
    expect(await rows('printArchivePhotos')).toEqual([]);
    expect((await get(kept._id)).code).toBe(40902);
    const ends = await Promise.all([archive(stopped._id), archive(kept._id)]);
    expect(ends.map(({ status }) => status)).toEqual(['cancelled', 'expired']);
  });
});

describe('a stranger', () => {
  it('gets neither archives nor addresses, and no other part than the archive has', async () => {
    const visitor = { caller: { TCB_UUID: '42', TCB_ISANONYMOUS_USER: 'true' } };
    for (const [action, data] of [
      ['checkPrintPhotos', { ids: ['prt_0001'] }],
      ['createPrintArchive', { ids: ['prt_0001'] }],
      ['getPrintArchives', {}],
      ['getPrintArchiveUrl', { id: 'arc_0001' }],
      ['cancelPrintArchive', { id: 'arc_0002' }],
    ] as const)
      expect((await call('adminPrintArchive', action, data, visitor)).code).toBe(-1);
    const other = { id: 'arc_0001', part: 1 };
    expect((await call('adminPrintArchive', 'getPrintArchiveUrl', other, as())).code).toBe(40400);
    const file = 'print-archive/arc_0001/B20261120-0412-1.zip';
    const signed = await call('imageService', 'getSignedUrls', { urls: [file] }, visitor);
    expect([signed.code, JSON.stringify(signed).includes('sign=')]).toEqual([0, false]);
  });
});
