import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Emulator } from '#emulator/emulator.ts';
import type { DemoPicture } from './pictures.ts';

/** Documents of one write: large enough to be quick, small enough for the platform. */
const PAGE = 1_000;

/** Straight through the local platform's own database, as fast as it goes. */
export const insertAll = async (
  { database }: Pick<Emulator, 'database'>,
  collections: Record<string, object[]>,
): Promise<void> => {
  for (const [collectionName, documents] of Object.entries(collections))
    for (let at = 0; at < documents.length; at += PAGE)
      await database.handle('database.insertDocument', {
        collectionName,
        data: documents.slice(at, at + PAGE).map(document => JSON.stringify(document)),
      });
};

/** The records that `query` finds, by id; a thousand at most. */
export const findAll = async <R = Record<string, unknown>>(
  { database }: Pick<Emulator, 'database'>,
  collectionName: string,
  query: object,
  limit = PAGE,
): Promise<R[]> => {
  const order = JSON.stringify({ _id: 1 });
  const body = { collectionName, query: JSON.stringify(query), order, limit };
  const { data } = await database.handle('database.getDocument', body);
  return (data as { list: string[] }).list.map(text => JSON.parse(text) as R);
};

export const countAll = async (
  { database }: Pick<Emulator, 'database'>,
  collectionName: string,
  query: object = {},
): Promise<number> => {
  const body = { collectionName, query: JSON.stringify(query) };
  const { data } = await database.handle('database.calculateDocument', body);
  return (data as { total: number }).total;
};

interface FileRow {
  filePath: string;
  /** Empty until the upload is confirmed. */
  mime: string;
}

/** @param rows of the collection `files`; those of the pictures are given their size and hash, as an upload gives them */
export const storePictures = async (
  { files }: Pick<Emulator, 'files'>,
  pictures: DemoPicture[],
  rows: object[] = [],
): Promise<void> => {
  const rowOf = new Map((rows as FileRow[]).map(row => [row.filePath, row]));
  await Promise.all(
    pictures.map(async ({ filePath, draw, row = {} }) => {
      const body = await draw();
      const stored = rowOf.get(filePath);
      if (stored?.mime)
        Object.assign(stored, {
          sizeBytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        });
      await files.put(filePath, Readable.from([body]), {
        owner: null,
        type: (row as { mime?: string }).mime || 'image/jpeg',
        limit: body.length,
      });
    }),
  );
};
