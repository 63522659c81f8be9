import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Genuine and fake pictures, generated here so that no hostile file is in the repository. */
const plain = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#4a7' } });

export const pngChunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

export const pngOf = (width: number, height: number, more: Buffer[] = []): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.alloc(16))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

export const genuine = async () => {
  const [png, jpeg, progressive, webp, lossless, gif, animated] = await Promise.all([
    plain().png().toBuffer(),
    plain().jpeg().toBuffer(),
    plain().jpeg({ progressive: true }).toBuffer(),
    plain().webp().toBuffer(),
    plain().webp({ lossless: true }).toBuffer(),
    plain().gif().toBuffer(),
    sharp(await frames(), { animated: true })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer(),
  ]);
  return { png, jpeg, progressive, webp, lossless, gif, animated };
};

const frames = () =>
  sharp(Buffer.alloc(8 * 12 * 3, 120), {
    raw: { width: 8, height: 12, channels: 3, pageHeight: 6 },
  })
    .gif()
    .toBuffer();

/** A photo with location and camera data, stored rotated. */
export const photo = () =>
  plain()
    .withExif({
      IFD0: { Make: 'SecretCamera', Copyright: 'somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const html = '<script>alert(document.domain)</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${html}</svg>`;

/** Name → bytes; all of them must be refused. */
export const hostile = async (): Promise<Record<string, Buffer>> => {
  const { png, jpeg, webp, gif } = await genuine();
  const text = (content: string) => Buffer.from(content);
  const cut = (file: Buffer, bytes: number) => file.subarray(0, file.length - bytes);
  const flipped = Buffer.from(png);
  flipped[flipped.length - 20] = (flipped[flipped.length - 20] ?? 0) ^ 1;
  const wrongSize = Buffer.from(webp);
  wrongSize.writeUInt32LE(webp.length, 4);
  return {
    'an SVG with a script': text(svg),
    'an SVG behind an XML declaration': text(`<?xml version="1.0"?>${svg}`),
    'a web page': text(`<!doctype html>${html}`),
    'a PDF': text('%PDF-1.7\n1 0 obj\n'),
    'a ZIP': Buffer.from('504b0304140000000800', 'hex'),
    'a Windows program': Buffer.from('4d5a90000300000004000000', 'hex'),
    'a shell script': text('#!/bin/sh\nrm -rf /\n'),
    'a BMP': Buffer.from('424d3a000000000000003600000028000000', 'hex'),
    'a TIFF': Buffer.from('49492a0008000000', 'hex'),
    'an icon': Buffer.from('00000100010010100000', 'hex'),
    'a HEIC photo': Buffer.concat([Buffer.from('00000018', 'hex'), text('ftypheic')]),
    'an AVIF picture': await plain().avif().toBuffer(),
    'random bytes': Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 97) % 256)),
    zeros: Buffer.alloc(64),
    'the signature of a PNG alone': signature,
    'a PNG without its end': cut(png, 12),
    'a PNG cut in the middle': cut(png, Math.floor(png.length / 2)),
    'a PNG with a wrong checksum': flipped,
    'a PNG without pixels': Buffer.concat([
      signature,
      pngChunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
    'a PNG with an unknown indispensable chunk': pngOf(4, 4, [pngChunk('EVIL', text(html))]),
    'a JPEG without its end': cut(jpeg, 2),
    'a JPEG cut in the middle': cut(jpeg, Math.floor(jpeg.length / 2)),
    'a JPEG of headers only': Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
    'a page behind the first bytes of a JPEG': Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      text(html),
    ]),
    'a GIF that is a script': text(`GIF89a=1;${html}//`),
    'a GIF without its end': cut(gif, 1),
    'a WebP cut short': cut(webp, 5),
    'a WebP that names a wrong size': wrongSize,
    'a sound in the clothes of a WebP': Buffer.concat([
      text('RIFF'),
      Buffer.from([16, 0, 0, 0]),
      text('WAVEfmt '),
      Buffer.alloc(8),
    ]),
    'a PNG of 100 million pixels': pngOf(10_000, 10_000),
    'a PNG of no size': pngOf(0, 5),
  };
};

/** Genuine pictures with metadata to be removed; the text must be missing in the stored file. */
export const talkative = async (): Promise<Record<string, Buffer>> => {
  const { jpeg, gif, webp } = await genuine();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), Buffer.from(html)]);
  const gifComment = Buffer.concat([
    Buffer.from([0x21, 0xfe, html.length]),
    Buffer.from(html),
    Buffer.from([0]),
  ]);
  const xmp = Buffer.concat([
    Buffer.from('XMP '),
    Buffer.from([html.length + 1, 0, 0, 0]),
    Buffer.from(`${html} `),
  ]);
  const longer = Buffer.concat([webp, xmp]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return {
    'a JPEG with a comment': Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    'a JPEG with a second picture behind it': Buffer.concat([jpeg, jpeg, Buffer.from(html)]),
    'a PNG with text': pngOf(4, 4, [pngChunk('tEXt', Buffer.from(`Comment\0${html}`))]),
    'a GIF with a comment': Buffer.concat([gif.subarray(0, -1), gifComment, gif.subarray(-1)]),
    'a WebP with XMP': longer,
  };
};
