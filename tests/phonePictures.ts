import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { pngChunk } from './functions/files/pictures.ts';

/** Pictures as phones and apps make them, for both sides. */

type Taken = 'JPEG' | 'PNG' | 'WebP' | 'GIF';

export interface TakenPicture {
  says: string;
  content: Buffer;
  format: Taken;
  /** 1 to 8. */
  orientation: number;
  moves: boolean;
}

const WIDTH = 12;
const HEIGHT = 8;
const pixels = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => (at * 37 + (at >> 3) * 11) % 256),
);
const drawn = () => sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

const encoders = {
  JPEG: picture => picture.jpeg(),
  PNG: picture => picture.png(),
  WebP: picture => picture.webp({ quality: 60 }),
  GIF: picture => picture.gif(),
} satisfies Record<Taken, (picture: Sharp) => Sharp>;

const still = (format: Taken, orientation = 1): Promise<Buffer> => {
  const picture = encoders[format](drawn());
  return (orientation === 1 ? picture : picture.withMetadata({ orientation })).toBuffer();
};

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const video = Buffer.concat([
  Buffer.from('0000001c', 'hex'),
  Buffer.from('ftypmp42\0\0\0\0isommp42mp41', 'latin1'),
  Buffer.from('script of the video'),
]);

/** What Samsung's camera appends: the parts, then a directory that counts backwards. */
const samsungTrailer = (part: Buffer) => {
  const name = Buffer.from('MotionPhoto_Data');
  const block = Buffer.concat([Buffer.from('0000300a', 'hex'), u32(name.length), name, part]);
  const entry = Buffer.concat([
    Buffer.from('0000300a', 'hex'),
    u32(block.length),
    u32(block.length),
  ]);
  const directory = Buffer.concat([Buffer.from('SEFH'), u32(106), u32(1), entry]);
  return Buffer.concat([block, directory, u32(directory.length), Buffer.from('SEFT')]);
};

const trailers = async (): Promise<Record<string, Buffer>> => ({
  "Samsung's data": samsungTrailer(video),
  'a video (motion photo)': video,
  'a second picture (MPF)': Buffer.concat([await still('JPEG'), Buffer.from('script')]),
  'padding of zeros': Buffer.alloc(70),
  "an app's data": Buffer.from('<script>alert(1)</script>'),
  'a ZIP': Buffer.from('504b0304140000000800', 'hex'),
});

const movingPng = () => {
  const header = Buffer.from('0000000200000002' + '0800000000', 'hex');
  const control = (sequence: number) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, sequence, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from([0, 1, 0, 10, 0, 0]),
    ]);
  const rows = deflateSync(Buffer.alloc(6));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('acTL', Buffer.from('0000000200000000', 'hex')),
    pngChunk('fcTL', control(0)),
    pngChunk('IDAT', rows),
    pngChunk('fcTL', control(1)),
    pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), rows])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const twoFrames = () =>
  sharp(Buffer.concat([pixels, pixels.map(value => 255 - value)]), {
    raw: { width: WIDTH, height: 2 * HEIGHT, channels: 3, pageHeight: HEIGHT },
  });

const moving = async () =>
  ({
    GIF: await twoFrames().gif().toBuffer(),
    PNG: movingPng(),
    WebP: await twoFrames().webp().toBuffer(),
  }) satisfies Partial<Record<Taken, Buffer>>;

const followed = async (format: Taken, content: Buffer, moves: boolean): Promise<TakenPicture[]> =>
  Object.entries(await trailers())
    .slice(0, format === 'JPEG' ? undefined : 2)
    .map(([what, trailer]) => ({
      says: `a ${moves ? 'moving ' : ''}${format} with ${what} behind it`,
      content: Buffer.concat([content, trailer]),
      format,
      orientation: 1,
      moves,
    }));

/** All are stored; nothing says `script` then. */
export const takenPictures = async (): Promise<TakenPicture[]> => {
  const all: TakenPicture[] = [];
  for (const format of Object.keys(encoders) as Taken[]) {
    const isOriented = format !== 'GIF';
    for (let orientation = 1; orientation <= (isOriented ? 8 : 1); orientation += 1)
      all.push({
        says: `a ${format} of orientation ${orientation}`,
        content: await still(format, orientation),
        format,
        orientation,
        moves: false,
      });
    all.push(...(await followed(format, await still(format), false)));
  }
  for (const [format, content] of Object.entries(await moving()) as [Taken, Buffer][]) {
    all.push({ says: `a moving ${format}`, content, format, orientation: 1, moves: true });
    all.push(...(await followed(format, content, true)));
  }
  all.push({
    says: 'a panorama of Samsung, which has no end mark',
    content: Buffer.concat([(await still('JPEG')).subarray(0, -2), samsungTrailer(video)]),
    format: 'JPEG',
    orientation: 1,
    moves: false,
  });
  return all;
};

const incomplete = /^图片不完整或已损坏/;
const isoFile = (...brands: string[]) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 12 + 4 * brands.length]),
    Buffer.from(`ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1'),
    Buffer.alloc(40),
  ]);

/** What it is, its bytes, and the reason for which it is refused. */
export const refusedFiles = async (): Promise<[says: string, content: Buffer, why: RegExp][]> => {
  const halves = await Promise.all(
    (['JPEG', 'PNG', 'WebP', 'GIF'] as const).map(async format => {
      const whole = await still(format, format === 'JPEG' ? 6 : 1);
      const half = whole.subarray(0, Math.floor(whole.length * 0.7));
      return [`a ${format} that breaks off`, half, incomplete] as [string, Buffer, RegExp];
    }),
  );
  const other = (format: string) => new RegExp(`^不支持 ${format} 格式`);
  return [
    ...halves,
    ['a HEIC', isoFile('heic', 'mif1', 'heic'), other('HEIC')],
    ['a HEIC of a general brand', isoFile('mif1', 'mif1', 'heic'), other('HEIC')],
    ['an AVIF', await drawn().avif().toBuffer(), other('AVIF')],
    ['a moving AVIF', isoFile('avis', 'avif', 'avis'), other('AVIF')],
    ['a BMP', Buffer.from('424d3a000000000000003600000028000000', 'hex'), other('BMP')],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex'), other('TIFF')],
    ['a JPEG XL', Buffer.from('0000000c4a584c200d0a870a', 'hex'), other('JPEG XL')],
    ['an SVG', Buffer.from('<?xml version="1.0"?><svg width="1"/>'), other('SVG')],
    ['a PDF', Buffer.from('%PDF-1.7\n'), other('PDF')],
    ['an MP4', video, /^这是视频/],
    ['a QuickTime video', isoFile('qt  ', 'qt  '), /^这是视频/],
    ['a WebM', Buffer.from('1a45dfa39f4286810142f7810142f2', 'hex'), /^这是视频/],
    ['a text', Buffer.from('hello, this is no picture'), /^不是可识别的图片/],
    ['zeros', Buffer.alloc(64), /^不是可识别的图片/],
  ];
};
