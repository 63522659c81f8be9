import type { Sharp } from 'sharp';
import { pick } from './hash.ts';

type Colour = readonly [red: number, green: number, blue: number];

const LUMINANCE: Colour = [0.299, 0.587, 0.114];

/** Grey from `dark` to `light`. */
const duotone = (picture: Sharp, dark: Colour, light: Colour): Sharp => {
  const row = (at: 0 | 1 | 2): [number, number, number] => {
    const range = (light[at] - dark[at]) / 255;
    return [LUMINANCE[0] * range, LUMINANCE[1] * range, LUMINANCE[2] * range];
  };
  return picture.recomb([row(0), row(1), row(2)]).linear([1, 1, 1], [...dark]);
};

const outline = (kernel: number[]) => ({ width: 3, height: 3, kernel });

/** What a workflow makes of a photo. Adding one changes the looks of all ids. */
const looks: readonly ((picture: Sharp, shorterSide: number) => Sharp)[] = [
  // Sepia
  picture => duotone(picture, [38, 20, 8], [255, 240, 205]),
  // Cool duotone
  picture => duotone(picture, [14, 20, 86], [150, 240, 255]),
  // Warm duotone
  picture => duotone(picture, [92, 8, 64], [255, 214, 120]),
  // Black and white with much contrast
  picture => duotone(picture, [-70, -70, -70], [325, 325, 325]),
  // Vivid colours
  picture => picture.modulate({ saturation: 2, brightness: 1.06 }),
  // Other hues
  picture => picture.modulate({ hue: 140, saturation: 1.2 }),
  // Soft
  (picture, shorterSide) =>
    picture.blur(Math.max(0.8, shorterSide / 140)).modulate({ brightness: 1.08 }),
  // Pencil: dark edges on white
  picture =>
    picture
      .greyscale()
      .toColourspace('srgb')
      .convolve({ ...outline([1, 1, 1, 1, -8, 1, 1, 1, 1]), offset: 255 }),
  // Negative
  picture => picture.negate({ alpha: false }),
  // Relief
  picture => picture.convolve(outline([-2, -1, 0, -1, 1, 1, 0, 1, 2])),
  // Night
  picture =>
    picture.recomb([
      [0.25, 0.1, 0.05],
      [0.1, 0.35, 0.15],
      [0.15, 0.3, 0.75],
    ]),
];

/** Few colours, for every third id, on top of its look. */
export const isPosterised = (id: string) => pick(`${id} posterised`, 3) === 0;
export const hasVignette = (id: string) => pick(`${id} vignette`, 3) === 1;

export const lookOf = (id: string) =>
  looks[pick(`${id} look`, looks.length)] ?? (picture => picture);
