import { crc32 } from 'node:zlib';
import type { Sharp } from 'sharp';
import { createTurns } from '../turns.ts';
import type { ResultFile } from './core.ts';
import { pick } from './hash.ts';
import { lookOf, looks, type Open, type Size, svg } from './looks.ts';

const MOST_SIDE = 2_048;
const PIXEL_LIMIT = 100_000_000;
const DRAWN = { width: 768, height: 960 };
const CAPTION_LETTERS = 18;

const turn = createTurns();

/** Loaded on first use: it brings 20 MB and most starts need none. */
const loadSharp = async (): Promise<Open> => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return content => sharp(content, { failOn: 'error', limitInputPixels: PIXEL_LIMIT });
};

/** Whether it is of a kind that the service takes, and can be decoded to its end. */
export const isPicture = (content: Buffer): Promise<boolean> =>
  turn(async () => {
    const open = await loadSharp();
    try {
      const { format } = await open(content).metadata();
      await open(content).stats();
      return ['jpeg', 'png', 'webp'].includes(format);
    } catch {
      return false;
    }
  });

const escape = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** At the top, because the mark of generated pictures stands at the bottom. */
const caption = (size: Size, text: string) => {
  const letters = [...text.replace(/\s+/g, ' ')];
  const shown =
    letters.length > CAPTION_LETTERS ? [...letters.slice(0, CAPTION_LETTERS - 1), '…'] : letters;
  const font = Math.round(Math.min(size.height * 0.05, size.width / (shown.length + 2)));
  const tall = Math.round(font * 1.8);
  return svg(
    size,
    `<rect width="100%" height="${tall}" fill="rgba(0,0,0,.55)"/><text x="50%" y="${tall / 2}" dominant-baseline="central" text-anchor="middle" font-family="'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif" font-size="${font}" fill="#fff">${escape(shown.join(''))}</text>`,
  );
};

/** A photo of the demo, its colours moved, always the same for a name. */
const landscape = async (name: string, open: Open) => {
  const { drawPhoto } = await import('../scenes/photo.ts');
  const photo = await drawPhoto((['dunes', 'moon', 'coast'] as const)[pick(`${name} scene`, 3)]!);
  return open(photo)
    .resize(DRAWN)
    .modulate({ hue: pick(`${name} hue`, 60) - 30 });
};

const plain = (picture: Sharp) =>
  picture.removeAlpha().toColourspace('srgb').png({ compressionLevel: 3 });

/** The photo, or a drawn one, upright and without transparency. */
const sourceOf = async ({ id, variant, photo, wishes }: ResultFile): Promise<Buffer> => {
  const open = await loadSharp();
  const source = photo
    ? open(photo).autoOrient().resize({
        width: MOST_SIDE,
        height: MOST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
    : await landscape(`${id} ${wishes.seed} ${wishes.text} ${variant}`, open);
  return plain(source.flatten({ background: '#fff' })).toBuffer();
};

/** A picture in the look of its id; strength, seed, text and number of the result change it a little. */
const render = async (file: ResultFile): Promise<Buffer> => {
  const open = await loadSharp();
  const { id, variant, wishes } = file;
  const source = await sourceOf(file);
  const { width, height } = await open(source).metadata();
  const size = { width, height };
  // A drawn picture has its look already.
  if (!file.photo && wishes.text === '') return source;
  const layers: { input: Buffer }[] = [];
  let picture = source;
  if (file.photo) {
    // Ids that share a look still differ.
    const hue = pick(`${id} ${wishes.seed}`, 21) - 10 + variant * 12;
    const brightness = (96 + pick(`${id} brightness`, 9) - variant * 4) / 100;
    const looked = await looks[lookOf(id)](open(source), size, open);
    picture = await plain(looked).toBuffer();
    picture = await plain(open(picture).modulate({ hue, brightness })).toBuffer();
    if (wishes.strength < 1)
      layers.push({
        input: await open(source)
          .ensureAlpha(1 - wishes.strength)
          .png()
          .toBuffer(),
      });
  }
  if (wishes.text !== '') layers.push({ input: caption(size, wishes.text) });
  return plain(open(picture).toColourspace('srgb').composite(layers)).toBuffer();
};

/** What the stand-in of the moderation blocks, and finds doubtful. */
const plainColours: Partial<Record<ResultFile['kind'], string>> = { magenta: '#f0f', cyan: '#0ff' };

const plainly = async (colour: string): Promise<Buffer> => {
  const open = await loadSharp();
  const drawing = `<rect width="100%" height="100%" fill="${colour}"/>`;
  return plain(open(svg(DRAWN, drawing))).toBuffer();
};

const SIGNATURE_AND_HEADER = 33;

const textChunk = (keyword: string, text: string): Buffer => {
  const content = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
};

/** As the generator does: the whole workflow inside the picture, in ASCII. */
const withMetadata = (png: Buffer, metadata: string): Buffer => {
  if (metadata === '') return png;
  const ascii = metadata.replace(
    /[^\0-~]/g,
    letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.concat([
    png.subarray(0, SIGNATURE_AND_HEADER),
    textChunk('prompt', ascii),
    png.subarray(SIGNATURE_AND_HEADER),
  ]);
};

/** PNG. */
export const drawResult = (file: ResultFile): Promise<Buffer> =>
  turn(async () => {
    const colour = plainColours[file.kind];
    const picture = await (colour ? plainly(colour) : render(file));
    return withMetadata(picture, file.metadata);
  });
