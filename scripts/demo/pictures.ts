import sharp from 'sharp';
import { type LookName, looks } from '../../sandbox/runningHub/looks.ts';
import { drawn, drawPhoto, PHOTO } from '../../sandbox/scenes/photo.ts';
import type { SceneName } from '../../sandbox/scenes/scenes.ts';

/** A picture in storage, drawn when it is stored. */
export interface DemoPicture {
  filePath: string;
  draw: () => Promise<Buffer>;
  /** Fields of its row that differ from those of a cover. */
  row?: object;
}

/** Width and height of a cover in pixels. */
export const COVER = PHOTO;

/** What is on a photo, and what is made of it; nothing: the photo itself. */
export type Motif = readonly [scene: SceneName, look?: LookName];

/** A picture of our own, always the same for a motif. JPEG. */
export const drawCover = ([scene, look]: Motif): Promise<Buffer> => {
  if (!look) return drawPhoto(scene);
  return drawn(`${scene}-${look}`, async () => {
    const photo = sharp(await drawPhoto(scene));
    const made = await looks[look](photo, COVER, content => sharp(content));
    return made.removeAlpha().jpeg({ quality: 84 }).toBuffer();
  });
};

/** Width and height of a category's picture in pixels. */
export const SQUARE = { width: 360, height: 360 };

/** The middle of a picture of our own, for a category. JPEG. */
export const drawSquare = async (motif: Motif): Promise<Buffer> =>
  sharp(await drawCover(motif))
    .resize({ ...SQUARE, fit: 'cover' })
    .jpeg({ quality: 84 })
    .toBuffer();
