import sharp from 'sharp';

const pixelsOf = (file: Buffer, size?: { width: number; height: number }) =>
  sharp(file)
    .resize({ ...size, fit: 'fill' })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });

/**
 * Compares pixels: the visible mark of generated pictures covers the lower right corner, and nothing else has changed.
 * @param original the picture without it, in any size
 * @throws for a copy of another picture
 */
export const isVisiblyMarked = async (original: Buffer, shown: Buffer): Promise<boolean> => {
  const copy = await pixelsOf(shown);
  const { width, height } = copy.info;
  const first = await pixelsOf(original, { width, height });
  /** Mean difference in a part of the pictures. */
  const difference = (left: number, top: number, right: number, bottom: number) => {
    let sum = 0;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1)
        sum += Math.abs(copy.data[y * width + x]! - first.data[y * width + x]!);
    return sum / ((right - left) * (bottom - top));
  };
  const tall = Math.floor(Math.min(width, height) * 0.075);
  if (difference(0, 0, width, Math.floor(height / 2)) > 12) throw new Error('another picture');
  return difference(width - 2 * tall, height - tall, width, height) > 35;
};
