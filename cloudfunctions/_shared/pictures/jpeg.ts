import { orientationOf, samsungTrailerOf } from '#contract/pictureFormat.ts';
import { type Cleaned, exifWith } from './cleaned.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COMMENT = 0xfe;
const APP0_JFIF = 0xe0;
const APP1_EXIF = 0xe1;
const APP2_ICC = 0xe2;
const APP14_ADOBE = 0xee;

/** Frame headers; C4, C8 and CC in between are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const startsWith = (segment: Buffer, text: string) =>
  segment.subarray(4, 4 + text.length).equals(Buffer.from(text, 'latin1'));

/** Drops location and camera data; keeps the colour profile. */
const isKept = (marker: number, segment: Buffer) => {
  if (marker === COMMENT) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  return (
    (marker === APP0_JFIF && startsWith(segment, 'JFIF\0')) ||
    (marker === APP2_ICC && startsWith(segment, 'ICC_PROFILE\0')) ||
    (marker === APP14_ADOBE && startsWith(segment, 'Adobe'))
  );
};

/**
 * Marker by marker to the end of the image, where further pictures, videos and other data of phones are cut off; null
 * for a JPEG that is not whole.
 */
export const cleanJpeg = (whole: Buffer): Cleaned | null => {
  const trailer = samsungTrailerOf(whole);
  const file = whole.subarray(0, trailer);
  const parts: Buffer[] = [];
  let orientation = 1;
  let frames = 0;
  let scans = 0;
  let at = 2;
  for (;;) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1;
    if (at === file.length && trailer !== undefined) break;
    if (at + 2 > file.length || file[at] !== 0xff) return null;
    const marker = file[at + 1] as number;
    if (marker === EOI) break;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= SOI) || at + 4 > file.length) return null;
    const length = file.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > file.length) return null;
    if (isFrame(marker)) frames += 1;
    if (marker === SOS) {
      scans += 1;
      end = endOfScan(file, end);
    }
    const segment = file.subarray(at, end);
    if (marker === APP1_EXIF && startsWith(segment, 'Exif\0\0')) {
      orientation = orientationOf(segment.subarray(4)) ?? orientation;
    }
    if (isKept(marker, segment)) parts.push(segment);
    at = end;
  }
  if (frames !== 1 || scans === 0) return null;
  const turned = orientation === 1 ? [] : [exifSegment(orientation)];
  const marks = [SOI, EOI].map(mark => Buffer.from([0xff, mark]));
  return { content: Buffer.concat([marks[0]!, ...turned, ...parts, marks[1]!]), orientation };
};

/** Compressed data ends at the next marker; FF00 is a data byte, FFD0 to FFD7 are restarts within it. */
const endOfScan = (file: Buffer, from: number): number => {
  let at = file.indexOf(0xff, from);
  while (at >= 0 && at + 1 < file.length) {
    const next = file[at + 1] as number;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = file.indexOf(0xff, at + (next === 0xff ? 1 : 2));
  }
  return file.length;
};

const exifSegment = (orientation: number): Buffer => {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifWith(orientation)]);
  const head = Buffer.from([0xff, APP1_EXIF, 0, exif.length + 2]);
  return Buffer.concat([head, exif]);
};
