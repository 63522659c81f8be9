import type { Sharp } from 'sharp';
import { MAX_TICKET_BYTES } from '#contract/constants.ts';
import { formatOf, isTaken } from '#contract/pictureFormat.ts';
import { _ } from '../_shared/base/cloud.ts';
import { type CopyState, fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { newId, type Query } from '../_shared/base/repository.ts';
import { addressesAnywhere, readUpTo, removeFiles, storeFile } from '../_shared/base/storage.ts';
import { type Copy, copyNames, thumbnailBeside } from '../_shared/pictures/copyStyles.ts';
import { isTimeout, loadSharp, opening } from '../_shared/pictures/decoder.ts';
import { MARK_PNG } from './mark.ts';

const MOST_SECONDS = 20;
/** The quality of copies for lists, for pages and for downloads. */
const [LISTED_QUALITY, SHOWN_QUALITY, SAVED_QUALITY] = [72, 80, 92];
/** Height of the mark's characters, of the picture's shorter side: what GB 45438-2025 asks for. */
const MARK_SHARE = 0.05;
/** The height of the mark's box, of its characters. */
const MARK_BOX = 1.6;
const SMALLEST_CHARACTERS = 8;

/** Copies for pages are WebP; copies for downloads keep the picture's format. */
const extensionOf = ({ path, side }: Copy): string =>
  side ? 'webp' : path.slice(path.lastIndexOf('.') + 1);

/** The longer side becomes `side`, unless it is shorter. */
const fitted = ({ width, height }: { width: number; height: number }, side = Infinity) => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

/** In the lower right corner. */
const markFor = async ({ width, height }: { width: number; height: number }): Promise<Buffer> => {
  const sharp = await loadSharp(1);
  const characters = Math.max(SMALLEST_CHARACTERS, Math.min(width, height) * MARK_SHARE);
  const tall = Math.min(height, Math.ceil(characters * MARK_BOX));
  return sharp(Buffer.from(MARK_PNG, 'base64'))
    .resize({ width, height: tall, fit: 'inside' })
    .png()
    .toBuffer();
};

const encoded = (picture: Sharp, copy: Copy): Sharp => {
  if (copy.side)
    return picture.webp({ quality: thumbnailBeside(copy) ? SHOWN_QUALITY : LISTED_QUALITY });
  const extension = extensionOf(copy);
  if (extension === 'png') return picture.png();
  if (extension === 'webp') return picture.webp({ quality: SAVED_QUALITY });
  return picture.jpeg({ quality: SAVED_QUALITY });
};

/**
 * The picture upright, in the size of its style, without what its file says of it; a generated one with the visible
 * mark in its pixels and the invisible one in its file.
 * @returns null for a file that is no picture, or too large a one
 */
const drawCopy = async (original: Buffer, copy: Copy): Promise<Buffer | 'tooSlow' | null> => {
  // The decoder knows formats that nobody may upload.
  if (!isTaken(formatOf(original))) return null;
  const open = opening(await loadSharp(1), original, MOST_SECONDS);
  try {
    const { autoOrient: upright, xmp } = await open().metadata();
    const size = fitted(upright, copy.side);
    const picture = open()
      .autoOrient()
      .resize({ ...size, fit: 'fill' });
    if (copy.isMarked) {
      picture.composite([{ input: await markFor(size), gravity: 'southeast' }]);
      if (xmp) picture.withXmp(xmp.toString());
    }
    return await encoded(picture, copy).toBuffer();
  } catch (error) {
    return isTimeout(error) ? 'tooSlow' : null;
  }
};

/** How long the lease on a copy is: longer than the function may run. */
const MAKING_MS = 40_000;
/** A picture that took too long, or ended its function, so often is given up. */
const MOST_TRIES = 3;
const SHOWN = ['active', 'trash'] as const;
/**
 * Pictures that are being stored, or erased, get no copies, except results that an administrator reviews: for as long as
 * they are kept.
 */
const shown = ({ status, purgeTime }: FileRow): Query =>
  status === 'pending' ? { status, purgeTime } : { status: _.in([...SHOWN]) };
const isShown = ({ status, scene, purgeTime }: FileRow) =>
  SHOWN.some(one => one === status) ||
  (status === 'pending' && scene === 'task_result' && Number(purgeTime) > Date.now() + MAKING_MS);

interface Job {
  copy: Copy;
  state: CopyState;
}

/**
 * Makes a copy unless it is there, cannot be made, or another call is at it; with a large one also the thumbnail, which
 * a list will ask for. Its path is in the picture's row before its content is in storage, so that it is erased with the
 * picture; after an interruption the next call goes on with the same path.
 * @param row of the picture, read just now
 * @returns what became of it; undefined where the picture gets no copies, or another call is at it
 * @throws while the platform fails; the next call tries again
 */
export const makeCopy = async (copy: Copy, row: FileRow): Promise<CopyState | undefined> => {
  if (!isShown(row)) return undefined;
  const known = row.copies?.[copy.name];
  if (known && !(await isDue(known))) return known;
  if (known && known.state === 'making' && known.tries >= MOST_TRIES) {
    const state = { ...known, state: 'failed' as const };
    await note(row, [{ copy, state }]);
    return state;
  }
  const beside = thumbnailBeside(copy);
  const wanted = beside && !row.copies?.[beside.name] ? [copy, beside] : [copy];
  const jobs = await begin(row, wanted);
  return jobs ? carryOut(row, jobs) : undefined;
};

/** A copy that is noted as made may be missing in storage. */
const isDue = async ({ state, until, path }: CopyState): Promise<boolean> => {
  if (state === 'failed') return false;
  if (state === 'making') return until <= Date.now();
  return !(await addressesAnywhere([path])).has(path);
};

const fieldOf = ({ name }: Copy) => `copies.${name}`;

/** While nobody else has taken these copies over. */
const note = (row: FileRow, jobs: Job[]): Promise<FileRow | null> => {
  const claims = jobs.map(({ copy, state }) => [`${fieldOf(copy)}.claim`, state.claim]);
  const states = jobs.map(({ copy, state }) => [fieldOf(copy), state]);
  const guard = { ...shown(row), ...(Object.fromEntries(claims) as Query) };
  return files.noteWhile(row._id, guard, Object.fromEntries(states) as Query);
};

/** @returns null if another call was first, or the picture is being erased */
const begin = async (row: FileRow, wanted: Copy[]): Promise<Job[] | null> => {
  const claim = newId();
  const until = Date.now() + MAKING_MS;
  const guard: Query = shown(row);
  const jobs = wanted.map((copy): Job => {
    const known = row.copies?.[copy.name];
    if (known) guard[`${fieldOf(copy)}.claim`] = known.claim;
    else guard[fieldOf(copy)] = _.exists(false);
    const path = known?.path ?? `copy/${month()}/${newId()}.${extensionOf(copy)}`;
    const tries = known?.state === 'making' ? known.tries + 1 : 1;
    return { copy, state: { path, state: 'making', claim, until, tries, bytes: 0 } };
  });
  const states = Object.fromEntries(jobs.map(({ copy, state }) => [fieldOf(copy), state]));
  return (await files.noteWhile(row._id, guard, states)) ? jobs : null;
};

const carryOut = async (row: FileRow, jobs: Job[]): Promise<CopyState | undefined> => {
  const done: Job[] = [];
  /** The next call may begin at once. @param tries that count */
  const giveBack = (tries: 0 | 1) =>
    note(
      row,
      jobs.map(({ copy, state }) => ({
        copy,
        state: { ...state, until: 0, tries: state.tries - 1 + tries },
      })),
    );
  try {
    const original = await readUpTo(row.filePath, MAX_TICKET_BYTES);
    if (original === null) {
      // It may come back, e.g. while a backup is restored.
      await giveBack(0);
      return { ...jobs[0]!.state, state: 'failed' };
    }
    for (const { copy, state } of jobs) {
      const content = original === 'larger' ? null : await drawCopy(original, copy);
      if (content === 'tooSlow') {
        await giveBack(1);
        return undefined;
      }
      if (content) await storeFile(state.path, content);
      const result = content ? ('made' as const) : ('failed' as const);
      done.push({
        copy,
        state: { ...state, state: result, until: 0, bytes: content?.length ?? 0 },
      });
    }
  } catch (error) {
    // The platform failed, not the picture.
    await giveBack(0);
    throw error;
  }
  if (await note(row, done)) await removeLeftOver(row);
  else await removeUnlessNamed(row, jobs);
  return done[0]?.state;
};

/** The picture was erased meanwhile, or another call has gone on with the same path. */
const removeUnlessNamed = async ({ filePath }: FileRow, jobs: Job[]): Promise<void> => {
  const row = await fileAt(filePath);
  const isNamed = ({ copy, state }: Job) =>
    row && isShown(row) && row.copies?.[copy.name]?.path === state.path;
  await removeFiles(jobs.filter(job => !isNamed(job)).map(({ state }) => state.path));
};

/** Copies as an earlier version of the product made them; content first. */
const removeLeftOver = async (row: FileRow): Promise<void> => {
  const { _id, copies = {} } = row;
  const over = Object.entries(copies).filter(([name]) => !copyNames.has(name));
  if (over.length === 0) return;
  await removeFiles(over.map(([, { path }]) => path));
  const gone = Object.fromEntries(over.map(([name]) => [`copies.${name}`, _.remove()]));
  await files.noteWhile(_id, shown(row), gone);
};
