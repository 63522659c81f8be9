import { pictureLimit } from '../../../shared/uploadLimit.ts';

/** Accepted types; the server checks the bytes itself. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const LARGE_BYTES = 4 * 1024 * 1024;
const MAX_SIDE = 4_096;
const QUALITY = 0.9;

const drawn = async (file: File, type: string): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise(resolve => canvas.toBlob(resolve, type, QUALITY));
};

/** Larger pictures are reduced before the upload. */
export const isLarge = (file: File) =>
  file.size > Math.min(LARGE_BYTES, pictureLimit()) && file.type !== 'image/gif';

/**
 * The picture to be uploaded: a large one is reduced to 4,096 pixels a side, as WebP if the browser can write it, which
 * keeps transparency; unchanged if that saves nothing, it is animated, or the browser cannot read it. `null` if it is
 * still larger than the settings allow.
 */
export const shrinkImage = async (file: File): Promise<File | null> => {
  for (const type of isLarge(file) ? ['image/webp', 'image/jpeg'] : []) {
    const blob = await drawn(file, type).catch(() => null);
    if (!blob || blob.type !== type || blob.size >= file.size) continue;
    const name = file.name.replace(/\.\w+$/, '') || 'image';
    return allowed(new File([blob], `${name}.${type.slice('image/'.length)}`, { type }));
  }
  return allowed(file);
};

const allowed = (file: File) => (file.size <= pictureLimit() ? file : null);
