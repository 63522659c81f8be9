import { collections } from '#contract/collections.ts';
import { type Cloud, each } from './cloud.ts';
import type { Deployment } from './deployment.ts';
import type { Facts } from './facts.ts';
import { isOurs, removable } from './functions.ts';
import { isSame, readCollections, readIndexes } from './parts/collections.ts';
import { gatewayFaults } from './parts/gateway.ts';

/**
 * What must be right before anything is changed. Answers sentences, each with what to do.
 * @param stored absent where stored data do not matter
 */
export const findFaults = async (
  deployment: Deployment,
  stored: StoredData | undefined,
): Promise<string[]> => {
  const { facts, variables, versions } = deployment;
  if (facts.status !== 'NORMAL')
    return [
      `The environment's status is ${facts.status}, not NORMAL: renew its plan in the console (套餐续费) and run again.`,
    ];
  return [
    ...variables.faults.map(fault => `${fault}.`),
    // A new key could not read what the lost one has sealed.
    ...(versions.current
      ? variables.made.map(
          name =>
            `No function has ${name} any more, with which stored secrets are sealed: set it where this command runs.`,
        )
      : []),
    ...foreignFunctions(deployment),
    ...limits(deployment),
    ...(stored ? await faultsOfNew(deployment, stored) : []),
  ];
};

const faultsOfNew = async (deployment: Deployment, stored: StoredData): Promise<string[]> => {
  const {
    cloud,
    facts,
    versions: { current, kept },
  } = deployment;
  const inUse = kept.find(({ version }) => version === current);
  return [
    ...(await gatewayFaults(deployment)),
    ...(await duplicates(cloud, facts, stored)),
    ...(inUse ? await stored.removedTooEarly(inUse.migrations) : []),
    ...(await stored.broken()),
  ];
};

/** What only the server SDK can answer. */
export interface StoredData {
  /** Groups of records that a unique index would refuse, by their keys; a few of them. */
  duplicates(collection: string, keys: string[]): Promise<number>;
  /** Sentences about migrations that remove what the version in use reads, which knows these migrations. */
  removedTooEarly(inUse: readonly string[]): Promise<string[]>;
  /** Sentences about records that the new version's schemas refuse. */
  broken(): Promise<string[]>;
}

const foreignFunctions = ({ functions, release }: Deployment): string[] =>
  release.functions.flatMap(({ name }) => {
    const there = functions.get(name);
    return there && !isOurs(there)
      ? [
          `There is a function ${name} already that this product has not made: use an environment of its own, or delete that function.`,
        ]
      : [];
  });

/** The plan's numbers, where the platform names them. What this deployment removes makes room. */
const limits = (deployment: Deployment): string[] => {
  const { allowed, functions, release } = deployment;
  const removed = removable(deployment).length;
  const needed =
    new Set([...functions.keys(), ...release.functions.map(({ name }) => name)]).size - removed;
  const timers = Math.max(...release.functions.map(one => one.timers.length));
  return [
    ...(allowed.functions && needed > allowed.functions
      ? [
          `The plan allows ${allowed.functions} functions, ${needed} are needed: choose a larger plan (套餐变配), or an environment of its own.`,
        ]
      : []),
    ...(allowed.timers && timers > allowed.timers
      ? [
          `The plan allows ${allowed.timers} timers of one function, ${timers} are needed: ask the platform's support for more (配额管理).`,
        ]
      : []),
  ];
};

const duplicates = async (cloud: Cloud, facts: Facts, stored: StoredData): Promise<string[]> => {
  const there = await readCollections(cloud, facts);
  const wanted = collections.flatMap(({ name, indexes }) =>
    there.has(name) ? indexes.filter(({ unique }) => unique).map(index => ({ name, index })) : [],
  );
  const found = await each(wanted, async ({ name, index }) => {
    const actual = await readIndexes(cloud, name);
    if (actual.some(one => one.Name === index.name && isSame(index, one))) return [];
    const groups = await stored.duplicates(name, Object.keys(index.keys));
    return groups > 0
      ? [
          `The collection ${name} holds ${groups} groups of records with the same ${Object.keys(index.keys).join(', ')}, which the unique index ${index.name} does not allow: keep one record of each (${name} in the console's database).`,
        ]
      : [];
  });
  return found.flat();
};
