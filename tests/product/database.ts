import { readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';

type Stored = Record<string, unknown> & { _id: string };

/** The content of a product's data directory, read from the file (the emulator's README describes the layout). */
const stored = (dataDir: string, collection: string, envId = 'local'): Stored[] => {
  const database = new Database(path.join(dataDir, `${envId}.sqlite`), { readonly: true });
  try {
    const found = database
      .prepare('SELECT number FROM collections WHERE name = ?')
      .get(collection) as { number: number } | undefined;
    if (!found) throw new Error(`no collection ${collection}`);
    const rows = database.prepare(`SELECT doc FROM c_${found.number}`).all() as { doc: string }[];
    return rows.map(({ doc }) => JSON.parse(doc) as Stored);
  } finally {
    database.close();
  }
};

export const readRecord = (dataDir: string, collection: string, id: string) =>
  stored(dataDir, collection).find(({ _id }) => _id === id);

/** All whose fields equal the ones given. */
export const findRecords = (
  dataDir: string,
  collection: string,
  fields: Record<string, unknown> = {},
  envId?: string,
) =>
  stored(dataDir, collection, envId).filter(record =>
    Object.entries(fields).every(([key, value]) => record[key] === value),
  );

/** What is stored under a path. */
export const readStored = (dataDir: string, filePath: string): Buffer => {
  const database = new Database(path.join(dataDir, 'platform.sqlite'), { readonly: true });
  try {
    const { content } = database
      .prepare('SELECT content FROM files WHERE key = ?')
      .get(filePath) as { content: string };
    return readFileSync(path.join(dataDir, 'files', content.slice(0, 2), content));
  } finally {
    database.close();
  }
};
