import { crc32 } from 'node:zlib';
import { orientationOf } from '#contract/pictureFormat.ts';
import { type Cleaned, exifWith } from './cleaned.ts';
import { pngChunk } from './pngChunk.ts';

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
export const cleanPng = (file: Buffer): Cleaned | null => {
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
