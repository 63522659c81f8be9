import { userIdOf } from '#contract/file.ts';
import { audienceOf } from '#contract/folders.ts';
import { anyOf, meets } from '#contract/rights/demands.ts';
import type { SignedForRole } from '#contract/signedUrl.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import type { FileRow } from '../base/files.ts';
import type { FileHolder } from '../base/fileUse.ts';
import { report } from '../base/log.ts';
import { repository } from '../base/repository.ts';
import { settingsOf } from '../base/settings.ts';
import { addressesAnywhere, pathOf } from '../base/storage.ts';
import {
  type Pictures,
  type Place,
  placeOf,
  readPictures,
  signedPlaces,
} from '../pictures/copies.ts';
import { noteLooks } from './pictureLooks.ts';
import { keysIn, placesBySource } from './shownPictures.ts';

/** Whose pages show results of trials, which are no user's. */
const seesTrials = anyOf('images.read', 'tasks.read', 'templates.read');

const printOrders = repository<FileHolder>('printOrders');
/** A photo in more print orders than this is somewhere else too. */
const MOST_PRINT_ORDERS = 1_000;

/** Those of users' pictures that the role may see: all, or those in print orders, for who produces prints. */
const visibleAmong = async (paths: string[], rights: ReadonlySet<string>): Promise<Set<string>> => {
  if (rights.has('users.pictures')) return new Set(paths);
  if (paths.length === 0 || !rights.has('print-orders.write')) return new Set();
  const found = await printOrders.find(
    { files: _.in(paths) },
    { limit: MOST_PRINT_ORDERS, fields: ['files'] },
  );
  return new Set(found.flatMap(({ files = [] }) => files));
};

export interface ShownToAdministrator {
  /** By source; 'none' for what is not shown. */
  places: Map<string, Place>;
  isDenied: (source: string) => boolean;
  /** Nothing is given before the looks are in the audit log. */
  noted: Promise<void>;
}

/**
 * Where pictures are for an administrator, those in the trash too: all that any visitor is shown, as far as the role may
 * see them.
 */
export const shownToAdministrator = async (
  sources: string[],
  context: AdminContext,
  known?: Pictures,
): Promise<ShownToAdministrator> => {
  const keys = keysIn(sources);
  const [pictures, { rights }] = await Promise.all([
    known ?? readPictures(keys),
    context.permissions(),
  ]);
  const ownerOf = (key: string): string => {
    const filePath = pathOf(key);
    if (audienceOf(filePath) !== 'owner') return '';
    return pictures.rows.get(filePath)?.userId || userIdOf({ filePath });
  };
  const visible = await visibleAmong(keys.filter(ownerOf).map(pathOf), rights);
  const maySee = (key: string): boolean => {
    if (ownerOf(key)) return visible.has(pathOf(key));
    const audience = audienceOf(key);
    if (audience === 'administrators') return rights.has('orders.read');
    return audience === 'everybody' || (audience === 'owner' && meets(rights, seesTrials));
  };
  const places = placesBySource(sources, key => (maySee(key) ? placeOf(key, pictures) : 'none'));
  return {
    places,
    isDenied: source => keysIn([source]).some(key => audienceOf(key) !== 'nobody' && !maySee(key)),
    noted: noteLooks(context, keys.filter(maySee).map(ownerOf)),
  };
};

/** Their addresses, in the order of the sources; those of missing files are left out. */
export const signedForAdministrator = async (
  sources: string[],
  context: AdminContext,
  known?: Pictures,
): Promise<SignedForRole[]> => {
  const { places, isDenied, noted } = await shownToAdministrator(sources, context, known);
  const [signed] = await Promise.all([signedPlaces(places, addressesAnywhere), noted]);
  return sources.flatMap(src => {
    const address = signed.get(src);
    if (address) return [{ src, ...address }];
    return isDenied(src) ? [{ src, url: '', expireTime: 0, denied: true as const }] : [];
  });
};

/**
 * A list with the addresses of its thumbnails, where they are asked for, so that the first picture waits for no other call.
 * Where they cannot be given the rows come without, and the page asks for them.
 * @param shown the pictures of a row
 * @param known the rows themselves, of a list of pictures
 */
export const withThumbnails = async <P extends { list: object[] }>(
  reading: Promise<P>,
  { withPictures }: { withPictures?: boolean | undefined },
  context: AdminContext,
  shown: (row: P['list'][number]) => string[],
  known?: (page: P) => FileRow[],
): Promise<P & { pictures?: SignedForRole[] }> => {
  if (!withPictures || context.quiet) return reading;
  const [page, { imageStyles }] = await Promise.all([
    reading,
    settingsOf('system'),
    context.admin(),
  ]);
  const paths = new Set(page.list.flatMap(shown).filter(Boolean));
  const sources = [...paths].map(path => path + (imageStyles['thumbnail'] ?? ''));
  const rows = known && new Map(known(page).map(row => [row.filePath, row]));
  try {
    const pictures = rows && { rows, suffixes: imageStyles };
    return { ...page, pictures: await signedForAdministrator(sources, context, pictures) };
  } catch (error) {
    report('no addresses with a list', error);
    return page;
  }
};
