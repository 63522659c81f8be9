import { _ } from '../base/cloud.ts';
import { type CopyState, type FileRow, files } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { settingsOf } from '../base/settings.ts';
import { type Address, pathOf } from '../base/storage.ts';
import { type Asked, askedFor, type Copy } from './copyStyles.ts';

/** Bytes up to which a picture that fits into a style is shown as it is: a copy would hardly be smaller. */
const SMALL_BYTES = 50_000;

/** Where a picture is read: a stored file, or a copy that may yet have to be made. */
export type Place =
  | { path: string; copy: null }
  | { path: string | null; copy: Copy; row: FileRow }
  | 'none';

const isSmall = ({ width, height, sizeBytes }: FileRow, { side = Infinity }: Copy): boolean =>
  width > 0 && Math.max(width, height) <= side && sizeBytes > 0 && sizeBytes <= SMALL_BYTES;

/** What stands in for a copy that cannot be made: the picture itself, but nothing without its mark. */
const without = ({ path, isMarked }: Copy): Place => (isMarked ? 'none' : { path, copy: null });

export const placeOfCopy = (row: FileRow, copy: Copy, state: CopyState | undefined): Place => {
  if (state?.state === 'failed') return without(copy);
  return { path: state?.state === 'made' ? state.path : null, copy, row };
};

const placeIn = (row: FileRow | undefined, { path, copy }: Asked): Place => {
  if (!copy) return { path, copy: null };
  // Without a row nothing can be noted of a copy.
  if (!row || (!copy.isMarked && isSmall(row, copy))) return without(copy);
  return placeOfCopy(row, copy, row.copies?.[copy.name]);
};

/** What is known of the pictures of some keys. */
export interface Pictures {
  /** By path. */
  rows: Map<string, FileRow>;
  /** Style suffixes by name. */
  suffixes: Record<string, string>;
}

const rowsOf = async (paths: string[]): Promise<Map<string, FileRow>> => {
  const ids = [...new Set(paths)].map(fileIdOf);
  if (ids.length === 0) return new Map();
  const fields = [
    ...(['filePath', 'userId', 'scene', 'status', 'purgeTime', 'copies'] as const),
    ...(['width', 'height', 'sizeBytes'] as const),
  ];
  const rows = await files.find({ _id: _.in(ids) }, { limit: ids.length, fields });
  return new Map(rows.map(row => [row.filePath, row]));
};

/** Database round trips: 1. */
export const readPictures = async (keys: string[]): Promise<Pictures> => {
  const isStyled = keys.some(key => key !== pathOf(key));
  const [rows, suffixes] = await Promise.all([
    rowsOf(keys.map(pathOf)),
    isStyled ? settingsOf('system').then(({ imageStyles }) => imageStyles) : {},
  ]);
  return { rows, suffixes };
};

/**
 * Where the picture of a key is read. A style without a copy is never the original, unless that needs no mark and
 * the copy cannot be made.
 */
export const placeOf = (key: string, { rows, suffixes }: Pictures): Place => {
  const asked = askedFor(key, suffixes);
  return asked ? placeIn(rows.get(asked.path), asked) : 'none';
};

/** An address of a picture, or word that its copy is yet to be made. */
export type Signed = Address | { url: ''; expireTime: 0; unmade: true };

const UNMADE = { url: '', expireTime: 0, unmade: true } as const;

/**
 * The addresses of places, by key; those of missing files are left out. A copy that is noted, but not in storage, e.g.
 * after the pictures of a backup were restored, is yet to be made.
 */
export const signedPlaces = async (
  places: Map<string, Place>,
  sign: (paths: string[]) => Promise<Map<string, Address>>,
): Promise<Map<string, Signed>> => {
  const stored = [...places.values()].flatMap(place =>
    place === 'none' ? [] : (place.path ?? []),
  );
  const addresses = await sign([...new Set(stored)]);
  const answer = (place: Place): Signed | undefined => {
    if (place === 'none') return undefined;
    return addresses.get(place.path ?? '') ?? (place.copy ? UNMADE : undefined);
  };
  return new Map(
    [...places].flatMap(([key, place]) => {
      const signed = answer(place);
      return signed ? [[key, signed]] : [];
    }),
  );
};
