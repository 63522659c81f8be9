import { stampNew } from '../../_shared/base/repository.ts';
import {
  archiveClaims,
  archivePhotos,
  obstacleToPrint,
  photoIdOf,
  photosOf,
  placeOf,
  type StoredArchive,
} from '../../_shared/prints/archives.ts';
import { ordersOf } from './ordersOf.ts';

/**
 * A record for each photo, as it is ordered now: what changes later does not change the archive. Print orders that were
 * cancelled, and photos that were refused, since the archive was asked for are not printed.
 */
export const plan = async (archive: StoredArchive): Promise<StoredArchive | null> => {
  const leftOut = new Set(archive.leftOut);
  const known = new Set<string>();
  for await (const page of photosOf(archive._id)) for (const { _id } of page) known.add(_id);
  let at = 0;
  for await (const orders of ordersOf(archive)) {
    const photos = orders.flatMap(order =>
      order.items.flatMap((item, itemIndex) => {
        const { _id: printId, printNo } = order;
        if (leftOut.has(placeOf(printId, itemIndex))) return [];
        const { filePath, sizeSnap, paper, qty, crop } = item;
        const record = { archiveId: archive._id, at, printId, printNo, itemIndex };
        const problem = obstacleToPrint(order, item);
        const status = problem ? ('failed' as const) : ('waiting' as const);
        const nothing = { width: 0, height: 0, sizeBytes: 0, sha256: '', tries: 0 };
        const ordered = { filePath, sizeSnap, paper, qty, crop };
        const fields = { ...record, ...ordered, ...nothing, status, problem };
        const _id = photoIdOf(archive._id, at);
        at += 1;
        return known.has(_id) ? [] : [stampNew(fields, _id, Date.now())];
      }),
    );
    if (photos.length > 0) await archivePhotos.insertMany(photos);
  }
  return archiveClaims.advance(archive, { planned: true, total: at, attempts: 1 });
};
