export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, start) => {
  let value = start;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
};

/** Names are UTF-8 (bit 11); files are stored uncompressed, because photos do not get smaller. */
const FLAGS = 0x0800;
const VERSION = 20;
const NO_TIME = 0x0021;

/** A ZIP archive of files that fit into memory (APPNOTE 6.3.10, without ZIP64). */
export const zip = (entries: readonly ZipEntry[]): Blob => {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = encoder.encode(name);
    const shared = [VERSION, FLAGS, 0, 0, NO_TIME];
    const crc = crc32(bytes);
    const local = record([
      [4, 0x04034b50],
      ...shared.map(value => [2, value] as const),
      ...[crc, bytes.length, bytes.length].map(value => [4, value] as const),
      [2, path.length],
      [2, 0],
    ]);
    directory.push(
      record([
        [4, 0x02014b50],
        [2, VERSION],
        ...shared.map(value => [2, value] as const),
        ...[crc, bytes.length, bytes.length].map(value => [4, value] as const),
        [2, path.length],
        ...[0, 0, 0, 0].map(value => [2, value] as const),
        [4, 0],
        [4, offset],
      ]),
      path,
    );
    parts.push(local, path, bytes);
    offset += local.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: 'application/zip' });
};

/** Little-endian numbers, each of so many bytes. */
const record = (fields: readonly (readonly [bytes: number, value: number])[]): Uint8Array => {
  const out = new Uint8Array(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += bytes;
  }
  return out;
};
