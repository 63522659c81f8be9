/** Keeps pixels, transparency, animation and colour profile; drops camera and editor data. */
const kept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_AND_XMP_FLAGS = 0b1100;

/** Copies chunk by chunk to exactly the end named by the header; null for anything but a complete WebP. */
export const cleanWebp = (file: Buffer): Buffer | null => {
  if (file.length < 20) return null;
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  if (file.readUInt32LE(4) + 8 !== file.length) return null;
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
    if (type === 'VP8X') parts.push(withoutMetadata(chunk));
    else if (kept.has(type)) parts.push(chunk);
    at = end;
  }
  if (pictures === 0) return null;
  const head = Buffer.from(file.subarray(0, 12));
  head.writeUInt32LE(4 + parts.reduce((total, part) => total + part.length, 0), 4);
  return Buffer.concat([head, ...parts]);
};

/** Signature of each kind of picture data. */
const isPicture = (type: string, chunk: Buffer) => {
  if (type === 'ANMF') return chunk.length > 8 + 16 + 8;
  if (type === 'VP8L') return chunk[8] === 0x2f;
  return type === 'VP8 ' && chunk.length > 18 && chunk.readUIntBE(11, 3) === 0x9d012a;
};

const withoutMetadata = (header: Buffer): Buffer => {
  const clean = Buffer.from(header);
  clean[8] = (clean[8] as number) & ~EXIF_AND_XMP_FLAGS;
  return clean;
};
