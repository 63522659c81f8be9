import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ImageStyleConfig, PlatformError } from '../types.ts';

/** Pictures rendered at the same time; each may take a core and tens of megabytes. */
const CONCURRENCY = 2;
/** Larger pictures are refused before they are decoded. */
const PIXEL_LIMIT = 40_000_000;

export interface Rendered {
  file: string;
  type: string;
}

export interface ImageStyles {
  /** Whether the platform processes images at all. */
  isOn: boolean;
  has(name: string): boolean;
  /** The style leaves the picture as it is. */
  isPlain(name: string): boolean;
  /** @throws PlatformError InvalidImageFormat when the content is no picture, or a broken or too large one */
  render(content: string, source: string, name: string): Promise<Rendered>;
  /** Removes the pictures rendered from this content. */
  forget(content: string): Promise<void>;
  reset(): Promise<void>;
}

/** Renders image styles with `sharp`; each result is kept as `styles/<content>/<style>-<hash of its settings>`. */
export function createImageStyles(
  dataDir: string,
  declared?: Record<string, ImageStyleConfig>,
): ImageStyles {
  const styles = declared ?? {};
  const root = path.join(dataDir, 'styles');
  const atWork = new Map<string, Promise<Rendered>>();
  const turn = createTurns(CONCURRENCY);

  const render = async (content: string, source: string, name: string): Promise<Rendered> => {
    const style = styles[name] ?? {};
    const settings = createHash('sha256').update(JSON.stringify(style)).digest('hex').slice(0, 12);
    const stem = path.join(root, content, `${name}-${settings}`);
    for (const format of ['webp', 'jpeg', 'png'] as const)
      if (existsSync(`${stem}.${format}`))
        return { file: `${stem}.${format}`, type: `image/${format}` };
    const { body, format } = await turn(() => transform(source, style));
    await mkdir(path.dirname(stem), { recursive: true });
    await writeFile(`${stem}.new`, body);
    await rename(`${stem}.new`, `${stem}.${format}`);
    return { file: `${stem}.${format}`, type: `image/${format}` };
  };

  return {
    isOn: declared !== undefined,
    has: name => Object.hasOwn(styles, name),
    isPlain: name => Object.keys(styles[name] ?? {}).length === 0,
    render(content, source, name) {
      const job = `${content} ${name}`;
      const known = atWork.get(job);
      if (known) return known;
      const work = render(content, source, name).finally(() => atWork.delete(job));
      atWork.set(job, work);
      return work;
    },
    forget: content => rm(path.join(root, content), { recursive: true, force: true }),
    reset: () => rm(root, { recursive: true, force: true }),
  };
}

async function transform(source: string, style: ImageStyleConfig) {
  // Loaded on first use: it brings 20 MB and most starts need none.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  // Each picture is rendered once, and kept.
  sharp.cache(false);
  try {
    const picture = sharp(source, { failOn: 'error', limitInputPixels: PIXEL_LIMIT }).autoOrient();
    const kept = (await picture.metadata()).format;
    const format = style.format ?? (kept === 'jpeg' || kept === 'png' ? kept : 'webp');
    const { width, height, fit = 'inside', quality } = style;
    if (width !== undefined || height !== undefined)
      picture.resize({ width, height, fit, withoutEnlargement: true });
    const encoding = quality === undefined ? {} : { quality };
    if (style.text === undefined)
      return { body: await picture.toFormat(format, encoding).toBuffer(), format };
    const { data, info } = await picture.png({ compressionLevel: 1 }).toBuffer(WITH_SIZE);
    const label = Buffer.from(labelFor(style.text, info));
    const labelled = sharp(data).composite([{ input: label, gravity: 'southeast' }]);
    const { xmp } = await sharp(source).metadata();
    if (xmp) labelled.withXmp(xmp.toString());
    return { body: await labelled.toFormat(format, encoding).toBuffer(), format };
  } catch (error) {
    throw new PlatformError(
      'InvalidImageFormat',
      `not a picture: ${(error as Error).message}`,
      400,
    );
  }
}

const WITH_SIZE = { resolveWithObject: true } as const;
/** Share of the shorter side that GB 45438-2025 asks for a visible mark. */
const LABEL_SHARE = 0.05;

/** Light on dark, so that it can be read on any picture. */
function labelFor(text: string, { width, height }: { width: number; height: number }): string {
  const size = Math.max(8, Math.ceil(Math.min(width, height) * LABEL_SHARE));
  const room = Math.min(width, Math.ceil(size * (text.length + 1.2)));
  const tall = Math.min(height, Math.ceil(size * 1.6));
  const escaped = text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
  const font = `'PingFang SC','Microsoft YaHei','Noto Sans SC','Noto Sans CJK SC',sans-serif`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${room}" height="${tall}"><rect width="${room}" height="${tall}" fill="rgba(0,0,0,0.5)"/><text x="${room / 2}" y="${tall / 2}" dominant-baseline="central" text-anchor="middle" font-family="${font}" font-size="${size}" fill="#fff">${escaped}</text></svg>`;
}

function createTurns(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>(resolve => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue, so `running` stays.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
