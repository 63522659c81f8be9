import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  jpeg,
  pixelAt,
  type PrintItem,
  type Rgb,
  startPrintArchiveWorld,
} from './printArchiveWorld.ts';

const { world, set, print, tick, photoOf, orderOf, start, download } =
  await startPrintArchiveWorld();
const { ok } = world;

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
const onlyPrint = (files: Record<string, Uint8Array>) => {
  const [name, ...others] = Object.keys(files).filter(one => one.endsWith('.jpg'));
  expect(others).toEqual([]);
  return Buffer.from(files[name ?? ''] ?? []);
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
const printed = async (photo: Buffer, item: Partial<PrintItem> = {}, extension = 'jpg') => {
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
    const check = await ok('adminPrintArchive', 'checkPrintPhotos', { ids: [id] });
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
