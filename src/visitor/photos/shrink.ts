import { MAX_PHOTO_SIDE } from '#contract/constants.ts';
import { photoLimit } from '../../shared/uploadLimit.ts';
import type { Size } from './crop.ts';

const QUALITIES = [0.92, 0.85, 0.75, 0.6];
/** When no quality suffices, the picture becomes smaller by this factor. */
const STEP = 0.8;
const MOST_STEPS = 6;

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.round(width * by)),
  height: Math.max(1, Math.round(height * by)),
});

/** What is sent of so many pixels: never enlarged, and its shorter side not below what is needed. */
export const sentSize = (size: Size, sentSide: number): Size => {
  const longer = MAX_PHOTO_SIDE / Math.max(size.width, size.height);
  const shorter = sentSide / Math.min(size.width, size.height);
  return scaled(size, Math.min(1, Math.max(longer, shorter)));
};

/**
 * The best encoding that may be sent.
 * @param encode makes a file of this size and quality (0 to 1)
 */
export const shrink = async (
  size: Size,
  encode: (size: Size, quality: number) => Promise<Blob>,
): Promise<Blob> => {
  const most = photoLimit();
  let blob: Blob | undefined;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (const quality of QUALITIES) {
      blob = await encode(scaled(size, STEP ** step), quality);
      if (blob.size <= most) return blob;
    }
  }
  return blob as Blob;
};
