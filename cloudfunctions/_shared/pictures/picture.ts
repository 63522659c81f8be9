import { crc32 } from 'node:zlib';
import { imageSize } from 'image-size';
import { MAX_UPLOAD_PIXELS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import {
  formatOf,
  formatRefusal,
  isTaken,
  mayMove,
  orientationOf,
} from '#contract/pictureFormat.ts';
import { pictureSentences } from '#contract/sentences/pictures.ts';
import { takenFormats } from '#contract/takenFormats.ts';
import { ActionError } from '../base/errors.ts';
import { type Cleaned, exifWith } from './cleaned.ts';
import { cleanJpeg } from './jpeg.ts';
import { pngChunk } from './pngChunk.ts';
import { tooLarge } from './uploadLimit.ts';
import { cleanWebp } from './webp.ts';

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
/** Keeps what affects the display, including animation; drops text, time, camera and unknown data. */
const kept = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
  'acTL',
  'fcTL',
  'fdAT',
]);

/** Copies chunk by chunk, with checksums, to the end of the picture; null for a PNG that is not complete. */
const cleanPng = (file: Buffer): Cleaned | null => {
  const parts: Buffer[] = [signature];
  const seen = new Set<string>();
  let orientation = 1;
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return null;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    if (seen.size === 0 && (type !== 'IHDR' || end - at !== 25)) return null;
    if (kept.has(type)) parts.push(file.subarray(at, end));
    else if (type === 'eXIf')
      orientation = orientationOf(file.subarray(at + 8, end - 4)) ?? orientation;
    // An unknown chunk marked as critical: no program could show this picture.
    else if (type.charAt(0) < 'a') return null;
    seen.add(type);
    at = end;
    if (type === 'IEND') break;
  }
  if (!seen.has('IDAT') || !seen.has('IEND')) return null;
  // Behind the header.
  if (orientation !== 1) parts.splice(2, 0, pngChunk('eXIf', exifWith(orientation)));
  return { content: Buffer.concat(parts), orientation };
};

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Copies block by block to the end mark; null for a GIF that is not complete. */
const cleanGif = (file: Buffer): Cleaned | null => {
  if (file.length < 14) return null;
  let at = 13 + colourTable(file[10] as number);
  const parts = [file.subarray(0, at)];
  let pictures = 0;
  for (;;) {
    const kind = file[at];
    if (kind === TRAILER) break;
    let end: number | null = null;
    if (kind === EXTENSION) end = endOfBlocks(file, at + 2);
    if (kind === IMAGE && at + 11 <= file.length) {
      pictures += 1;
      end = endOfBlocks(file, at + 10 + colourTable(file[at + 9] as number) + 1);
    }
    if (end === null) return null;
    const block = file.subarray(at, end);
    if (kind === IMAGE || isKept(block)) parts.push(block);
    at = end;
  }
  if (pictures === 0) return null;
  return { content: Buffer.concat([...parts, Buffer.from([TRAILER])]), orientation: 1 };
};

const colourTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Data comes in blocks with their length; a block of length 0 ends them. */
const endOfBlocks = (file: Buffer, from: number): number | null => {
  let at = from;
  for (;;) {
    const length = file[at];
    if (length === undefined) return null;
    at += 1 + length;
    if (length === 0) return at;
  }
};

/** Keeps timing and the loop count; drops comments, text and application data. */
const isKept = (extension: Buffer) =>
  extension[1] === GRAPHIC_CONTROL ||
  (extension[1] === APPLICATION &&
    ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(extension.toString('latin1', 3, 14)));

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
