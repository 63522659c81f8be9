import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { filePath as filePathShape } from '#contract/zod.ts';
import { mapConcurrently } from '../shared/mapConcurrently.ts';
import { type Manifest, type Part, sha256Of } from './manifest.ts';
import { bytesOf } from './pages.ts';
import { PART_BYTES, readPart, writePart } from './parts.ts';
import type { Line, Platform } from './platform.ts';
import { writeWhole } from './writeWhole.ts';

const FOLDER = 'pictures';
/** Pictures that are carried at the same time. */
const AT_ONCE = 6;
/** Missing pictures that are named in the end. */
const NAMED = 5;

/** A kept picture: `pictures/<filePath>` in the directory. */
interface PictureLine {
  filePath: string;
  bytes: number;
  sha256: string;
}

/** What a row of `files` says of one. */
interface NamedPicture {
  filePath: string;
  status?: string;
  /** Empty where it is not known. */
  sha256?: string;
}

const localPath = (dir: string, filePath: string) => path.join(dir, FOLDER, filePath);

/**
 * Keeps the pictures that the rows of `files` name, except those whose upload is not finished.
 * @param rows the parts of `files`
 */
export const keepPictures = async (
  platform: Platform,
  dir: string,
  rows: Part[],
  log: (line: string) => void,
): Promise<NonNullable<Manifest['pictures']>> => {
  const parts: Part[] = [];
  const missingPaths: string[] = [];
  let [count, bytes, missing] = [0, 0, 0];
  let lines: Line[] = [];
  const cut = async () => {
    const file = `${FOLDER}.${String(parts.length + 1).padStart(4, '0')}.jsonl.gz`;
    parts.push(await writePart(dir, file, lines));
    lines = [];
  };
  for (const part of rows) {
    const named = (await readPart(dir, part))
      .map(line => JSON.parse(line) as NamedPicture)
      .filter(({ status }) => status !== 'pending');
    const kept: PictureLine[] = [];
    await mapConcurrently(AT_ONCE, named, async ({ filePath, sha256: wanted }) => {
      // Only plain names, which stay inside the directory.
      const isPath = filePathShape.safeParse(filePath).success;
      const content = isPath ? await platform.download(filePath) : null;
      const sha256 = content ? sha256Of(content) : '';
      if (!content || (wanted && wanted !== sha256)) {
        missing += 1;
        if (missingPaths.length < NAMED) missingPaths.push(filePath);
        if (content) log(`${filePath} is in storage with another content than its record says`);
        else log(`${filePath} ${isPath ? 'is not in storage' : 'is no path of a picture'}`);
        return;
      }
      const file = localPath(dir, filePath);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await writeWhole(file, content);
      kept.push({ filePath, bytes: content.length, sha256 });
      bytes += content.length;
    });
    count += kept.length;
    kept.sort((a, b) => (a.filePath < b.filePath ? -1 : 1));
    lines.push(...kept.map(one => JSON.stringify(one)));
    if (bytesOf(lines) >= PART_BYTES) await cut();
  }
  if (lines.length > 0) await cut();
  log(`${count} pictures, ${Math.ceil(bytes / 1024 / 1024)} MB`);
  return { count, bytes, missing, missingPaths: missingPaths.sort(), parts };
};

/** The last lines of keeping and of restoring. */
export const missingLines = ({ missing, missingPaths }: NonNullable<Manifest['pictures']>) => {
  const example = missingPaths.length > 0 ? `, e.g. ${missingPaths.join(', ')}` : '';
  return missing > 0
    ? [`Pictures that records name, but the backup lacks: ${missing}${example}.`]
    : [];
};

/** @throws with a sentence unless it is the picture that was kept */
const readPicture = async (
  dir: string,
  { filePath, bytes, sha256 }: PictureLine,
): Promise<Buffer> => {
  if (!filePathShape.safeParse(filePath).success)
    throw new Error(`${filePath} is no path of a picture`);
  const file = localPath(dir, filePath);
  const content = await readFile(file).catch((error: unknown) => {
    throw new Error(`the picture ${filePath} is missing from the backup`, { cause: error });
  });
  if (content.length === bytes && sha256Of(content) === sha256) return content;
  throw new Error(`the picture ${filePath} is not the one that was kept: its hash differs`);
};

const eachPicture = async (
  dir: string,
  pictures: NonNullable<Manifest['pictures']>,
  work: (picture: PictureLine, content: Buffer) => Promise<void>,
) => {
  for (const part of pictures.parts) {
    const lines = await readPart(dir, part);
    await mapConcurrently(AT_ONCE, lines, async line => {
      const picture = JSON.parse(line) as PictureLine;
      await work(picture, await readPicture(dir, picture));
    });
  }
};

/** @throws with a sentence for the first one that is not as it was */
export const checkPictures = (
  dir: string,
  pictures: NonNullable<Manifest['pictures']>,
): Promise<void> => eachPicture(dir, pictures, () => Promise.resolve());

/** Stores each under its path and reads it back. */
export const restorePictures = (
  platform: Platform,
  dir: string,
  pictures: NonNullable<Manifest['pictures']>,
): Promise<void> =>
  eachPicture(dir, pictures, async ({ filePath, sha256 }, content) => {
    await platform.upload(filePath, content);
    const stored = await platform.download(filePath);
    if (!stored || sha256Of(stored) !== sha256)
      throw new Error(`${filePath} was stored with another content`);
  });
