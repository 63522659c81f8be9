import { collections } from '#contract/collections.ts';
import { each } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { indexesToGoFirst, needing, undeclaredIndexes } from '../oldIndexes.ts';
import type { Part, Step } from '../part.ts';
import { returnableBeside } from '../versions.ts';
import { readCollections, readIndexes, removalOf } from './collections.ts';

/** Indexes that no kept version declares. After everything else: until then another version serves, or is kept. */
export const oldIndexesPart = (deployment: Deployment): Part => ({
  title: 'Indexes of other versions',
  plan: async () => {
    const old = await readOld(deployment);
    if (old.length === 0) return [];
    const others = returnableBeside(deployment.versions, deployment.release.version);
    return old.map(({ collection, index }): Step => {
      const by = needing(others, collection, index);
      return by.length === 0
        ? removalOf(deployment.cloud, collection, index, 'is removed: no kept version needs it')
        : {
            action: 'leave',
            name: `index ${collection}.${index}`,
            why: `stays: ${versionsText(by)} ${by.length === 1 ? 'needs' : 'need'} it`,
          };
    });
  },
});

interface OldIndex {
  collection: string;
  index: string;
}

const readOld = async (deployment: Deployment): Promise<OldIndex[]> => {
  const { cloud, facts } = deployment;
  const there = await readCollections(cloud, facts);
  const declared = collections.filter(({ name }) => there.has(name));
  const found = await each(declared, async collection => {
    const names = (await readIndexes(cloud, collection.name)).map(({ Name }) => Name);
    const first = indexesToGoFirst(deployment, collection, names);
    return undeclaredIndexes(collection, names)
      .filter(index => !first.includes(index))
      .map(index => ({ collection: collection.name, index }));
  });
  return found.flat();
};

const versionsText = (versions: string[]) =>
  `${versions.length === 1 ? 'version' : 'versions'} ${versions.join(', ')}`;
