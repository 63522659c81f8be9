import type { Cleaned } from './cleaned.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** Copies block by block to the end mark; null for a GIF that is not complete. */
export const cleanGif = (file: Buffer): Cleaned | null => {
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
