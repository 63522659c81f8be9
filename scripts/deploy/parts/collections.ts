import {
  type CollectionDefinition,
  collections,
  type IndexDefinition,
} from '#contract/collections.ts';
import { type Cloud, CloudError, each, rest } from '../cloud.ts';
import type { Deployment } from '../deployment.ts';
import { type Facts, unlessThere } from '../facts.ts';
import { indexesToGoFirst, MOST_TOGETHER, undeclaredIndexes } from '../oldIndexes.ts';
import type { Part, Step } from '../part.ts';

interface ActualIndex {
  Name: string;
  Keys: { Name: string; Direction: string }[];
  Unique: boolean;
}

/** How long a new collection or index may take to appear. Indexes of large collections are built meanwhile. */
const APPEARS_MS = 60_000;
const BUILT_MS = 30 * 60_000;

/**
 * Collections with their indexes, before the functions that need them. No collection is ever taken away; an index only
 * where a new one would have no room.
 */
export const collectionsPart = (deployment: Deployment): Part => ({
  title: 'Collections and indexes',
  plan: async () => {
    const { cloud, facts } = deployment;
    const there = await readCollections(cloud, facts);
    const steps = await each(collections, async declared =>
      there.has(declared.name)
        ? planIndexes(deployment, declared, await readIndexes(cloud, declared.name))
        : [
            {
              action: 'create' as const,
              name: `collection ${declared.name}`,
              ...(declared.indexes.length > 0 && {
                why: `with ${declared.indexes.length} ${declared.indexes.length === 1 ? 'index' : 'indexes'}`,
              }),
              run: () => createCollection(cloud, declared),
            },
          ],
    );
    return steps.flat();
  },
});

const PAGE = 100;

export const readCollections = async (
  { call, envId }: Cloud,
  { databaseId }: Pick<Facts, 'databaseId'>,
): Promise<Set<string>> => {
  const names: string[] = [];
  const place = {
    EnvId: envId,
    MongoConnector: { InstanceId: 'flexdb', DatabaseName: databaseId },
  };
  for (;;) {
    const page = { MgoLimit: PAGE, MgoOffset: names.length };
    const { Tables } = await call<{ Tables: { TableName: string }[] | null }>(
      'tcb',
      'DescribeTables',
      { ...place, ...page },
    );
    names.push(...(Tables ?? []).map(({ TableName }) => TableName));
    if ((Tables ?? []).length < PAGE) return new Set(names);
  }
};

export const readIndexes = async (
  { library, attempt }: Cloud,
  name: string,
): Promise<ActualIndex[]> => {
  const { Indexes } = await attempt('DescribeTable', () =>
    library.database.describeCollection(name),
  );
  return (Indexes ?? []) as unknown as ActualIndex[];
};

const keysText = (keys: [string, number | string][]) =>
  keys.map(([name, direction]) => `${name} ${direction}`).join(', ');

export const isSame = (declared: IndexDefinition, actual: ActualIndex) =>
  keysText(Object.entries(declared.keys)) ===
    keysText(actual.Keys.map(({ Name, Direction }) => [Name, Number(Direction)])) &&
  (declared.unique ?? false) === actual.Unique;

const planIndexes = (
  deployment: Deployment,
  declared: CollectionDefinition,
  actual: ActualIndex[],
): Step[] => {
  const { cloud, dropIndexes } = deployment;
  const { name, indexes } = declared;
  const found = new Map(actual.map(index => [index.Name, index]));
  const missing = indexes.filter(index => !found.has(index.name));
  const different = indexes.filter(index => {
    const there = found.get(index.name);
    return there && !isSame(index, there);
  });
  const unknown = undeclaredIndexes(declared, [...found.keys()]);
  const first = indexesToGoFirst(deployment, declared, [...found.keys()]);
  const together = found.size + missing.length - first.length;
  const tooMany = missing.length > 0 && together > MOST_TOGETHER ? together : 0;
  const keptIndexes = unknown.filter(index => !first.includes(index));
  return [
    ...(missing.length + different.length === 0
      ? [{ action: 'leave' as const, name: `collection ${name}` }]
      : []),
    ...first.map(index =>
      removalOf(cloud, name, index, 'is removed before the new ones: no version needs it'),
    ),
    ...missing.map((index): Step => ({
      action: 'create',
      name: `index ${name}.${index.name}`,
      alone: true,
      run: () => createIndexes(cloud, name, [index]),
    })),
    ...different.map((index): Step => ({
      action: 'change',
      name: `index ${name}.${index.name}`,
      why: `was ${keysText(found.get(index.name)!.Keys.map(key => [key.Name, key.Direction]))}`,
      alone: true,
      run: () => createIndexes(cloud, name, [index], [index.name]),
    })),
    ...undeclared(name, keptIndexes, tooMany, dropIndexes),
  ];
};

/**
 * Indexes that stay for now. Where old ones are to be dropped, the part that drops them reports the rest.
 * @param tooMany how many there will be with the new ones; 0 where every environment allows as many
 */
const undeclared = (
  collection: string,
  indexes: string[],
  tooMany: number,
  dropIndexes: boolean,
): Step[] => {
  if (indexes.length === 0 || (dropIndexes && !tooMany)) return [];
  const which = `not declared ${indexes.length === 1 ? 'is' : 'are'} ${indexes.join(', ')}`;
  const many = `${tooMany} with the new ones, of which some environments allow ${MOST_TOGETHER}; ${which}`;
  return [
    {
      action: 'leave',
      name: `indexes of ${collection}`,
      why: dropIndexes
        ? `${many}: delete in the console what no version needs, if the new ones are refused`
        : tooMany
          ? `${many}: --drop-indexes removes what no version needs, before the new ones`
          : `${which}; --drop-indexes removes what no kept version needs`,
    },
  ];
};

/** Closed to clients before anything is in it: a new collection lets all signed-in clients write. */
export const createCollection = async (
  cloud: Cloud,
  { name, acl, indexes }: Omit<CollectionDefinition, 'name'> & { name: string },
): Promise<void> => {
  const { library, attempt } = cloud;
  await attempt('CreateTable', () => library.database.createCollection(name)).catch(unlessThere);
  await until(`collection ${name}`, APPEARS_MS, async () => {
    const answer = await library.database.checkCollectionExists(name);
    return answer.Exists;
  });
  await setAcl(cloud, name, acl);
  const there = new Set((await readIndexes(cloud, name)).map(({ Name }) => Name));
  const missing = indexes.filter(index => !there.has(index.name));
  if (missing.length > 0) await createIndexes(cloud, name, missing);
};

export const setAcl = async ({ call, envId }: Cloud, name: string, acl: string): Promise<void> => {
  await call('tcb', 'ModifyDatabaseACL', { EnvId: envId, CollectionName: name, AclTag: acl });
};

/** Ends when they are built. A collection takes no further changes while it builds indexes. */
export const createIndexes = async (
  cloud: Cloud,
  collection: string,
  indexes: IndexDefinition[],
  drop: string[] = [],
) => {
  const { library, attempt } = cloud;
  const create = () =>
    attempt('UpdateTable', () =>
      library.database.updateCollection(collection, {
        ...(drop.length > 0 && { DropIndexes: drop.map(IndexName => ({ IndexName })) }),
        CreateIndexes: indexes.map(({ name, keys, unique = false }) => ({
          IndexName: name,
          MgoKeySchema: {
            MgoIsUnique: unique,
            MgoIndexKeys: Object.entries(keys).map(([Name, direction]) => ({
              Name,
              Direction: String(direction),
            })),
          },
        })),
      }),
    );
  let isAsked = false;
  await until(`indexes of ${collection}`, BUILT_MS, async () => {
    if (!isAsked) isAsked = await create().then(() => true, unlessBusy);
    const there = await readIndexes(cloud, collection);
    return indexes.every(index =>
      there.some(actual => actual.Name === index.name && isSame(index, actual)),
    );
  });
};

export const removalOf = (cloud: Cloud, collection: string, index: string, why: string): Step => ({
  action: 'change',
  name: `index ${collection}.${index}`,
  why,
  alone: true,
  run: () => dropIndex(cloud, collection, index),
});

/** Ends when it is gone. */
const dropIndex = async (cloud: Cloud, collection: string, index: string): Promise<void> => {
  const { library, attempt } = cloud;
  const isGone = async () =>
    !(await readIndexes(cloud, collection)).some(({ Name }) => Name === index);
  const drop = () =>
    attempt('UpdateTable', () =>
      library.database.updateCollection(collection, { DropIndexes: [{ IndexName: index }] }),
    );
  let isAsked = false;
  await until(`the removal of ${collection}.${index}`, BUILT_MS, async () => {
    if (!isAsked)
      isAsked = await drop().then(
        () => true,
        async (error: CloudError) => {
          if (isBusy(error)) return false;
          // An earlier try whose answer was lost has removed it, or another operator has.
          if (await isGone()) return true;
          throw error;
        },
      );
    return isAsked && isGone();
  });
};

/** Whether an interrupted run has asked for them already; false where the collection is still busy with others. */
const unlessBusy = (error: CloudError): boolean => {
  if (isBusy(error)) return false;
  unlessThere(error);
  return true;
};

const isBusy = ({ code }: CloudError) => code === 'ResourceInUse.IndexCreating';

const until = async (
  what: string,
  patienceMs: number,
  isDone: () => Promise<boolean>,
): Promise<void> => {
  const begun = Date.now();
  for (let wait = 100; !(await isDone()); wait = Math.min(wait * 2, 5_000)) {
    if (Date.now() - begun > patienceMs)
      throw new CloudError('Timeout', what, `${what} not ready after ${patienceMs / 1_000} s`);
    await rest(wait);
  }
};
