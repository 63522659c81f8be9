import { MAX_TICKET_BYTES } from '#contract/constants.ts';
import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { type CopyState, fileAt, type FileRow, files, month } from '../_shared/base/files.ts';
import { newId, type Query } from '../_shared/base/repository.ts';
import { addressesAnywhere, readUpTo, removeFiles, storeFile } from '../_shared/base/storage.ts';
import { type Copy, copyNames } from '../_shared/pictures/copyStyles.ts';
import { drawCopy, extensionOf } from './draw.ts';

/** A picture that ended its function so often is given up. */
const MOST_TRIES = 3;
/** Pictures that are being stored, or erased, get no copies. */
const shown = { status: _.in(['active', 'trash']) };

/**
 * Makes a copy unless it is there, cannot be made, or somebody is at it. Its path is in the picture's row before its
 * content is in storage, so that whoever erases the picture knows it; after an interruption the next one goes on with
 * the same path.
 * @throws while the platform fails; the next call tries again
 */
export const makeCopy = async (copy: Copy): Promise<void> => {
  const row = await fileAt(copy.path);
  if (!row || !['active', 'trash'].includes(row.status)) return;
  const known = row.copies?.[copy.name];
  if (known && !(await isDue(known))) return;
  if (known && known.state === 'making' && known.tries >= MOST_TRIES) {
    await note(row, copy, known.claim, { ...known, state: 'failed' });
    return;
  }
  const mine = await begin(row, copy, known);
  if (mine) await carryOut(row, copy, mine);
};

/** A copy that is noted as made may be missing in storage. */
const isDue = async ({ state, until, path }: CopyState): Promise<boolean> => {
  if (state === 'failed') return false;
  if (state === 'making') return until <= Date.now();
  return !(await addressesAnywhere([path])).has(path);
};

const field = ({ name }: Copy) => `copies.${name}`;

const note = (row: FileRow, copy: Copy, claim: string, patch: CopyState) =>
  files.noteWhile(row._id, { ...shown, [`${field(copy)}.claim`]: claim }, { [field(copy)]: patch });

/** @returns null if somebody else was first, or the picture is being erased */
const begin = async (row: FileRow, copy: Copy, known?: CopyState): Promise<CopyState | null> => {
  const mine: CopyState = {
    path: known?.path ?? `copy/${month()}/${newId()}.${extensionOf(copy)}`,
    state: 'making',
    claim: newId(),
    until: Date.now() + environment.COPY_MAKING_MS,
    tries: known?.state === 'making' ? known.tries + 1 : 1,
    bytes: 0,
  };
  const guard: Query = known
    ? { [`${field(copy)}.claim`]: known.claim }
    : { [field(copy)]: _.exists(false) };
  const isMine = await files.noteWhile(row._id, { ...shown, ...guard }, { [field(copy)]: mine });
  return isMine ? mine : null;
};

const carryOut = async (row: FileRow, copy: Copy, mine: CopyState): Promise<void> => {
  let content: Buffer | null;
  try {
    const original = await readUpTo(copy.path, MAX_TICKET_BYTES);
    content = Buffer.isBuffer(original) ? await drawCopy(original, copy) : null;
    if (content) await storeFile(mine.path, content);
  } catch (error) {
    // The platform failed, not the picture: whoever asks next may begin at once.
    await note(row, copy, mine.claim, { ...mine, until: 0, tries: mine.tries - 1 });
    throw error;
  }
  const state = content ? ('made' as const) : ('failed' as const);
  const done = { ...mine, state, until: 0, bytes: content?.length ?? 0 };
  const isNoted = await note(row, copy, mine.claim, done);
  if (isNoted) await removeLeftOver(row);
  else await removeUnlessNamed(copy, mine);
};

/** The picture was erased meanwhile, or somebody else has gone on with the same path. */
const removeUnlessNamed = async ({ path, name }: Copy, mine: CopyState): Promise<void> => {
  const row = await fileAt(path);
  const isShown = row && ['active', 'trash'].includes(row.status);
  if (!isShown || row.copies?.[name]?.path !== mine.path) await removeFiles([mine.path]);
};

/** Copies as an earlier version of the product made them; content first. */
const removeLeftOver = async ({ _id, copies = {} }: FileRow): Promise<void> => {
  const over = Object.entries(copies).filter(([name]) => !copyNames.has(name));
  if (over.length === 0) return;
  await removeFiles(over.map(([, { path }]) => path));
  const gone = Object.fromEntries(over.map(([name]) => [`copies.${name}`, _.remove()]));
  await files.noteWhile(_id, shown, gone);
};
