import {
  type CollectionDefinition,
  type CollectionName,
  collections,
} from '#contract/collections.ts';

/** What a backup leaves out, and why. Everything else is kept. */
export const leftOut: Partial<Record<CollectionName, string>> = {
  adminSessions: 'who is signed in signs in again: a stolen session ends with the restoring',
  signInChallenges: 'sign-ins that wait for a code; they last for minutes',
  turns: 'locks of calls that no longer run; they last for seconds',
  rateLimits: 'attempts of the last minutes and hours; counted anew',
};

/**
 * Restored after all others: without settings and keys the functions reach nobody with half of the data, and nobody signs
 * in before it is whole.
 */
const last: CollectionName[] = ['apiKeys', 'settings', 'admins'];

const isKept = ({ name }: CollectionDefinition) => !(name in leftOut);

/** In the order in which they are restored. */
export const keptCollections: CollectionDefinition[] = [
  ...collections.filter(one => isKept(one) && !last.includes(one.name)),
  ...last.map(name => collections.find(one => one.name === name)!),
];

/**
 * What a deployment and the timers store by themselves, before they are used. A restored environment gets those of the
 * backup instead, but only as long as its administrator has never signed in.
 */
const madeByDeployment = new Set<string>([
  'admins',
  'auditLogs',
  'settings',
  'settingRevisions',
  'counters',
  'progress',
  'migrations',
]);

export const isMadeByDeployment = (collection: string): boolean => madeByDeployment.has(collection);
