import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { StandInAnswer } from '../standIn.ts';
import type { ResultFile } from './core.ts';
import { drawResult } from './pictures.ts';

const HUGE_BYTES = 500 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const TRICKLE_BYTES = 256;
const TRICKLE_MS = 500;
const DRAWN_KEPT = 12;

const png = (body: Buffer | Readable): StandInAnswer => ({ status: 200, type: 'image/png', body });

function* huge(begin: Buffer) {
  yield begin;
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK_BYTES) yield chunk;
}

async function* trickle(content: Buffer) {
  for (let at = 0; at < content.length; at += TRICKLE_BYTES) {
    yield content.subarray(at, at + TRICKLE_BYTES);
    await wait(TRICKLE_MS, undefined, { ref: false });
  }
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** One pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** One second long, without tracks. */
const video = (): Buffer => {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(1_000, 16);
  header.writeUInt32BE(0x0001_0000, 20);
  header.writeUInt16BE(0x0100, 24);
  // The matrix that changes nothing.
  header.writeUInt32BE(0x0001_0000, 36);
  header.writeUInt32BE(0x0001_0000, 52);
  header.writeUInt32BE(0x4000_0000, 68);
  header.writeUInt32BE(1, 96);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1')),
    box('moov', box('mvhd', header)),
    box('mdat'),
  ]);
};

/** What lies at the addresses of results. The last pictures are kept: a caller may come again. */
export const createFiles = () => {
  const drawn = new Map<string, Promise<Buffer>>();

  const draw = (name: string, file: ResultFile): Promise<Buffer> => {
    const known = drawn.get(name);
    if (known) return known;
    const picture = drawResult(file);
    drawn.set(name, picture);
    picture.catch(() => drawn.delete(name));
    const [oldest] = drawn.keys();
    if (drawn.size > DRAWN_KEPT && oldest !== undefined) drawn.delete(oldest);
    return picture;
  };

  return {
    async answer(name: string, file: ResultFile): Promise<StandInAnswer> {
      const { kind } = file;
      if (kind === 'html')
        return { status: 200, type: 'text/html', body: '<!doctype html><title>expired</title>' };
      if (kind === 'redirect') {
        const location = 'http://169.254.169.254/latest/meta-data/';
        return { status: 302, headers: { location }, body: '' };
      }
      if (kind === 'video') return { status: 200, type: 'video/mp4', body: video() };
      if (kind === 'gif') return { status: 200, type: 'image/gif', body: gif };
      if (kind === 'empty') return png(Buffer.alloc(0));
      const picture = await draw(name, file);
      if (kind === 'huge') return png(Readable.from(huge(picture)));
      if (kind === 'slow') return png(Readable.from(trickle(picture)));
      if (kind === 'broken') return png(picture.subarray(0, Math.floor(picture.length * 0.6)));
      return png(picture);
    },
    reset: () => drawn.clear(),
  };
};
