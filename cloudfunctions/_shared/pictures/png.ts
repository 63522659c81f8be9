import { crc32 } from 'node:zlib';

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

/** Copies chunk by chunk, with checksums, to exactly the end of the file; null for anything but a complete PNG. */
export const cleanPng = (file: Buffer): Buffer | null => {
  if (!file.subarray(0, 8).equals(signature)) return null;
  const parts: Buffer[] = [signature];
  const seen = new Set<string>();
  let at = 8;
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return null;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    if (seen.size === 0 && (type !== 'IHDR' || end - at !== 25)) return null;
    if (kept.has(type)) parts.push(file.subarray(at, end));
    // An unknown chunk marked as critical: no program could show this picture.
    else if (type.charAt(0) < 'a') return null;
    seen.add(type);
    at = end;
    if (type === 'IEND') break;
  }
  const whole = seen.has('IDAT') && seen.has('IEND') && at === file.length;
  return whole ? Buffer.concat(parts) : null;
};
