import type { Blend, OverlayOptions, Sharp } from 'sharp';
import { chance, cloud } from '../scenes/noise.ts';
import { pick } from './hash.ts';

export interface Size {
  width: number;
  height: number;
}
export type Open = (content: Buffer) => Sharp;
type Look = (photo: Sharp, size: Size, open: Open) => Promise<Sharp> | Sharp;
type Colour = readonly [red: number, green: number, blue: number];

export const svg = ({ width, height }: Size, body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`,
  );

/** Grey from `dark` to `light`. */
const duotone = (picture: Sharp, dark: Colour, light: Colour): Sharp => {
  const row = (at: 0 | 1 | 2): [number, number, number] => {
    const range = (light[at] - dark[at]) / 255;
    return [0.299 * range, 0.587 * range, 0.114 * range];
  };
  return picture.recomb([row(0), row(1), row(2)]).linear([1, 1, 1], [...dark]);
};

const TILE = 256;
/** What is laid over a picture, brighter and darker than grey by up to `most`. */
const surface = (size: Size, most: number, rise: (x: number, y: number) => number) => {
  const [width, height] = [Math.min(TILE, size.width), Math.min(TILE, size.height)];
  const input = new Uint8ClampedArray(width * height * 3);
  for (let at = 0; at < width * height; at += 1)
    input.fill(128 + most * rise(at % width, Math.floor(at / width)), at * 3, at * 3 + 3);
  const raw = { width, height, channels: 3 } as const;
  return { input: Buffer.from(input), raw, tile: true, blend: 'soft-light' } as const;
};
const grainAt = (x: number, y: number) => chance(x, y, 1) + chance(x, y, 7) - 1;
const fibre = (x: number, y: number) => cloud(x * 0.19, y * 0.19, 3) * 2 + grainAt(x, y) * 0.3;
const weave = (x: number, y: number) => Math.sin(x * 1.5708) * Math.sin(y * 1.5708 + (x & 4));
const grain = (size: Size) => surface(size, 46, grainAt);
const paper = (size: Size) => surface(size, 110, (x, y) => fibre(x, y) - fibre(x - 1, y - 1));
const canvas = (size: Size) => surface(size, 44, (x, y) => weave(x, y) + grainAt(x, y) * 0.3);

const layer = (picture: Sharp) =>
  picture.removeAlpha().toColourspace('srgb').png({ compressionLevel: 1 }).toBuffer();
const lay = (picture: Sharp, blend: Blend): Promise<OverlayOptions> =>
  layer(picture).then(input => ({ input, blend }));
/** Steps end here: sharp has an order of its own within one. */
const step = async (picture: Sharp, open: Open, ...layers: OverlayOptions[]) =>
  open(await layer(picture.composite(layers)));

/** Strokes of a brush. At half the size, where it takes a quarter of the time. */
const brushed = async (photo: Sharp, { width, height }: Size, open: Open, strokes: number) => {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), fit: 'fill' } as const;
  const drawn = await layer(photo.clone().resize(half).median(strokes));
  return open(drawn).resize({ width, height, fit: 'fill' });
};

/** Dark edges on white. */
const lines = (photo: Sharp, { width }: Size, strength: number) => {
  const kernel = [1, 1, 1, 1, -8, 1, 1, 1, 1].map(n => n * strength);
  const soft = photo.clone().greyscale();
  return soft.blur(0.6 + width / 900).convolve({ width: 3, height: 3, kernel, offset: 255 });
};
/** Light that falls from the left over strokes of a brush. */
const relief = (photo: Sharp) => {
  const kernel = [-2, -1, 0, -1, 0, 1, 0, 1, 2];
  return photo.clone().greyscale().convolve({ width: 3, height: 3, kernel, offset: 128 });
};

const gradient = (size: Size, blend: Blend, shape: string): OverlayOptions => ({
  input: svg(size, `<defs>${shape}</defs><rect width="100%" height="100%" fill="url(#g)"/>`),
  blend,
});
const vignette = (size: Size, edge: string, blend: Blend = 'multiply') => {
  const stops = `<stop offset="0.5" stop-color="${edge}" stop-opacity="0"/><stop offset="1" stop-color="${edge}"/>`;
  return gradient(size, blend, `<radialGradient id="g" r="0.78">${stops}</radialGradient>`);
};

/** Inside a border of paper, which may be wider below. */
const mounted = (
  photo: Sharp,
  { width, height }: Size,
  background: string,
  ...shares: number[]
) => {
  const [top = 0, bottom = top] = shares.map(share => Math.round(Math.min(width, height) * share));
  const inner = { width: width - 2 * top, height: height - top - bottom, fit: 'cover' } as const;
  return photo.resize(inner).extend({ top, left: top, right: top, bottom, background });
};

/** What a workflow makes of a photo. Adding one changes the looks of all ids. */
export const looks = {
  ink: async (photo, size, open) => {
    const s = size.width / 900;
    const strokes = await brushed(photo, size, open, 3);
    const wash = duotone(strokes, [-14, -10, 0], [296, 290, 270]);
    const seal = `<g transform="translate(${size.width * 0.86} ${size.height * 0.86}) scale(${s})"><path d="M0 0h54v54h-54z" fill="#b32a1f" fill-opacity=".88"/><path d="M13 12v30m14-30v30m14-30v30m-28-15h28" stroke="#f6ead2" stroke-width="4"/></g>`;
    const pale = vignette(size, '#f4ecd8', 'over');
    const drawn = await step(wash, open, await lay(lines(photo, size, 1.1), 'multiply'));
    return step(drawn, open, pale, paper(size), { input: svg(size, seal) });
  },
  film: async (photo, size, open) => {
    const warm = photo.linear([0.96, 0.9, 0.76], [20, 18, 22]);
    const stops =
      '<stop stop-color="#f61" stop-opacity=".6"/><stop offset=".45" stop-opacity="0"/>';
    const shape = `<linearGradient id="g" y2="0.25">${stops}</linearGradient>`;
    const leak = gradient(size, 'screen', shape);
    const print = await step(warm, open, leak, vignette(size, '#543'), grain(size));
    return mounted(print, size, '#f7f3ea', 0.045);
  },
  oil: async (photo, size, open) => {
    const painted = await brushed(photo, size, open, 5);
    const strokes = await step(painted.modulate({ saturation: 1.35 }).linear(1.08, -6), open);
    const light = await lay(relief(strokes), 'overlay');
    return step(strokes.clone().sharpen({ sigma: 2.5 }), open, light, canvas(size));
  },
  watercolour: async (photo, size, open) => {
    const painted = await brushed(photo, size, open, 5);
    const bright = painted.modulate({ saturation: 1.25, brightness: 1.08 }).linear(0.86, 36);
    const wash = await step(bright, open);
    const edges = await lay(lines(wash, size, 0.9), 'multiply');
    return step(wash.clone(), open, edges, vignette(size, '#fffdf6', 'over'), paper(size));
  },
  pencil: async (photo, size, open) => {
    const grey = await step(photo.greyscale(), open);
    const soft = grey.clone().negate();
    const inverse = await lay(soft.blur(Math.max(2, size.width / 110)), 'colour-dodge');
    const drawn = await step(grey.clone(), open, inverse);
    return step(duotone(drawn, [-60, -62, -52], [254, 250, 240]), open, paper(size), grain(size));
  },
  postcard: async (photo, size, open) => {
    const print = await step(
      photo.modulate({ saturation: 0.92 }).linear(0.92, 16),
      open,
      grain(size),
    );
    return mounted(print, size, '#fbf8f1', 0.06, 0.2);
  },
  pixel: async (photo, { width, height }, open) => {
    const cell = Math.max(1, Math.round(width / 64));
    const [across, down] = [Math.ceil(width / cell), Math.ceil(height / cell)];
    const small = photo.resize(across, down, { fit: 'fill' }).modulate({ saturation: 1.35 });
    const few = await small.png({ palette: true, colours: 32, dither: 0.6 }).toBuffer();
    return open(few).resize({ width, height, fit: 'fill', kernel: 'nearest' });
  },
  faded: async (photo, size, open) => {
    const sepia = duotone(photo, [56, 36, 22], [246, 228, 194]);
    const old = await step(sepia, open, vignette(size, '#7a5a3a'), paper(size), grain(size));
    return mounted(old, size, '#f1e6cf', 0.05);
  },
  glow: async (photo, size, open) => {
    const soft = photo.clone().linear(0.62, 0);
    const light = await lay(soft.blur(Math.max(2, size.width / 60)), 'screen');
    return step(photo.modulate({ saturation: 1.2 }).linear(0.9, 2), open, light);
  },
  cyanotype: async (photo, size, open) => {
    const blue = await step(duotone(photo, [-4, 20, 74], [262, 264, 260]), open, paper(size));
    return mounted(blue, size, '#f5f3e9', 0.07);
  },
} satisfies Record<string, Look>;
export type LookName = keyof typeof looks;

const names = Object.keys(looks) as LookName[];
export const lookOf = (id: string): LookName => names[pick(`${id} look`, names.length)]!;
