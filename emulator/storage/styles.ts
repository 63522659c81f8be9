import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ImageStyleConfig, PlatformError } from '../types.ts';

/** Pictures rendered at the same time; each may take a core and tens of megabytes. */
const CONCURRENCY = 2;
/** Larger pictures are refused before they are decoded (security.md T13). */
const PIXEL_LIMIT = 40_000_000;

export interface Rendered {
  file: string;
  type: string;
}

export interface ImageStyles {
  has(name: string): boolean;
  /** The style leaves the picture as it is. */
  isPlain(name: string): boolean;
  /** @throws PlatformError InvalidImageFormat when the content is no picture, or a broken or too large one */
  render(content: string, source: string, name: string): Promise<Rendered>;
  /** Forgets what was rendered from this content. */
  forget(content: string): Promise<void>;
  reset(): Promise<void>;
}

/** Renders image styles with `sharp`; each result is kept as `styles/<content>/<style>-<hash of its settings>`. */
export function createImageStyles(
  dataDir: string,
  styles: Record<string, ImageStyleConfig>,
): ImageStyles {
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
  try {
    const picture = sharp(source, { failOn: 'error', limitInputPixels: PIXEL_LIMIT }).autoOrient();
    const kept = (await picture.metadata()).format;
    const format = style.format ?? (kept === 'jpeg' || kept === 'png' ? kept : 'webp');
    const { width, height, fit = 'inside', quality } = style;
    if (width !== undefined || height !== undefined)
      picture.resize({ width, height, fit, withoutEnlargement: true });
    const body = await picture
      .toFormat(format, quality === undefined ? {} : { quality })
      .toBuffer();
    return { body, format };
  } catch (error) {
    throw new PlatformError(
      'InvalidImageFormat',
      `not a picture: ${(error as Error).message}`,
      400,
    );
  }
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
      // The place goes straight to the next in line, so `running` stays.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
