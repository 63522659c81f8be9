import { imageSize } from 'image-size';
import { MAX_UPLOAD_PIXELS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { formatOf, formatRefusal, isTaken, mayMove } from '#contract/pictureFormat.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { takenFormats } from '#contract/takenFormats.ts';
import { ActionError } from '../base/errors.ts';
import type { Cleaned } from './cleaned.ts';
import { cleanGif } from './gif.ts';
import { cleanJpeg } from './jpeg.ts';
import { cleanPng } from './png.ts';
import { tooLarge } from './uploadLimit.ts';
import { cleanWebp } from './webp.ts';

export interface Picture {
  content: Buffer;
  mime: string;
  extension: string;
  width: number;
  height: number;
}

const cleaners = { PNG: cleanPng, JPEG: cleanJpeg, WebP: cleanWebp, GIF: cleanGif };

const refused = (message: string, code: 40001 | 41301 = codes.invalidInput) =>
  new ActionError(code, message, { fields: { fileContent: message } });

/** @param fileContent base64 @param limit bytes */
export const readPicture = (fileContent: string, limit: number): Picture =>
  cleanPicture(decode(fileContent, limit), limit);

/**
 * The uploaded file as a picture that is safe to keep. Its bytes determine the type, not its name or declared type;
 * everything not needed to show it is removed.
 * @param limit bytes
 */
export const cleanPicture = (file: Buffer, limit: number): Picture => {
  if (file.length === 0) throw refused(pictureSentences.empty);
  if (file.length > limit) throw tooLarge(limit, 'fileContent');
  const format = formatOf(file);
  if (!isTaken(format)) throw refused(formatRefusal(format));
  const cleaned = cleaners[format](file);
  if (!cleaned) throw refused(pictureSentences.incomplete);
  return { content: cleaned.content, ...takenFormats[format], ...measure(cleaned) };
};

/** A photo to be worked on or printed, which stands still. */
export const cleanPhoto = (file: Buffer, limit: number): Picture => {
  const picture = cleanPicture(file, limit);
  const format = formatOf(picture.content);
  if (format === 'GIF') throw refused(formatRefusal(format));
  if (mayMove(picture.content, format)) throw refused(pictureSentences.moving);
  return picture;
};

/** Strict base64: what a lenient decoder skips could be read differently by another one. */
const decode = (fileContent: string, limit: number): Buffer => {
  const base64 = fileContent.replace(/^data:[a-z0-9.+/-]{0,100};base64,/i, '');
  if (base64.length > Math.ceil(limit / 3) * 4) throw tooLarge(limit, 'fileContent');
  const file = Buffer.from(base64, 'base64');
  if (file.toString('base64') !== base64) throw refused(pictureSentences.unreadable);
  return file;
};

/** As displayed: a camera held upright stores the picture rotated. */
const measure = ({ content, orientation }: Cleaned): { width: number; height: number } => {
  let size: ReturnType<typeof imageSize>;
  try {
    size = imageSize(content);
  } catch {
    throw refused(pictureSentences.unreadableSize);
  }
  const { width, height } = size;
  if (!(width > 0 && height > 0)) throw refused(pictureSentences.unreadableSize);
  if (width * height > MAX_UPLOAD_PIXELS) {
    throw refused(pictureSentences.tooManyPixels(MAX_UPLOAD_PIXELS / 10_000), codes.tooLarge);
  }
  return orientation >= 5 ? { width: height, height: width } : { width, height };
};
