import { MAX_UPLOAD_BYTES } from '#contract/constants.ts';

/** What the server takes; it looks at the bytes itself. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const MAX_SIDE = 2_048;
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

/**
 * The picture, small enough to be sent: as it is, or at most 2,048 pixels a side. WebP where the browser writes it,
 * which keeps what is transparent. `null` if even that is too large, or it is no picture, or it moves.
 */
export const shrinkImage = async (file: File): Promise<File | null> => {
  if (file.size <= MAX_UPLOAD_BYTES) return file;
  if (file.type === 'image/gif') return null;
  for (const type of ['image/webp', 'image/jpeg']) {
    const blob = await drawn(file, type).catch(() => null);
    if (!blob || blob.type !== type || blob.size > MAX_UPLOAD_BYTES) continue;
    const name = file.name.replace(/\.\w+$/, '') || 'image';
    return new File([blob], `${name}.${type.slice('image/'.length)}`, { type });
  }
  return null;
};
