import { texts } from '#contract/constants.ts';
import { readChosen, upright } from '../../../shared/chosenPicture.ts';

const MAX_WIDTH = 1_280;
const QUALITY = 0.85;

/**
 * The picture as a JPEG of at most 1,280 pixels across.
 * @throws where the browser cannot read it
 */
export const coverPicture = async (file: File): Promise<File> => {
  const chosen = await readChosen(file);
  const bitmap = await upright(file, chosen)
    .then(createImageBitmap)
    .catch(() => {
      throw new Error(chosen.refusal || texts.fileUnreadable);
    });
  const scale = Math.min(1, MAX_WIDTH / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>(resolve =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!blob) throw new Error(texts.fileUnreadable);
  return new File([blob], 'cover.jpg', { type: blob.type });
};
