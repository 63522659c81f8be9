import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { chance } from './noise.ts';
import { type SceneName, scenes } from './scenes.ts';

/** Width and height in pixels, and those in which light is worked out. */
export const PHOTO = { width: 900, height: 1_200 };
const WORKED = { width: 420, height: 560 };
const FRAME = { width: 640, height: 360 };

/** Where the build puts what is drawn: as far from its source as from the built server. */
export const drawnDir = path.join(import.meta.dirname, '../../dist/pictures');

/** As it was built, or drawn now. */
export const drawn = (name: string, draw: () => Promise<Buffer>): Promise<Buffer> =>
  readFile(path.join(drawnDir, `${name}.jpg`)).catch(draw);

/** Light as film keeps it: bright places fade to white. */
const developed = (light: number) => {
  const x = Math.max(0, light) * 0.9;
  return 255 * ((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)) ** (1 / 2.2);
};

export const drawPhoto = (scene: SceneName): Promise<Buffer> =>
  drawn(scene, () => {
    const { width, height } = WORKED;
    const light = scenes[scene](width, height);
    // A little noise, so that smooth skies have no bands.
    const bytes = Uint8ClampedArray.from(
      light,
      (one, at) => developed(one) + 3 * chance(at, at >> 8) - 1,
    );
    return sharp(bytes, { raw: { width, height, channels: 3 } })
      .resize(PHOTO)
      .sharpen({ sigma: 1.2 })
      .jpeg({ quality: 86 })
      .toBuffer();
  });

/** Of a film that moves slowly to the right over one picture. */
export const drawFrame = async (film: string, atSec: number): Promise<Buffer> => {
  const names = Object.keys(scenes) as SceneName[];
  const photo = await drawPhoto(names[Number(film.replace(/\D/g, '').slice(-2)) % names.length]!);
  const left = Math.floor(atSec * 10) % (PHOTO.width - FRAME.width);
  return sharp(photo)
    .extract({ ...FRAME, left, top: 500 })
    .jpeg({ quality: 82 })
    .toBuffer();
};
