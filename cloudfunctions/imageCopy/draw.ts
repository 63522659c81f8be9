import type { Sharp } from 'sharp';
import { formatOf, isTaken } from '#contract/pictureFormat.ts';
import type { Copy } from '../_shared/pictures/copyStyles.ts';
import { isTimeout, loadSharp, opening } from '../_shared/pictures/decoder.ts';
import { MARK_PNG } from './mark.ts';

const MOST_SECONDS = 20;
/** The quality of copies for pages and lists, and of those for downloads. */
const [SHOWN_QUALITY, SAVED_QUALITY] = [80, 92];
/** Height of the mark's characters, of the picture's shorter side: what GB 45438-2025 asks for. */
const MARK_SHARE = 0.05;
/** The height of the mark's box, of its characters. */
const MARK_BOX = 1.6;
const SMALLEST_CHARACTERS = 8;

/** Copies for pages are WebP; copies for downloads keep the picture's format. */
export const extensionOf = ({ path, side }: Copy): string =>
  side ? 'webp' : path.slice(path.lastIndexOf('.') + 1);

/** The longer side becomes `side`, unless it is shorter. */
const fitted = ({ width, height }: { width: number; height: number }, side = Infinity) => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

/** In the lower right corner. */
const markFor = async ({ width, height }: { width: number; height: number }): Promise<Buffer> => {
  const sharp = await loadSharp(1);
  const characters = Math.max(SMALLEST_CHARACTERS, Math.min(width, height) * MARK_SHARE);
  const tall = Math.min(height, Math.ceil(characters * MARK_BOX));
  return sharp(Buffer.from(MARK_PNG, 'base64'))
    .resize({ width, height: tall, fit: 'inside' })
    .png()
    .toBuffer();
};

const encoded = (picture: Sharp, copy: Copy): Sharp => {
  if (copy.side) return picture.webp({ quality: SHOWN_QUALITY });
  const extension = extensionOf(copy);
  if (extension === 'png') return picture.png();
  if (extension === 'webp') return picture.webp({ quality: SAVED_QUALITY });
  return picture.jpeg({ quality: SAVED_QUALITY });
};

/**
 * The picture upright, in the size of its style, without what its file says of it; a generated one with the visible
 * mark in its pixels and the invisible one in its file.
 * @returns null for a file that is no picture, or too large a one
 */
export const drawCopy = async (
  original: Buffer,
  copy: Copy,
): Promise<Buffer | 'tooSlow' | null> => {
  // The decoder knows formats that nobody may upload.
  if (!isTaken(formatOf(original))) return null;
  const open = opening(await loadSharp(1), original, MOST_SECONDS);
  try {
    const { autoOrient: upright, xmp } = await open().metadata();
    const size = fitted(upright, copy.side);
    const picture = open()
      .autoOrient()
      .resize({ ...size, fit: 'fill' });
    if (copy.isMarked) {
      picture.composite([{ input: await markFor(size), gravity: 'southeast' }]);
      if (xmp) picture.withXmp(xmp.toString());
    }
    return await encoded(picture, copy).toBuffer();
  } catch (error) {
    return isTimeout(error) ? 'tooSlow' : null;
  }
};
