import type { PhotoProblem, PrintArchive } from '#contract/printArchive.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { type Claimable, claimsOf } from '../base/claim.ts';
import type { AuthoredRecord } from '../base/crud.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';
import { removeFiles } from '../base/storage.ts';

type Item = PrintOrder['items'][number];

/** A job as stored: the public fields and its progress. */
export interface StoredArchive extends Claimable, AuthoredRecord, Omit<PrintArchive, keyof Stored> {
  /** In the order in which they are printed. */
  orderIds: string[];
  /** Photos that are not made, `<print order> <index>`. */
  leftOut: string[];
  /** Its photos are stored as records of their own. */
  planned: boolean;
  /** Nothing of its work is left: neither single print files nor records of photos. */
  swept: boolean;
}

/** One photo of an archive. */
export interface ArchivePhoto
  extends Stored, Pick<Item, 'filePath' | 'sizeSnap' | 'paper' | 'qty' | 'crop'> {
  archiveId: string;
  /** Its place in the archive, from 0. */
  at: number;
  printId: string;
  printNo: string;
  itemIndex: number;
  status: 'waiting' | 'made' | 'failed';
  /** Attempts that have begun: one that kills its worker is not repeated for ever. */
  tries: number;
  problem: PhotoProblem | null;
  /** Measures of the print file. */
  width: number;
  height: number;
  sizeBytes: number;
  sha256: string;
}

/** Why a photo is not to be printed as its print order stands now. */
export const obstacleToPrint = (
  { status }: Pick<PrintOrder, 'status'>,
  { itemStatus, filePath }: Pick<Item, 'itemStatus' | 'filePath'>,
): PhotoProblem | null => {
  if (!filePath) return 'missing';
  if (status === 'pending' || status === 'cancelled') return 'notPaid';
  return itemStatus === 'bad' ? 'waiting' : null;
};

export const archives = repository<StoredArchive>('printArchives');
export const archiveClaims = claimsOf(archives, () => environment.PRINT_ARCHIVE_CLAIM_MS);
export const archivePhotos = repository<ArchivePhoto>('printArchivePhotos');

export const placeOf = (printId: string, itemIndex: number): string => `${printId} ${itemIndex}`;
const number = (at: number) => String(at).padStart(4, '0');
export const photoIdOf = (archiveId: string, at: number): string => `${archiveId}_${number(at)}`;

/** In a folder that nobody is shown. */
export const printFilePath = (archiveId: string, at: number): string =>
  `print-archive/${archiveId}/${number(at)}.jpg`;
export const partName = ({ name }: Pick<StoredArchive, 'name'>, part: number): string =>
  `${name}-${part + 1}.zip`;
export const partPath = (archive: Pick<StoredArchive, '_id' | 'name'>, part: number): string =>
  `print-archive/${archive._id}/${partName(archive, part)}`;

/** The most photos that are read at once. */
export const PHOTO_PAGE = 200;

/** Pages of an archive's photos in their order. */
export async function* photosOf(archiveId: string): AsyncGenerator<ArchivePhoto[]> {
  for (let skip = 0; ; skip += PHOTO_PAGE) {
    const page = await archivePhotos.find(
      { archiveId },
      { sort: [['at', 'asc']], skip, limit: PHOTO_PAGE },
    );
    if (page.length > 0) yield page;
    if (page.length < PHOTO_PAGE) return;
  }
}

/** Print files that are in a part by now. */
export const removePrintFiles = async (archiveId: string): Promise<void> => {
  for await (const page of photosOf(archiveId))
    await removeFiles(page.map(({ at }) => printFilePath(archiveId, at)));
};
