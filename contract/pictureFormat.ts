/**
 * What a file is, by its bytes: phones and apps give pictures wrong names and types. Both sides read it here, so that a
 * file is refused with the same words before and after it is sent.
 */
import { pictureSentences } from './sentences/pictures.ts';
import { type TakenFormat, takenFormats } from './takenFormats.ts';

/** `video` for any video. */
type FileFormat =
  | TakenFormat
  | 'HEIC'
  | 'AVIF'
  | 'BMP'
  | 'TIFF'
  | 'JPEG XL'
  | 'PSD'
  | 'SVG'
  | 'PDF'
  | 'video'
  | 'unknown';

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/** The first that matches. An ISO file lists its brands in fours. */
const beginnings: readonly (readonly [RegExp, FileFormat])[] = [
  [/^\xff\xd8\xff/, 'JPEG'],
  [/^\x89PNG\r\n.\n/s, 'PNG'],
  [/^RIFF.{4}WEBP/s, 'WebP'],
  [/^GIF8[79]a/, 'GIF'],
  [/^.{4}ftyp(?:.{4}){0,12}?avi[fs]/s, 'AVIF'],
  [/^.{4}ftyp(?:.{4}){0,12}?(?:he[iv][cmsx]|mif1|msf1)/s, 'HEIC'],
  [/^.{4}ftyp(?:isom|iso\d|mp4\d|avc1|qt {2}|M4V|3g[2p]|dash|MSNV|mmp4|f4v)/s, 'video'],
  [/^(?:.{4}(?:moov|mdat|wide)|RIFF.{4}AVI |.E\xdf\xa3|FLV)/s, 'video'],
  [/^BM/, 'BMP'],
  [/^(?:II\*|MM.\*)/s, 'TIFF'],
  [/^(?:\xff\n|.{4}JXL )/s, 'JPEG XL'],
  [/^8BPS/, 'PSD'],
  [/^%PDF/, 'PDF'],
  [/^[\s\xef\xbb\xbf]*<.{0,400}?svg[\s>]/is, 'SVG'],
];

export const formatOf = (bytes: Uint8Array): FileFormat => {
  const head = ascii(bytes, 0, 512);
  return beginnings.find(([beginning]) => beginning.test(head))?.[1] ?? 'unknown';
};

export const isTaken = (format: FileFormat): format is TakenFormat =>
  Object.hasOwn(takenFormats, format);

/** Why a file of that format is no picture for us. */
export const formatRefusal = (format: FileFormat): string => {
  if (format === 'video') return pictureSentences.video;
  return format === 'unknown' ? pictureSentences.notPicture : pictureSentences.otherFormat(format);
};

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

interface Chunk {
  type: string;
  /** Where its content begins. */
  from: number;
  to: number;
}

/** The chunks of a PNG, or of a WebP within its length, as far as they are there. */
function* chunksOf(bytes: Uint8Array, format: 'PNG' | 'WebP'): Generator<Chunk> {
  const view = viewOf(bytes);
  const isPng = format === 'PNG';
  for (let at = isPng ? 8 : 12; at + 8 <= bytes.length;) {
    const size = isPng ? view.getUint32(at) : view.getUint32(at + 4, true);
    const type = isPng ? ascii(bytes, at + 4, at + 8) : ascii(bytes, at, at + 4);
    yield { type, from: at + 8, to: at + 8 + size };
    at += 8 + size + (isPng ? 4 : size % 2);
  }
}

/** Whether a picture is, or may be, an animation, which drawing it would end. @param bytes may be its beginning */
export const mayMove = (bytes: Uint8Array, format: FileFormat): boolean => {
  if (format === 'WebP') return ascii(bytes, 12, 16) === 'VP8X' && (bytes[20]! & 2) !== 0;
  if (format === 'AVIF') return ascii(bytes, 8, 12) === 'avis';
  if (format === 'HEIC') return /^(?:hev[cmsx]|msf1)$/.test(ascii(bytes, 8, 12));
  if (format !== 'PNG') return format === 'GIF';
  for (const { type, from, to } of chunksOf(bytes, 'PNG')) {
    if (type === 'IDAT') break;
    if (type === 'acTL' && to <= bytes.length) return viewOf(bytes).getUint32(from) > 1;
  }
  return false;
};

/**
 * Which side of a picture is up: tag 0x0112 of the first directory of its Exif data.
 * @param exif with or without the six bytes that stand before it in a JPEG
 * @returns 1 to 8; undefined where it does not say
 */
export const orientationOf = (exif: Uint8Array): number | undefined => {
  const tiff = ascii(exif, 0, 4) === 'Exif' ? exif.subarray(6) : exif;
  const order = ascii(tiff, 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return undefined;
  const view = viewOf(tiff);
  const isLittle = order === 'II';
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > tiff.length) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    const value = view.getUint16(at + 8, isLittle);
    if (view.getUint16(at, isLittle) === 0x0112)
      return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
};

/** The Exif data of a WebP, which browsers do not follow. */
export const exifOfWebp = (bytes: Uint8Array): { at: number; orientation: number } | undefined => {
  for (const { type, from, to } of chunksOf(bytes, 'WebP')) {
    const orientation = type === 'EXIF' ? orientationOf(bytes.subarray(from, to)) : undefined;
    if (orientation) return { at: from - 8, orientation };
  }
  return undefined;
};

/**
 * Where the data begin that Samsung's cameras append; undefined where they did not. A directory at the end of the file
 * says how far in front of it each part begins. Panoramas lack the end mark of the picture before them.
 */
export const samsungTrailerOf = (bytes: Uint8Array): number | undefined => {
  const end = bytes.length - 8;
  if (end < 12 || ascii(bytes, end + 4, end + 8) !== 'SEFT') return undefined;
  const view = viewOf(bytes);
  const directory = end - view.getUint32(end, true);
  if (directory < 0 || ascii(bytes, directory, directory + 4) !== 'SEFH') return undefined;
  let first = directory;
  for (let at = directory + 12; at + 12 <= end; at += 12)
    first = Math.min(first, directory - view.getUint32(at + 4, true));
  return first > 0 ? first : undefined;
};

/**
 * Whether a picture has its end: browsers show a part of one that was cut off. A quick look; the server reads it all.
 */
export const isWhole = (bytes: Uint8Array, format: TakenFormat): boolean => {
  // Its end mark may be anywhere in its data.
  if (format === 'GIF') return true;
  if (format === 'WebP')
    return bytes.length >= 12 && viewOf(bytes).getUint32(4, true) + 8 <= bytes.length;
  if (format === 'JPEG') return hasEndOfJpeg(bytes);
  for (const { type, to } of chunksOf(bytes, 'PNG'))
    if (type === 'IEND') return to + 4 <= bytes.length;
  return false;
};

/** Behind the beginning of the pixels, because a preview in the header has an end too. */
const hasEndOfJpeg = (bytes: Uint8Array): boolean => {
  if (samsungTrailerOf(bytes) !== undefined) return true;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda)
    at += bytes[at + 1] === 0xff ? 1 : 2 + view.getUint16(at + 2);
  for (at = bytes.indexOf(0xff, at); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return true;
  return false;
};
