import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { fileIdOf } from '../../cloudfunctions/_shared/base/fileUse.ts';
import type { StoredArchive } from '../../cloudfunctions/_shared/prints/archives.ts';
import type { StoredPrintOrder } from '../../cloudfunctions/_shared/prints/records.ts';
import { sizeSnapOf } from '../../contract/printItem.ts';
import { printPixels } from '../../contract/printSize.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { stamped } from '../../scripts/demo/record.ts';
import { findAll, insertAll } from '../../scripts/demo/seedDatabase.ts';
import { asker } from '../shared/ask.ts';
import { childrenOf } from '../shared/memory.ts';

const PHOTOS = 200;
const PHOTOS_OF_ORDER = 5;
const SAMPLES = 10;
const [LONG, SHORT] = [4_000, 3_000];
/** How many are made when their worker is killed. */
const KILL_AT = 80;
const BATCH = 'MEASURED-1';
/** Levels of 256: two JPEGs, and whole pixels of the photo. */
const TOLERANCE = 6;
const SIZES = [
  { code: '4R', name: '6寸', widthMm: 102, heightMm: 152 },
  { code: '5R', name: '7寸', widthMm: 127, heightMm: 178 },
  { code: 'A4', name: 'A4', widthMm: 210, heightMm: 297 },
];
const DPI = 300;
const BLEED_MM = 3;

interface Photo {
  filePath: string;
  /** Upright. */
  width: number;
  height: number;
  isP3: boolean;
  item: StoredPrintOrder['items'][number];
}

/** What each photo shows: red grows to the right, green downwards, so that a colour tells the place. */
const colourAt = (x: number, y: number): [red: number, green: number] => [
  24 + 208 * x,
  24 + 208 * y,
];

const photoAt = (at: number): Photo => {
  const isTall = at % 3 === 0;
  const [width, height] = isTall ? [SHORT, LONG] : [LONG, SHORT];
  const rotate = ([0, 90, 180, 270] as const)[Math.floor(at / 4) % 4]!;
  const [across, down] = rotate % 180 === 0 ? [width, height] : [height, width];
  const size = SIZES[at % SIZES.length]!;
  const { pixelWidth, pixelHeight } = printPixels(size.widthMm, size.heightMm, DPI);
  // The largest part of the paper's ratio, made smaller and moved, now to one edge and now to another.
  const paper = across >= down ? pixelHeight / pixelWidth : pixelWidth / pixelHeight;
  const zoom = 0.7 + 0.3 * ((at % 7) / 6);
  const w = Math.min(1, (down * paper) / across) * zoom;
  const h = Math.min(1, across / paper / down) * zoom;
  const crop = { x: (1 - w) * ((at % 5) / 4), y: (1 - h) * ((at % 6) / 5), w, h, rotate };
  return {
    filePath: `user_upload/measured/photo_${at}.jpg`,
    width,
    height,
    isP3: at % 2 === 1,
    item: {
      filePath: `user_upload/measured/photo_${at}.jpg`,
      sizeId: `size_${size.code}`,
      sizeSnap: sizeSnapOf({ ...size, pixelWidth, pixelHeight, dpi: DPI, bleedMm: BLEED_MM }),
      paper: at % 2 === 0 ? 'glossy' : 'matte',
      qty: 1 + (at % 3),
      unitFen: 0,
      amountFen: 0,
      priceId: '',
      crop,
      dpi: DPI,
      lowRes: false,
      itemStatus: 'ok',
    },
  };
};

/** Blue is noise, so that the file is as large as a photo's. A camera on its side stores the picture turned and says so. */
const draw = async (at: number, { width, height, isP3 }: Photo): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 3);
  let noise = at + 1;
  const reds = Uint8Array.from({ length: width }, (_red, x) => colourAt(x / width, 0)[0]);
  for (let y = 0, to = 0; y < height; y += 1) {
    const green = colourAt(0, y / height)[1];
    for (let x = 0; x < width; x += 1, to += 3) {
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      pixels[to] = reds[x]!;
      pixels[to + 1] = green;
      pixels[to + 2] = 96 + ((noise >>> 24) & 63);
    }
  }
  const turns = [
    [0, 1],
    [270, 6],
    [180, 3],
    [90, 8],
  ] as const;
  const [turn, orientation] = turns[at % turns.length]!;
  const upright = sharp(pixels, { raw: { width, height, channels: 3 } }).rotate(turn);
  const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .withMetadata({ orientation, icc: isP3 ? 'p3' : 'srgb' })
    .jpeg({ quality: 92 })
    .toBuffer();
};

const storePhotos = async (emulator: Emulator, photos: Photo[]): Promise<number> => {
  let bytes = 0;
  for (const [at, photo] of photos.entries()) {
    const content = await draw(at, photo);
    bytes += content.length;
    const body = Readable.from([content]);
    await emulator.files.put(photo.filePath, body, { owner: null, limit: content.length });
    if ((at + 1) % 50 === 0) console.log(`stored ${at + 1} photos`);
  }
  const now = Date.now();
  const rows = photos.map(({ filePath, width, height }) => ({
    _id: fileIdOf(filePath),
    ...stamped(now),
    filePath,
    width,
    height,
    status: 'active',
    scene: 'user_upload',
  }));
  await insertAll(emulator, { files: rows });
  return bytes;
};

/** Like those of the demo data, with photos of our own. */
const storeOrders = async (emulator: Emulator, photos: Photo[]): Promise<void> => {
  const [model] = await findAll(emulator, 'printOrders', { _id: 'prt_0007' });
  const orders = Array.from({ length: photos.length / PHOTOS_OF_ORDER }, (_order, at) => {
    const of = photos.slice(at * PHOTOS_OF_ORDER, (at + 1) * PHOTOS_OF_ORDER);
    const number = String(at).padStart(4, '0');
    const items = of.map(({ item }) => item);
    const files = items.map(({ filePath }) => filePath);
    return {
      ...model,
      _id: `prt_measured_${number}`,
      printNo: `PM${number}`,
      orderId: '',
      orderNo: '',
      status: 'producing',
      batchNo: BATCH,
      items,
      files,
      createTime: Date.now() + at,
    };
  });
  await insertAll(emulator, { printOrders: orders });
};

/** Our own processes that have the image library open: the workers that make print files. */
const makers = (): number[] =>
  childrenOf(process.pid)
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/maps`, 'utf8').includes('libvips');
      } catch {
        // It has ended meanwhile.
        return false;
      }
    })
    .map(Number);

/** The most memory that a process has ever had, in megabytes. */
const peakOf = (pid: number): number => {
  try {
    return (
      Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
    );
  } catch {
    return 0;
  }
};

/** Where a place of the turned photo is in the upright one; shares of the sides. */
const upright = (x: number, y: number, rotate: number): [number, number] =>
  rotate === 90
    ? [y, 1 - x]
    : rotate === 180
      ? [1 - x, 1 - y]
      : rotate === 270
        ? [1 - y, x]
        : [x, y];

/** Compares a print file with what its photo shows at the ordered places, bleed included; @returns the largest error. */
const errorOf = async ({ width, height, item }: Photo, file: Uint8Array): Promise<number> => {
  const { crop, sizeSnap } = item;
  const bleed = Math.round((BLEED_MM / 25.4) * DPI);
  const [across, down] = crop.rotate % 180 === 0 ? [width, height] : [height, width];
  const isWide = across * crop.w > down * crop.h;
  const sides = [sizeSnap.pixelWidth, sizeSnap.pixelHeight].sort((a, b) => a - b) as [
    number,
    number,
  ];
  const [printWidth, printHeight] = isWide ? [sides[1], sides[0]] : sides;
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const metadata = await sharp(file).metadata();
  const icc = metadata.icc?.toString('latin1').replaceAll('\0', '') ?? '';
  const found = [
    info.width,
    info.height,
    metadata.density,
    metadata.chromaSubsampling,
    icc.includes('sRGB'),
  ];
  const wanted = [printWidth + 2 * bleed, printHeight + 2 * bleed, DPI, '4:4:4', true];
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(
      `${item.filePath}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`,
    );

  let worst = 0;
  const steps = [-0.8 * bleed, 0.04, 0.25, 0.5, 0.75, 0.96];
  for (const u of steps)
    for (const v of steps) {
      const px = Math.round(bleed + (u < 0 ? u : u * printWidth));
      const py = Math.round(bleed + (v < 0 ? v : v * printHeight));
      // Beyond the photo's edge its mirror image.
      const x = Math.abs(crop.x + ((px - bleed) / printWidth) * crop.w);
      const y = Math.abs(crop.y + ((py - bleed) / printHeight) * crop.h);
      const expected = colourAt(...upright(x, y, crop.rotate));
      for (const channel of [0, 1] as const) {
        let sum = 0;
        for (let dx = -2; dx <= 2; dx += 1)
          for (let dy = -2; dy <= 2; dy += 1)
            sum += data[((py + dy) * info.width + px + dx) * info.channels + channel] ?? 0;
        worst = Math.max(worst, Math.abs(sum / 25 - expected[channel]));
      }
    }
  return worst;
};

/**
 * `npm run measure -- archive`: print files of 200 photos of 12 megapixels, made by the built functions in their own
 * processes, of which the working one is killed on the way; then ten of them beside what their photos show.
 */
export const measureArchive = async (emulator: Emulator): Promise<void> => {
  const photos = Array.from({ length: PHOTOS }, (_photo, at) => photoAt(at));
  const bytes = await storePhotos(emulator, photos);
  await storeOrders(emulator, photos);
  const ask = await asker(emulator.url);
  const call = (action: string, of: object) => ask('adminPrintArchive', action, of);
  const { problems, photos: checked } = await call('checkPrintPhotos', { batchNo: BATCH });
  if (checked !== PHOTOS || (problems as unknown[]).length > 0)
    throw new Error(`checked ${String(checked)} photos: ${JSON.stringify(problems)}`);

  const began = performance.now();
  const { _id: id } = await call('createPrintArchive', { batchNo: BATCH, leaveOut: [] });
  const archive = async () =>
    (await findAll<StoredArchive>(emulator, 'printArchives', { _id: id }))[0]!;
  let peak = 0;
  let [killed, resumed] = [0, 0];
  let [lastDone, packing] = [0, 0];
  for (;;) {
    const { status, done, error } = await archive();
    const workers = makers();
    peak = Math.max(peak, ...workers.map(peakOf));
    const now = performance.now();
    if (done >= KILL_AT && killed === 0 && workers.length > 0) {
      for (const pid of workers) process.kill(pid, 'SIGKILL');
      killed = now;
      lastDone = (await archive()).done;
      console.log(`killed after ${lastDone} photos`);
    }
    if (killed > 0 && resumed === 0 && done > lastDone) resumed = now;
    if (done === PHOTOS && packing === 0) packing = now;
    if (status === 'ready') break;
    if (status === 'failed') throw new Error(error);
    await sleep(200);
  }
  const ended = performance.now();
  const { parts, problems: lacking } = await archive();

  const files = new Map<string, Uint8Array>();
  for (const part of parts.keys()) {
    const { url } = await call('getPrintArchiveUrl', { id, part });
    const zip = new Uint8Array(await (await fetch(String(url))).arrayBuffer());
    for (const [name, content] of Object.entries(unzipSync(zip))) {
      if (files.has(name)) throw new Error(`${name} is there twice`);
      files.set(name, content);
    }
  }
  const prints = [...files.keys()].filter(name => name.endsWith('.jpg'));
  if (prints.length !== PHOTOS || lacking.length > 0)
    throw new Error(`${prints.length} print files, without ${lacking.length}`);
  let worst = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const at = Math.floor((sample * PHOTOS) / SAMPLES) + sample;
    const number = `PM${String(Math.floor(at / PHOTOS_OF_ORDER)).padStart(4, '0')}`;
    const beginning = `/${number}-${String((at % PHOTOS_OF_ORDER) + 1).padStart(2, '0')}-`;
    const name = prints.find(one => one.includes(beginning)) ?? '';
    const error = await errorOf(photos[at]!, files.get(name) ?? new Uint8Array());
    if (error > TOLERANCE) throw new Error(`${name}: off by ${error.toFixed(1)} levels`);
    worst = Math.max(worst, error);
  }
  const seconds = (ms: number) => Math.round(ms / 1_000);
  const away = resumed - killed;
  console.table({
    photos: PHOTOS,
    'MB of photos': Math.round(bytes / 1e6),
    'MB of the archive': Math.round(parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6),
    parts: parts.length,
    'seconds in all': seconds(ended - began),
    'of these between kill and resumption': seconds(away),
    'of these packing': seconds(ended - packing),
    'photos made in a second': ((PHOTOS * 1_000) / (packing - began - away)).toFixed(2),
    'most memory of a worker, MB': Math.round(peak),
    'samples compared': SAMPLES,
    'largest error, levels of 256': worst.toFixed(1),
  });
};
