import { userIdOf } from '#contract/file.ts';
import { audienceOf } from '#contract/folders.ts';
import { anyOf, meets } from '#contract/rights/demands.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import type { FileHolder } from '../base/fileUse.ts';
import { repository } from '../base/repository.ts';
import { pathOf } from '../base/storage.ts';
import { type Place, placeOf, readPictures } from '../pictures/copies.ts';
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
): Promise<ShownToAdministrator> => {
  const keys = keysIn(sources);
  const [pictures, { rights }] = await Promise.all([readPictures(keys), context.permissions()]);
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
