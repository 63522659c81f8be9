import { exifOfWebp } from '#contract/pictureFormat.ts';
import { type Cleaned, exifWith } from './cleaned.ts';

/** Keeps pixels, transparency, animation and colour profile; drops camera and editor data. */
const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_AND_XMP_FLAGS = 0b1100;
const EXIF_FLAG = 0b1000;

export const webpChunk = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

/** Copies chunk by chunk to the end named by the header; null for a WebP that is not complete. */
export const cleanWebp = (whole: Buffer): Cleaned | null => {
  if (whole.length < 20) return null;
  const length = whole.readUInt32LE(4) + 8;
  if (length > whole.length) return null;
  const file = whole.subarray(0, length);
  const { orientation } = exifOfWebp(file) ?? { orientation: 1 };
  const parts: Buffer[] = [];
  let pictures = 0;
  let at = 12;
  while (at < file.length) {
    if (at + 8 > file.length) return null;
    const type = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > file.length) return null;
    const chunk = file.subarray(at, end);
    if (at === 12 && !['VP8 ', 'VP8L', 'VP8X'].includes(type)) return null;
    if (type === 'VP8X' && (at !== 12 || size !== 10)) return null;
    if (isPicture(type, chunk)) pictures += 1;
    else if (type === 'VP8 ' || type === 'VP8L') return null;
    if (type === 'VP8X') parts.push(headerWith(chunk, orientation));
    else if (kept.has(type)) parts.push(chunk);
    at = end;
  }
  if (pictures === 0) return null;
  if (orientation !== 1) parts.push(webpChunk('EXIF', exifWith(orientation)));
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt32LE(4 + parts.reduce((total, part) => total + part.length, 0), 4);
  return { content: Buffer.concat([head, ...parts]), orientation };
};

/** Signature of each kind of picture data. */
const isPicture = (type: string, chunk: Buffer) => {
  if (type === 'ANMF') return chunk.length > 8 + 16 + 8;
  if (type === 'VP8L') return chunk[8] === 0x2f;
  return type === 'VP8 ' && chunk.length > 18 && chunk.readUIntBE(11, 3) === 0x9d012a;
};

const headerWith = (header: Buffer, orientation: number): Buffer => {
  const clean = Buffer.from(header);
  clean[8] = (clean[8] as number) & ~EXIF_AND_XMP_FLAGS;
  if (orientation !== 1) clean[8] |= EXIF_FLAG;
  return clean;
};
