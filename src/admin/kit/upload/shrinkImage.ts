import { texts } from '#contract/constants.ts';
import { formatOf, isTaken } from '#contract/pictureFormat.ts';
import { namedAs, takenFormats } from '#contract/takenFormats.ts';
import { readChosen, upright } from '../../../shared/chosenPicture.ts';
import { pictureLimit } from '../../../shared/uploadLimit.ts';

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

/** Under the name and type of what it is. */
const declared = async (file: File): Promise<File> => {
  const format = formatOf(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (!isTaken(format)) return file;
  const { mime } = takenFormats[format];
  return new File([file], namedAs(file.name, takenFormats[format]), { type: mime });
};

/**
 * The picture to be uploaded, or why it cannot be. A large one is reduced to 4,096 pixels a side, as WebP if the browser
 * can write it, which keeps transparency; unchanged if that saves nothing or it is animated. One of a format that we do
 * not take is drawn where the browser can.
 */
export const shrinkImage = async (chosen: File): Promise<File | string> => {
  const picture = await readChosen(chosen);
  const isOurs = isTaken(picture.format);
  if (picture.refusal && (isOurs || picture.mayMove || chosen.size > 10 * LARGE_BYTES))
    return picture.refusal;
  const file = await upright(chosen, picture).catch(() => chosen);
  const isDrawn = !picture.mayMove && (isLarge(file) || !isOurs);
  for (const type of isDrawn ? ['image/webp', 'image/jpeg'] : []) {
    const blob = await drawn(file, type).catch(() => null);
    if (!blob || blob.type !== type || (isOurs && blob.size >= file.size)) continue;
    return allowed(await declared(new File([blob], file.name)));
  }
  return picture.refusal || allowed(await declared(file));
};

const allowed = (file: File) =>
  file.size <= pictureLimit() ? file : texts.pictureTooLarge(pictureLimit());

export const LARGE_BYTES = 4 * 1024 * 1024;

/** Larger pictures are reduced before the upload. */
export const isLarge = (file: File) => file.size > Math.min(LARGE_BYTES, pictureLimit());
