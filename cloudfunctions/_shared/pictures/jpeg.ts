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

/** Marker by marker to the end of the image; null for anything but a whole JPEG. */
export const cleanJpeg = (file: Buffer): Buffer | null => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xff00 + SOI) return null;
  const parts: Buffer[] = [];
  let orientation = 1;
  let frames = 0;
  let scans = 0;
  let at = 2;
  for (;;) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1;
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
      orientation = orientationOf(segment.subarray(10)) ?? orientation;
    }
    if (isKept(marker, segment)) parts.push(segment);
    at = end;
  }
  if (frames !== 1 || scans === 0 || !isHarmlessTail(file.subarray(at + 2))) return null;
  const turned = orientation === 1 ? [] : [exifWith(orientation)];
  return Buffer.concat([Buffer.from([0xff, SOI]), ...turned, ...parts, Buffer.from([0xff, EOI])]);
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

/** Phones append padding or a second picture (brightness map, preview), which is cut off; nothing else may follow. */
const isHarmlessTail = (tail: Buffer) =>
  tail.every(byte => byte === 0) || (tail.length > 3 && tail.readUIntBE(0, 3) === 0xffd8ff);

/** Tag 0x0112 of the first directory. */
const orientationOf = (tiff: Buffer): number | undefined => {
  if (tiff.length < 14) return undefined;
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return undefined;
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  if (directory + 2 > tiff.length) return undefined;
  const entries = u16(directory);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    const value = u16(at + 8);
    if (u16(at) === 0x0112) return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
};

/** An Exif segment that says which side is up, and nothing more. */
const exifWith = (orientation: number): Buffer => {
  const segment = Buffer.from(
    'ffe1' + '0022' + '457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001',
    'hex',
  );
  const value = Buffer.alloc(8);
  value.writeUInt16BE(orientation, 0);
  return Buffer.concat([segment, value]);
};
