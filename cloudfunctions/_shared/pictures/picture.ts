import { imageSize } from 'image-size';
import { MAX_UPLOAD_PIXELS, texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { ActionError } from '../base/errors.ts';
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

const kinds = [
  { mime: 'image/png', extension: 'png', clean: cleanPng },
  { mime: 'image/jpeg', extension: 'jpg', clean: cleanJpeg },
  { mime: 'image/webp', extension: 'webp', clean: cleanWebp },
  { mime: 'image/gif', extension: 'gif', clean: cleanGif },
];

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
  if (file.length === 0) throw refused(texts.noFileChosen);
  if (file.length > limit) throw tooLarge(limit, 'fileContent');
  for (const { clean, mime, extension } of kinds) {
    const content = clean(file);
    if (content) return { content, mime, extension, ...measure(content) };
  }
  throw refused(pictureSentences.notPicture);
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
const measure = (content: Buffer): { width: number; height: number } => {
  let size: ReturnType<typeof imageSize>;
  try {
    size = imageSize(content);
  } catch {
    throw refused(pictureSentences.unreadableSize);
  }
  const { width, height, orientation = 1 } = size;
  if (!(width > 0 && height > 0)) throw refused(pictureSentences.unreadableSize);
  if (width * height > MAX_UPLOAD_PIXELS) {
    throw refused(pictureSentences.tooManyPixels(MAX_UPLOAD_PIXELS / 10_000), codes.tooLarge);
  }
  return orientation >= 5 ? { width: height, height: width } : { width, height };
};
