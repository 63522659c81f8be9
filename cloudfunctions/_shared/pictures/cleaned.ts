/** A picture without what is not needed to show it. */
export interface Cleaned {
  content: Buffer;
  /** 1 to 8, as Exif counts: 1 is upright, from 5 on width and height are exchanged. */
  orientation: number;
}

/** Exif data that say which side is up, and nothing more. */
export const exifWith = (orientation: number): Buffer => {
  const exif = Buffer.from(
    '4d4d002a00000008' + '0001' + '011200030000000100000000' + '00000000',
    'hex',
  );
  exif.writeUInt16BE(orientation, 18);
  return exif;
};
