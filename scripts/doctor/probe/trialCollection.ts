import { randomBytes } from 'node:crypto';
import type { IndexDefinition } from '#contract/collections.ts';
import type { Cloud } from '../../deploy/cloud.ts';
import { readDatabase } from '../../deploy/facts.ts';
import { createCollection, readCollections } from '../../deploy/parts/collections.ts';

/** Makes a collection that no client reaches, and deletes it whatever becomes of the work. */
export const withCollection = async <T>(
  cloud: Cloud,
  indexes: IndexDefinition[],
  work: (name: string) => Promise<T>,
): Promise<T> => {
  const name = `probe_${randomBytes(5).toString('hex')}`;
  try {
    await createCollection(cloud, { name, acl: 'ADMINONLY', indexes });
    return await work(name);
  } finally {
    await deleteOne(cloud, name).catch((error: unknown) => {
      throw new Error(`The collection ${name} is left: delete it in the console.`, {
        cause: error,
      });
    });
  }
};

const NAME = /^probe_[0-9a-f]{10}$/;

/** What a run that was broken off has left. */
export const deleteLeft = async (cloud: Cloud): Promise<void> => {
  for (const name of await readCollections(cloud, await readDatabase(cloud)))
    if (NAME.test(name)) await deleteOne(cloud, name);
};

const deleteOne = async ({ library, attempt }: Cloud, name: string): Promise<void> =>
  void (await attempt('DeleteTable', () => library.database.deleteCollection(name)));
