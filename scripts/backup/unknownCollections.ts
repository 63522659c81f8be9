import { collections } from '#contract/collections.ts';
import { connectCloud } from '../deploy/cloud.ts';
import { explain } from '../deploy/explain.ts';
import { readDatabase } from '../deploy/facts.ts';
import { readCollections } from '../deploy/parts/collections.ts';
import type { Environment } from '../shared/environment.ts';

/**
 * The collections of an environment that this version does not know: a newer one has added them, or other software.
 * @throws with a sentence
 */
export const unknownCollections = async (environment: Environment): Promise<string[]> => {
  const cloud = connectCloud(environment);
  const known = new Set<string>(collections.map(({ name }) => name));
  try {
    const there = await readCollections(cloud, await readDatabase(cloud));
    return [...there].filter(name => !known.has(name)).sort();
  } catch (error) {
    throw new Error(explain(error, cloud), { cause: error });
  } finally {
    cloud.close();
  }
};
