import { texts } from '#contract/constants.ts';
import { MAX_INLINE_BYTES } from '#dataProvider/upload.ts';

/** Tried one after the other until the picture fits into a call. */
const attempts = [
  { width: 1_280, quality: 0.85 },
  { width: 1_280, quality: 0.6 },
  { width: 960, quality: 0.6 },
  { width: 640, quality: 0.6 },
];

const drawn = (bitmap: ImageBitmap, width: number, quality: number): Promise<Blob | null> => {
  const scale = Math.min(1, width / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality));
};

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(new Error(texts.fileUnreadable));
    reader.readAsDataURL(blob);
  });

/**
 * The picture as a JPEG of at most 1,280 pixels across, small enough for a call, in base64.
 * @throws where the browser cannot read it
 */
export const coverPicture = async (file: File): Promise<string> => {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(texts.fileUnreadable);
  });
  try {
    for (const { width, quality } of attempts) {
      const blob = await drawn(bitmap, width, quality);
      if (blob && blob.size <= MAX_INLINE_BYTES) return await base64Of(blob);
    }
  } finally {
    bitmap.close();
  }
  throw new Error(texts.fileUnreadable);
};
